<?php

declare(strict_types=1);

namespace RestTests;

use PHPUnit\Framework\TestCase;

/**
 * Asks the API, and holds an answer against what was promised.
 *
 * Where the API is and who asks stands in the environment, never in a file:
 *
 *     API_URL      https://staging.example/api; without it the tests are skipped
 *     API_TOKEN    sent as Authorization: Bearer ...
 *     API_HEADERS  more headers, as JSON: {"X-Api-Key": "..."}
 *     API_TIMEOUT  seconds for one answer, 30 if nothing is said
 *
 * An answer is described as it will look, with types in place of values:
 *
 *     ['title' => 'string']         an object with this member; others may be there
 *     ['pages?' => 'integer']       a member that may be missing
 *     ['string']                    a list of strings; [] is a list of anything
 *     ['null', [...]]               null, or what follows
 *     'string | null'               a leaf of one of these types; 'any' is anything, 'object' any object
 */
abstract class RestChecks extends TestCase
{
    /** Differences that are told; of a long list of wrong items the first are enough. */
    private const MOST = 20;

    /**
     * Send a request to the API; the test is skipped if nobody says where it is.
     *
     * It fails where the answer tells nothing of the API, such as a refusal for want of credentials that is not
     * expected: a test that could not look must not be green. With a media type there is a body; one in a string is
     * JSON already, for what PHP cannot write.
     *
     * @param list<int> $expected
     * @param array<string, string> $sent headers that are parameters
     *
     * @return array{status: int, media: string, body: string}
     */
    protected function ask(
        string $method,
        string $path,
        mixed $body = null,
        string $media = '',
        array $expected = [],
        array $sent = [],
    ): array {
        $url = (string) getenv('API_URL');
        if ($url === '') {
            $this->markTestSkipped('API_URL is not set: say where the API is');
        }
        $type = $media === self::MULTIPART ? $media . '; boundary=' . self::BOUNDARY : $media;
        $headers = ['Accept' => 'application/json, */*;q=0.5'] + $sent + ($media === '' ? [] : ['Content-Type' => $type]);
        $headers = json_decode(getenv('API_HEADERS') ?: '{}', true, 512, JSON_THROW_ON_ERROR) + $headers;
        if (getenv('API_TOKEN')) {
            $headers['Authorization'] = 'Bearer ' . getenv('API_TOKEN');
        }
        $lines = array_map(static fn (string $name) => $name . ': ' . $headers[$name], array_keys($headers));
        $stream = @fopen(rtrim($url, '/') . $path, 'r', false, stream_context_create(['http' => [
            'method' => $method,
            'header' => $lines,
            'content' => $media === '' ? '' : self::encoded($body, $media),
            'timeout' => (float) (getenv('API_TIMEOUT') ?: 30),
            'ignore_errors' => true,
            'follow_location' => 0,
        ]]));
        $this->assertNotFalse($stream, 'could not tell: the API gave no answer: ' . (error_get_last()['message'] ?? ''));
        $content = (string) stream_get_contents($stream);
        $about = stream_get_meta_data($stream);
        fclose($stream);
        $this->assertFalse($about['timed_out'], 'could not tell: the API did not answer in time');
        preg_match('/^HTTP\S* (\d{3})/', $about['wrapper_data'][0] ?? '', $match);
        $status = (int) ($match[1] ?? 0);
        $hidden = in_array($status, $expected, true) ? '' : self::hiding($status, $content);
        $this->assertSame('', $hidden, "could not tell: $hidden (HTTP $status)");

        return ['status' => $status, 'media' => self::media($about['wrapper_data']), 'body' => $content];
    }

    /** Why an answer tells nothing of the API: it is refused, or somebody else's. Empty if it is the API's own. */
    private static function hiding(int $status, string $body): string
    {
        if (in_array($status, [401, 403, 407], true)) {
            return 'the API refused access: are API_TOKEN or API_HEADERS missing?';
        }
        if ($status >= 300 && $status < 400) {
            return 'the answer is a redirect: is API_URL right, and are credentials missing?';
        }
        if ($status === 429) {
            return 'the API was asked too often: try again later';
        }
        if (in_array($status, [502, 503, 504], true)) {
            return 'the API is not available: try again later';
        }
        if ($status < 500 && preg_match('/^\s*<(!doctype )?html/i', $body)) {
            return 'the answer is a web page: is API_URL right, and are credentials missing?';
        }

        return '';
    }

    /** @param list<string> $lines */
    private static function media(array $lines): string
    {
        foreach ($lines as $line) {
            if (preg_match('/^content-type:\s*([^;\s]*)/i', $line, $match)) {
                return strtolower($match[1]);
            }
        }

        return '';
    }

