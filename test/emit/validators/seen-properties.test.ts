import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import type { Validator } from '@speccast/runtime/validators';
import { compileModule } from '../../conformance/compile-module.js';
import { readRows } from '../../rows.js';

const { rows } = readRows(import.meta.url);

/** Schemas of a property, each with a valid and an invalid value. */
const members = rows<readonly [schema: JsonObject, good: unknown, bad: unknown]>('members');

/** Other keywords for the properties of an object. */
const others = rows<JsonObject>('others');

/** Numbers of properties: few, which are read one by one, and many, for which the keys of the value are read. */
const widths = [3, 12];

function buildSchema(width: number, member: JsonObject, other: JsonObject): JsonObject {
  const names = Array.from({ length: width }, (_, index) => `p${index}`);
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, member])), ...other };
}

const schemas: JsonObject = Object.fromEntries(
  widths.flatMap((width) =>
    members.flatMap(([member], index) =>
      others.flatMap((other, number): readonly (readonly [string, JsonObject])[] => {
        const one = buildSchema(width, member, other);
        const name = `w${width}m${index}o${number}`;
        return [
          [name, one],
          [`${name}all`, { allOf: [{ type: 'object' }, one] }],
          [`${name}union`, { oneOf: [one, { type: 'string' }] }],
        ];
      }),
    ),
  ),
);

/** Builds objects with the same value of `p0` and `p1`: by getters, inherited, not enumerable and so on. */
function buildObjects(value: unknown): readonly object[] {
  const names = ['p0', 'p1'];
  const define = (target: object, descriptor: PropertyDescriptor): object => {
    for (const name of names) Object.defineProperty(target, name, descriptor);
    return target;
  };
  class Getters {
    get p0(): unknown {
      return value;
    }
    get p1(): unknown {
      return value;
    }
  }
  return [
    new Getters(),
    Object.create({ p0: value, p1: value }),
    Object.assign(Object.create({ p0: value }), { p1: value }),
    define({}, { value, enumerable: false }),
    define({}, { get: () => value, enumerable: false }),
    define({}, { get: () => value, enumerable: true }),
    define(Object.create({ p0: 'other', p1: 'other' }), { value, enumerable: false }),
    define(Object.create(null), { value, enumerable: true }),
    { p0: value, p1: value },
  ];
}

let validators: Readonly<Record<string, Validator<unknown>>>;

beforeAll(async () => {
  validators = await compileModule({ schemas });
});

function validateAll(validator: Validator<unknown>, values: readonly object[]): readonly [boolean[], boolean[]] {
  return [values.map((one) => validator.is(one)), values.map((one) => validator.check(one).length === 0)];
}

describe('inherited properties, getters and those that are not enumerable', () => {
  test.each(widths.flatMap((width) => members.map((_, index): readonly [number, number] => [width, index])))(
    'have the same result in is and check: %i properties, members of kind %i',
    (width, index) => {
      const [, good, bad] = members[index] ?? [];
      const values = [good, bad, undefined].flatMap(buildObjects);
      const names = Object.keys(schemas).filter((name) => name.startsWith(`w${width}m${index}o`));
      const judged = names.map((name) => {
        const validator = validators[name];
        if (validator === undefined) throw new Error(`${name} was not compiled`);
        return validateAll(validator, values);
      });
      expect(judged.map(([, checked]) => checked)).toEqual(judged.map(([is]) => is));
      expect(new Set(judged.flatMap(([is]) => is))).toEqual(new Set([true, false]));
    },
  );

  test('an own property is validated, whatever the number of properties', () => {
    const verdicts = widths.map((width) => validators[`w${width}m0o0`]?.check({ p2: 1 }));
    const issue = { message: 'must be a string', path: ['p2'], keyword: 'type', schema: '#/properties/p2/type' };
    expect(verdicts).toEqual(widths.map(() => [issue]));
  });
});
