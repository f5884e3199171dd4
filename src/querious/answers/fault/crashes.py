"""Words that betray an exception nobody caught.

Searched in a message whose quoted parts have been replaced by ``<>``, so a value that a polite message quotes
cannot betray anything. A pattern belongs here only if no courteous developer would write it by hand.
"""

from __future__ import annotations

import re
from typing import Final

from querious.answers.fault.wordings import any_of

_PYTHON = (
    r"^Cannot choose from an empty|^Sample larger than population|^empty range (?:for|in) rand",
    r"^substring not found$|^date value out of range|^\(\d+, <>\)$|^Replacement index \d+ out of range",
    r"^Unknown format code|^mean requires at least one data|^no (?:median|mode) for empty|^can't set attribute",
    r"^cannot assign to field <>|^Can't instantiate abstract class|^Circular reference detected|^cannot pickle <>",
    r"^math range error|^list\.remove\(x\)|^timestamp out of range for platform|^ordinal must be >= 1",
    r"^unpack requires a buffer|^Multiple (?:rows|results) were found when|^Cannot resolve keyword <> into field",
    r"^Related Field got invalid lookup|^(?:type object|module) <> has no attribute|^name <> is not defined",
    r"^(?:\w+ )?(?:floor )?division (?:or modulo )?by zero$|^integer modulo by zero",
    r"\bNoneType\b|dictionary update sequence element|\bformat: an? (?:\w+ )?number is required",
    r"\b[a-z_]\w*\(\) (?:arg|takes|expected|missing|got|must|requires|can't|should return|not in|iterable|2nd|3rd)",
    r"int too big to convert|can't convert negative int to unsigned|negative shift count|must have magnitude <= \d+",
    r"can't (?:compare|subtract) offset-naive and offset-aware|sequence item \d+: expected",
    r"not all arguments converted during string|not enough arguments for format string",
    r"slice indices must be integers|can't multiply sequence by non-int|object has no setter$",
    r"I/O operation on closed file|attached to a different loop|cannot fit <> into an index-sized",
    r"returned more than one \w+ -- it returned|is not bound to a Session|\bobject has no attribute\b",
    r"\bobject is not (?:subscriptable|iterable|callable|an iterator|reversible|a mapping)\b",
    r"\bobject does not support item (?:assignment|deletion)|object cannot be interpreted as an integer",
    r"\b(?:list|string|tuple|range|bytes|bytearray|array|pop|deque) (?:assignment )?index out of range",
    r"\bpop from (?:an )?empty|dictionary changed size during iteration|unsupported operand type\(s\)",
    r"bad operand type for|maximum recursion depth exceeded|\bcodec can't (?:en|de)code\b|surrogates not allowed",
    r"can only concatenate \w+ \(not|takes (?:\d+|no|from \d+ to \d+) (?:positional )?arguments? (?:but|\()",
    r"missing \d+ required (?:positional|keyword-only) argument|got an unexpected keyword argument",
    r"got multiple values for (?:keyword )?argument|(?:not enough|too many) values to unpack",
    r"cannot unpack non-iterable|local variable <> referenced before assignment|cannot access local variable",
    r"\bcan't be used in <> expression|argument of type <> is not iterable|unhashable type:",
    r"a bytes-like object is required|(?:string|list|tuple|byte) indices must be integers",
    r"\b(?:int|float|len|isinstance|issubclass)\(\) arg(?:ument)? |must be real number, not",
    r"expected string or bytes-like object|object of type (?:<>|\w+) (?:is not JSON|has no len)",
    r"Out of range float values are not JSON|cannot convert float (?:NaN|infinity) to integer|math domain error",
    r"Python int too large to convert|int too large to convert to float",
    r"Exceeds the limit \(\d+(?: digits)?\) for integer string|embedded null (?:byte|character)",
    r"generator raised StopIteration|Event loop is closed|no running event loop",
    r"cannot call this from an async context|coroutine <> was never awaited|\bformat requires -?\d+ <=",
    r"^Working outside of \w+ context",
    r"event loop is already running|generator already executing|cannot reuse already awaited",
    r"(?:set|deque) (?:changed size|mutated) during iteration|cannot schedule new futures after",
    r"<> not supported between instances of|\[(?:Errno|WinError) -?\d+\]",
)
_ENGINES = (
    r"^the requested element is null which the schema does not allow|^Non-nullable field was null",
    r"^Expected (?:a )?value of type <> but (?:got|received)|^Abstract type \S+ must resolve to an Object type",
    r"^Runtime Object type <> is not a possible type",
    r"^Support for returning GraphQLObjectType from resolve_type was removed",
    r"^Can't (?:serialize value|resolve value) \(/|^Could not determine the exact type of <>",
    r"^Can't resolve <>\. Abstract type|^Unexpected Execution Error|^Error trying to resolve field",
    r"^INTERNAL_ERROR for \S|^Field resolver returned (?:a single value|a collection|an instance not)",
    r"^Exception (?:in resolver for|processing resolved)|^internal system error\b",
    r"Cannot return null for (?:a )?non-null(?:able)?|was declared as a non[- ]null type, but the code",
    r"Expected Iterable, but did not find one|Expected field \S+ to return iterable",
    r"cannot serialize the given value",
)
_JAVASCRIPT = (
    r"^Cannot convert a Symbol value|^Cannot use <> operator|^Do not know how to serialize a BigInt",
    r"^Right-hand side of <>|^Incorrect locale information|^The normalization form should be",
    r"^Digest method not supported|^The <> argument must be of type|^The first argument must be of type",
    r"^The value of <> is out of range\. It must be|^Invalid code point|^Class constructor \w+ cannot be invoked",
    r"^Cannot redefine property:|^Cannot (?:assign to read only|add|create|delete|define) property",
    r"^Cannot set headers after they are sent|^Cannot use a (?:pool|session) (?:after|that)",
    r"^WHERE parameter <> has invalid|^Undefined binding\(s\) detected|^Invalid count value:",
    r"^Unexpected end of JSON input|^Unexpected (?:token|non-whitespace character)\b.*\bJSON\b",
    r"^Invalid <> invocation|^socket hang up|^fetch failed|^Request failed with status code 5\d\d",
    r"^Invalid (?:array|string) length$|^Cannot find module <>|^Cannot convert object to primitive",
    r"^Cannot perform <> on a proxy",
    r"^Query was already executed|^Cannot call write after a stream",
    r"in JSON at position \d+|called on null or undefined|is not an entry object$|could not be cloned\.$",
    r"toString\(\) radix|Cannot (?:read|set) propert(?:y|ies)\b.*\bof (?:undefined|null)\b",
    r"Cannot destructure property|Cannot convert undefined or null to object",
    r"\b(?:undefined|null) is not an object\b|\bis not a (?:function|constructor)\b|\bis not iterable\b",
    r"Maximum call stack size exceeded|Reduce of empty array with no initial value",
    r"Converting circular structure to JSON|Cannot access <> before initialization|Cannot mix BigInt|to a BigInt\b",
    r"Assignment to constant variable|\bURI malformed\b|toFixed\(\) digits argument",
    r"\b(?:connect )?(?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EPIPE|EMFILE|ENOENT)\b",
)
_JVM = (
    r"^Parameter specified as non-null is null|^lateinit property \w+ has not been|^Index: -?\d+,? Size: \d+",
    r"^(?:integer|long) overflow$|^Cannot parse null string|^begin -?\d+, end -?\d+, length \d+",
    r"^fromIndex\(-?\d+\) > toIndex|^Cannot (?:invoke|read field|load from|store to|assign field) <> because",
    r"^No value present$|^No enum constant\b|^None\.get$|^head of empty list$",
    r"because (?:the return value of )?<> is null|\bIndex -?\d+ out of bounds for length",
    r"class \S+ cannot be cast to|java\.\S+ cannot be cast to",
    r"could not (?:execute (?:statement|query|batch)|extract ResultSet)",
    r"Comparison method violates its general contract|failed to lazily initialize",
    r"Query did not return a unique result|detached entity passed to persist|Transaction silently rolled back",
    r"No matching field found:|stream has already been operated upon or closed|could not initialize proxy",
    r"references an unsaved transient instance|not-null property references a null",
    r"No EntityManager with actual transaction",
    r"EntityManager is closed",
    r"/ by zero$",
)
_DOTNET = (
    r"^Sequence contains (?:no|more than one) (?:matching )?elements?|^Value cannot be null\.\s*\(?Parameter",
    r"^Index was out(?:side the bounds| of range)|^The given key <> was not present in the dictionary",
    r"Object reference not set to an instance|Unable to cast object of type|Nullable object must have a value",
    r"Arithmetic operation resulted in an overflow|Attempted to divide by zero|Collection was modified; enumeration",
    r"A second operation was started on this context|Cannot access a disposed",
    r"^The LINQ expression|^Operation is not valid due to the current state|^There is already an open DataReader",
    r"cannot be tracked because another instance|connection is already in (?:an open|use)",
    r"occurred while (?:saving|updating) the ent|Specified argument was out of the range of valid values",
)
_RUBY = (
    r"^nil is not an? |^can't dup NilClass|^superclass mismatch for|^wrong argument type \w+ \(expected",
    r"^negative array size|^index -?\d+ too small for array|^key not found: [:<]",
    r"^undefined (?:local variable or )?method <>|^uninitialized constant\b|^comparison of \w+ with .* failed",
    r"\bundefined method <> for\b|wrong number of arguments \(given|no implicit conversion of",
    r"\bcan't convert (?:nil|true|false|String|Integer|Float|Array|Hash|Symbol) (?:in)?to \w+|stack level too deep",
    r"nil can't be coerced|divided by 0$|can't modify frozen|incompatible character encodings",
    r"bignum too big to convert|out of range for Active(?:Model|Record)",
)
_PHP = (
    r"^Unsupported operand types:|^A non-numeric value encountered|^Illegal string offset",
    r"^Cannot use object of type \S+ as array|^Cannot access offset of type|^Too few arguments to function",
    r"^Undefined (?:index|offset|variable|property|array key)\b|^Trying to (?:access array offset|get property)",
    r"^Attempt to (?:read|assign) property|^Allowed memory size of|^Maximum execution time of",
    r"^Class <> (?:not found|does not exist)$|^Target class \[\S+\] does not exist|^Undefined constant\b",
    r"^Cannot (?:instantiate|access (?:private|protected) property)",
    r"must not be accessed before initialization",
    r"^Array to string conversion|^Object of class \S+ could not be converted|^Malformed UTF-8 characters",
    r"Call to (?:a member function|undefined (?:method|function)|private|protected)|Uncaught \w+(?:Error|Exception)",
    r"Argument #?\d+ (?:\(\S+\) )?(?:passed to \S+ )?must be (?:of (?:the )?type|an instance)",
    r"Return value (?:of \S+ )?must be (?:of (?:the )?type|an instance)",
)
_GO_RUST_ELIXIR = (
    r"^sql: (?:Scan error|converting|database is closed|expected \d+)|^called <> on an? <> value|^\*\* \(\w",
    r"^key :\w+ not found in:|^expected at most one result but got",
    r"negative Repeat count|\bruntime error: |nil pointer dereference|slice bounds out of range",
    r"interface conversion: |entry in nil map|concurrent map (?:read|write|iteration)|\bpq: ",
    r"\bjson: cannot unmarshal|rpc error: code = (?:Internal|Unknown|Unavailable|DataLoss)|\bdial tcp\b",
    r"\bpanicked at\b|index out of bounds: the len is|already (?:im)?mutably borrowed|already borrowed: Borrow",
    r"attempt to (?:add|subtract|multiply|divide|negate|calculate the remainder) (?:with overflow|by zero)",
    r"is not a char boundary|no function clause matching|no match of right hand side|no case clause matching",
    r"no cond clause|bad argument in arithmetic|protocol \S+ not implemented for",
)
_DATABASES = (
    r"^more than one row returned by a subquery|^(?:ERROR: +)?numeric field overflow|^stack depth limit exceeded",
    r"^Truncated incorrect|^no such (?:table|column|function):|^Incorrect syntax near|^Unknown column <> in",
    r"^(?:ERROR: +)?(?:smallint|integer|bigint) out of range",
    r"SQLSTATE|\bORA-\d{5}\b|\bSQLITE_(?:ERROR|CONSTRAINT|MISMATCH|BUSY|RANGE)|\bE11000 duplicate key",
    r"\b(?:column|relation) (?:<>|\S+\.\S+) does not exist|operator does not exist:",
    # not "Tag type 'x' does not exist", which an application says of its own
    r"(?<!\w )\b(?:schema|role|operator|type) (?:<>|\S+\.\S+) does not exist",
    r"function \S+\([^)]*\) does not exist",
    r"permission denied for (?:table|relation|schema|function|sequence|database)|syntax error at or near",
    r"You have an error in your SQL syntax|\bnear <>: syntax error|unterminated quoted string at or near",
    r"invalid byte sequence (?:for|in)|string (?:literal )?(?:contains null byte|cannot contain NUL)",
    r"unsupported Unicode escape|current transaction is aborted|deadlock (?:detected|found)|Lock wait timeout",
    r"could not serialize access|\bpsycopg2?\b|\basyncpg\.|\bsqlalchemy\.|\bdjango\.db\.|\bActiveRecord::|\bPG::",
    r"\bEcto\.\w+Error|\bpymysql\.|too many SQL variables|remaining connection slots|Out of range value for column",
    r"database is locked$|Arithmetic overflow error|Incorrect string value:",
    r"cannot execute \w+ in a read-only transaction",
    r"\(sqlite3\.",
    r"(?:fail\w*|error|could not)\b[^:]{0,40}: (?:select\b.*\bfrom <>|insert into <>|delete from <>|update <> set\b)",
)
CRASH: Final = any_of(
    (
        *_PYTHON,
        *_ENGINES,
        *_JAVASCRIPT,
        *_JVM,
        *_DOTNET,
        *_RUBY,
        *_PHP,
        *_GO_RUST_ELIXIR,
        *_DATABASES,
        r"Traceback \(most recent call last\)",
    )
)
"""An exception that nobody caught: beats whatever else the error says of itself."""

