from assay.indexing.discover import discover


def test_supported_files_are_found_in_order_without_hidden_ones(tmp_path):
    for name in ("b.md", "a.TXT", "sub/c.jsonl.gz", "d.exe", ".git/e.txt", ".f.txt", "ix/g.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("text")
    found = discover([tmp_path, tmp_path / "b.md"], apart_from=tmp_path / "ix")
    names = [str(path.relative_to(tmp_path)) for path in found]
    assert names == ["a.TXT", "b.md", "sub/c.jsonl.gz"]


def test_a_file_named_outright_is_taken_whatever_its_ending(tmp_path):
    (tmp_path / "d.exe").write_text("text")
    assert discover([tmp_path / "d.exe"], apart_from=tmp_path) == [tmp_path / "d.exe"]


def test_a_circle_of_links_ends(tmp_path):
    (tmp_path / "a.txt").write_text("text")
    (tmp_path / "loop").symlink_to(tmp_path)
    assert discover([tmp_path], apart_from=tmp_path / "ix") == [tmp_path / "a.txt"]
