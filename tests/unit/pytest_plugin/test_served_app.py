from __future__ import annotations

import threading

import pytest

from querious.pytest_plugin.served_app import ServedApp


def called(app):
    return b"".join(app({"PATH_INFO": "/"}, lambda *_: None))


def test_the_application_is_called_in_the_thread_that_waits_and_the_work_is_done_in_another():
    threads = []

    def app(environ, start_response):
        threads.append(threading.current_thread())
        return [environ["PATH_INFO"].encode()]

    served = ServedApp(app)
    worker, answer = served.serve(lambda: (threading.current_thread(), called(served)))
    assert answer == b"/"
    assert threads == [threading.current_thread()]
    assert worker is not threading.current_thread()


def test_responses_are_closed_as_servers_close_them():
    closed = []

    class Chunks(list):
        def close(self):
            closed.append(threading.current_thread())

    served = ServedApp(lambda environ, start_response: Chunks([b"a", b"b"]))
    assert served.serve(lambda: called(served)) == b"ab"
    assert closed == [threading.current_thread()]


def test_what_the_application_raises_reaches_who_asked_and_what_the_work_raises_who_waits():
    def app(environ, start_response):
        raise ZeroDivisionError("in the application")

    served = ServedApp(app)
    with pytest.raises(ZeroDivisionError, match="in the application"):
        served.serve(lambda: called(served))


def test_ctrl_c_ends_the_waiting_and_nothing_is_served_afterwards():
    def app(environ, start_response):
        raise KeyboardInterrupt

    served = ServedApp(app)
    with pytest.raises(KeyboardInterrupt):
        served.serve(lambda: called(served))
    with pytest.raises(RuntimeError, match="the test is over"):
        called(served)
