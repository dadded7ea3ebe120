import * as ads from '@speccast/ad-reporting/validators';
import * as video from '@speccast/video-platform/validators';
import { beforeAll, describe, expect, test } from 'vitest';
import { isJsonObject } from '@speccast/runtime';
import type { Json, JsonObject } from 'speccast/emitter';
import { sample } from '@speccast/emulator';
import { compileModule } from '../conformance/compile-module.js';
import { fromTarget } from '../conformance/from-target.js';

const targets = ['draft-2020-12', 'draft-07', 'openapi-3.0', 'openapi-3.1'] as const;

const SLOW = 120_000;

/** Lists the validators that a package exports; one with several names is listed once. */
function listValidators(exported: object): readonly (readonly [string, video.Validator<unknown>])[] {
  const seen = new Set<unknown>();
  return Object.entries(exported).filter((entry): entry is [string, video.Validator<unknown>] => {
    const [, one] = entry;
    const isNew = typeof one === 'object' && one !== null && '~standard' in one && !seen.has(one);
    seen.add(one);
    return isNew;
  });
}

/** Lists a value and its variants, each with one member left out or of another type, at any depth. */
function listVariants(value: Json): readonly Json[] {
  if (!isJsonObject(value) && !Array.isArray(value)) return [value, null, 'no', 1.5, [], {}];
  const inside = Object.entries(value).flatMap(([key, one]) =>
    listVariants(one).map((other) => (Array.isArray(value) ? [other] : { ...value, [key]: other })),
  );
  const without = Array.isArray(value)
    ? []
    : Object.keys(value).map((name) => Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)));
  return [value, null, 'no', ...without, ...inside];
}

/** Keywords of rules that JSON Schema cannot express: between parameters, and for lengths in bytes. */
const RULES = new Set(['exactlyOne', 'atMostOne', 'excludes', 'requires', 'lengths']);

/** Collects the schemas of validators in all targets under unique names. Equal schemas, as most are in several targets, share a name. */
function collectSchemas(validators: ReturnType<typeof listValidators>): {
  readonly schemas: Readonly<Record<string, Json>>;
  /** Returns the name of the schema of a validator in a target. */
  readonly name: (one: video.Validator<unknown>, target: (typeof targets)[number]) => string;
} {
  const names = new Map<string, string>();
  const read = (one: video.Validator<unknown>, target: (typeof targets)[number]): string => {
    // `as`: Standard JSON Schema types a schema as an object with unknown members.
    const schema = one['~standard'].jsonSchema.input({ target }) as JsonObject;
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
    return JSON.stringify(fromTarget(schema, target));
  };
  for (const [, one] of validators)
    for (const target of targets) {
      const text = read(one, target);
      if (!names.has(text)) names.set(text, `schema${names.size}`);
    }
  const schemas = Object.fromEntries(Array.from(names, ([text, name]) => [name, JSON.parse(text)]));
  return { schemas, name: (one, target) => names.get(read(one, target)) ?? '' };
}

describe.each([
  ['video-platform', video],
  ['ad-reporting', ads],
] as const)('%s', (_, exported) => {
  const validators = listValidators(exported);
  const { schemas, name: nameSchema } = collectSchemas(validators);
  let compiled: Awaited<ReturnType<typeof compileModule>>;

  beforeAll(async () => {
    compiled = await compileModule({ schemas, formats: 'assert' });
  }, SLOW);

  test.each(targets)('JSON Schemas in %s accept the same values as their validators', (target) => {
    const counts = { accepted: 0, rejected: 0 };
    const different: unknown[] = [];
    for (const [name, one] of validators) {
      const schema = compiled[nameSchema(one, target)];
      const values = listVariants(sample(one, name) ?? {});
      const step = Math.ceil(values.length / 100);
      for (const value of values.filter((_value, index) => index % step === 0)) {
        const want =
          one.rules === undefined ? one.is(value) : one.check(value).every(({ keyword }) => RULES.has(keyword));
        if (schema?.is(value) !== want) different.push([name, want, value]);
        counts[want ? 'accepted' : 'rejected'] += 1;
      }
    }
    expect(different).toEqual([]);
    expect(counts.accepted).toBeGreaterThan(validators.length / 2);
    expect(counts.rejected).toBeGreaterThan(counts.accepted / 10);
  });

  test.each(targets)('a schema in %s is a new object each time, and the same as input and output', (target) => {
    for (const [, one] of validators.slice(0, 20)) {
      const { input, output } = one['~standard'].jsonSchema;
      const first = JSON.stringify(input({ target }));
      for (const part of Object.values(input({ target }))) if (Array.isArray(part)) part.length = 0;
      expect(JSON.stringify(output({ target, libraryOptions: {} }))).toBe(first);
    }
  });
});
