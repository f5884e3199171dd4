from __future__ import annotations

import json
import time
from typing import Any

import pytest
from graphql import parse
from hypothesis import given
from hypothesis import strategies as st

from querious.text.canonical import quoted
from querious.text.redaction import Redaction
from secrets_made_up import BY_SHAPE, HARMLESS, by_name, by_shape

REDACTION = Redaction()
PLAIN = "query ($a: String, $b: JSON) { a(x: $a, y: $b) }"
SECRET_NAMES = (
    *("password", "newPassword", "old_password", "user-password", "passwordConfirmation", "passwd", "pwd", "PASSWORD"),
    *("secret", "clientSecret", "secretKey", "token", "accessToken", "refresh_token", "apiToken", "csrftoken", "jwt"),
    *("apiKey", "apikey", "api-key", "X-API-Key", "privateKey", "authorization", "Authorization", "credential", "auth"),
    *("credentials", "session", "sessionId", "PHPSESSID", "cookie", "signature", "passphrase", "passcode", "kennwort"),
)


@pytest.mark.parametrize("name", SECRET_NAMES)
def test_secrets_by_name_at_any_depth(name: str) -> None:
    for value in (
        {name: "hunter2 of mine"},
        [{"deep": {"er": [{name: ["hunter2 of mine"]}]}}],
        {name: {"value": "hunter2 of mine"}},
    ):
        text = json.dumps(REDACTION.variables(PLAIN, {"b": value}))
        assert "hunter2" not in text
        assert '"REDACTED-1"' in text


@pytest.mark.parametrize(
    "name",
    [
        *("tokenType", "passwordResetUrl", "tokenExpiresAt", "isPasswordRequired", "secretName", "apiKeyId", "keyType"),
        *("spinning", "pinned", "passenger", "author", "authorId", "compass", "boardingPass", "key", "code"),
        *("nextPageToken", "pageToken", "maxTokens", "tokenSymbol", "publicKey", "promoCode", "sessionType", "options"),
    ],
)
def test_names_that_only_sound_like_secrets(name: str) -> None:
    assert REDACTION.variables(PLAIN, {"b": {name: "A value"}, name: "Another"}) == {
        "b": {name: "A value"},
        name: "Another",
    }


@pytest.mark.parametrize("secret", BY_SHAPE.values(), ids=BY_SHAPE)
def test_secrets_by_shape_alone_in_a_sentence_and_in_an_address(secret: str) -> None:
    for text in (secret, f"I am {secret}, call me", f"<{secret}>", f'"{secret}"', f"see {secret}."):
        result = REDACTION.variables(PLAIN, {"a": text})["a"]
        assert secret not in result
        assert result.startswith(text[: text.index(secret)])
        assert REDACTION.variables(PLAIN, {"a": result})["a"] == result


@pytest.mark.parametrize("value", HARMLESS)
def test_what_is_no_secret_stays(value: str) -> None:
    variables = {"a": value, "b": {"note": [value], value: 1}}
    assert REDACTION.variables(PLAIN, variables) == variables
    assert REDACTION.document(f"{{a(x:{quoted(value)})}}") == f"{{a(x:{quoted(value)})}}"


@pytest.mark.parametrize("value", [1631234567890, 4242424242424241, 3.5, -1, 0, 2**70, True, False, None])
def test_plain_numbers_stay(value: Any) -> None:
    assert REDACTION.variables(PLAIN, {"a": value}) == {"a": value}


def test_placeholders_keep_the_type_and_can_be_used() -> None:
    variables = {
        "email": "a@b.example",
        "phone": "0170 1234567",
        "card": "4242424242424242",
        "cardNumber": 4242424242424242,
        "password": "hunter2",
        "pin": 1234,
        "otp": "123456",
        "cvv": "123",
        "token": "15ddd406-341a-473d-801c-203822f0b8b3",
        "secretShare": 0.25,
        "hasPassword": True,
        "apiKey": None,
        "tokens": ["t1-abcdef", "t2-abcdef", "t1-abcdef"],
        "iban": "DE89370400440532013000",
        "ssn": "219-09-9999",
    }
    assert REDACTION.variables("", variables) == {
        "email": "redacted-1@example.invalid",
        "phone": "+10000000001",
        "card": "4000000000000001",
        "cardNumber": 4000000000000001,
        "password": "REDACTED-1",
        "pin": 1000,
        "otp": "000001",
        "cvv": "002",
        "token": "00000000-0000-4000-8000-000000000001",
        "secretShare": 1.5,
        "hasPassword": True,
        "apiKey": None,
        "tokens": ["REDACTED-2", "REDACTED-3", "REDACTED-2"],
        "iban": "XX00000000000001",
        "ssn": "000-00-0001",
    }


