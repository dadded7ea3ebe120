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

/** The validators that a package exports, each once. */
function validatorsOf(exported: object): readonly (readonly [string, video.Validator<unknown>])[] {
  const seen = new Set<unknown>();
  return Object.entries(exported).filter((entry): entry is [string, video.Validator<unknown>] => {
    const [, one] = entry;
    const isNew = typeof one === 'object' && one !== null && '~standard' in one && !seen.has(one);
    seen.add(one);
    return isNew;
  });
}

/** A value and what it becomes with one part of it left out or of another type, at every depth. */
function variants(value: Json): readonly Json[] {
  if (!isJsonObject(value) && !Array.isArray(value)) return [value, null, 'no', 1.5, [], {}];
  const inside = Object.entries(value).flatMap(([key, one]) =>
    variants(one).map((other) => (Array.isArray(value) ? [other] : { ...value, [key]: other })),
  );
  const without = Array.isArray(value) ? [] : Object.keys(value).map((name) => omit(value, name));
  return [value, null, 'no', ...without, ...inside];
}

/** At most a hundred values, of all depths alike. */
function pick(values: readonly Json[]): readonly Json[] {
  const step = Math.ceil(values.length / 100);
  return values.filter((_, index) => index % step === 0);
}

/** The rules between parameters and for lengths, which JSON Schema has no words for. */
const RULES = new Set(['exactlyOne', 'atMostOne', 'excludes', 'requires', 'lengths']);

/** Says if a value is valid but for such rules. */
function acceptsBySchema(one: video.Validator<unknown>, value: Json): boolean {
  return one.rules === undefined ? one.is(value) : one.check(value).every(({ keyword }) => RULES.has(keyword));
}

function omit(value: JsonObject, name: string): Json {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

/** The schemas of validators in all targets, by names that those have in one module: most are alike in several targets. */
function findSchemas(validators: ReturnType<typeof validatorsOf>): {
  readonly schemas: Readonly<Record<string, Json>>;
  readonly name: (one: video.Validator<unknown>, target: (typeof targets)[number]) => string;
} {
  const names = new Map<string, string>();
  const read = (one: video.Validator<unknown>, target: (typeof targets)[number]): string => {
    // The standard types a schema as an object of unknowns; it is JSON.
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
  const validators = validatorsOf(exported);
  const find = findSchemas(validators);
  let compiled: Awaited<ReturnType<typeof compileModule>>;

  beforeAll(async () => {
    compiled = await compileModule({ schemas: find.schemas, formats: 'assert' });
  }, SLOW);

  test.each(targets)('each JSON Schema accepts in %s what its validator accepts', (target) => {
    const asked = { accepted: 0, refused: 0 };
    const different: unknown[] = [];
    for (const [name, one] of validators) {
      const schema = compiled[find.name(one, target)];
      for (const value of pick(variants(sample(one, name) ?? {}))) {
        const want = acceptsBySchema(one, value);
        if (schema?.is(value) !== want) different.push([name, want, value]);
        asked[want ? 'accepted' : 'refused'] += 1;
      }
    }
    expect(different).toEqual([]);
    expect(asked.accepted).toBeGreaterThan(validators.length / 2);
    expect(asked.refused).toBeGreaterThan(asked.accepted / 10);
  });

  test.each(targets)('a schema in %s is a new object each time, the same both ways', (target) => {
    for (const [, one] of validators.slice(0, 20)) {
      const { input, output } = one['~standard'].jsonSchema;
      const first = JSON.stringify(input({ target }));
      for (const part of Object.values(input({ target }))) if (Array.isArray(part)) part.length = 0;
      expect(JSON.stringify(output({ target, libraryOptions: {} }))).toBe(first);
    }
  });
});