    private const MULTIPART = 'multipart/form-data';
    private const BOUNDARY = 'rest-checks-5d1c2f7a';

    /** The parts of one field of a form; an object with a file name and its content stands for a file. */
    private static function formParts(string $name, mixed $value): string
    {
        $parts = '';
        foreach (is_array($value) && array_is_list($value) ? $value : [$value] as $item) {
            $isFile = is_array($item) && isset($item['filename'], $item['content']);
            $file = $isFile ? "; filename=\"{$item['filename']}\"\r\nContent-Type: application/octet-stream" : '';
            $content = $isFile ? $item['content'] : $item;
            $text = is_string($content) ? $content : json_encode($content, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION);
            $head = "Content-Disposition: form-data; name=\"$name\"$file";
            $parts .= '--' . self::BOUNDARY . "\r\n$head\r\n\r\n$text\r\n";
        }

        return $parts;
    }

    private static function encoded(mixed $body, string $media): string
    {
        if ($media === self::MULTIPART) {
            $parts = '';
            foreach ((array) $body as $name => $value) {
                $parts .= self::formParts((string) $name, $value);
            }

            return $parts . '--' . self::BOUNDARY . "--\r\n";
        }
        if ($media !== 'application/x-www-form-urlencoded') {
            return is_string($body) ? $body : json_encode($body, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION);
        }
        $pairs = [];
        foreach ($body as $name => $value) {
            foreach (is_array($value) ? $value : [$value] as $item) {
                $pairs[] = urlencode((string) $name) . '=' . urlencode((string) $item);
            }
        }

        return implode('&', $pairs);
    }

    /** @param array{status: int, media: string, body: string} $response */
    protected function decode(array $response): mixed
    {
        try {
            return json_decode($response['body'], false, 512, JSON_THROW_ON_ERROR);
        } catch (\JsonException $error) {
            $this->fail('the answer is not JSON (' . $error->getMessage() . '): ' . substr($response['body'], 0, 500));
        }
    }

    /** Fail with every place where the value is not as promised. */
    protected function check(mixed $value, mixed $promised): void
    {
        $found = self::differences($value, $promised);
        $more = count($found) > self::MOST ? ['... and ' . (count($found) - self::MOST) . ' more'] : [];
        $told = implode("\n", array_merge(['the answer is not as promised'], array_slice($found, 0, self::MOST), $more));
        $this->assertSame([], $found, $told);
    }

    /** @return list<string> every place where the value is not as promised, one line each */
    public static function differences(mixed $value, mixed $promised, string $place = 'body'): array
    {
        $kind = self::kindOf($value);
        if (is_string($promised)) {
            $kinds = explode(' | ', $promised);
            $fits = $promised === 'any' || in_array($kind, $kinds, true) || ($kind === 'integer' && in_array('number', $kinds, true));

            return $fits ? [] : ["$place: $kind (" . self::shown($value) . "), but $promised was promised"];
        }
        $isList = array_keys($promised) === array_keys(array_values($promised));
        if ($isList && count($promised) === 2) {
            return $value === null ? [] : self::differences($value, $promised[1], $place);
        }
        $found = [];
        if ($isList) {
            if (!is_array($value)) {
                return ["$place: $kind (" . self::shown($value) . '), but a list was promised'];
            }
            foreach ($promised === [] ? [] : $value as $index => $item) {
                $found = array_merge($found, self::differences($item, $promised[0], "{$place}[$index]"));
            }

            return $found;
        }
        if (!$value instanceof \stdClass) {
            return ["$place: $kind (" . self::shown($value) . '), but an object was promised'];
        }
        foreach ($promised as $key => $inner) {
            $key = (string) $key;
            $name = str_ends_with($key, '?') ? substr($key, 0, -1) : $key;
            if (property_exists($value, $name)) {
                $found = array_merge($found, self::differences($value->{$name}, $inner, "$place.$name"));
            } elseif ($name === $key) {
                $found[] = "$place.$name: missing";
            }
        }

        return $found;
    }

    /** What JSON calls a value; 1.0 is an integer too. */
    private static function kindOf(mixed $value): string
    {
        return match (true) {
            $value === null => 'null',
            is_bool($value) => 'boolean',
            is_int($value) => 'integer',
            is_float($value) => floor($value) === $value && is_finite($value) ? 'integer' : 'number',
            is_string($value) => 'string',
            is_array($value) => 'array',
            default => 'object',
        };
    }

    private static function shown(mixed $value): string
    {
        $text = (string) json_encode($value, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);

        return preg_match('/^(.{59})../us', $text, $match) ? $match[1] . '…' : $text;
    }
}
