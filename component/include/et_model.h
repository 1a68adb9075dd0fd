/* Copyright (c) the executorch-espressif authors.
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * A model (.pte) as an object, for C and C++.
 *
 *   et_model* model;
 *   et_model_config config = {0};
 *   et_error error = et_model_create(pte, pte_size, &config, &model);
 *   et_model_set_input(model, 0, ET_DTYPE_FLOAT32, x, sizeof(x));
 *   error = et_model_run(model);
 *   et_tensor_info out;
 *   et_model_output_info(model, 0, &out);  // out.data, out.nbytes
 *   et_model_destroy(model);
 *
 * Every call but et_model_destroy(NULL) checks what it is given and answers with a named error;
 * et_model_last_error() has the sentence that goes with it. Nothing throws. After et_model_create()
 * nothing is taken from a heap.
 *
 * Any number of models may exist at once, each with memory of its own. A model belongs to one task
 * at a time; different models may run in different tasks at once.
 */
#ifndef ET_MODEL_H_
#define ET_MODEL_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct et_model et_model;

typedef enum {
  ET_OK = 0,
  ET_ERROR_NULL_ARGUMENT,     /* a pointer that must not be NULL is */
  ET_ERROR_INVALID_MODEL,     /* never created, or destroyed already */
  ET_ERROR_BUSY,              /* called from inside the model's own et_model_run_with_callback() */
  ET_ERROR_NOT_FOUND,         /* no input, output, method or partition of that name */
  ET_ERROR_INDEX,             /* input or output index out of range */
  ET_ERROR_NOT_A_TENSOR,      /* the input or output is a number or string of the program */
  ET_ERROR_DTYPE,             /* data of another dtype than the program's */
  ET_ERROR_SIZE,              /* bytes or shape do not fit */
  ET_ERROR_ALIGNMENT,         /* a pointer is not aligned as documented */
  ET_ERROR_INPUT_NOT_SET,     /* run without all inputs set since the run before */
  ET_ERROR_OUTPUT_NOT_SET,    /* an output that the program did not plan has no memory */
  ET_ERROR_OUTPUT_PLANNED,    /* the output has memory of its own */
  ET_ERROR_MEMORY_TOO_SMALL,  /* memory given to et_model_create(); the text says the need */
  ET_ERROR_OUT_OF_MEMORY,     /* the heap has not got it; the text says how much */
  ET_ERROR_SCRATCH_TOO_SMALL, /* an operator wants more scratch; the text says how much */
  ET_ERROR_INVALID_PROGRAM,   /* not a .pte, damaged, or of another version */
  ET_ERROR_OPERATOR_MISSING,  /* the kernel bundle lacks an operator; the text names it */
  ET_ERROR_BACKEND_MISSING,   /* the firmware lacks a delegate; the text names it */
  ET_ERROR_OPERATOR_FAILED,   /* the text names the operator */
  ET_ERROR_CANCELLED,         /* the callback said so */
  ET_ERROR_NOT_SUPPORTED,     /* the program needs what this API or runtime does not have */
  ET_ERROR_INVALID_DATA,      /* no .ptd; or et_model_config.data is NULL, was not opened, or has
                               * not what the program needs */
  ET_ERROR_COUNT
} et_error;

/* "ET_ERROR_DTYPE" and so on; "unknown error" for a number that is none of them. */
const char* et_error_name(int error);

/* PyTorch's numbers, as they stand in the .pte. */
typedef enum {
  ET_DTYPE_UINT8 = 0,
  ET_DTYPE_INT8 = 1,
  ET_DTYPE_INT16 = 2,
  ET_DTYPE_INT32 = 3,
  ET_DTYPE_INT64 = 4,
  ET_DTYPE_FLOAT16 = 5,
  ET_DTYPE_FLOAT32 = 6,
  ET_DTYPE_FLOAT64 = 7,
  ET_DTYPE_COMPLEX32 = 8, /* of two float16, the real part first; so are the others */
  ET_DTYPE_COMPLEX64 = 9,
  ET_DTYPE_COMPLEX128 = 10,
  ET_DTYPE_BOOL = 11,
  ET_DTYPE_BFLOAT16 = 15,
  ET_DTYPE_UINT16 = 27,
  ET_DTYPE_UINT32 = 28,
  ET_DTYPE_UINT64 = 29
} et_dtype;