def test_the_same_secret_has_one_placeholder_in_document_and_variables() -> None:
    document, variables = REDACTION.both(
        'mutation ($m: String) { a(to: "x@y.example", cc: ["v@w.example", "x@y.example"]) b(m: $m) }',
        {"m": "from v@w.example to new@z.example"},
    )
    assert document == (
        'mutation ($m: String) { a(to: "redacted-1@example.invalid", '
        'cc: ["redacted-2@example.invalid", "redacted-1@example.invalid"]) b(m: $m) }'
    )
    assert variables == {"m": "from redacted-2@example.invalid to redacted-3@example.invalid"}


def test_a_variable_is_as_secret_as_what_it_is_given_to() -> None:
    document = "mutation ($a: String, $b: [In!], $c: Password!, $d: String) { login(password: $a, more: {token: $b}) f(x: $c, y: $d) }"
    result = REDACTION.variables(document, {"a": "hunter", "b": ["abc", "def"], "c": "qwerty", "d": "plain"})
    assert result == {"a": "REDACTED-1", "b": ["REDACTED-2", "REDACTED-3"], "c": "REDACTED-4", "d": "plain"}


def test_names_that_say_nothing_take_their_meaning_from_around_them() -> None:
    document = 'mutation ($c: String, $i: AuthorizationKeyInput) { verifyOtp(code: $c) a(code: "1234") setPassword(new: "abc") k(i: $i) }'
    redacted, variables = REDACTION.both(document, {"c": "987654", "i": {"key": "abc", "keyType": "FACEBOOK"}})
    assert 'a(code: "1234") setPassword(new: "REDACTED-1")' in redacted
    assert variables == {"c": "000001", "i": {"key": "abc", "keyType": "FACEBOOK"}}
    assert REDACTION.variables("query ($input: AuthorizationKeyInput) {a}", {"input": {"key": "abc"}}) == {
        "input": {"key": "REDACTED-1"}
    }


def test_a_neighbour_may_say_what_a_value_is() -> None:
    settings = [
        {"name": "Secret API key", "value": "abc"},
        {"name": "Currency", "value": "USD"},
        {"key": "token", "value": 12},
    ]
    assert REDACTION.variables("", {"configuration": settings}) == {
        "configuration": [
            {"name": "Secret API key", "value": "REDACTED-1"},
            {"name": "Currency", "value": "USD"},
            {"key": "token", "value": 10},
        ]
    }
    document = '{a(headers:[{name:"Authorization" value:"abc"}{name:"Accept" value:"*"}{name:"X-Token" value:$t}])}'
    assert REDACTION.document(document) == document.replace('"abc"', '"REDACTED-1"')
    assert REDACTION.variables(document, {"t": "abc"}) == {"t": "REDACTED-1"}


def test_literals_in_documents() -> None:
    document = (
        'mutation M($p: String = "hunter2" @d(token: "abc")) @auth(key: "abc") { login(input: {password: "x y", pin: 1234, '
        'amount: 12, tokens: ["a1", $p], email: "a@b.example"}) { ...F @x(secret: 7.5) } } '
        'fragment F on User { avatar(signature: "zzz", size: 48) }'
    )
    assert REDACTION.document(document) == (
        'mutation M($p: String = "REDACTED-1" @d(token: "REDACTED-2")) @auth(key: "REDACTED-2") { login(input: '
        '{password: "REDACTED-3", pin: 1000, amount: 12, tokens: ["REDACTED-4", $p], email: "redacted-1@example.invalid"}) '
        '{ ...F @x(secret: 1.5) } } fragment F on User { avatar(signature: "REDACTED-5", size: 48) }'
    )


