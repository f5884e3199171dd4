from __future__ import annotations

import threading
import time

import pytest

from querious.pytest_plugin.shared_text import shared_text


def test_one_makes_it_while_the_others_wait(tmp_path):
    made = []

    def make():
        time.sleep(0.2)
        made.append(threading.current_thread())
        return "text"

    texts = []
    threads = [threading.Thread(target=lambda: texts.append(shared_text(tmp_path / "one", make))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts == ["text"] * 3
    assert len(made) == 1


def test_who_fails_leaves_it_to_the_next(tmp_path):
    def fail():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        shared_text(tmp_path / "one", fail)
    assert shared_text(tmp_path / "one", lambda: "text") == "text"
