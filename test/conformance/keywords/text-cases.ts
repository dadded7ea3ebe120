import type { KeywordCase } from './keyword-case.js';

function format(name: string, valid: readonly string[], beyond: readonly string[]): KeywordCase {
  const words = name.split('-').map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
  return { name: `format${words.join('')}`, schema: { type: 'string', format: name }, valid, beyond, invalid: [true] };
}

/** Keywords on strings. */
export const textCases: readonly KeywordCase[] = [
  { name: 'typeString', schema: { type: 'string' }, valid: ['', 'a'], invalid: [1, null, {}, []] },
  { name: 'minLength', schema: { type: 'string', minLength: 2 }, valid: ['ab'], beyond: ['', 'a'] },
  { name: 'maxLength', schema: { type: 'string', maxLength: 2 }, valid: ['', 'ab'], beyond: ['abc'] },
  {
    name: 'maxLengthOfEmoji',
    schema: { type: 'string', maxLength: 2 },
    valid: ['🙂🙂', 'é🙂'],
    beyond: ['🙂🙂🙂', 'a🙂b'],
  },
  { name: 'minLengthOfEmoji', schema: { type: 'string', minLength: 2 }, valid: ['🙂🙂'], beyond: ['🙂'] },
  { name: 'minLengthWithoutType', schema: { minLength: 2 }, valid: ['ab', 1, null, [], {}], beyond: ['a'] },
  { name: 'pattern', schema: { type: 'string', pattern: '^a+$' }, valid: ['a', 'aa'], beyond: ['', 'ab', 'ba'] },
  {
    name: 'patternAnywhere',
    schema: { type: 'string', pattern: '[0-9]{2}' },
    valid: ['12', 'a34b'],
    beyond: ['1', 'ab'],
  },
  {
    name: 'patternOfCodePoints',
    schema: { type: 'string', pattern: '^.\\/\\p{Lu}$' },
    valid: ['a/B', '🙂/É'],
    beyond: ['a/b', '🙂🙂/B'],
  },
  {
    name: 'patternOfPosixClasses',
    schema: { type: 'string', pattern: '^[[:alpha:]_]+[^[:space:][:digit:]]$' },
    valid: ['ab', '_-'],
    beyond: ['a1', 'a ', 'a:]', ':a'],
  },
  format(
    'date-time',
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.678+02:00'],
    ['2026-01-02', '2026-13-02T03:04:05Z'],
  ),
  format('date', ['2026-01-31', '2024-02-29'], ['2026-02-29', '2026-1-1', '']),
  format('time', ['03:04:05Z', '03:04:05+02:00'], ['03:04', '25:00:00Z']),
  format('duration', ['PT4M13S', 'P1D', 'P2W'], ['4 minutes', 'P']),
  format('email', ['a@example.test'], ['a', '@example.test']),
  format('hostname', ['example.test', 'a'], ['-a.test', 'a b']),
  format('ipv4', ['192.0.2.1'], ['192.0.2', '256.0.0.1']),
  format('ipv6', ['::1', '2001:db8::7'], ['1', '::g']),
  format('uri', ['https://example.test/a?b#c', 'urn:a:b'], ['/a', 'a b']),
  format('uri-reference', ['/a', '#b', 'https://example.test'], ['a b', '\\\\a']),
  format('uuid', ['01234567-89ab-cdef-0123-456789ABCDEF'], ['0123', '01234567-89ab-cdef-0123-456789abcdeg']),
  format('json-pointer', ['', '/a/0', '/a~1b'], ['a', '/a~2']),
  format('regex', ['^a$', '(a|b)*'], ['(', '[']),
  format('byte', ['aGk=', ''], ['a', 'a b!']),
  {
    name: 'formatBinary',
    schema: { type: 'object', properties: { a: { type: 'string', format: 'binary' } } },
    valid: [{ a: '' }, { a: 'any' }],
    invalid: [{ a: 1 }],
  },
  { name: 'formatPassword', schema: { type: 'string', format: 'password' }, valid: ['', 'any'], invalid: [1] },
  { name: 'formatUnknown', schema: { type: 'string', format: 'shoe-size' }, valid: ['', 'any'], invalid: [1] },
  // The emulator takes whole numbers for them, too, as services do.
  format('int64', ['9223372036854775807', '-1'], ['9223372036854775808', '1.5', 'x']),
  {
    name: 'contentEncoding',
    schema: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' },
    valid: ['aGk=', 'not checked, as the standard says'],
    invalid: [1],
  },
  {
    name: 'contentSchema',
    schema: { type: 'string', contentMediaType: 'application/json', contentSchema: { type: 'object' } },
    valid: ['{}', '[]'],
    invalid: [{}],
  },
];
