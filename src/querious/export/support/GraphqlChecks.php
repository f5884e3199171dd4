<?php

declare(strict_types=1);

namespace GraphqlTests;

use PHPUnit\Framework\TestCase;

/**
 * Asks the API, and holds an answer against what its schema promised.
 *
 * Where the API is and who asks stands in the environment, never in a file:
 *
 *     GRAPHQL_URL      https://staging.example/graphql; without it the tests are skipped
 *     GRAPHQL_TOKEN    sent as Authorization: Bearer ...
 *     GRAPHQL_HEADERS  more headers, as JSON: {"X-Api-Key": "..."}
 *     GRAPHQL_TIMEOUT  seconds for one answer, 30 if nothing is said
 *
 * An answer is described as it will look, with the types of the schema:
 *
 *     ['Query!', [...]]                     an object: its type, and what is in it
 *     ['teasers' => ['[Teaser]', [...]]]    a list of objects
 *     ['title' => 'String!']                a leaf and its type
 *     ['cheap' => 'price: Money!']          under an alias: the field and its type
 *     ['... on Book | Film' => [...]]       only in objects of these types, as their __typename says
 *
 * TYPES lists what the schema says of type names: the members of an enum, the objects that an interface or a union
 * stands for, and for a custom scalar the kind of JSON it is written as. A custom scalar that is not listed may be
 * anything; that it is there, and not null where it may not be, is checked all the same.
 */
abstract class GraphqlChecks extends TestCase
{
    /** Differences that are told; of a long list of wrong items the first are enough. */
    private const MOST = 20;

    private const BUILT_IN = [
        'Int' => ['an integer'],
        'Float' => ['an integer', 'a number'],
        'String' => ['a string'],
        'Boolean' => ['a boolean'],
        'ID' => ['a string'],
    ];

    private const WRITTEN_AS = [
        'integer' => ['an integer'],
        'number' => ['an integer', 'a number'],
        'string' => ['a string'],
        'boolean' => ['a boolean'],
        'list' => ['a list'],
        'object' => ['an object'],
    ];

    private const CODES = '/^(UNAUTHENTICATED|UNAUTHORI[SZ]ED|FORBIDDEN|(ACCESS|PERMISSION)[-_]DENIED'
        . '|NOT[-_]AUTHORI[SZ]ED|AUTH_NOT_[A-Z_]+|INVALID[-_](JWT|TOKEN))$/Di';

    private const WORDS = '/\b(un|not )(authenticated|authori[sz]ed)\b|\bnot (logged|signed) in\b'
        . '|\bmust (be (logged|signed)|log|sign) in\b|\b(authentication|login) (is )?required\b'
        . '|\b(access|permission) denied\b/i';

    /** @var list<string> */
    private array $found = [];

    /** @var array<string, mixed> */
    private array $types = [];

    /** @var list<list<int|string>> the paths of errors */
    private array $excused = [];

    /**
     * Send an operation to the API; the test is skipped if nobody says where it is.
     *
     * It fails where the answer tells nothing of the API, such as a refusal for want of credentials: a test that could
     * not look must not be green.
     *
     * @param array<string, mixed>|string $variables a string is JSON, for what PHP cannot write
     *
     * @return array{status: int, body: string}
     */
    protected function ask(string $document, array|string $variables = []): array
    {
        $url = (string) getenv('GRAPHQL_URL');
        if ($url === '') {
            $this->markTestSkipped('GRAPHQL_URL is not set: say where the API is');
        }
        $headers = ['Content-Type' => 'application/json', 'Accept' => 'application/graphql-response+json, application/json;q=0.9'];
        $headers = json_decode(getenv('GRAPHQL_HEADERS') ?: '{}', true, 512, JSON_THROW_ON_ERROR) + $headers;
        if (getenv('GRAPHQL_TOKEN')) {
            $headers['Authorization'] = 'Bearer ' . getenv('GRAPHQL_TOKEN');
        }
        $lines = array_map(static fn (string $name) => $name . ': ' . $headers[$name], array_keys($headers));
        $stream = @fopen($url, 'r', false, stream_context_create(['http' => [
            'method' => 'POST',
            'header' => $lines,
            'content' => $this->body($document, $variables),
            'timeout' => (float) (getenv('GRAPHQL_TIMEOUT') ?: 30),
            'ignore_errors' => true,
            'follow_location' => 0,
        ]]));
        $this->assertNotFalse($stream, 'could not tell: the API gave no answer: ' . (error_get_last()['message'] ?? ''));
        $body = stream_get_contents($stream);
        $about = stream_get_meta_data($stream);
        fclose($stream);
        $this->assertFalse($about['timed_out'], 'could not tell: the API did not answer in time');
        preg_match('/^HTTP\S* (\d{3})/', $about['wrapper_data'][0] ?? '', $match);
        $status = (int) ($match[1] ?? 0);
        $hidden = self::hiding($status, (string) $body);
        $this->assertSame('', $hidden, 'could not tell: ' . $hidden);

        return ['status' => $status, 'body' => (string) $body];
    }

