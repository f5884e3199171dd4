from __future__ import annotations

from typing import Any

import pytest

from querious.answers.fault.traces import TRACE, texts

LINES = """
  File "/app/api.py", line 12, in resolve
    at Object.Field (/app/node_modules/graphql/x.js:48:31)
    at /app/index.js:10:5
\tat com.acme.Api.find(Api.java:12)
   at HotChocolate.Language.Parser.Parse(ParserContext context)
   at A.B.C(String x) in /src/A.cs:line 12
/app/models/user.rb:12:in `find'
/app/models/user.rb:12:in 'User#find'
#0 /srv/vendor/a.php(12): f()
thrown in /srv/a.php on line 12
goroutine 1 [running]:
\t/go/src/app/main.go:12 +0x1d
stack backtrace:
    (my_app 0.1.0) lib/my_app/users.ex:12: MyApp.Users.get/1
""".strip("\n").splitlines()
HARMLESS = """
at 12:30:15
at noon(ish)
Look at section (4)
see main.go:12
File a complaint, line up
in the file users.rb
meet at noon (in the park)
(version 1.0) is out
""".strip("\n").splitlines()


@pytest.mark.parametrize("text", LINES)
def test_lines_that_only_a_trace_has(text: str):
    assert TRACE.search(f"Boom\n{text}\nmore")


@pytest.mark.parametrize("text", HARMLESS)
def test_lines_that_people_write(text: str):
    assert not TRACE.search(text)


def test_texts_come_with_their_keys_in_order_and_lines_joined():
    error = {
        "message": "left out",
        "path": ["left", "out"],
        "extensions": {
            "a": "1",
            "b": {"c": ["2", "3"], "d": [{"e": "4"}, 5, None]},
            "t": [{"file": "x.php", "line": 7}],
        },
        "debug": "5",
    }
    assert list(texts(error)) == [
        ("extensions.a", "1"),
        ("extensions.b.c", "2\n3"),
        ("extensions.b.d.e", "4"),
        ("extensions.t", "in x.php:7"),
        ("debug", "5"),
    ]


def test_texts_are_bounded_in_number_and_depth():
    deep: Any = "x"
    for _ in range(50):
        deep = {"a": deep}
    assert list(texts({"extensions": deep})) == []
    assert len(list(texts({"extensions": {str(number): "x" for number in range(5000)}}))) == 200