def test_literals_that_are_no_strings() -> None:
    redaction = Redaction(deny=["Query.a.denied"])
    assert (
        redaction.document(
            f"{{a(denied:[true{{x:7}}null] token:AKIAQ3EGRTUVWXYZ2345 kind:BEARER n:{'9' * 5_000} card:4242424242424242)}}"
        )
        == "{a(denied:[false{x:1}null] token:REDACTED kind:BEARER n:0 card:4000000000000001)}"
    )


def test_numbers_may_be_allowed() -> None:
    assert Redaction(allow=["$pin"]).variables("", {"pin": 1234, "otp": 1234}) == {"pin": 1234, "otp": 1000}


def test_what_only_begins_like_json_is_read_as_text() -> None:
    result = REDACTION.variables("", {"a": "[see a@b.example]", "b": "{" * 5_000 + "a@b.example", "c": "[1, 2]"})
    assert "@b" not in str(result)
    assert result["c"] == "[1, 2]"


def test_a_secret_that_is_a_part_of_its_placeholder_gets_another() -> None:
    assert REDACTION.variables("", {"password": "REDACTED"}) == {"password": "HIDDEN-50"}


def test_placeholders_that_stand_there_already_are_not_given_again() -> None:
    assert REDACTION.variables("", {"password": "REDACTED-1", "token": "abc"}) == {
        "password": "REDACTED-1",
        "token": "REDACTED-2",
    }


def test_comments_and_descriptions_are_left_out() -> None:
    assert REDACTION.document('{ a # password: hunter2\n b(x: """hi""") }') == '{a b(x:"hi")}'


def test_a_document_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="not GraphQL"):
        REDACTION.both("shoes", {})
    with pytest.raises(ValueError, match="nested too deeply"):
        REDACTION.document("{a" * 5_000)


def test_text_inside_text() -> None:
    result = REDACTION.variables(
        PLAIN,
        {
            "a": '{"user": {"password": "hunter2", "n": 1}}',
            "b": [
                "https://shop.example/reset?token=abcdef&email=a%40b.example&page=2",
                "postgresql://me:hunter2@db.example/shop",
                "VXNlcjpqZXJyeUBzZWluZmVsZC5leGFtcGxl",
                "Authorization: Bearer abcdefgh1",
                "my password is hunter2, thanks",
                "sessionid=abc123; theme=dark",
            ],
        },
    )
    assert result == {
        "a": '{"user": {"password": "REDACTED-1", "n": 1}}',
        "b": [
            "https://shop.example/reset?token=REDACTED-2&email=redacted-1@example.invalid&page=2",
            "postgresql://REDACTED-3@db.example/shop",
            "VXNlcjpyZWRhY3RlZC0yQGV4YW1wbGUuaW52YWxpZA==",
            "Authorization: Bearer REDACTED-4",
            "my password is REDACTED-1, thanks",
            "sessionid=REDACTED-5; theme=dark",
        ],
    }


def test_a_secret_is_found_again_where_its_name_does_not_tell() -> None:
    result = REDACTION.variables(
        "", {"note": "it was correct horse", "again": "correct horse", "password": "correct horse"}
    )
    assert result == {"note": "it was REDACTED-1", "again": "REDACTED-1", "password": "REDACTED-1"}


def test_what_is_let_through_as_a_cursor_or_a_checksum_is_not_let_through_elsewhere() -> None:
    key, checksum = BY_SHAPE["random text"], BY_SHAPE["random hexadecimal"]
    redaction = Redaction()
    for _ in range(2):
        assert redaction.variables("", {"after": key, "sha": checksum}) == {"after": key, "sha": checksum}
        for name in ("id", "note"):
            assert redaction.variables("", {name: key}) == {name: "REDACTED-1"}
        assert redaction.variables("", {"note": checksum}) == {"note": "REDACTED-1"}


def test_keys_of_custom_scalars_are_looked_at_too() -> None:
    assert REDACTION.variables("", {"votes": {"a@b.example": 3, "c@d.example": 1}}) == {
        "votes": {"redacted-1@example.invalid": 3, "redacted-2@example.invalid": 1}
    }


def test_what_no_text_and_no_json_can_hold_is_replaced() -> None:
    assert REDACTION.variables("", {"a": "x\ud800", "b": float("inf"), "c": object(), "d": (1, 2), "\udfff": 1}) == {
        "a": "x?", "b": None, "c": None, "d": [1, 2], "?": 1
    }  # fmt: skip


