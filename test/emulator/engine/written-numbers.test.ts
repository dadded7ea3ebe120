import { expect, test } from 'vitest';
import { withWrittenNumbers } from '../../../templates/emulator/engine/written-numbers.js';
import type { Json } from '../../../templates/runtime/json.js';
import { validator } from '../../../templates/runtime/validators/create-validator.js';
import { isUint64Text } from '../../../templates/runtime/validators/formats/integers.js';
import { nest, report } from '../../../templates/runtime/validators/issues.js';
import type { IssueContext, Validator } from '../../../templates/runtime/validators/validator.js';

/** Judges `{title, size, all: [{size}]}`: a text, and texts of whole numbers. */
function collect(value: unknown, context: IssueContext): void {
  const { title, size, all } = Object(value);
  if (title !== undefined && typeof title !== 'string') report(context, '#/title/type', 'must be a string', 'title');
  if (size !== undefined && typeof size !== 'string') report(context, '#/size/type', 'must be a string', 'size');
  if (typeof size === 'string' && !isUint64Text(size)) report(context, '#/size/format', 'must be a number', 'size');
  if (Array.isArray(all)) nest(context, 'all', all, (items, inner) => collectAll(items, inner));
}

function collectAll(items: unknown, context: IssueContext): void {
  if (Array.isArray(items)) for (const [index, item] of items.entries()) nest(context, index, item, collect);
}

/** Never says yes the fast way, so that the collector is asked each time. */
const judge: Validator<unknown> = validator<never>({
  is: (_value): _value is never => false,
  collect,
  pointer: '#',
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
  expect(withWrittenNumbers(judge, body)).toEqual(want);
});

test('a body that nothing judges stays', () => {
  expect(withWrittenNumbers(undefined, { size: 1 })).toEqual({ size: 1 });
  expect(withWrittenNumbers(judge, undefined)).toBeUndefined();
});
