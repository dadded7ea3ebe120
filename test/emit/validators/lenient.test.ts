import { transformSync } from 'esbuild';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { compileValidators, printDiagnostic } from 'speccast';
import type { Json, JsonObject } from 'speccast/emitter';
import type { CheckLeniently, Validator, Issue } from '@speccast/runtime/validators';
import { isJsonObject } from '@speccast/runtime';
import { sampleSchema } from '@speccast/runtime/samples';
import { realistic } from '../../../templates/emulator/values/samples/realistic.js';
import { arbitraryCase } from '../../conformance/arbitrary-schema.js';
import { bundle, readPackage } from './emit-package.js';
import { readRows } from '../../rows.js';

const { data } = readRows(import.meta.url);

interface Lenient {
  readonly validators: Readonly<Record<string, Validator<unknown>>>;
  readonly checkLeniently: CheckLeniently;
}

async function compileLeniently(schemas: Readonly<Record<string, Json>>): Promise<Lenient> {
  const { code, diagnostics } = await compileValidators({ text: JSON.stringify({ schemas }), lenient: true });
  if (code === undefined) throw new Error(diagnostics.map(printDiagnostic).join('\n'));
  const { code: script } = transformSync(code, { loader: 'ts', format: 'esm', target: 'es2022' });
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(script)}`);
}

function show({ path, keyword, message }: Issue): string {
  return `${path.join('.')} ${keyword}: ${message}`;
}

interface Case {
  readonly schema: Json;
  readonly value: Json;
  readonly issues?: readonly string[];
  readonly drift?: readonly string[];
}

const cases = data<Readonly<Record<string, Case>>>('cases');

describe('checkLeniently', () => {
  let lenient: Lenient;

  beforeAll(async () => {
    lenient = await compileLeniently(
      Object.fromEntries(Object.entries(cases).map(([name, one]) => [name, one.schema])),
    );
  });

  test.each(Object.entries(cases))('%s', (name, { value, issues = [], drift = [] }) => {
    const validator = lenient.validators[name];
    if (validator === undefined) throw new Error(`no schema ${name}`);
    const found = lenient.checkLeniently(validator, value);
    expect({ issues: found.issues.map(show), drift: found.drift.map(show) }).toEqual({ issues, drift });
  });

  test('lists at most as much drift as issues', async () => {
    const { validators, checkLeniently } = await compileLeniently({ list: { items: { enum: ['a'] } } });
    const { list } = validators;
    if (list === undefined) throw new Error('no list');
    const value = Array.from({ length: 200 }, (_, index) => `b${index}`);
    expect(checkLeniently(list, value).drift).toHaveLength(100);
    expect(checkLeniently(list, value, { limit: 3 }).drift).toHaveLength(3);
    expect(checkLeniently(list, value.map(Number), { limit: 1 }).issues).toHaveLength(1);
  });

  test('finds no issues in a value that is valid', async () => {
    const batch = fc.array(arbitraryCase, { minLength: 20, maxLength: 40 });
    let matching = 0;
    await fc.assert(
      fc.asyncProperty(batch, async (all) => {
        const schemas = Object.fromEntries(all.map(({ schema }, index) => [`s${index}`, schema]));
        const { validators, checkLeniently } = await compileLeniently(schemas);
        for (const [index, { schema, values }] of all.entries()) {
          const validator = validators[`s${index}`];
          for (const value of values.filter((one) => validator?.is(one))) {
            if (validator === undefined) continue;
            matching += 1;
            const { issues, drift } = checkLeniently(validator, value);
            const strange = drift.filter(({ keyword }) => keyword !== 'additionalProperties');
            expect([issues, strange], JSON.stringify({ schema, value })).toEqual([[], []]);
          }
        }
      }),
      { numRuns: 4 },
    );
    expect(matching).toBeGreaterThan(100);
  }, 3_600_000);
});

interface Sampled {
  readonly name: string;
  readonly validator: Validator<unknown>;
  readonly value: Json;
}

describe.each(['video-platform', 'ad-reporting'])('in %s', (service) => {
  let checkLeniently: CheckLeniently;
  let samples: readonly Sampled[];

  beforeAll(async () => {
    const sources = readPackage(service);
    const validators = await import(/* @vite-ignore */ await bundle(sources, 'validators/index.ts'));
    ({ checkLeniently } = validators);
    const document: JsonObject = JSON.parse(sources.get('openapi.json') ?? '');
    const names = Object.keys(Object(document['components']).schemas);
    samples = names.flatMap((name) => {
      const validator: Validator<unknown> | undefined = validators[name];
      const value = sample(`#/components/schemas/${name}`, document);
      return value !== undefined && validator?.is(value) ? [{ name, validator, value }] : [];
    });
  });

  test('samples of the models have neither issues nor drift', () => {
    expect(samples.length).toBeGreaterThan(10);
    const found = samples.map(({ name, validator, value }) => ({ name, ...checkLeniently(validator, value) }));
    expect(found.filter(({ issues, drift }) => issues.length + drift.length > 0)).toEqual([]);
  });

  test('an added property is never an issue, wherever it is', () => {
    const drift = samples.flatMap(({ name, validator, value }) =>
      listVariants(value, (one) => (isJsonObject(one) ? [{ ...one, 'brand new': 1 }] : [])).map((variant) => {
        const found = checkLeniently(validator, variant);
        expect([name, isInMap(validator, variant) ? [] : found.issues]).toEqual([name, []]);
        return found.drift.map(({ path }) => path.at(-1));
      }),
    );
    expect(drift.filter((names) => names.length > 1)).toEqual([]);
    expect(new Set(drift.flat())).toEqual(new Set(['brand new']));
    expect(drift.filter((names) => names.length === 1).length).toBeGreaterThan(drift.length / 2);
  });

  test('an unknown value of an enum is drift and not an issue', () => {
    const variants = samples.flatMap(({ name, validator, value }) =>
      listVariants(value, (one) => (typeof one === 'string' ? ['brandNew'] : [])).flatMap((variant) => {
        const [issue, ...others] = validator.check(variant);
        return issue?.keyword === 'enum' && others.length === 0 ? [{ name, validator, variant, issue }] : [];
      }),
    );
    expect(variants.length).toBeGreaterThan(5);
    for (const { name, validator, variant, issue } of variants)
      expect([name, checkLeniently(validator, variant)]).toEqual([name, { issues: [], drift: [issue] }]);
  });
});

/** Returns whether the new property is a key of a map, whose values have a schema. */
function isInMap(validator: Validator<unknown>, variant: Json): boolean {
  const judged = validator.check(variant).filter(({ path }) => path.at(-1) === 'brand new');
  return judged.some(({ keyword }) => keyword !== 'additionalProperties');
}

function sample(id: string, document: JsonObject): Json | undefined {
  let number = 0;
  return sampleSchema(
    { $ref: id },
    { style: realistic, root: document, next: () => number++, attempt: 0, depth: 0, budget: { left: 1000 } },
  );
}

/** Lists copies of a value in which one part is replaced, for each part and each replacement. */
function listVariants(value: Json, replace: (one: Json) => readonly Json[]): readonly Json[] {
  const own = replace(value);
  if (Array.isArray(value))
    return [
      ...own,
      ...value.flatMap((item: Json, index) => listVariants(item, replace).map((one) => value.with(index, one))),
    ];
  if (!isJsonObject(value)) return own;
  const inner = Object.entries(value).flatMap(([key, item]) =>
    listVariants(item, replace).map((one) => ({ ...value, [key]: one })),
  );
  return [...own, ...inner];
}