def test_a_very_long_text_is_replaced_as_a_whole() -> None:
    assert REDACTION.variables("", {"a": "word " * 30_000}) == {"a": "REDACTED-1"}


@pytest.mark.parametrize(
    "text",
    [
        "a" * 90_000,
        "a1" * 45_000,
        "@" * 90_000,
        "a@" * 45_000,
        "1 " * 45_000,
        "+1" * 45_000,
        "A-" * 45_000,
        "token " * 15_000,
        "x=" * 45_000,
        "%40" * 30_000,
        "-----BEGIN " * 8_000,
        "eyJ" * 30_000,
        "://a:" * 18_000,
        "AB12" * 22_000,
    ],
)
def test_no_text_takes_long(text: str) -> None:
    began = time.thread_time()
    REDACTION.variables("", {"a": text})
    assert time.thread_time() - began < 2


ALLOWED_AND_DENIED = [
    ("$a", True),
    ("$a.b", False),
    ("Mutation.login", True),
    ("Mutation.login.name", True),
    ("Mutation.login(name:)", True),
    ("Mutation.*.name", True),
    ("mutation_root.login.name", True),
    ("Query.login.name", False),
    ("Mutation.logout.name", False),
    ("Mutation.login.email", False),
    ("@cached.key", False),
]


@pytest.mark.parametrize(("pattern", "matches"), ALLOWED_AND_DENIED)
def test_places_of_variables_are_denied_and_allowed(pattern: str, matches: bool) -> None:
    document = "mutation ($a: String) { login(name: $a) }"
    assert Redaction(deny=[pattern]).variables(document, {"a": "Cosmo"}) == {"a": "REDACTED-1" if matches else "Cosmo"}
    allowed = Redaction(allow=[pattern]).variables(document, {"a": "a@b.example"})
    assert allowed == {"a": "a@b.example" if matches else "redacted-1@example.invalid"}


def test_fields_of_input_types() -> None:
    document = 'mutation ($i: LoginInput!) { login(input: $i, other: {user: {name: "Cosmo"}}) }'
    variables = {"i": {"name": "Cosmo", "deep": {"name": "Kramer"}}}
    assert Redaction(deny=["LoginInput.name"]).both(document, variables) == (
        document.replace("Cosmo", "REDACTED-1"),
        {"i": {"name": "REDACTED-1", "deep": {"name": "REDACTED-2"}}},
    )
    assert Redaction(deny=["OtherInput.name"]).variables(document, variables) == {
        "i": {"name": "Cosmo", "deep": {"name": "REDACTED-2"}}
    }
    assert Redaction(deny=["LoginInput"]).variables(document, {"i": {"age": 7, "old": True}}) == {
        "i": {"age": 1, "old": False}
    }


def test_a_type_that_is_not_known_is_denied_but_not_allowed() -> None:
    document = '{users{invite(token:"abc" name:"Cosmo")}...on Team{invite(token:"def")}}'
    assert '"Cosmo"' not in Redaction(deny=["User.invite.name"]).document(document)
    assert '"abc"' not in Redaction(allow=["User.invite.token"]).document(document)
    assert Redaction(allow=["*.invite.token"]).document(document) == document
    assert Redaction(allow=["Team.invite.token"]).document(document) == document.replace("abc", "REDACTED-1")


def test_arguments_of_directives() -> None:
    assert (
        Redaction(deny=["@cached.key"]).document('{a @cached(key:"k" for:"f")}')
        == '{a @cached(key:"REDACTED-1" for:"f")}'
    )


def test_what_is_denied_is_not_allowed() -> None:
    assert Redaction(allow=["$a"], deny=["$a"]).variables("", {"a": "Cosmo", "b": 1}) == {"a": "REDACTED-1", "b": 1}


@pytest.mark.parametrize("pattern", ["", "a b", "Mutation..x", "$", "login(email)"])
def test_a_pattern_that_names_no_place_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="names no place"):
        Redaction(deny=[pattern])


