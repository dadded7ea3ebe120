import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Diagnostics, type SpecDocument, head, read } from './read-text.js';
import { readApi } from '../api/lower.js';
import { readRows } from '../rows.js';
import type { JsonObject } from 'speccast/emitter';

const { data, table } = readRows(import.meta.url);

function readRepaired(
  text: string,
  files: Readonly<Record<string, string>> = {},
): { document: SpecDocument; messages: readonly string[] } {
  const { document, messages } = read(text, { repairs: true, files });
  if (document === undefined) throw new Error(messages.join('\n'));
  return { document, messages };
}

describe('repairs never remove protection:', () => {
  table('%s', (security: string, want: readonly JsonObject[]) => {
    const components = 'components: { securitySchemes: { key: { type: apiKey, name: key, in: query } } }';
    expect(readRepaired(`${head}paths: {}\n${security}\n${components}\n`).document.root['security']).toEqual(want);
  });

  const key = 'key: { type: apiKey, name: key, in: query }';
  table(
    'a scheme that is not declared is %s',
    (_: string, schemes: string, root: string, want: unknown, done: string) => {
      const paths = 'paths: { /a: { get: { security: [{ auth: [] }], responses: {} } } }';
      const { document, messages } = readRepaired(
        `${head}${paths}\nsecurity: ${root}\ncomponents: { securitySchemes: { ${schemes} } }\n`,
      );
      expect(document.root['paths']).toMatchObject({ '/a': { get: { security: want } } });
      expect(messages.filter((one) => one.includes('"auth"'))).toEqual([
        `api.yaml:3:36 warning unknown-security-scheme: there is no security scheme "auth"; ${done}`,
      ]);
    },
  );

  test('of several schemes that are required together, the declared ones are kept', () => {
    const components = `components: { securitySchemes: { ${key} } }`;
    const { document, messages } = readRepaired(`${head}paths: {}\nsecurity: [{ key: [], nil: [] }]\n${components}\n`);
    expect(document.root['security']).toEqual([{ key: [] }]);
    expect(messages).toEqual([
      'api.yaml:4:23 warning unknown-security-scheme: there is no security scheme "nil"; it is left out',
    ]);
  });

  test('without components, the required schemes are declared', () => {
    const { document } = readRepaired(`${head}paths: {}\nsecurity: [{ key: [], other: [] }]\n`);
    const stand = { type: 'http', scheme: 'undescribed' };
    expect(document.root['components']).toEqual({ securitySchemes: { key: stand, other: stand } });
  });

  test('a scope without a description is a scope', () => {
    const flows = "{ password: { tokenUrl: 'https://a.example', scopes: { read: , write: null, none: 1 } } }";
    const components = `components: { securitySchemes: { o: { type: oauth2, flows: ${flows} } } }`;
    const { messages } = readRepaired(`${head}paths: {}\nsecurity: [{ o: [read, write, ''] }]\n${components}\n`);
    expect(messages).toEqual([
      'api.yaml:5:142 warning wrong-type: "scopes.none" must be a string, not a number; it is read as "1"',
    ]);
  });

  test.each(['../other.yaml', 'https://other.example/a.yaml', '/etc/passwd', 'file:///etc/passwd'])(
    'a reference to %s is an error',
    (reference) => {
      const { document, messages } = read(`${head}components: { schemas: { A: { $ref: '${reference}' } } }\n`, {
        repairs: true,
      });
      expect(document).toBeUndefined();
      expect(messages.join('\n')).toContain('error disallowed-reference');
    },
  );

  test.each(['../other.md', 'https://other.example/a.md', '/etc/passwd'])(
    'a description in %s is not read',
    (reference) => {
      const text = `openapi: 3.1.0\ninfo: { title: A, version: '1', description: { $ref: '${reference}' } }\npaths: {}\n`;
      const { document } = readRepaired(text, { [reference]: 'secret', '../other.md': 'secret' });
      expect(document.root['info']).toEqual({ title: 'A', version: '1' });
    },
  );
});

describe('a document that cannot be understood at all is an error, also with repairs', () => {
  test.each([
    ['openapi: 3.1.0\ninfo: { title: A, version: "1" }\n', 'missing-field'],
    ['openapi: 4.0.0\npaths: {}\n', 'unsupported-version'],
    ['{ "paths": {} }', 'missing-field'],
    ['[]', 'wrong-type'],
    [`${head}paths: { /a: {`, 'invalid-yaml'],
  ])('%s', (text, code) => {
    const { document, messages } = read(text, { repairs: true });
    expect(document).toBeUndefined();
    expect(messages.join('\n')).toContain(`error ${code}`);
  });
});