/* "float32" and so on; "unknown dtype" for a number that is none of the above. */
const char* et_dtype_name(int dtype);

/* ---- memory ---------------------------------------------------------------------------------- */

/* A piece of memory that the caller gives, aligned to ET_MODEL_ALIGNMENT, or a wish to the heap. */
#define ET_MODEL_ALIGNMENT 16
typedef struct {
  /* Given: used as it is, and the caller's to free after et_model_destroy(). Written to at once.
   * NULL: taken from the heap, exactly as much as needed (and up to 15 bytes for alignment). */
  void* data;
  /* Bytes at `data`; ignored for NULL, but for scratch: then the bytes to take. */
  size_t size;
  /* For the heap of ESP-IDF, its MALLOC_CAP_* flags, e.g. MALLOC_CAP_SPIRAM; 0: MALLOC_CAP_DEFAULT.
   * Elsewhere the heap is et_pal_allocate() of the platform layer, and caps are ignored. */
  uint32_t caps;
} et_memory;

/* A .ptd file: constants and initial values that models have outside their .pte. Any number of
 * models may share one. Its content is not the caller's, and it must not be copied. */
typedef struct {
  uint64_t opaque[16];
} et_model_data;

typedef struct {
  /* The program's method; NULL: "forward". Not kept. */
  const char* method;
  /* The model object and the runtime's tables: read at every operator, best in internal RAM. */
  et_memory model;
  /* The planned buffers: inputs, activations, outputs, mutable state. */
  et_memory activations;
  /* What operators may use while they run. The .pte does not say how much they need; the export
   * report does, et_model_scratch_peak() tells it after a run, and a run with too little fails with
   * the figure. {0} is none: enough for the `builtin` kernels of esp_nn. */
  et_memory scratch;
  /* Where to put the sentence if creating fails; may be NULL. It always ends with NUL. 192 bytes
   * hold every sentence. */
  char* error_text;
  size_t error_text_size;
  /* The tensors that the program has not in itself, from et_model_data_open(); NULL: none. */
  const et_model_data* data;
} et_model_config;

typedef struct {
  /* Bytes that et_model_config.model and .activations must have. */
  size_t model;
  size_t activations;
  /* False only for a program with delegates where the heap did not suffice to try: what the
   * delegates take on loading is then not in `model`. */
  bool exact;
} et_model_memory;

/* The memory that a model needs, before creating it. Exact to the byte, in memory aligned to
 * ET_MODEL_ALIGNMENT, for this build of the runtime. Of `config` only the method, the data and the
 * error text are read; NULL: "forward". Takes no heap, but for programs with delegates: those are
 * loaded once in memory of the heap, which is given back. The .pte must be aligned to 8 bytes. */
et_error et_model_memory_needed(const void* pte, size_t pte_size, const et_model_config* config,
                                et_model_memory* needed);

/* ---- life ------------------------------------------------------------------------------------ */

/* Opens a .ptd file in place, for et_model_config.data: constants are read where they are. `ptd`,
 * aligned to ET_MODEL_ALIGNMENT, must stay valid and unchanged, and `*data` too, until the last
 * model created with it is destroyed; then there is nothing to give back. Takes no memory.
 * error_text: as in et_model_config. An application that never calls this has no code for it. */
et_error et_model_data_open(et_model_data* data, const void* ptd, size_t ptd_size, char* error_text,
                            size_t error_text_size);

/* Loads a program in place: `pte`, aligned to 8 bytes, must stay valid and unchanged until
 * et_model_destroy(), flash is fine. config NULL: everything from the heap, no scratch. *model is
 * NULL after an error. Inputs and activations start as zeros, mutable buffers with their initial
 * values. */
et_error et_model_create(const void* pte, size_t pte_size, const et_model_config* config,
                         et_model** model);

#ifdef ESP_PLATFORM
/* The same for a program that was flashed to the start of a data partition, which stays mapped
 * until et_model_destroy(). */
et_error et_model_create_from_partition(const char* label, const et_model_config* config,
                                        et_model** model);
#endif

/* Mutable buffers back to their initial values, everything else to how et_model_create() left it:
 * inputs are unset, and outputs that were given memory must be given it again. Loads the method
 * anew, and costs as much. Pointers to planned inputs and outputs stay valid. If loading fails (a
 * delegate may), the model can only be reset again or destroyed. */
et_error et_model_reset(et_model* model);

