import type { Json } from '@speccast/runtime';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readYaml } from '../../../rows.js';
import { applyPatch } from '../../../../templates/emulator/values/json-patch.js';

const { applied, rejected } = readYaml<{
  readonly applied: readonly {
    readonly name: string;
    readonly value: Json;
    readonly patch: Json;
    readonly want: Json;
  }[];
  readonly rejected: readonly { readonly message: string; readonly operation: Json }[];
}>(new URL('json-patch.yaml', import.meta.url));

test.each(applied)('$name', ({ value, patch, want }) => {
  expect(applyPatch(value, patch)).toEqual(want);
});

test('`__proto__` is an ordinary name', () => {
  const patched = applyPatch({}, [{ op: 'add', path: '/__proto__', value: 1 }]);
  expect(JSON.stringify(patched)).toBe('{"__proto__":1}');
});

test.each(rejected)('is rejected with 400: $message', ({ message, operation }) => {
  expect(() => applyPatch({ a: 1, l: [1], o: {} }, [operation])).toThrow(`The patch cannot be applied: ${message}`);
});

test('a failed `test` is rejected with 409', () => {
  expect(() => applyPatch({ a: 1 }, [{ op: 'test', path: '/a', value: 2 }])).toThrow(
    expect.objectContaining({ status: 409, reason: 'testFailed' }),
  );
});

test('removing an added member restores the value, and no patch changes its input', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), fc.jsonValue(), (object, name, added) => {
      const value = object as Json; // fast-check types JSON with mutable lists.
      const before = JSON.stringify(value);
      const path = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const after = applyPatch(value, [{ op: 'add', path, value: added as Json }]); // As above.
      expect(JSON.stringify(value)).toBe(before);
      const { [name]: _removed, ...others } = object;
      expect(applyPatch(after, [{ op: 'remove', path }])).toEqual(others);
    }),
  );
});
