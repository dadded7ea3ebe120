import { describe, expect, test } from 'vitest';
import { applied, complaints, overlay } from './apply.js';
import { readRows } from '../../rows.js';
import type { JsonObject } from 'speccast/emitter';

const { table } = readRows(import.meta.url);

const document = `paths:
  /a:
    get: { tags: [x, y], parameters: [{ name: p, in: query }, { name: q, in: header }] }
    put: { parameters: [{ name: q, in: query }] }
  /b:
    get: { deprecated: true }
`;

/** What a target selects, marked. */
function marked(target: string, version?: string): unknown {
  return applied(document, overlay(`  - { target: ${JSON.stringify(target)}, update: { x: 1 } }`, version));
}

describe('a target', () => {
  table('%s names one node', (target: string, want: JsonObject) => {
    expect(marked(target)).toMatchObject({ paths: want });
  });

  test('may use wildcards, filters, slices and descendants', () => {
    const count = (target: string): number => JSON.stringify(marked(target)).split('"x":1').length - 1;
    expect(count('$.paths.*')).toBe(2);
    expect(count('$.paths.*.get')).toBe(2);
    expect(count("$.paths.*.*.parameters[?@.name == 'q']")).toBe(2);
    expect(count("$..parameters[?@.name == 'q' && @.in == 'query']")).toBe(1);
    expect(count('$.paths.*.*.parameters[-1:]')).toBe(2);
    expect(count('$..parameters[0]')).toBe(2);
    expect(count("$.paths[?search(@.get.tags[0], 'x')]")).toBe(1);
    expect(count("$.paths[*][?@.tags[0] == 'x']")).toBe(1);
    expect(count("$.paths['/a'][?@.parameters[1].name == 'q']")).toBe(1);
  });

  test('that selects a node twice changes it once', () => {
    expect(applied('{ a: [] }', overlay(`  - { target: "$['a','a']", update: 1 }`))).toEqual({ a: [1] });
  });

  test('finds names that a path has to escape', () => {
    const name = '\'"\\\n\u0001é';
    const text = overlay('  - { target: $.*, update: { x: 1 } }');
    expect(applied(JSON.stringify({ [name]: {} }), text)).toEqual({
      [name]: { x: 1 },
    });
  });
});

describe('actions', () => {
  test('see what those before them did, across overlays', () => {
    const first = overlay('  - { target: $, update: { a: { list: [1] } } }\n  - { target: $.a.list, update: 2 }');
    const second = overlay('  - { target: $.a.list, remove: true }\n  - { target: $.a, update: { list: 3 } }');
    expect(applied('{ z: 1 }', first, second)).toEqual({
      z: 1,
      a: { list: 3 },
    });
  });

  test('without effect are told', () => {
    expect(complaints('{ a: {} }', overlay('  - { target: $.a, description: nothing }'))).toEqual([
      '1.yaml:4:5 warning overlay-no-effect: this action changes nothing; it needs "update", "copy" or "remove: true"',
    ]);
    expect(complaints('{ a: {} }', overlay('  - { target: $.a, remove: true, update: 1 }'))).toEqual([
      '1.yaml:4:34 warning overlay-no-effect: "update" has no effect beside "remove: true"',
    ]);
  });
});

describe('remove', () => {
  table('%s takes a member out', (target: string, want: JsonObject) => {
    expect(applied(document, overlay(`  - { target: "${target}", remove: true }`))).toEqual(want);
  });

  test('takes several items out of one array, and the right ones', () => {
    const given = '{ a: [{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }] }';
    const text = overlay(
      "  - { target: '$.a[?@.n == 0 || @.n == 2]', remove: true }\n  - { target: '$.a[1]', update: { last: true } }",
    );
    expect(applied(given, text)).toEqual({
      a: [{ n: 1 }, { n: 3, last: true }],
    });
  });

  test('takes nodes out of nodes that go themselves', () => {
    expect(applied('{ a: { a: { a: {} } }, b: 1 }', overlay('  - { target: $..a, remove: true }'))).toEqual({ b: 1 });
  });

  test('false changes nothing', () => {
    expect(applied('{ a: {} }', overlay('  - { target: $.a, remove: false, update: { b: 1 } }'))).toEqual({
      a: { b: 1 },
    });
  });

  test('of the document itself is rejected', () => {
    expect(complaints('{ a: 1 }', overlay('  - { target: $, remove: true }'))).toEqual([
      '1.yaml:4:15 error overlay-mismatch: the whole document cannot be removed',
    ]);
  });
});

describe('a target that is a primitive', () => {
  test.each([['update: 2'], ['remove: true']])('is refused in Overlay 1.0: %s', (does) => {
    expect(complaints('{ a: 1 }', overlay(`  - { target: $.a, ${does} }`))).toEqual([
      '1.yaml:4:15 error overlay-mismatch: "target" selects a number (api.yaml:1); in Overlay 1.0 it must select objects or arrays; select the one that has the value, or write "overlay: 1.1.0"',
    ]);
  });

  test('is replaced or removed in Overlay 1.1', () => {
    const actions =
      '  - { target: $.a, update: 2 }\n  - { target: "$.b[?@ == 4]", remove: true }\n  - { target: "$.b[0]", update: x }';
    expect(applied('{ a: 1, b: [3, 4, 5] }', overlay(actions, '1.1.0'))).toEqual({ a: 2, b: ['x', 5] });
  });

  test('is replaced by primitives only', () => {
    expect(complaints('{ a: 1 }', overlay('  - { target: $.a, update: [1] }', '1.1.0'))).toEqual([
      '1.yaml:4:28 error overlay-mismatch: an array cannot be merged into a number (api.yaml:1)',
    ]);
  });
});

describe('copy', () => {
  table('merges what is elsewhere, as it was before the action', ({ want }: { want: unknown }) => {
    const actions =
      '  - { target: $.b, copy: $.a }\n  - { target: $.a.in, copy: $.a }\n  - { target: $.list, copy: "$.list[0]" }';
    expect(applied('{ a: { x: 1, in: {} }, b: { y: 2 }, list: [1] }', overlay(actions, '1.1.0'))).toEqual(want);
  });

  test('may copy the document into itself', () => {
    expect(applied('{ a: {} }', overlay('  - { target: $.a, copy: $ }', '1.1.0'))).toEqual({ a: { a: {} } });
  });

  table('%s in Overlay %s is refused', (from: string, version: string, want: string) => {
    const text = overlay(`  - { target: $.b, copy: ${from} }`, version);
    expect(complaints('{ a: 1, b: {} }', text)).toEqual([`1.yaml:${want}`]);
  });
});
