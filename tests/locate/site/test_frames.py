"""Pages inside a page."""

import pytest

from deepweb.locate.site.frames import MAX_FRAMES, frames
from tests.read.pages import page_of

SITE = "http://site.example"


@pytest.mark.parametrize(
    ("html", "found"),
    [
        pytest.param("<iframe src=/search></iframe>", ["/search"], id="iframe"),
        pytest.param("<frameset><frame src=a.html><frame src='b.html#x'></frameset>",
                     ["/dir/a.html", "/dir/b.html"], id="frameset"),
        pytest.param("<base href=/other/><iframe src=a></iframe>", ["/other/a"], id="base"),
        pytest.param("<iframe src=http://ads.example/></iframe>", [], id="another site"),
        pytest.param("<iframe src=javascript:x></iframe><iframe src=about:blank></iframe>"
                     "<iframe></iframe><iframe src=''></iframe><iframe src='http://['></iframe>",
                     [], id="no pages"),
        pytest.param("<iframe src=/a></iframe><iframe src=/a></iframe>", ["/a"], id="twice"),
        pytest.param("<iframe src=page></iframe>", [], id="the page itself"),
    ],
)  # fmt: skip
def test_frames(html: str, found: list[str]) -> None:
    page = page_of(html, f"{SITE}/dir/page")
    assert frames(page) == tuple(f"{SITE}{path}" for path in found)


def test_not_more_than_a_few() -> None:
    html = "".join(f"<iframe src=/{n}></iframe>" for n in range(100))
    assert len(frames(page_of(html))) == MAX_FRAMES
