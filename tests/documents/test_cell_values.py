"""Numbers of spreadsheet cells keep the unit that their format writes beside them."""

from __future__ import annotations

import pytest
from lxml import etree

from assay_documents.office.cell_values import CellFormats
from tests.documents.office_samples import S


@pytest.mark.parametrize(
    ("code", "number", "shown"),
    [
        ('#,##0.00\\ "€"', "172", "172.00 €"),
        ("[$£-809]#,##0.00", "75.5", "£75.50"),
        ("[$£-809]#,##0.00", "-75.5", "-£75.50"),
        ('_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-', "9.8", "9.80 €"),
        ('0.0" kg"', "12.25", "12.2 kg"),
        ('0.0,,"M"', "4550000", "4.5 M"),
        ("$#,##0", "1190", "$1190"),
        ("[$EUR] 0.00", "3", "EUR 3.00"),
        ("#,##0.00", "172", "172"),
        ("0.00E+00", "172", "172"),
        ("# ?/?", "0.5", "0.5"),
        ('"closed"', "5", "5"),
        ("General", "5", "5"),
    ],
)
def test_an_amount_keeps_the_unit_that_its_format_writes(code, number, shown):
    styles = etree.fromstring(
        f"<styleSheet {S}><numFmts><numFmt numFmtId='164'/></numFmts>"
        "<cellXfs><xf numFmtId='164'/></cellXfs></styleSheet>"
    )
    next(styles.iter("{*}numFmt")).set("formatCode", code)
    assert CellFormats(styles, epoch_1904=False).show(number, "0") == shown
