"""The kinds of files, by their endings."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What a file is, as far as reading it goes."""

    PLAIN = "text"
    MARKDOWN = "Markdown"
    RST = "reStructuredText"
    ASCIIDOC = "AsciiDoc"
    MAN = "manual page"
    INFO = "GNU Info"
    SETTINGS = "settings"
    CODE = "source code"
    HTML = "HTML"
    XML = "XML manual"
    PDF = "PDF"
    DOCX = "Word"
    PPTX = "PowerPoint"
    XLSX = "Excel"
    ODT = "OpenDocument"
    EPUB = "EPUB"
    CSV = "table"
    JSON = "JSON"
    JSONL = "JSON lines"
    NOTEBOOK = "notebook"
    EML = "e-mail"
    MBOX = "mailbox"
    IMAGE = "image"


_BY_KIND = {
    Kind.PLAIN: "txt text log yaml yml tex bib srt vtt asc org diff patch sgml",
    Kind.MARKDOWN: "md markdown mdown mkd mdx rmd qmd",
    Kind.RST: "rst rest",
    Kind.ASCIIDOC: "adoc asciidoc",
    Kind.MAN: "man mdoc roff troff",
    Kind.INFO: "info",
    Kind.SETTINGS: "ini cfg conf toml properties env",
    Kind.CODE: "py pyi pyx js mjs cjs jsx ts tsx java kt kts scala groovy c h cc cpp cxx hh hpp "
    "hxx cs m mm swift go rs rb php pl pm t sh bash zsh fish ps1 bat lua r jl hs elm ml mli clj ex "
    "cljs exs erl hrl dart f90 f95 f for pas sql proto graphql css scss less vue svelte nim zig "
    "v vhd asm s cmake mk gradle tf el lisp scm",
    Kind.HTML: "html htm xhtml xht shtml",
    Kind.XML: "docbook dbk dita ditamap page xml",
    Kind.PDF: "pdf",
    Kind.DOCX: "docx docm dotx",
    Kind.PPTX: "pptx pptm ppsx potx",
    Kind.XLSX: "xlsx xlsm xltx",
    Kind.ODT: "odt ods odp ott ots otp",
    Kind.EPUB: "epub",
    Kind.CSV: "csv tsv tab",
    Kind.JSON: "json geojson jsonld",
    Kind.JSONL: "jsonl ndjson",
    Kind.NOTEBOOK: "ipynb",
    Kind.EML: "eml",
    Kind.MBOX: "mbox",
    Kind.IMAGE: "png jpg jpeg tif tiff bmp webp gif",
}
ENDINGS = {f".{ending}": kind for kind, line in _BY_KIND.items() for ending in line.split()}

# "usage.rst.inc" is a part of a page, "page.md.in" is yet to be filled in, and Sphinx lays
# "index.rst.txt" beside its pages: what they are is said by the ending before. Of ".html.txt" that
# is not sure, and code is read by its last ending.
_WRAPPED = frozenset((Kind.MARKDOWN, Kind.RST, Kind.ASCIIDOC, Kind.MAN, Kind.INFO, Kind.HTML))
_WRAPPERS = {
    **dict.fromkeys((".inc", ".in", ".tmpl", ".tpl", ".template", ".j2", ".jinja"), _WRAPPED),
    ".txt": frozenset((Kind.MARKDOWN, Kind.RST, Kind.ASCIIDOC)),
}

_REASONS = {
    "is an archive: unpack it first": "zip tar tgz bz2 xz zst 7z rar lz lzma tbz2 txz jar war whl "
    "deb rpm apk iso dmg cab",
    "is audio or video": "mp3 wav flac ogg oga opus m4a aac wma mid midi mp4 m4v mkv avi mov wmv "
    "webm mpg mpeg ogv flv",
    "is a program or compiled": "exe dll so dylib o a lib pyc pyo class wasm bin msi com obj pdb",
    "is a font": "ttf otf woff woff2 eot pfb",
    "is a picture in a format that is not read": "ico icns psd xcf ai eps ps heic heif avif raw "
    "cr2 nef jxl svg svgz",
    "is a database": "db sqlite sqlite3 mdb accdb dbf frm",
    "holds numbers for programs, not text": "npy npz pkl pickle parquet feather arrow h5 hdf5 onnx "
    "pt pth safetensors gguf mat rds rda tfrecord",
    "is in the Office format before 2007: save it as .docx, .xlsx or .pptx": "doc xls ppt dot pps",
    "is in a format that is not read: save it as .docx, .odt or .pdf": "rtf pages numbers key wpd "
    "wps one pub vsd vsdx",
    "is in a format that is not read: convert it to .epub": "mobi azw azw3 fb2 djvu djv chm lit",
}
NOT_READ = {f".{ending}": reason for reason, line in _REASONS.items() for ending in line.split()}


def kind_of_endings(ending: str, before: str) -> Kind | None:
    """The kind that the last ending of a name says, or the one before it; None: neither does."""
    inner = ENDINGS.get(before)
    return inner if inner in _WRAPPERS.get(ending, ()) else ENDINGS.get(ending)
