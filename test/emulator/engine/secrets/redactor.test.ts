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
  // A recorded (redacted) call has to have the same key as the call itself, so that it can be replayed.
  const createKey = (body: string): string =>
    callKey({ method: 'POST', target: '/a', mediaType: type, body: new TextEncoder().encode(body) }, names);
  expect(createKey(want)).toBe(createKey(text));
  expect(createKey(`${text}x`)).not.toBe(createKey(text));
});

test.each(headers)('the header $name: $value', ({ name, value, want }) => {
  expect(createCallRedactor(names).headers([[name, value]])).toEqual([[name, want]]);
});

test('`code` is not a secret if an operation declares a parameter of that name', () => {
  const [first] = shelfPlan.operations;
  if (first === undefined) throw new Error('The plan of the shelf has no operations.');
  const operation = { ...first.operation, parameters: [{ name: 'code', in: 'query' as const }] };
  const declared = readSecretNames({ ...shelfPlan, operations: [{ ...first, operation }] });
  expect([names.isQuery('code'), declared.isQuery('code')]).toEqual([true, false]);
});