describe('references where OpenAPI allows none', () => {
  const paths = `${head}paths: { /a: { get: { $ref: 'a.yaml#/get' } } }\n`;

  test('are followed if their target fits', () => {
    const { document, messages } = readRepaired(paths, {
      'a.yaml': 'get: { operationId: a, responses: { 200: { description: A. } } }',
    });
    expect(document.root['paths']).toMatchObject({ '/a': { get: { operationId: 'a' } } });
    expect(messages).toEqual([
      'api.yaml:3:23 warning misplaced-reference: a "$ref" is not allowed here; it is followed',
    ]);
  });

  test('are left out if their target does not fit', () => {
    const { messages } = readRepaired(paths, { 'a.yaml': 'get: { a: 1 }' });
    expect(messages).toEqual([
      'api.yaml:3:23 warning misplaced-reference: a "$ref" is not allowed here; it is left out',
    ]);
  });

  test('that form a circle are not followed', () => {
    const { document } = readRepaired(
      `${head}components:\n  schemas:\n    A: { properties: { $ref: '#/components/schemas/B/properties' } }\n    B: { properties: { x: { properties: { $ref: '#/components/schemas/A/properties' } } } }\n`,
    );
    expect(JSON.stringify(document.root)).toContain('"x"');
  });

  test('are errors without repairs', () => {
    const { messages } = read(paths, {
      files: { 'a.yaml': 'get: { operationId: a, responses: { 200: { description: A. } } }' },
    });
    expect(messages).toEqual(['api.yaml:3:23 error misplaced-reference: a "$ref" is not allowed here']);
  });
});

test('ten thousand faults are repaired and reported one by one', () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `    A${index}: { type: strng }`);
  const { messages } = readRepaired(`${head}components:\n  schemas:\n${names.join('\n')}\n`);
  expect(messages).toHaveLength(10_000);
  expect(messages.at(-1)).toBe(
    'api.yaml:10004:20 warning invalid-value: "type" cannot be "strng"; did you mean "string"? It is left out.',
  );
});

test('a fault that another repair reveals is repaired, too', () => {
  const { messages } = readRepaired(
    `${head}paths:\n  /a:\n    get:\n      parameters: [{ $ref: '#/components/parameters/P' }]\n      responses: { 200: { description: A. } }\ncomponents: { parameters: { P: { in: query, schema: {} } } }\n`,
  );
  expect(messages).toEqual([
    'api.yaml:6:28 warning unknown-reference: "#/components/parameters/P" does not exist; the parameter is left out',
    'api.yaml:8:32 warning missing-field: a parameter needs "name"; the parameter is left out',
  ]);
});

/** A correct document, whose values the test below replaces. */
const sound = data<JsonObject>('sound');

const strangeValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    '',
    'x',
    [],
    {},
    [null],
    [{}],
    { $ref: '#/a' },
    { $ref: '#/components/schemas/A' },
    { $ref: '#/paths/~1a~1{id}' },
    { x: { $ref: '#' } },
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Lists the paths to all values inside a value: `[['a'], ['a', 'b']]` for `{ a: { b: 1 } }`. */
function listPaths(value: unknown, steps: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[...steps, key], ...listPaths(inner, [...steps, key])]);
}

test('a document with any values replaced is read, or rejected with errors', () => {
  const all = listPaths(sound);
  const changes = fc.array(fc.record({ at: fc.nat({ max: all.length - 1 }), value: strangeValue }), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(changes, (list) => {
      const document: unknown = structuredClone(sound);
      for (const { at, value } of list) replaceAt(document, all[at]!, structuredClone(value));
      const diagnostics = new Diagnostics();
      const found = readApi({ spec: { file: 'a.json', text: JSON.stringify(document) } }, { diagnostics });
      expect(found === undefined).toBe(diagnostics.failed);
      const strict = new Diagnostics({ strict: true });
      readApi({ spec: { file: 'a.json', text: JSON.stringify(document) } }, { diagnostics: strict });
      expect(strict.failed).toBe(
        diagnostics.list.some(({ severity, repair: done }) => severity === 'error' || done !== undefined),
      );
    }),
  );
});

function replaceAt(document: unknown, steps: readonly string[], value: unknown): void {
  let target: unknown = document;
  for (const step of steps.slice(0, -1)) target = Reflect.get(Object(target), step);
  if (typeof target === 'object' && target !== null) Reflect.set(target, steps.at(-1)!, value);
}
