"""Fixtures of the reasoner's tests."""

from __future__ import annotations

import pytest

from tests.reasoner.gallery import Gallery, make_gallery


@pytest.fixture(scope="session")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Gallery:
    return make_gallery(tmp_path_factory.mktemp("gallery") / "gallery.z8", seed=1)
