import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from 'speccast/emitter';
import { sample } from '@speccast/emulator';
import { readRows } from '../rows.js';
import { arbitraryBatch } from './arbitrary-schema.js';
import { compileCases, compileModule } from './compile-module.js';

const { data } = readRows(import.meta.url);

const deepest = 60;

function measureDepth(value: Json | undefined): number {
  const inner = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return 1 + Math.max(0, ...inner.map(measureDepth));
}

test('a sample is valid or lacks required members, or there is none; it is not deep, and always the same', async () => {
  const found = { samples: 0, none: 0 };
  await fc.assert(
    fc.asyncProperty(arbitraryBatch, fc.string(), async (cases, text) => {
      for (const { schema, validator } of await compileCases(cases)) {
        const value = sample(validator, text);
        const lacks = validator.check(value).every(({ keyword }) => keyword === 'required');
        expect(value === undefined || validator.is(value) || lacks, JSON.stringify(schema)).toBe(true);
        expect(measureDepth(value)).toBeLessThan(deepest);
        expect(sample(validator, text)).toEqual(value);
        found[value === undefined ? 'none' : 'samples'] += 1;
      }
    }),
    { numRuns: 3, endOnFailure: true },
  );
  // Many of these schemas accept nothing.
  expect(found.samples).toBeGreaterThan(found.none);
}, 600_000);

test('samples of strings match every known format', async () => {
  const formats = data<readonly string[]>('formats of strings');
  const schemas = Object.fromEntries(formats.map((format) => [format, { type: 'string', format }]));
  const validators = await compileModule({ schemas, formats: 'assert' });
  const none = formats.flatMap((format) => {
    const validator = validators[format];
    return Array.from({ length: 50 }, (_item, index) => `${format} ${index}`).filter(
      (text) => validator === undefined || sample(validator, text) === undefined,
    );
  });
  expect(none).toEqual([]);
});

test('samples of numbers with a format are in its range', async () => {
  const formatted = data<readonly string[]>('formats of numbers');
  const schemas = Object.fromEntries(formatted.map((format) => [format, { type: 'integer', format }]));
  const validators = await compileModule({ schemas, formats: 'assert' });
  for (const validator of Object.values(validators)) expect(sample(validator, 's')).toEqual(expect.any(Number));
});

test('samples of recursive schemas are finite, and lack a member if they have to', async () => {
  const schemas = data<Readonly<Record<string, Json>>>('recursive schemas');
  const validators = await compileModule({ schemas });
  const none = Object.entries(validators).filter(([, validator]) => sample(validator, 's') === undefined);
  expect([Object.keys(validators), none]).toEqual([Object.keys(schemas), []]);
});
