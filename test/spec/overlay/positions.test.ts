import { describe, expect, test } from 'vitest';
import type { Json } from 'speccast/emitter';
import { isJsonObject } from '@speccast/runtime';
import { head, read, readRight } from '../read-text.js';
import { apply, overlay } from './apply.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

const document = `{ a: { b: 1, list: [{ n: 1 }, { n: 2 }] },
  c: {} }`;
const added = overlay(`  - target: $.a
    update:
      b: 2
      d: { e: [x, { f: 1 }] }
      list: [{ n: 3 }]
  - { target: $.c, update: { g: {} } }
`);

/** Returns the object or array at a path of keys and indices. Throws if there is none. */
function at(root: Json, ...steps: readonly (string | number)[]): object {
  let value: Json | undefined = root;
  for (const step of steps)
    value = isJsonObject(value) ? value[step] : Array.isArray(value) ? value[Number(step)] : undefined;
  if (typeof value !== 'object' || value === null) throw new Error(`nothing at ${steps.join('.')}`);
  return value;
}

describe('the position', () => {
  const { root, positions } = apply(document, added);
  const show = ({ file, line, column }: { file: string; line: number; column: number }): string =>
    `${file}:${line}:${column}`;

  table('of a value of the document stays: %s', (key: string, ofKey: string, ofValue: string) => {
    expect([show(positions.ofKey(root, key)), show(positions.ofValue(root, key))]).toEqual([ofKey, ofValue]);
    expect(show(positions.of(at(root, key)))).toBe(ofValue);
  });

  table(
    'of a value that an overlay adds or replaces is in the overlay: %s',
    (key: string, ofKey: string, ofValue: string) => {
      const a = at(root, 'a');
      expect([show(positions.ofKey(a, key)), show(positions.ofValue(a, key))]).toEqual([ofKey, ofValue]);
    },
  );

  test('of a value inside an added value is in the overlay, too', () => {
    expect(show(positions.of(at(root, 'a', 'd', 'e', 1)))).toBe('1.yaml:7:19');
    expect(show(positions.ofValue(at(root, 'a', 'd', 'e'), 0))).toBe('1.yaml:7:16');
    expect(show(positions.ofValue(at(root, 'a', 'd', 'e', 1), 'f'))).toBe('1.yaml:7:24');
  });

  test('of items of one array may be in different files', () => {
    const list = at(root, 'a', 'list');
    expect([0, 1, 2].map((index) => show(positions.ofValue(list, index)))).toEqual([
      'api.yaml:1:21',
      'api.yaml:1:31',
      '1.yaml:8:14',
    ]);
  });

  test('of an added value has a pointer in the document', () => {
    expect(positions.toId(at(root, 'a', 'd', 'e', 1))).toBe('#/a/d/e/1');
    expect(positions.toId(at(root, 'a', 'list', 2))).toBe('#/a/list/2');
    expect(positions.toId(at(root, 'c', 'g'))).toBe('#/c/g');
  });

  test('of an item stays right if an item before it is removed', () => {
    const text = overlay('  - { target: "$.a.list[0]", remove: true }\n  - { target: $.a.b, remove: true }', '1.1.0');
    const { root: left, positions: moved } = apply(document, added, text);
    const list = at(left, 'a', 'list');
    expect(moved.toId(at(left, 'a', 'list', 0))).toBe('#/a/list/0');
    expect([0, 1].map((index) => show(moved.ofValue(list, index)))).toEqual(['api.yaml:1:31', '1.yaml:8:14']);
    expect(show(moved.ofKey(at(left, 'a'), 'd'))).toBe('1.yaml:7:7');
    expect(show(moved.ofKey(at(left, 'a'), 'list'))).toBe('api.yaml:1:14');
  });

  test('of a copy is that of the original', () => {
    const { root: copied, positions: own } = apply(document, overlay('  - { target: $.c, copy: $.a }', '1.1.0'));
    expect(show(own.of(at(copied, 'c', 'list', 1)))).toBe('api.yaml:1:31');
    expect(show(own.ofKey(at(copied, 'c'), 'b'))).toBe('api.yaml:1:8');
    expect(own.toId(at(copied, 'c', 'list', 1))).toBe('#/c/list/1');
  });

  test('is found among many names', () => {
    const names = Array.from({ length: 200 }, (_, index) => `k${index}: ${index}`);
    const wide = overlay(`  - target: $.c\n    update:\n${names.map((name) => `      ${name}\n`).join('')}`);
    const { root: many, positions: own } = apply(
      document,
      wide,
      overlay('  - { target: $.c, update: { k150: x, z: y } }'),
    );
    expect(show(own.ofKey(at(many, 'c'), 'k199'))).toBe('1.yaml:205:7');
    expect(show(own.ofKey(at(many, 'c'), 'k150'))).toBe('2.yaml:4:30');
    expect(show(own.ofKey(at(many, 'c'), 'z'))).toBe('2.yaml:4:39');
  });
});

