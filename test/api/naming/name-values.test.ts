import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameValues } from '../../../generator/api/naming/enums.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

describe('names of the values of an enum', () => {
  table('%j are %j', (values: readonly (string | number)[], want: readonly string[]) => {
    expect(nameValues(values.map((value) => ({ value })))).toEqual(want);
  });

  test('are those of the spec if they are identifiers', () => {
    const given = ['SMALL_ONE', '__proto__', 'two words', undefined, 'SMALL_ONE'];
    const values = [1, 2, 3, 4, 5].map((value, index) => {
      const name = given[index];
      return { value, ...(name !== undefined && { given: name }) };
    });
    expect(nameValues(values)).toEqual(['SMALL_ONE', 'Proto', 'TwoWords', 'Value4', 'SMALL_ONE2']);
  });

  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit: fc.constantFrom('a', 'A', '1', '-', '+', '_', '.', ' ', '$', 'é'), maxLength: 5 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.constantFrom('__proto__', 'constructor', 'toString', 'class', 'NaN', 'Infinity', 'undefined', ''),
  );
  const named = fc.record({ value, given: fc.option(fc.string(), { nil: undefined }) }).map(({ given, ...rest }) => ({
    ...rest,
    ...(given !== undefined && given !== '' && { given }),
  }));

  test('are distinct identifiers that objects and enums can have as keys', () => {
    fc.assert(
      fc.property(fc.uniqueArray(named, { selector: (one) => one.value, maxLength: 12 }), (values) => {
        const names = nameValues(values);
        expect(new Set(names).size).toBe(values.length);
        const isGood = (name: string): boolean =>
          /^(?!__proto__$|NaN$|Infinity$)[\p{L}_$][\p{L}\p{M}\p{N}_$]{0,150}$/u.test(name);
        expect(names.filter((name) => !isGood(name))).toEqual([]);
        const object = Object.fromEntries(names.map((name, index) => [name, values[index]?.value]));
        expect(Object.keys(object)).toHaveLength(values.length);
      }),
      { numRuns: 2000 },
    );
  });

  test('do not depend on the order of the values', () => {
    fc.assert(
      fc.property(fc.uniqueArray(named, { selector: (one) => one.value, maxLength: 8 }), (values) => {
        const names = nameValues(values);
        expect(nameValues(values.toReversed())).toEqual(names.toReversed());
      }),
      { numRuns: 2000 },
    );
  });
});