CRASH_TYPES: Final = re.compile(
    r"\b(?:NullPointer|ClassCast|(?:Array|String)?IndexOutOfBounds|NumberFormat"
    r"|ConcurrentModification|NullReference|InvalidCast|IndexOutOfRange|DivideByZero"
    r"|StackOverflow|LazyInitialization|DataIntegrityViolation|JpaSystem|SQL|PSQL|PDO|Sql|DbUpdate|BadSqlGrammar"
    r"|DataAccessResourceFailure|KotlinNullPointer|UninitializedPropertyAccess|Arithmetic)Exception\b"
    r"|\b(?:Type|Key|Index|Attribute|Reference|Range|ZeroDivision|Recursion|Assertion|UnboundLocal|NoMethod|Name"
    r"|FloatDomain|Unicode(?:En|De)code|NotImplemented|FunctionClause|CaseClause|Arithmetic|StackOverflow|OutOfMemory"
    r"|NoClassDefFound|ExceptionInInitializer|DivisionByZero|SequelizeDatabase|QueryFailed|PrismaClientKnownRequest"
    r"|PrismaClientUnknownRequest|PrismaClientValidation|MongoServer|BSON)Error\b"
)
"""Names of exceptions that mean a mistake in the program; those that people raise on purpose are left out."""