describe('later mistakes', () => {
  const paths = 'paths: { /a: { get: { responses: { "200": { description: a } } } } }\n';

  test('are located in the overlay that caused them', () => {
    const overlays = {
      'public/one.yaml': overlay("  - target: $.paths['/a'].get\n    update: { tags: x, deprecated: true }\n"),
      'two.yaml': overlay(
        "  - { target: \"$.paths['/a'].get\", update: { deprecated: no way, responses: { '404': {} } } }\n",
      ),
    };
    expect(read(head + paths, { overlays }).messages).toEqual([
      'public/one.yaml:5:21 error wrong-type: "tags" must be an array, not a string',
      'two.yaml:4:58 error wrong-type: "deprecated" must be true or false, not a string',
      'two.yaml:4:86 warning missing-required: a response needs a "description"',
    ]);
  });

  test('can be traced to the layer of a node', () => {
    const overlays = {
      'one.yaml': overlay('  - target: $\n    update: { components: { schemas: { A: { type: string } } } }\n'),
    };
    const { root, positions } = readRight(head + paths, { overlays });
    expect(positions.of(at(root, 'components', 'schemas', 'A')).file).toBe('one.yaml');
    expect(positions.of(at(root, 'paths', '/a', 'get')).file).toBe('api.yaml');
    expect(readRight(head + paths, { overlays }).overlays).toEqual(['one.yaml']);
    expect(readRight(head + paths).overlays).toBe(undefined);
  });
});

describe('references', () => {
  test('in an overlay are relative to the document, and those of the document can refer to added parts', () => {
    const overlays = {
      'public/one.yaml': overlay(
        "  - target: $\n    update: { components: { schemas: { A: { $ref: 'shared.yaml#/A' }, B: { $ref: '#/components/schemas/C' } } } }\n",
      ),
    };
    const text = `${head}paths: {}\ncomponents: { schemas: { C: { type: string }, D: { $ref: '#/components/schemas/B' } } }\n`;
    const files = { 'specs/shared.yaml': 'A: { type: integer }' };
    const { document: merged, messages } = read(text, {
      file: 'specs/api.yaml',
      files,
      overlays,
    });
    expect(messages).toEqual([]);
    const schemas = merged?.openapi.components?.schemas ?? {};
    const ids = Object.values(schemas).map((one) => (isJsonObject(one) ? merged?.resolve(one)?.id : undefined));
    expect(ids).toEqual([undefined, '#/components/schemas/C', 'shared.yaml#/A', '#/components/schemas/C']);
  });

  test('may use URIs that another layer declares', () => {
    const overlays = {
      'one.yaml': overlay(
        "  - target: $\n    update: { components: { schemas: { A: { $id: 'urn:a', type: string } } } }\n",
      ),
    };
    const text = `${head}paths: {}\ncomponents: { schemas: { B: { $ref: 'urn:a' } } }\n`;
    expect(read(text, { overlays }).messages).toEqual([]);
  });

  test('that are rejected are located in the overlay', () => {
    const overlays = {
      'one.yaml': overlay("  - target: $\n    update: { components: { schemas: { A: { $ref: '../a.yaml' } } } }\n"),
    };
    expect(read(`${head}paths: {}\n`, { overlays }).messages).toEqual([
      'one.yaml:5:51 error disallowed-reference: "../a.yaml" is outside the folder of the spec; only files in the folder of the spec are allowed, and what `refs` or `generate --allow-ref` names',
    ]);
  });
});

describe('an overlay of an OpenAPI 3.0 document', () => {
  const old =
    'openapi: 3.0.3\ninfo: { title: a, version: "1" }\npaths: {}\ncomponents: { schemas: { A: { type: string } } }\n';

  test('is upgraded with it', () => {
    const overlays = {
      'one.yaml': overlay('  - { target: $.components.schemas.A, update: { nullable: true } }'),
    };
    expect(readRight(old, { overlays }).openapi.components?.schemas?.['A']).toEqual({ type: ['string', 'null'] });
  });

  test('may change its version to 3.1', () => {
    const overlays = {
      'one.yaml': overlay('  - { target: $, update: { openapi: 3.1.0 } }'),
    };
    expect(read(old.replace('type: string', 'const: a'), { overlays }).messages).toEqual([]);
  });
});

test('a document that is not OpenAPI is rejected before its overlays are read', () => {
  const overlays = {
    'one.yaml': overlay('  - { target: $.paths, update: {} }'),
  };
  expect(read('swagger: "1.2"\n', { overlays }).messages).toEqual([
    'api.yaml:1:10 error unsupported-version: Swagger "1.2" is not supported; "2.0" is, and OpenAPI 3.0, 3.1 and 3.2',
  ]);
});
