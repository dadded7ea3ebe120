import { expect, test } from 'vitest';
import { readYaml } from '../../../rows.js';
import { callKey } from '../../../../templates/emulator/features/recording/replay.js';
import { createCallRedactor } from '../../../../templates/emulator/world/journal/redactor.js';
import { readSecretNames } from '../../../../templates/emulator/plan/secret-names.js';
import { shelfPlan } from '../../shelf/open-shelf.js';

const names = readSecretNames(shelfPlan);

const { bodies, headers } = readYaml<{
  readonly bodies: readonly { readonly type: string; readonly text: string; readonly want: string }[];
  readonly headers: readonly { readonly name: string; readonly value: string; readonly want: string }[];
}>(new URL('redactor.yaml', import.meta.url));

test.each(bodies)('a body of $type: $text', ({ type, text, want }) => {
  expect(createCallRedactor(names).body(text, type)).toBe(want);
  // What was recorded is found again by what is sent.
  const keyOf = (body: string): string =>
    callKey({ method: 'POST', target: '/a', mediaType: type, body: new TextEncoder().encode(body) }, names);
  expect(keyOf(want)).toBe(keyOf(text));
  expect(keyOf(`${text}x`)).not.toBe(keyOf(text));
});

test.each(headers)('the header $name: $value', ({ name, value, want }) => {
  expect(createCallRedactor(names).headers([[name, value]])).toEqual([[name, want]]);
});

test('a code that the document declares as a parameter is none of a sign-in', () => {
  const [first] = shelfPlan.operations;
  if (first === undefined) throw new Error('The shelf has operations.');
  const operation = { ...first.operation, parameters: [{ name: 'code', in: 'query' as const }] };
  const declared = readSecretNames({ ...shelfPlan, operations: [{ ...first, operation }] });
  expect([names.isQuery('code'), declared.isQuery('code')]).toEqual([true, false]);
});