    /** Why an answer tells nothing of the API: it is refused, or somebody else's. Empty if it is the API's own. */
    private static function hiding(int $status, string $body): string
    {
        $answer = json_decode($body);
        $errors = $answer instanceof \stdClass ? ($answer->errors ?? null) : null;
        foreach (is_array($errors) ? $errors : [] as $error) {
            if ($error instanceof \stdClass && self::asksForCredentials($error)) {
                return 'the API asks for credentials: are GRAPHQL_TOKEN or GRAPHQL_HEADERS missing?';
            }
        }
        if (in_array($status, [401, 403, 407], true)) {
            return "the API refused access (HTTP $status): are GRAPHQL_TOKEN or GRAPHQL_HEADERS missing?";
        }
        if ($status >= 300 && $status < 400) {
            return "the answer is a redirect (HTTP $status): is GRAPHQL_URL right, and are credentials missing?";
        }
        if ($status === 429) {
            return 'the API was asked too often (HTTP 429): try again later';
        }
        if ($answer instanceof \stdClass && (property_exists($answer, 'data') || property_exists($answer, 'errors'))) {
            return '';
        }
        if (in_array($status, [502, 503, 504], true)) {
            return "the API is not available (HTTP $status): try again later";
        }
        if (in_array($status, [404, 405, 410], true)) {
            return "there is no API at this address (HTTP $status): is GRAPHQL_URL right?";
        }
        if ($status < 500 && preg_match('/^\s*<(!doctype )?html/i', $body)) {
            return "the answer is a web page (HTTP $status): is GRAPHQL_URL right, and are credentials missing?";
        }

        return '';
    }

    private static function asksForCredentials(\stdClass $error): bool
    {
        $extensions = $error->extensions ?? null;
        $code = $extensions instanceof \stdClass ? ($extensions->code ?? null) : null;
        if (is_string($code) && preg_match(self::CODES, $code)) {
            return true;
        }

        return is_string($error->message ?? null) && preg_match(self::WORDS, $error->message) === 1;
    }

    /** @param array<string, mixed>|string $variables */
    private function body(string $document, array|string $variables): string
    {
        $flags = JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION;
        $sent = is_string($variables) ? $variables : json_encode((object) $variables, $flags);

        return '{"query": ' . json_encode(trim($document), $flags) . ', "variables": ' . $sent . '}';
    }

    /**
     * The body as a GraphQL answer. Objects stay objects, so that {} and [] are not the same.
     *
     * @param array{status: int, body: string} $response
     */
    protected function decode(array $response): \stdClass
    {
        $answer = json_decode($response['body']);
        $this->assertSame(JSON_ERROR_NONE, json_last_error(), 'the answer is not JSON: ' . substr($response['body'], 0, 500));
        $this->assertInstanceOf(\stdClass::class, $answer, 'the answer is ' . self::kindOf($answer) . ', not an object');

        return $answer;
    }

