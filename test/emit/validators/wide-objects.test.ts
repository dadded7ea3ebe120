import { describe, expect, test } from 'vitest';
import type { Json } from 'speccast/emitter';
import type { Validator } from '@speccast/runtime/validators';
import { compileModule } from '../../conformance/compile-module.js';

async function compile(schema: Json): Promise<Validator<unknown>> {
  const { one } = await compileModule({ schemas: { one: schema } });
  if (one === undefined) throw new Error('Nothing was compiled');
  return one;
}

/** Returns whether a value is valid. Expects that `is` and `check` agree. */
function validate(validator: Validator<unknown>, value: unknown): boolean {
  expect(validator.check(value).length === 0).toBe(validator.is(value));
  return validator.is(value);
}

const colors = ['red', 'green', 'blue', 'yellow', 'cyan', 'magenta', 'black', 'white', 'grey', 'orange', 'purple'];

describe('an object with many optional properties', () => {
  const properties = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [
      `p${index}`,
      { type: 'string', enum: colors.map((c) => `${c}${index}`) },
    ]),
  );

  test('is validated by each of its properties, also the last of two hundred', async () => {
    const wide = await compile({ type: 'object', required: ['p7'], properties });
    expect(validate(wide, { p7: 'red7' })).toBe(true);
    expect(validate(wide, { p7: 'red7', p199: 'purple199', other: 1 })).toBe(true);
    expect(validate(wide, { p7: 'red7', p199: 'red198' })).toBe(false);
    expect(validate(wide, { p7: 'red7', p0: null })).toBe(false);
    expect(validate(wide, { p199: 'purple199' })).toBe(false);
    expect(validate(wide, { p7: 'red7', p3: undefined })).toBe(true);
  });

  test('is validated by own properties with the names of inherited ones', async () => {
    const names = { toString: { type: 'string' }, constructor: { type: 'string' } };
    const wide = await compile(JSON.parse(JSON.stringify({ type: 'object', properties: { ...properties, ...names } })));
    expect(validate(wide, {})).toBe(true);
    expect(validate(wide, { toString: 'a' })).toBe(true);
    expect(validate(wide, { constructor: 1 })).toBe(false);
  });

  test('may be closed', async () => {
    const wide = await compile({ type: 'object', additionalProperties: false, properties });
    expect(validate(wide, { p7: 'red7', p8: 'red8' })).toBe(true);
    expect(validate(wide, { p7: 'red7', other: 1 })).toBe(false);
    expect(validate(wide, JSON.parse('{"__proto__":1}'))).toBe(false);
  });
});

describe('properties of any name', () => {
  test('are those of the object itself', async () => {
    const map = await compile({
      type: 'object',
      additionalProperties: { type: 'string' },
      propertyNames: { maxLength: 9 },
    });
    expect(validate(map, Object.create({ inherited: 1, 'a long name that is inherited': 'a' }))).toBe(true);
    expect(validate(map, JSON.parse('{"__proto__":"a"}'))).toBe(true);
    expect(validate(map, JSON.parse('{"__proto__":1}'))).toBe(false);
    expect(validate(map, { 'a long name': 'a' })).toBe(false);
    expect(validate(map, { a: undefined })).toBe(true);
  });
});

describe('alternatives that a property distinguishes', () => {
  const branch = (kind: Json, name: string): Json => ({
    type: 'object',
    required: ['kind', name],
    properties: { kind: { const: kind }, [name]: { type: 'string' } },
  });

  test('are selected by the value of the property, also with a wrong discriminator', async () => {
    const oneOf = [branch('a', 'x'), branch(2, 'y'), branch(true, 'z'), branch(null, 'w'), { type: 'string' }];
    const union = await compile({ oneOf, discriminator: { propertyName: 'x', mapping: { a: '#/oneOf/1' } } });
    expect(
      [{ kind: 'a', x: '' }, { kind: 2, y: '' }, { kind: true, z: '' }, 'text'].map((one) => validate(union, one)),
    ).toEqual([true, true, true, true]);
    expect(validate(union, { kind: null, w: '' })).toBe(true);
    expect([{ kind: 'a', y: '' }, { kind: '2', y: '' }, { y: '' }, [], 1].map((one) => validate(union, one))).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  test('are distinguished through allOf, also three hundred of them', async () => {
    const base = { type: 'object', required: ['kind'] };
    const oneOf = Array.from({ length: 300 }, (_, index) => ({
      allOf: [
        base,
        { properties: { kind: { enum: [`k${index}`, `l${index}`] }, size: { type: 'integer', maximum: index } } },
      ],
    }));
    const union = await compile({ oneOf });
    expect(validate(union, { kind: 'l299', size: 299 })).toBe(true);
    expect(validate(union, { kind: 'l298', size: 299 })).toBe(false);
    expect(validate(union, { kind: 'other' })).toBe(false);
  });

  test('are counted if two have the same value', async () => {
    const union = await compile({ oneOf: [branch('a', 'x'), branch('a', 'y'), branch('b', 'z')] });
    expect(validate(union, { kind: 'a', x: '' })).toBe(true);
    expect(validate(union, { kind: 'a', x: '', y: '' })).toBe(false);
  });
});