_CONVERSIONS = (
    r"^\[<class <>>",
    r"^(?:year|month|day|hour|minute|second)(?: -?\d+)? (?:is out of range|must be in (?:range )?-?\d+\.\.)",
    r"^Non-base64 digit found|^Only base64 data is allowed|^(?:Excess data after|Leading) padding",
    r"^(?:(?:nothing to|multiple) repeat|unbalanced parenthesis|bad (?:escape|character range)).*at position \d+",
    r"^(?:unterminated character set|missing \), unterminated subpattern) at position",
    r"^(?:<>|-?\d+) is not in (?:list|deque)$|^Field <> expected a \w+ but got",
    r"^No row was found when one was required|^invalid UUID length: \d|^encoding/hex: ",
    r"^illegal base64 data at input byte|^Guid should contain 32 digits|^Unrecognized Guid format",
    r"^Invalid value for [a-z]+ \(valid values|^Invalid date <> as <> is not a leap|^Input byte\[\] should",
    r"^\w+ \w+(?: \w+)? near index \d+|^Invalid URL$|^argument out of range$|^negative argument$",
    r"^DateTime\w*::__construct\(\)|^number too large to fit in target type",
    r"^cannot parse integer from empty string|^(?:ERROR: +)?(?-i:LIMIT|OFFSET) must not be negative",
    r"^Incorrect padding$",
    r"^Expecting (?:value|property name|<> delimiter).*\(char \d+\)|^For input string: <>|^Invalid UUID string:",
    r"^UUID string too large|^Text <> could not be parsed at index|^Illegal base64 character",
    r"^invalid value for (?:Integer|Float)\(\)|^bad URI\(is not URI|^strconv\.\w+: parsing",
    r"^invalid digit found in string|^Input string was not in a correct format",
    r"^The input string <> was not in a correct format|^Conversion failed when converting|^Invalid time value$",
    r"^Invalid regular expression:|^Cast to \w+ failed for value|^input must be a 24 character hex",
    r"was not recognized as a valid (?:DateTime|Boolean|TimeSpan)|date/time field value out of range",
    r"invalid literal for int\(\)|could not convert string to (?:float|int)",
    r"badly formed hexadecimal UUID string|Invalid isoformat string|unconverted data remains",
    r"time data <> does not match format|Invalid base64-encoded string|\binvalid input syntax for (?:type )?\w+",
    r"value too long for type character|\bout of range for type \w+|must be a (?:single )?String of 12 bytes",
    r"\(Parameter <>\)$",
)
CONVERSION: Final = any_of(_CONVERSIONS)
"""A conversion that failed deep inside, worded by the language and not by a person."""