    /**
     * Fail with every place where the data is not as promised. With errors, what they explain may be missing or null.
     *
     * @param array{string, array<string, mixed>} $promised
     * @param array<string, mixed> $types
     * @param list<mixed> $errors
     */
    protected function check(mixed $data, array $promised, array $types = [], array $errors = []): void
    {
        $found = $this->differences($data, $promised, $types, $errors);
        $more = count($found) > self::MOST ? ['... and ' . (count($found) - self::MOST) . ' more'] : [];
        if ($found !== []) {
            $this->fail(implode("\n", ['the answer is not as promised', ...array_slice($found, 0, self::MOST), ...$more]));
        }
        $this->addToAssertionCount(1);
    }

    /**
     * Fail if an error still says this.
     *
     * @param list<mixed> $errors
     */
    protected function checkNotSaid(array $errors, string $words): void
    {
        foreach ($errors as $error) {
            $this->assertStringNotContainsString($words, self::textOf($error));
        }
        $this->addToAssertionCount(1);
    }

    /**
     * Every place where the data is not as promised, one line each.
     *
     * @param array{string, array<string, mixed>} $promised
     * @param array<string, mixed> $types
     * @param list<mixed> $errors
     *
     * @return list<string>
     */
    protected function differences(mixed $data, array $promised, array $types = [], array $errors = []): array
    {
        if ($data === null && $errors !== []) {
            return [];
        }
        $this->found = [];
        $this->types = $types;
        $this->excused = array_map(
            static fn ($error) => $error instanceof \stdClass && is_array($error->path ?? null) ? $error->path : [],
            $errors
        );
        $this->value($data, $promised[0], $promised[1], ['data'], $promised[0]);

        return $this->found;
    }

    /** @param list<int|string> $path */
    private function tell(array $path, string $what, string $promise): void
    {
        $place = '';
        foreach ($path as $step) {
            $place .= is_int($step) ? "[$step]" : ".$step";
        }
        $this->found[] = substr($place, 1) . ": $what ($promise)";
    }

    /**
     * Whether an error happened here, above or below; one that does not say where may have happened anywhere.
     *
     * @param list<int|string> $path
     */
    private function isExcused(array $path): bool
    {
        $here = array_slice($path, 1);
        foreach ($this->excused as $where) {
            if (array_slice($here, 0, count($where)) === array_slice($where, 0, count($here))) {
                return true;
            }
        }

        return false;
    }

    /**
     * @param array<string, mixed>|null $inner
     * @param list<int|string> $path
     */
    private function value(mixed $value, string $wanted, ?array $inner, array $path, string $promise): void
    {
        if ($value === null) {
            if (substr($wanted, -1) === '!' && !$this->isExcused($path)) {
                $this->tell($path, 'null, but it may not be', $promise);
            }

            return;
        }
        $wanted = rtrim($wanted, '!');
        if ($wanted[0] === '[') {
            if (!is_array($value)) {
                $this->tell($path, self::kindOf($value) . ', but a list was promised', $promise);

                return;
            }
            foreach ($value as $index => $item) {
                $this->value($item, substr($wanted, 1, -1), $inner, [...$path, $index], $promise);
            }
        } elseif ($inner !== null) {
            $this->object($value, $wanted, $inner, $path, $promise);
        } else {
            $wrong = $this->wrongLeaf($value, $wanted);
            if ($wrong !== '') {
                $this->tell($path, $wrong, $promise);
            }
        }
    }

    /**
     * @param array<string, mixed> $shape
     * @param list<int|string> $path
     */
    private function object(mixed $value, string $wanted, array $shape, array $path, string $promise): void
    {
        if (!$value instanceof \stdClass) {
            $this->tell($path, self::kindOf($value) . ', but an object was promised', $promise);

            return;
        }
        $held = get_object_vars($value);
        $isBranch = static fn (string $key) => substr($key, 0, 7) === '... on ';
        $fields = array_filter($shape, static fn (string $key) => !$isBranch($key), ARRAY_FILTER_USE_KEY);
        $branches = array_filter($shape, $isBranch, ARRAY_FILTER_USE_KEY);
        $possible = $this->types[$wanted] ?? [$wanted];
        $typename = $wanted;
        foreach ($fields as $key => $part) {
            if (self::fieldOf($key, $part)[0] === '__typename') {
                $typename = $held[$key] ?? $wanted;
                break;
            }
        }
        $known = is_string($typename) && in_array($typename, $possible, true);
        foreach ($known ? $branches : [] as $names => $part) {
            foreach (explode(' | ', substr($names, 7)) as $name) {
                if ($typename === $name || in_array($typename, $this->types[$name] ?? [], true)) {
                    $fields = array_merge($fields, $part);
                }
            }
        }
        $parent = $known ? $typename : $wanted;
        foreach ($fields as $key => $part) {
            $this->field($held, $key, $part, $parent, $possible, $path);
        }
        foreach ($known || $branches === [] ? array_diff_key($held, $fields) : [] as $key => $_) {
            $this->tell([...$path, (string) $key], 'not part of the request', $parent);
        }
    }

