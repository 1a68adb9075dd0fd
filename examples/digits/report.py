# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The demo's output: digits as text, and one HTML file that holds everything it shows."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from pathlib import Path

from torch import Tensor

SHADES = " .:-=+*#%@"

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto;
       padding: 0 1rem; color: #222 }
h1, h2 { font-weight: 600 }
h2 { margin-top: 2.2rem }
table { border-collapse: collapse; margin: .5rem 0 }
td, th { padding: .2rem .9rem .2rem 0; text-align: left }
th { border-bottom: 1px solid #999 }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums }
.digits { display: flex; flex-wrap: wrap; gap: 1rem }
figure { margin: 0; text-align: center }
figcaption.wrong { color: #b00020 }
.bar { background: #d33c26; height: .7rem; display: inline-block }
"""


def as_text(image: Tensor) -> list[str]:
    """One [1, 8, 8] image in 0..1 as eight lines, two characters a pixel."""
    top = len(SHADES) - 1
    return ["".join(SHADES[round(float(v) * top)] * 2 for v in row) for row in image[0]]


def side_by_side(pictures: Sequence[Sequence[str]], captions: Sequence[str], gap: int = 4) -> str:
    """Text pictures in one row with a caption under each."""
    widths = [
        max(len(caption), *map(len, picture))
        for picture, caption in zip(pictures, captions, strict=True)
    ]
    rows = [*zip(*pictures, strict=True), tuple(captions)]
    return "\n".join(
        (" " * gap).join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """An aligned text table; integers get thousands separators and stand right."""
    body = [[_text(cell) for cell in row] for row in rows]
    right = [all(isinstance(row[i], (int, float)) for row in rows) for i in range(len(header))]
    widths = [max(len(line[i]) for line in [list(header), *body]) for i in range(len(header))]

    def line(cells: Sequence[str]) -> str:
        return "  ".join(
            c.rjust(w) if r else c.ljust(w) for c, w, r in zip(cells, widths, right, strict=True)
        ).rstrip()

    return "\n".join([line(header), line(["-" * w for w in widths]), *map(line, body)])


def _text(cell: object) -> str:
    if isinstance(cell, int):
        return f"{cell:,}"
    return f"{cell:.2f}" if isinstance(cell, float) else str(cell)


def _svg(image: Tensor, size: int = 64) -> str:
    cell = size // 8
    squares = "".join(
        f'<rect x="{x * cell}" y="{y * cell}" width="{cell}" height="{cell}" '
        f'fill="rgb({shade},{shade},{shade})"/>'
        for y, row in enumerate(image[0])
        for x, shade in enumerate(255 - round(float(v) * 255) for v in row)
    )
    return f'<svg width="{size}" height="{size}" role="img">{squares}</svg>'


def _figure(image: Tensor, read: int, label: int) -> str:
    wrong = "" if read == label else ' class="wrong"'
    caption = f"read {read}" if read == label else f"read {read}, is {label}"
    return f"<figure>{_svg(image)}<figcaption{wrong}>{caption}</figcaption></figure>"


def html_table(
    header: Sequence[str], rows: Sequence[Sequence[object]], bar: int | None = None
) -> str:
    """An HTML table; `bar` names a numeric column that is also drawn as a bar."""
    top = max((float(row[bar]) for row in rows), default=1.0) if bar is not None else 1.0
    out = ["<table><tr>", *(f"<th>{html.escape(h)}</th>" for h in header), "</tr>"]
    for row in rows:
        out.append("<tr>")
        for cell in row:
            number = ' class="n"' if isinstance(cell, (int, float)) else ""
            out.append(f"<td{number}>{html.escape(_text(cell))}</td>")
        if bar is not None:
            width = 180 * float(row[bar]) / top
            out.append(f'<td><span class="bar" style="width:{width:.0f}px"></span></td>')
        out.append("</tr>")
    return "".join([*out, "</table>"])


def write_html(
    path: Path,
    title: str,
    intro: str,
    images: Tensor,
    read: Sequence[int],
    labels: Sequence[int],
    sections: Sequence[tuple[str, str]],
) -> None:
    """One self-contained page: sample digits, all misread ones, then (heading, html) sections."""
    misread = [i for i, (r, label) in enumerate(zip(read, labels, strict=True)) if r != label]
    parts = [
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{html.escape(title)}</title>",
        f"<style>{STYLE}</style><h1>{html.escape(title)}</h1><p>{html.escape(intro)}</p>",
        '<h2>What the chip read</h2><div class="digits">',
        *(_figure(images[i], read[i], labels[i]) for i in range(12)),
        f'</div><h2>Misread: {len(misread)} of {len(labels)}</h2><div class="digits">',
        *(_figure(images[i], read[i], labels[i]) for i in misread),
        "</div>",
    ]
    parts += [f"<h2>{html.escape(heading)}</h2>{body}" for heading, body in sections]
    path.write_text("".join(parts) + "</html>\n")