_UNIQUENESS = (
    r"\bDuplicate entry <> for key|\bduplicate key (?:value violates|error collection)",
    r"violates unique constraint|UNIQUE constraint failed",
)
UNIQUENESS: Final = any_of(_UNIQUENESS)
"""A database refuses a value that must be unique and is there already."""

_CONSTRAINTS = (
    r"constraint failed\b|violates (?:foreign key|not-null|check|exclusion) constraint",
    r"^(?:.*\b\d{4}(?: \(\w{5}\))?:? )?Column <> cannot be null",
    r"Data too long for column|Cannot add or update a child row|data would be truncated",
    r"(?<!Truncated )\bIncorrect (?:integer|datetime|decimal) value:",
)
CONSTRAINT: Final = any_of(_CONSTRAINTS)
"""A database refuses a value that breaks one of its rules."""

_SHOWN_INSTEAD = (
    r"^(?:an? )?(?:internal|unexpected|unknown|unhandled)(?: (?:server|system|service))? (?:error|exception)\b",
    r"^(?:an? )?(?:server|system|database|fatal) error\b|^\d{3} internal server error|^internal failure",
    r"^(?:oops|whoops|sorry)?[,.! ]*something (?:went wrong|unexpected happened)",
    r"^(?:an )?error (?:has )?occurred\.?$",
    r"^(?:the )?server (?:has )?encountered an? (?:internal|unexpected|unknown) (?:error|condition|problem)\b",
    r"^(?:an? )?(?:unexpected|unknown|internal|server) \w+ (?:has )?occurred|^database query error$",
)
_OTHERS_KNOW = r"\b(?:developers?|administrators?|admins?|team|engineers|we) (?:has|have) been (?:informed|notified)\b"
"""Who else has been told of it. A refusal may say so too, so this alone makes nothing a crash."""
MASKED: Final = any_of((*_SHOWN_INSTEAD, _OTHERS_KNOW))
"""What is shown instead of the exception: the same words whatever has happened."""

