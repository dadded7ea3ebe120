import { expect, test } from 'vitest';
import { lowerNotes } from '../../../generator/api/docs/notes.js';
import type { Json } from 'speccast/emitter';
import { schemaOf } from '../lower.js';

test.each<{ readonly given: Json; readonly want: readonly string[] }>([
  { given: {}, want: [] },
  { given: true, want: [] },
  { given: { type: 'integer' }, want: ['A whole number.'] },
  { given: { type: ['integer', 'number'] }, want: [] },
  { given: { minimum: 0 }, want: ['At least 0.'] },
  { given: { maximum: 9.5 }, want: ['At most 9.5.'] },
  { given: { minimum: 0, maximum: 9 }, want: ['From 0 to 9.'] },
  { given: { minimum: 3, maximum: 3 }, want: ['Exactly 3.'] },
  {
    given: { exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.1 },
    want: ['More than 0.', 'Less than 1.', 'A multiple of 0.1.'],
  },
  { given: { minLength: 1 }, want: ['At least 1 character.'] },
  { given: { minLength: 0, maxLength: 10 }, want: ['At most 10 characters.'] },
  { given: { minLength: 2, maxLength: 2 }, want: ['Exactly 2 characters.'] },
  { given: { pattern: '^a$', format: 'date' }, want: ['Matches `^a$`.', 'Format `date`.'] },
  { given: { type: 'string', format: 'uint64' }, want: ['A 64-bit unsigned integer as a decimal string.'] },
  { given: { type: ['string', 'null'], format: 'int64' }, want: ['A 64-bit integer as a decimal string.'] },
  { given: { type: 'integer', format: 'int32' }, want: ['A 32-bit integer.'] },
  { given: { type: 'integer', format: 'uint32', minimum: 1 }, want: ['A 32-bit unsigned integer.', 'At least 1.'] },
  { given: { type: 'integer', format: 'odd' }, want: ['A whole number.', 'Format `odd`.'] },
  { given: { type: 'number', format: 'double' }, want: [] },
  { given: { type: 'number', format: 'float' }, want: ['Single precision.'] },
  { given: { type: 'number', format: 'date-time' }, want: ['Format `date-time`.'] },
  { given: { type: 'string', format: 'google-datetime' }, want: ['Date and time with offset (RFC 3339).'] },
  { given: { type: 'string', format: 'google-duration' }, want: ['Duration in seconds, such as `3.5s`.'] },
  { given: { type: 'string', format: 'byte' }, want: ['Bytes in base64.'] },
  { given: { type: 'string', format: 'odd`' }, want: ['Format `` odd` ``.'] },
  { given: { pattern: 'a`b' }, want: ['Matches ``a`b``.'] },
  { given: { pattern: '`' }, want: ['Matches `` ` ``.'] },
  {
    given: { contentEncoding: 'base64', contentMediaType: 'image/png' },
    want: ['Encoded as `base64`.', 'Holds `image/png`.'],
  },
  { given: { minItems: 1, maxItems: 50, uniqueItems: true }, want: ['From 1 to 50 items.', 'No item appears twice.'] },
  { given: { maxProperties: 1 }, want: ['At most 1 property.'] },
  { given: { minProperties: 2 }, want: ['At least 2 properties.'] },
  { given: { 'x-unit': 'pixels' }, want: ['Unit: pixels.'] },
  { given: { default: 'public' }, want: ['Default `"public"`.'] },
  { given: { default: null }, want: ['Default `null`.'] },
  { given: { readOnly: true, writeOnly: true }, want: ['Set by the service only.', 'Never returned by the service.'] },
])('$given says $want', ({ given, want }) => {
  expect(lowerNotes(schemaOf(given))).toEqual(want);
});
