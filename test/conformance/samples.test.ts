import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from 'speccast/emitter';
import { sample } from '@speccast/emulator';
import { arbitraryCase } from './arbitrary-schema.js';
import { compileModule } from './compile-module.js';

const deepest = 60;

function depthOf(value: Json | undefined): number {
  const inner = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return 1 + Math.max(0, ...inner.map(depthOf));
}

test('a sample passes its validator, lacks required members, or there is none; it is not deep, and is the same again', async () => {
  const found = { samples: 0, none: 0 };
  const batch = fc.array(arbitraryCase, { minLength: 20, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(batch, fc.string(), async (cases, text) => {
      const schemas = Object.fromEntries(cases.map(({ schema }, index) => [`s${index}`, schema]));
      for (const [name, validator] of Object.entries(await compileModule({ schemas, formats: 'assert' }))) {
        const value = sample(validator, text);
        const lacks = validator.check(value).every(({ keyword }) => keyword === 'required');
        expect(value === undefined || validator.is(value) || lacks, JSON.stringify(schemas[name])).toBe(true);
        expect(depthOf(value)).toBeLessThan(deepest);
        expect(sample(validator, text)).toEqual(value);
        found[value === undefined ? 'none' : 'samples'] += 1;
      }
    }),
    { numRuns: 3, endOnFailure: true },
  );
  // Many of these schemas accept nothing.
  expect(found.samples).toBeGreaterThan(found.none);
}, 600_000);

const formats = [
  'date-time',
  'date',
  'time',
  'duration',
  'uuid',
  'email',
  'hostname',
  'uri',
  'uri-reference',
  'ipv4',
  'ipv6',
  'byte',
  'int64',
  'uint64',
  'int32',
  'json-pointer',
  'regex',
  'google-datetime',
  'google-duration',
];

test('texts of every known format are of that format', async () => {
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

test('numbers with a format stay in its range', async () => {
  const formatted = ['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64'];
  const schemas = Object.fromEntries(formatted.map((format) => [format, { type: 'integer', format }]));
  const validators = await compileModule({ schemas, formats: 'assert' });
  for (const validator of Object.values(validators)) expect(sample(validator, 's')).toEqual(expect.any(Number));
});

test('what leads back to itself ends where it may, and lacks a member where it may not', async () => {
  const self = { $ref: '#/$defs/n' };
  const validators = await compileModule({
    schemas: {
      list: { ...self, $defs: { n: { type: 'array', items: self } } },
      least: { ...self, $defs: { n: { oneOf: [{ type: 'array', items: self, minItems: 2 }, { type: 'null' }] } } },
      wide: {
        ...self,
        $defs: {
          n: {
            type: 'object',
            properties: Object.fromEntries([...'abcdefgh'].map((name) => [name, { type: 'array', items: self }])),
          },
        },
      },
      endless: { ...self, $defs: { n: { type: 'object', required: ['n'], properties: { n: self } } } },
    },
  });
  const found = Object.entries(validators).map(([name, validator]) => [name, sample(validator, 's') !== undefined]);
  expect(found).toEqual([
    ['list', true],
    ['least', true],
    ['wide', true],
    ['endless', true],
  ]);
});
