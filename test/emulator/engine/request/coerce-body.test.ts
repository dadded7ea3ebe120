import type { Json } from '@speccast/runtime';
import { expect, test } from 'vitest';
import { withWrittenNumbers } from '../../../../templates/emulator/engine/request/coerce-body.js';
import { validator } from '../../../../templates/runtime/validators/check/create-validator.js';
import { isUint64Text } from '../../../../templates/runtime/validators/formats/integers.js';
import { checkItems } from '../../../../templates/runtime/validators/keywords/arrays.js';
import { checkProperties } from '../../../../templates/runtime/validators/keywords/objects.js';
import { checkFormat } from '../../../../templates/runtime/validators/keywords/strings.js';
import type { NamedSchema } from '../../../../templates/runtime/validators/check/schema.js';
import type { Schema } from '../../../../templates/runtime/validators/check/schema.js';
import type { Validator } from '../../../../templates/runtime/validators/check/validator.js';

const text: Schema = 'string';

const digits: Schema = ['string', [checkFormat, isUint64Text, 'must be a number']];

/** A text, texts of whole numbers, and a list of the same. */
const item: NamedSchema = {
  pointer: '#',
  schema: ['object', [checkProperties, { title: text, size: digits, all: ['array', [checkItems, () => item]] }]],
};

/** Never says yes the fast way, so that the schema is asked each time. */
const body64: Validator<unknown> = validator<never>({
  is: (_value): _value is never => false,
  schema: item,
});

test.each<[string, Json, Json]>([
  ['a number where digits are wanted becomes text', { size: 1000 }, { size: '1000' }],
  ['also inside lists', { all: [{ size: 1 }, { size: '2' }] }, { all: [{ size: '1' }, { size: '2' }] }],
  ['a number where any text is good stays', { title: 5, size: 7 }, { title: 5, size: '7' }],
  ['a number that is not good as text stays', { size: -5 }, { size: -5 }],
  ['a number that is no safe integer stays', { size: 2 ** 53 }, { size: 2 ** 53 }],
  ['a fraction stays', { size: 1.5 }, { size: 1.5 }],
  ['anything else stays', { size: true }, { size: true }],
  ['what is good stays', { size: '12', title: 'Tides' }, { size: '12', title: 'Tides' }],
])('%s', (_rule, body, want) => {
  expect(withWrittenNumbers(body64, body)).toEqual(want);
});

test('a body that nothing validates stays', () => {
  expect(withWrittenNumbers(undefined, { size: 1 })).toEqual({ size: 1 });
  expect(withWrittenNumbers(body64, undefined)).toBeUndefined();
});
