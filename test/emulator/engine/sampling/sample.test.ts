import { sample } from '@speccast/emulator';
import type { Json, JsonObject } from '@speccast/runtime';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../rows.js';
import { interpret } from '../../../conformance/interpreter.js';
import { createSchemaValidator } from '../create-schema-validator.js';

const { schemas, endless, patterns, tried } = readYaml<{
  readonly schemas: readonly { readonly name: string; readonly schema: Json }[];
  readonly endless: readonly { readonly name: string; readonly schema: Json }[];
  readonly patterns: readonly string[];
  readonly tried: readonly { readonly name: string; readonly schema: JsonObject }[];
}>(new URL('sample.yaml', import.meta.url));

describe('samples match their schemas', () => {
  test.each(schemas)('$name', ({ schema }) => {
    const value = sample(createSchemaValidator(schema), 'seed');
    expect(value).not.toBeUndefined();
    expect(interpret(schema, value ?? null)).toBe(true);
  });

  test('the same seed results in the same sample, and another seed in another', () => {
    const schema = createSchemaValidator({
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'integer', minimum: 0, maximum: 1_000_000 } },
    });
    expect(sample(schema, 'x')).toEqual(sample(schema, 'x'));
    expect(sample(schema, 'x')).not.toEqual(sample(schema, 'y'));
  });

  test('rows have different enum values, times in order, and base64 if `contentEncoding` says so', () => {
    const time = { type: 'string', format: 'date-time' };
    const schema = createSchemaValidator({
      type: 'object',
      required: ['state'],
      properties: {
        state: { enum: ['draft', 'live', 'gone'], default: 'live' },
        deletedAt: time,
        createdAt: time,
        due: { type: 'string', format: 'date' },
        blob: { type: 'string', contentEncoding: 'base64', minLength: 20, maxLength: 30 },
      },
    });
    const rows = [1, 2, 3].map((number) => Object(sample(schema, `1 things ${number}`)));
    expect(rows.map(({ state }) => state)).toEqual(['live', 'gone', 'draft']);
    for (const { createdAt, deletedAt, due, blob } of rows) {
      expect([createdAt < deletedAt, createdAt.slice(0, 10) <= due]).toEqual([true, true]);
      expect([atob(blob).length > 0, blob.length >= 20 && blob.length <= 30]).toEqual([true, true]);
    }
  });

  test('examples and defaults are preferred, if they are valid', () => {
    expect(sample(createSchemaValidator({ type: 'string', examples: ['Emma'] }), 's')).toBe('Emma');
    expect(sample(createSchemaValidator({ type: 'string', default: 'public' }), 's')).toBe('public');
    expect(sample(createSchemaValidator({ type: 'integer', examples: ['no integer'] }), 's')).toEqual(
      expect.any(Number),
    );
  });

  test.each(endless)('$name: there is no sample, or a valid one', ({ schema }) => {
    const value = sample(createSchemaValidator(schema), 's');
    expect(value === undefined || interpret(schema, value)).toBe(true);
  });
});

describe('patterns', () => {
  test.each(patterns)('a text for %s', (pattern) => {
    for (let seed = 0; seed < 20; seed += 1)
      expect(sample(createSchemaValidator({ type: 'string', pattern }), `${seed}`)).toMatch(new RegExp(pattern, 'u'));
  });

  test.each(tried)('$name is matched by trying texts', ({ schema }) => {
    for (let seed = 0; seed < 20; seed += 1) {
      const text = sample(createSchemaValidator({ type: 'string', ...schema }), `${seed}`);
      expect(text).toEqual(expect.any(String));
      expect(interpret({ type: 'string', ...schema }, text ?? null)).toBe(true);
    }
  });

  test('sampling ends for any pattern', () => {
    // The interpreter throws on invalid patterns, so `is` replaces it.
    const samplePattern = (pattern: string) =>
      sample({ ...createSchemaValidator({ type: 'string', pattern }), is }, 's');
    const is = (value: unknown): value is unknown => typeof value === 'string';
    fc.assert(
      fc.property(fc.stringMatching(/^[ab|()[\]{}*+?.\\^$0-9,-]{0,30}$/), (pattern) => void samplePattern(pattern)),
    );
    expect(String(samplePattern('((((a{200}){200}){200}){200}){200}')).length).toBeLessThan(1_000_000);
  });
});

describe('a member has a value that fits its name', () => {
  const { names, forms } = readYaml<Readonly<Record<'names' | 'forms', Readonly<Record<string, string>>>>>(
    new URL('named-values.yaml', import.meta.url),
  );
  const seeds = ['a', 'b', 'c'];
  const member = (name: string, schema: JsonObject, seed: string): unknown =>
    Object(sample(createSchemaValidator({ type: 'object', required: [name], properties: { [name]: schema } }), seed))[
      name
    ];

  test.each(Object.entries(names))('%s', (name, want) => {
    for (const seed of seeds) expect(member(name, { type: 'string' }, seed)).toMatch(new RegExp(want));
  });

  test.each(Object.entries(forms))('%s with the pattern %s', (name, pattern) => {
    for (const seed of seeds) expect(member(name, { type: 'string', pattern }, seed)).toMatch(new RegExp(pattern));
  });

  test('latitude is a number up to 60', () => {
    const latitudes = Array.from({ length: 20 }, (_, seed) =>
      Number(member('latitude', { type: 'number' }, `${seed}`)),
    );
    expect(Math.max(...latitudes.map(Math.abs))).toBeLessThanOrEqual(60);
  });

  test('times are in order: created, updated, closed', () => {
    const time = { type: 'string', format: 'date-time' };
    const properties = { closedOn: time, updated_at: time, createdAt: time };
    for (const seed of seeds) {
      const {
        createdAt,
        updated_at: updatedAt,
        closedOn,
      } = Object(
        sample(createSchemaValidator({ type: 'object', required: Object.keys(properties), properties }), seed),
      );
      expect([createdAt < updatedAt, updatedAt < closedOn]).toEqual([true, true]);
    }
  });
});
