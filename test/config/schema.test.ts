import * as fc from 'fast-check';
import { ts } from 'ts-morph';
import { beforeAll, describe, expect, test } from 'vitest';
import { compileValidators } from 'speccast';
import type { Json, JsonObject } from 'speccast/emitter';
import { Diagnostics } from '../spec/read-text.js';
import { listServiceKeys, readConfig, TOP_KEYS } from './read.js';
import { isJsonObject } from '@speccast/runtime';
import { readFromRoot } from '../rules/sources.js';
import { readYaml } from '../rows.js';

const schema: JsonObject = JSON.parse(readFromRoot('specs/speccast.schema.json'));

/** Returns whether a value matches the schema; compiled like the validators of packages. */
let isValid: (value: unknown) => boolean;

beforeAll(async () => {
  const text = JSON.stringify({ schemas: { Config: schema } });
  const { code = '', diagnostics } = await compileValidators({ text });
  expect(diagnostics).toEqual([]);
  const options = { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 } };
  const { outputText } = ts.transpileModule(code, options);
  const module: { validators: { Config: { is: (value: unknown) => boolean } } } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(outputText)}`
  );
  isValid = (value) => module.validators.Config.is(value);
});

/** Errors of readConfig that a schema cannot express: it compares services with each other and with folders. */
const inexpressible = /overlap|this folder holds|is the package of|must be in the folder of|is a word of TypeScript/;

function isAccepted(value: Json): boolean {
  const diagnostics = new Diagnostics();
  readConfig({ file: 'speccast.json', folder: '/project/specs', text: JSON.stringify(value) }, diagnostics);
  return diagnostics.list.every(({ message }) => inexpressible.test(message));
}

interface Row {
  readonly name: string;
  readonly valid: boolean;
  readonly config: Json;
}

const rows = readYaml<readonly Row[]>(new URL('schema.yaml', import.meta.url));
/** A configuration with every key. */
const fullConfig = rows[1]!.config;

function addLicense(license: string): Json {
  return { services: { pets: { spec: 'pets.yaml', package: '@acme/pets', out: '../generated/pets', license } } };
}

describe('the schema of speccast.yaml and readConfig agree', () => {
  test.each(rows)('$name: $valid', ({ valid, config }) => {
    expect({ schema: isValid(config), read: isAccepted(config) }).toEqual({ schema: valid, read: valid });
  });

  test.each(['(MIT OR ISC', 'MIT)', 'MITT', 'mit', 'Apache-2.0 WITH MIT', 'MIT OR AND', 'MIT OR UNLICENSED'])(
    'except that the schema accepts the licence %s, because it knows no identifiers and counts no parentheses',
    (license) => {
      expect({ schema: isValid(addLicense(license)), read: isAccepted(addLicense(license)) }).toEqual({
        schema: true,
        read: false,
      });
    },
  );

  test('after any change of a configuration', () => {
    const paths = listPaths(fullConfig).filter((path) => path.at(-1) !== 'license');
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(
        '',
        ' ',
        'a',
        '1.2.3',
        'v1',
        '@a/b',
        '\u0000',
        '\u0085',
        '../x',
        'x'.repeat(300),
        null,
        [],
        {},
        0,
        true,
      ),
      fc.string({ unit: 'binary' }).filter((text) => !/\p{Surrogate}/u.test(text)),
    );
    const counts = { accepted: 0, rejected: 0 };
    fc.assert(
      fc.property(
        fc.constantFrom(...paths),
        fc.constantFrom('replace', 'remove', 'add', 'rename'),
        odd,
        (path, how, value) => {
          // `as`: `jsonValue` only makes JSON.
          const changed = changeAt(fullConfig, path, { how, value: value as Json });
          const [valid, read] = [isValid(changed), isAccepted(changed)];
          counts[valid ? 'accepted' : 'rejected'] += 1;
          expect({ valid, read }, JSON.stringify(changed)).toEqual({ valid: read, read });
        },
      ),
      { numRuns: 250 },
    );
    expect(Math.min(counts.accepted, counts.rejected)).toBeGreaterThan(50);
  });
});

describe('the schema of speccast.yaml', () => {
  test('describes the keys that are read, each with a sentence and an example', () => {
    const service = at(schema, ['$defs', 'service', 'properties']);
    const top = at(schema, ['properties']);
    expect(Object.keys(top).toSorted()).toEqual(TOP_KEYS.toSorted());
    expect(Object.keys(service).toSorted()).toEqual(listServiceKeys().toSorted());
    for (const [key, value] of [...Object.entries(top), ...Object.entries(service)]) {
      const { description, examples } = isJsonObject(value) ? value : {};
      expect(String(description), key).toMatch(/^[A-Z].*(?:\.|…)$/);
      expect(Array.isArray(examples) && examples.length > 0, key).toBe(true);
    }
  });

  test('is named by the first line of the configurations here and of new projects', () => {
    expect(readFromRoot('specs/speccast.yaml')).toMatch(/^# yaml-language-server: \$schema=speccast\.schema\.json\n/);
    expect(readFromRoot('templates/init/specs/speccast.yaml')).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/node_modules\/speccast\/specs\/speccast\.schema\.json\n/,
    );
  });

  test('is published', () => {
    const { files, exports }: { files: readonly string[]; exports: Readonly<Record<string, unknown>> } = JSON.parse(
      readFromRoot('package.json'),
    );
    expect(files).toContain('specs/speccast.schema.json');
    expect(exports['./speccast.schema.json']).toBe('./specs/speccast.schema.json');
    expect(schema['$id']).toBe('https://unpkg.com/speccast/specs/speccast.schema.json');
  });
});

type Path = readonly (string | number)[];

function listPaths(value: Json, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [path, ...keys.flatMap((key) => listPaths(get(value, key), [...path, key]))];
}

function get(value: Json, key: string | number): Json {
  const found = Array.isArray(value) ? value[Number(key)] : isJsonObject(value) ? value[key] : undefined;
  return found ?? null;
}

function at(value: Json, path: Path): JsonObject {
  const found = path.reduce(get, value);
  return isJsonObject(found) ? found : {};
}

interface Change {
  readonly how: 'replace' | 'remove' | 'add' | 'rename';
  readonly value: Json;
}

/** Copies a value with a change at a path: a replaced, removed, added or renamed entry. */
function changeAt(root: Json, path: Path, { how, value }: Change): Json {
  const [key, ...rest] = path;
  if (key === undefined) return how === 'add' && isJsonObject(root) ? { ...root, [toKey(value)]: value } : value;
  if (Array.isArray(root))
    return root.flatMap((one: Json, index) => {
      if (index !== key) return [one];
      if (rest.length === 0 && how === 'remove') return [];
      return rest.length === 0 && how === 'add' ? [one, value] : [changeAt(one, rest, { how, value })];
    });
  const entries = Object.entries(root ?? {}).flatMap(([name, one]): [string, Json][] => {
    if (name !== key) return [[name, one]];
    if (rest.length > 0) return [[name, changeAt(one, rest, { how, value })]];
    if (how === 'remove') return [];
    if (how === 'add')
      return [
        [name, one],
        [toKey(value), value],
      ];
    return how === 'rename' ? [[toKey(value), one]] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

/** Converts a value to a key. `__proto__` is replaced, because an object literal does not add it as a key. */
function toKey(value: Json): string {
  return typeof value === 'string' && value !== '__proto__' ? value : 'more';
}