    /**
     * @param array<string, mixed> $holder
     * @param string|array{string, array<string, mixed>} $part
     * @param list<string> $possible
     * @param list<int|string> $path
     */
    private function field(array $holder, string $key, string|array $part, string $parent, array $possible, array $path): void
    {
        [$name, $kind] = self::fieldOf($key, $part);
        $here = [...$path, $key];
        $promise = "$parent.$name: $kind";
        if (!array_key_exists($key, $holder)) {
            if (!$this->isExcused($here)) {
                $this->tell($here, 'missing, though it was asked for', $promise);
            }
        } elseif ($name === '__typename') {
            if (!is_string($holder[$key]) || !in_array($holder[$key], $possible, true)) {
                $only = implode(' or ', array_slice($possible, 0, 9));
                $this->tell($here, self::shown($holder[$key]) . ", but it can only be $only", $promise);
            }
        } else {
            $this->value($holder[$key], $kind, is_string($part) ? null : $part[1], $here, $promise);
        }
    }

    /** What is wrong with a leaf that is not null; empty if nothing. */
    private function wrongLeaf(mixed $value, string $wanted): string
    {
        $known = $this->types[$wanted] ?? null;
        if (is_array($known)) {
            return in_array($value, $known, true) ? '' : self::shown($value) . " is no member of $wanted";
        }
        $kind = self::kindOf($value);
        if ($wanted === 'Int' && $kind === 'an integer' && ($value < -2147483648 || $value > 2147483647)) {
            return "$value does not fit in the 32 bits of an Int";
        }
        $allowed = $known === null ? self::BUILT_IN[$wanted] ?? null : self::WRITTEN_AS[$known] ?? null;

        return $allowed === null || in_array($kind, $allowed, true)
            ? ''
            : $kind . ' (' . self::shown($value) . "), but $wanted was promised";
    }

    /**
     * The name of the field behind a key, and its type.
     *
     * @param string|array{string, array<string, mixed>} $part
     *
     * @return array{string, string}
     */
    private static function fieldOf(string $key, string|array $part): array
    {
        $written = is_string($part) ? $part : $part[0];
        $pair = explode(': ', $written, 2);

        return count($pair) === 2 ? $pair : [$key, $written];
    }

    /** What JSON calls a value. 0, "", false and [] are values like any other. */
    private static function kindOf(mixed $value): string
    {
        return match (true) {
            $value === null => 'null',
            is_bool($value) => 'a boolean',
            is_int($value) => 'an integer',
            is_float($value) => 'a number',
            is_string($value) => 'a string',
            is_array($value) => 'a list',
            default => 'an object',
        };
    }

    /** A value as JSON, cut where it is long. */
    private static function shown(mixed $value): string
    {
        $flags = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PARTIAL_OUTPUT_ON_ERROR;
        $text = (string) json_encode($value, $flags);

        return preg_match('/^.{61}/us', $text) ? preg_replace('/^(.{59}).*$/us', '$1…', $text) : $text;
    }

    /** All the text in a value, so that what JSON escapes is found as well. */
    private static function textOf(mixed $value): string
    {
        $inside = $value instanceof \stdClass ? get_object_vars($value) : $value;

        return is_array($inside) ? implode("\n", array_map([self::class, 'textOf'], $inside)) : (string) $inside;
    }
}
