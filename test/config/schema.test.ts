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

/** What the schema says of a value; compiled by the validators that packages have. */
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

/** What only readConfig knows, as it compares services with each other and with where files are. */
const beyond = /overlap|this folder holds|is the package of|must be in the folder of|is a word of TypeScript/;

function isRead(value: Json): boolean {
  const diagnostics = new Diagnostics();
  readConfig({ file: 'speccast.json', folder: '/project/specs', text: JSON.stringify(value) }, diagnostics);
  return diagnostics.list.every(({ message }) => beyond.test(message));
}

interface Row {
  readonly name: string;
  readonly valid: boolean;
  readonly config: Json;
}

const rows = readYaml<readonly Row[]>(new URL('schema.yaml', import.meta.url));
/** Everything there can be. */
const full = rows[1]!.config;

function withLicense(license: string): Json {
  return { services: { pets: { spec: 'pets.yaml', package: '@acme/pets', out: '../generated/pets', license } } };
}

describe('the schema of speccast.yaml and what reads it agree', () => {
  test.each(rows)('$name: $valid', ({ valid, config }) => {
    expect({ schema: isValid(config), read: isRead(config) }).toEqual({ schema: valid, read: valid });
  });

  test.each(['(MIT OR ISC', 'MIT)', 'MITT', 'mit', 'Apache-2.0 WITH MIT', 'MIT OR AND', 'MIT OR UNLICENSED'])(
    'the licence %s is one by the schema, which knows no identifiers and counts no parentheses, and is not read',
    (license) => {
      expect({ schema: isValid(withLicense(license)), read: isRead(withLicense(license)) }).toEqual({
        schema: true,
        read: false,
      });
    },
  );

  test('whatever is changed in a configuration', () => {
    const paths = pathsOf(full).filter((path) => path.at(-1) !== 'license');
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
    const seen = { taken: 0, refused: 0 };
    fc.assert(
      fc.property(
        fc.constantFrom(...paths),
        fc.constantFrom('replace', 'remove', 'add', 'rename'),
        odd,
        (path, how, value) => {
          // `as`: what fast-check makes of JSON is JSON.
          const changed = change(full, path, { how, value: value as Json });
          const [valid, read] = [isValid(changed), isRead(changed)];
          seen[valid ? 'taken' : 'refused'] += 1;
          expect({ valid, read }, JSON.stringify(changed)).toEqual({ valid: read, read });
        },
      ),
      { numRuns: 250 },
    );
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(50);
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

  test('is shipped', () => {
    const { files, exports }: { files: readonly string[]; exports: Readonly<Record<string, unknown>> } = JSON.parse(
      readFromRoot('package.json'),
    );
    expect(files).toContain('specs/speccast.schema.json');
    expect(exports['./speccast.schema.json']).toBe('./specs/speccast.schema.json');
    expect(schema['$id']).toBe('https://unpkg.com/speccast/specs/speccast.schema.json');
  });
});

type Path = readonly (string | number)[];

function pathsOf(value: Json, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [path, ...keys.flatMap((key) => pathsOf(get(value, key), [...path, key]))];
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

/** A copy with one place changed: its value, or the entry itself. */
function change(root: Json, path: Path, { how, value }: Change): Json {
  const [key, ...rest] = path;
  if (key === undefined) return how === 'add' && isJsonObject(root) ? { ...root, [nameOf(value)]: value } : value;
  if (Array.isArray(root))
    return root.flatMap((one: Json, index) => {
      if (index !== key) return [one];
      if (rest.length === 0 && how === 'remove') return [];
      return rest.length === 0 && how === 'add' ? [one, value] : [change(one, rest, { how, value })];
    });
  const entries = Object.entries(root ?? {}).flatMap(([name, one]): [string, Json][] => {
    if (name !== key) return [[name, one]];
    if (rest.length > 0) return [[name, change(one, rest, { how, value })]];
    if (how === 'remove') return [];
    if (how === 'add')
      return [
        [name, one],
        [nameOf(value), value],
      ];
    return how === 'rename' ? [[nameOf(value), one]] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

/** A key for a value; `__proto__` would not become one by assignment. */
function nameOf(value: Json): string {
  return typeof value === 'string' && value !== '__proto__' ? value : 'more';
}