/* Gives back what was taken from the heap. NULL is fine. */
et_error et_model_destroy(et_model* model);

/* The sentence for the last call that failed on this model; "" before any. Valid until the next
 * call that fails. For NULL or a model destroyed, a sentence that says so. */
const char* et_model_last_error(const et_model* model);

/* ---- inputs and outputs ---------------------------------------------------------------------- */

#define ET_NAME_SIZE 32
typedef struct {
  /* The keyword of an input if all were given by keyword when the model was exported, the key of an
   * output if the model returns a dict; else "input0", "output0" and so on: a .pte has no other
   * names. Cut off at ET_NAME_SIZE - 1. */
  char name[ET_NAME_SIZE];
  /* False: a number, string or None that is part of the program. Nothing below counts then, and an
   * input of this kind needs not be set. */
  bool is_tensor;
  et_dtype dtype;
  /* Sizes now, outermost first: of a dynamic output those of the last run. Valid until destroy.
   * Data is contiguous in this order; a program that wants another is refused when it is created.
   */
  uint32_t rank;
  const int32_t* sizes;
  size_t nbytes;
  /* real = scale * (code - zero_point), where the program tells it: for an input that goes into a
   * quantize operator and nowhere else, and an output that comes from a dequantize operator. They
   * describe the integer codes inside the program; `data` is of `dtype`. scale 0: not quantized, or
   * (inputs and outputs that are int8 themselves) not in the file. */
  float scale;
  int32_t zero_point;
  /* True: `data` is the program's own memory, the same for the life of the model. Inputs and
   * outputs may share it: read outputs after the run and before setting inputs.
   * False: `data` is what the caller gave last; NULL before. */
  bool planned;
  void* data;
} et_tensor_info;

/* 0 for NULL and for a model destroyed. */
size_t et_model_num_inputs(const et_model* model);
size_t et_model_num_outputs(const et_model* model);

et_error et_model_input_info(const et_model* model, size_t index, et_tensor_info* info);
et_error et_model_output_info(const et_model* model, size_t index, et_tensor_info* info);

/* The index of the input or output with this name. */
et_error et_model_find_input(const et_model* model, const char* name, size_t* index);
et_error et_model_find_output(const et_model* model, const char* name, size_t* index);

/* Sets a tensor. Every one must be set before every run: the memory of a planned input may be used
 * for something else later in the run, so et_model_run() refuses inputs of the run before.
 * A planned input is copied, unless `data` is its own memory (et_tensor_info.data), filled by the
 * caller: no copy. For others the pointer is kept until the run has ended, and must be aligned for
 * the dtype. `nbytes` must be exact. A dynamic input gets its largest shape. */
et_error et_model_set_input(et_model* model, size_t index, et_dtype dtype, const void* data,
                            size_t nbytes);
/* The same with a shape, for dynamic inputs. */
et_error et_model_set_input_shaped(et_model* model, size_t index, et_dtype dtype, const void* data,
                                   size_t nbytes, const int32_t* sizes, uint32_t rank);

/* Gives memory to an output that is not planned: at least the bytes of its largest shape, aligned
 * for its dtype. Kept until the next call, et_model_reset() or et_model_destroy(). */
et_error et_model_set_output(et_model* model, size_t index, void* data, size_t nbytes);

/* ---- running --------------------------------------------------------------------------------- */

et_error et_model_run(et_model* model);

typedef struct {
  /* "esp_nn::conv2d" and "out"; for a delegate its name and "". */
  const char* name;
  const char* overload;
  bool is_delegate;
  /* Of the instruction in the program. Grows along the program, but for loops. */
  uint32_t index;
  /* From the platform layer's clock (et_pal_current_ticks). */
  uint64_t nanoseconds;
} et_operator_event;

/* Called after every operator and delegate call. The place to yield, to feed a watchdog, to
 * measure. False ends the run with ET_ERROR_CANCELLED. Calls on the same model answer ET_ERROR_BUSY
 * here. */
typedef bool (*et_operator_callback)(const et_operator_event* event, void* user);

et_error et_model_run_with_callback(et_model* model, et_operator_callback callback, void* user);

/* The most bytes of scratch that were in use at once since creating; 0 for NULL. */
size_t et_model_scratch_peak(const et_model* model);

#ifdef __cplusplus
}
#endif

#endif /* ET_MODEL_H_ */