_AROUND = st.sampled_from(["{}", "so {} it is", '"{}"', "({})", "a, {}; b"])
_PLACES = st.recursive(
    st.just(lambda leaf: leaf),
    lambda inner: st.one_of(
        inner.map(lambda place: lambda leaf: [1, place(leaf)]),
        st.tuples(st.sampled_from(["a", "input", "value", "note", "x_y"]), inner).map(
            lambda parts: lambda leaf: {"n": None, parts[0]: parts[1](leaf)}
        ),
    ),
    max_leaves=4,
)


def written(value: Any) -> str:
    """A literal in a document."""
    if isinstance(value, dict):
        return "{{{}}}".format(" ".join(f"{name}:{written(inner)}" for name, inner in value.items()))
    if isinstance(value, list):
        return "[{}]".format(" ".join(map(written, value)))
    return quoted(value) if isinstance(value, str) else json.dumps(value)


@given(by_shape, _AROUND, _PLACES)
def test_a_secret_by_shape_does_not_come_out_wherever_it_is_planted(secret: str, around: str, place: Any) -> None:
    planted = place(around.format(secret))
    document, variables = REDACTION.both(
        f"query($v:JSON=1){{a(x:{written(planted)} y:$v)}}", {"v": planted, "w": [planted]}
    )
    parse(document)
    for text in (json.dumps(variables, ensure_ascii=False), document):
        assert json.dumps(secret, ensure_ascii=False)[1:-1] not in text
    assert REDACTION.both(document, variables) == (document, variables)


@given(by_name, st.sampled_from(SECRET_NAMES), _PLACES)
def test_a_secret_by_name_does_not_come_out_wherever_it_is_planted(secret: str, name: str, place: Any) -> None:
    planted = place({name: secret, "other": f"again {secret}"})
    document = "query($v:JSON){a(y:$v)}"
    if name.isidentifier():
        document = f"query($v:JSON){{a(x:{written(planted)} {name}:{quoted(secret)} y:$v)}}"
    document, variables = REDACTION.both(document, {"v": planted, name: secret})
    parse(document)
    for text in (json.dumps(variables, ensure_ascii=False), document):
        assert json.dumps(secret, ensure_ascii=False)[1:-1] not in text


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | by_name
        | st.text(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(st.sampled_from(["password", "a", "pin", "value", "key", "name"]) | st.text(), inner)
        ),
        max_leaves=12,
    )
)
def test_kinds_are_kept_and_nothing_changes_the_second_time(value: Any) -> None:
    def kinds(value: Any) -> Any:
        if isinstance(value, dict):
            return sorted(map(str, (kinds(inner) for inner in value.values())))
        return list(map(kinds, value)) if isinstance(value, list) else type(value)

    result = REDACTION.variables("", {"a": value})
    assert kinds(result) == kinds({"a": value})
    assert REDACTION.variables("", result) == result
    json.dumps(result).encode("ascii")


def test_paths_are_redacted_by_segment_and_by_parameter():
    redacting = Redaction().several()
    redacting.json({"apiKey": "k-eleven-twelve"}, ())
    assert redacting.path("/people/kosmo%40mail.example/keys/k-eleven-twelve") == (
        "/people/redacted-1@example.invalid/keys/REDACTED-1"
    )
    assert redacting.path("/login?pin=4711&after=x&flag&token=abc") == "/login?pin=0001&after=x&flag&token=REDACTED-2"
    for same in ("", "/", "/books/1?limit=5&q=a%20b", "/a%2Fb/c+d"):
        assert redacting.path(same) == same


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('token = ["hunter2-abc"]', 'token = ["REDACTED-1"]'),
        ("password: ({'hunter2'})", "password: ({'REDACTED-1'})"),
        ("apiKey=[hunter2", "apiKey=[REDACTED-1"),
    ],
)
def test_secrets_in_brackets(text: str, expected: str):
    assert Redaction().text(text) == expected


@pytest.mark.parametrize("value", ["None", "null", "undefined", "an array"])
def test_what_says_that_there_is_no_secret_is_none(value: str):
    text = f"data.password: {value} is not of type 'string'"
    assert Redaction().text(text) == text


@pytest.mark.parametrize("text", ['[generators] SecretString = ["…"] in a file', "password = {", 'apiKey: "…"'])
def test_brackets_and_an_ellipsis_are_no_secret(text: str):
    assert Redaction().text(text) == text
