"""What a table of links tells: hosts, registrable domains, findings, normal forms, and how many pages there are.

Run: python crates/napkin-python/examples/columns.py [FILE.parquet]
"""

import sys
import tempfile
from pathlib import Path

import polars as pl

from napkin import frames

LINKS = {
    "page": ["http://example.com/a/"] * 4 + ["https://blog.example.co.uk/"] * 3,
    "link": [
        "../b?q=1#top",
        "HTTP://EXAMPLE.com:80/%62?q=1",
        "https://www.example.co.uk/",
        "http://example.com@169.254.169.254/",
        "/about",
        "a b",
        None,
    ],
}


def read() -> pl.LazyFrame:
    """The file that was given, with the columns page and link; or a small one, written here."""
    if len(sys.argv) > 1:
        return pl.scan_parquet(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "links.parquet"
        pl.DataFrame(LINKS).write_parquet(file)
        return pl.read_parquet(file).lazy()


# Type checkers know frames.of(pl.col("link")), which is pl.col("link").napkin.
link, target, normal = (frames.of(pl.col(name)) for name in ("link", "target", "normal"))
links = (
    read()
    .with_columns(target=link.resolve(pl.col("page")))
    .with_columns(normal=target.normalize("scheme"))
    .with_columns(
        host=normal.host(),
        domain=normal.registrable_domain(),
        findings=target.audit().list.eval(pl.element().struct.field("rule")).list.join(", "),
        safe=normal.any_public_host(),
    )
    .collect()
)

for row in links.filter(pl.col("findings") != "").iter_rows(named=True):
    print(f"{row['target']}: {row['findings']}")
broken = links.filter(pl.col("link").is_not_null() & pl.col("target").is_null())["link"]
print("no references:", broken.to_list())
# A page is one, whatever its fragment is.
pages = links.filter("safe").with_columns(pl.col("normal").str.split("#").list.first())
for row in pages.group_by("domain").agg("host", pl.col("normal").unique().sort()).sort("domain").iter_rows(named=True):
    print(f"{row['domain']}: {len(row['normal'])} pages of {len(row['host'])} links")
    print("\n".join(f"  {page}" for page in row["normal"]))
