import { sample } from '@speccast/emulator';
import type { Json, JsonObject } from '@speccast/runtime';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../rows.js';
import { numbersFrom } from '../../../../templates/emulator/engine/sampling/ids.js';
import { samplePattern } from '../../../../templates/emulator/engine/sampling/sample-pattern.js';
import { sampleString } from '../../../../templates/emulator/engine/sampling/sample-string.js';
import { interpret } from '../../../conformance/interpreter.js';
import { schemaValidator } from '../schema-validator.js';

const { schemas, endless, patterns, tried } = readYaml<{
  readonly schemas: readonly { readonly name: string; readonly schema: Json }[];
  readonly endless: readonly { readonly name: string; readonly schema: Json }[];
  readonly patterns: readonly string[];
  readonly tried: readonly { readonly name: string; readonly schema: JsonObject }[];
}>(new URL('sample.yaml', import.meta.url));

describe('samples match their schemas', () => {
  test.each(schemas)('$name', ({ schema }) => {
    const value = sample(schemaValidator(schema), 'seed');
    expect(value).not.toBeUndefined();
    expect(interpret(schema, value ?? null)).toBe(true);
  });

  test('the same text gives the same sample, another text another', () => {
    const schema = schemaValidator({
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'integer', minimum: 0, maximum: 1_000_000 } },
    });
    expect(sample(schema, 'x')).toEqual(sample(schema, 'x'));
    expect(sample(schema, 'x')).not.toEqual(sample(schema, 'y'));
  });

  test('rows differ in the values of their enums, are in order of time, and have base64 where it is asked for', () => {
    const time = { type: 'string', format: 'date-time' };
    const schema = schemaValidator({
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

  test('examples and defaults come first, where they are allowed', () => {
    expect(sample(schemaValidator({ type: 'string', examples: ['Emma'] }), 's')).toBe('Emma');
    expect(sample(schemaValidator({ type: 'string', default: 'public' }), 's')).toBe('public');
    expect(sample(schemaValidator({ type: 'integer', examples: ['no integer'] }), 's')).toEqual(expect.any(Number));
  });

  test.each(endless)('there is none where $name, or one that is right', ({ schema }) => {
    const value = sample(schemaValidator(schema), 's');
    expect(value === undefined || interpret(schema, value)).toBe(true);
  });
});

describe('patterns', () => {
  test.each(patterns)('a text for %s', (pattern) => {
    for (let seed = 0; seed < 20; seed += 1)
      expect(samplePattern(pattern, numbersFrom(`${seed}`))).toMatch(new RegExp(pattern, 'u'));
  });

  test.each(tried)('$name is met by trying', ({ schema }) => {
    for (let seed = 0; seed < 20; seed += 1)
      expect(interpret({ type: 'string', ...schema }, sampleString(schema, numbersFrom(`${seed}`)))).toBe(true);
  });

  test('whatever the pattern, it ends', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[ab|()[\]{}*+?.\\^$0-9,-]{0,30}$/),
        (pattern) => void samplePattern(pattern, numbersFrom('s')),
      ),
    );
    expect(samplePattern('((((a{200}){200}){200}){200}){200}', numbersFrom('s'))?.length).toBeLessThan(1_000_000);
  });
});
