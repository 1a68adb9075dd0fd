#!/usr/bin/env python3
# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Makes the kernel bundle of .pte files: registration sources, headers and kernels.json.

Needs Python 3.10 and nothing else.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from kernel_bundle.command import main

if __name__ == "__main__":
    sys.exit(main())