RAW: Final = any_of(
    (
        *_CONVERSIONS,
        *_UNIQUENESS,
        *_CONSTRAINTS,
        r"^unrecognized token:|^[\w$]+ is not defined$",
        r"^Error \d{4} \(\w{5}\): |^Error \d{4}: (?:Table <> doesn't exist|Unknown (?:column|table|database) <>)",
        *_SHOWN_INSTEAD,
        r"^context deadline exceeded|^upstream (?:connect|request) |^Bad Gateway|^Service Unavailable$",
        r"looks like something went wrong|could not (?:connect to (?:server|\S+:)|translate host name)",
    )
)
"""Words no person chose for this reader; a fault, unless a code says that the request was to blame."""

OUTPUT: Final = re.compile(
    r"^(?:(?:Enum <>|(?!Value cannot represent an? )[A-Z]\w*) cannot (?:represent|serialize)\b"
    r"|Abstract type (?:<>|\w+) (?:was|must) resolve)"
)
"""A value that the server made and could not write; of a value that the client sent if the error has no path.

What begins with "Value" is no scalar that is written, but one that was read: "Value cannot represent a GlobalID".
"""

CRASH_LINE: Final = re.compile(rf"\s*(?:[\w$]+(?:\.|::|\\))*(?:{CRASH_TYPES.pattern})(?::|\s*$)")
"""The line of a stack trace that names the exception, or the bare name of its class."""
