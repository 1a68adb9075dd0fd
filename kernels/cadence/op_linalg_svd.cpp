// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cfloat>
#include <cmath>
#include <string_view>
#include <tuple>

#include "common/args.h"

namespace impl::generic::native {

namespace {

constexpr int kSize = 3;

// Columns of a matrix.
using Columns = float[kSize][kSize];

float dot(const float* a, const float* b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

void rotate(float* a, float* b, float cosine, float sine) {
  for (int i = 0; i < kSize; ++i) {
    const float x = a[i];
    a[i] = cosine * x - sine * b[i];
    b[i] = sine * x + cosine * b[i];
  }
}

// One-sided Jacobi (Hestenes): turns pairs of columns of `b` until all are orthogonal, and those of
// `v` with them, so that b = a v stays true.
void orthogonalize(Columns b, Columns v) {
  constexpr int kSweeps = 30;
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    bool turned = false;
    for (int i = 0; i + 1 < kSize; ++i) {
      for (int j = i + 1; j < kSize; ++j) {
        const float across = dot(b[i], b[j]);
        const float ii = dot(b[i], b[i]);
        const float jj = dot(b[j], b[j]);
        if (!(std::fabs(across) > FLT_EPSILON * std::sqrt(ii * jj))) {
          continue;
        }
        turned = true;
        const float zeta = (jj - ii) / (2 * across);
        const float tangent =
            (zeta < 0 ? -1.0f : 1.0f) / (std::fabs(zeta) + std::sqrt(1 + zeta * zeta));
        const float cosine = 1 / std::sqrt(1 + tangent * tangent);
        rotate(b[i], b[j], cosine, cosine * tangent);
        rotate(v[i], v[j], cosine, cosine * tangent);
      }
    }
    if (!turned) {
      return;
    }
  }
}

void swap(float* a, float* b) {
  for (int i = 0; i < kSize; ++i) {
    const float x = a[i];
    a[i] = b[i];
    b[i] = x;
  }
}

void cross(const float* a, const float* b, float* result) {
  result[0] = a[1] * b[2] - a[2] * b[1];
  result[1] = a[2] * b[0] - a[0] * b[2];
  result[2] = a[0] * b[1] - a[1] * b[0];
}

// A unit vector at right angles to the unit vector `a`.
void across(const float* a, float* result) {
  int least = 0;
  for (int i = 1; i < kSize; ++i) {
    least = std::fabs(a[i]) < std::fabs(a[least]) ? i : least;
  }
  float axis[kSize] = {};
  axis[least] = 1;
  float normal[kSize];
  cross(a, axis, normal);
  const float length = std::sqrt(dot(normal, normal));
  for (int i = 0; i < kSize; ++i) {
    result[i] = normal[i] / length;
  }
}

// `a`, `u` and `vh` by rows; s from the largest on.
void svd(const float* a, float* u, float* s, float* vh) {
  // Scaled, so that no square overflows or vanishes.
  float largest = 0;
  for (int i = 0; i < kSize * kSize; ++i) {
    largest = std::fabs(a[i]) > largest ? std::fabs(a[i]) : largest;
  }
  const float scale = largest > 0 ? largest : 1;
  Columns b;
  Columns v = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < kSize; ++j) {
      b[j][i] = a[kSize * i + j] / scale;
    }
  }
  orthogonalize(b, v);
  for (int i = 0; i + 1 < kSize; ++i) {
    for (int j = i + 1; j < kSize; ++j) {
      if (dot(b[j], b[j]) > dot(b[i], b[i])) {
        swap(b[i], b[j]);
        swap(v[i], v[j]);
      }
    }
  }
  float lengths[kSize];
  int rank = 0;
  for (int i = 0; i < kSize; ++i) {
    lengths[i] = std::sqrt(dot(b[i], b[i]));
    rank += lengths[i] > 8 * FLT_EPSILON * lengths[0] ? 1 : 0;
    s[i] = lengths[i] * scale;
  }
  // What the columns do not span is completed to an orthonormal base.
  Columns base = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int i = 0; i < rank; ++i) {
    for (int k = 0; k < kSize; ++k) {
      base[i][k] = b[i][k] / lengths[i];
    }
  }
  if (rank == 1) {
    across(base[0], base[1]);
  }
  if (rank == 1 || rank == 2) {
    cross(base[0], base[1], base[2]);
  }
  for (int i = 0; i < kSize; ++i) {
    for (int k = 0; k < kSize; ++k) {
      u[kSize * i + k] = base[k][i];
      vh[kSize * i + k] = v[i][k];
    }
  }
}

}  // namespace

// A [..., 3, 3], float32, as upstream: U and Vh [..., 3, 3], S [..., 3]. `driver` is not read.
std::tuple<Tensor&, Tensor&, Tensor&> linalg_svd_out(KernelRuntimeContext& ctx, const Tensor& A,
                                                     bool /*full_matrices*/, bool compute_uv,
                                                     std::optional<std::string_view> /*driver*/,
                                                     Tensor& U, Tensor& S, Tensor& Vh) {
  const Args args(ctx, text("cadence::linalg_svd.out"));
  const std::tuple<Tensor&, Tensor&, Tensor&> result(U, S, Vh);
  const size_t rank = static_cast<size_t>(A.dim());
  if (!compute_uv) {
    args.fail(text("compute_uv must be true"));
    return result;
  }
  if (rank < 2 || size_at(A, rank - 1) != kSize || size_at(A, rank - 2) != kSize) {
    args.fail(text("takes 3x3 matrices only, as upstream"));
    return result;
  }
  if (!args.tensor(A, ScalarType::Float) || !args.output(U, ScalarType::Float, A) ||
      !args.output(S, ScalarType::Float, A.sizes().data(), rank - 1) ||
      !args.output(Vh, ScalarType::Float, A)) {
    return result;
  }
  const size_t elements = static_cast<size_t>(A.numel());
  for (size_t i = 0; i < elements; i += kSize * kSize) {
    svd(A.const_data_ptr<float>() + i, U.mutable_data_ptr<float>() + i,
        S.mutable_data_ptr<float>() + i / kSize, Vh.mutable_data_ptr<float>() + i);
  }
  return result;
}

}  // namespace impl::generic::native
