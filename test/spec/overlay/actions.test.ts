import { describe, expect, test } from 'vitest';
import { applyOrThrow, listMessages, overlay } from './apply.js';
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

/** Applies an action that adds the member `x: 1` to each node that a target selects. */
function markTarget(target: string, version?: string): unknown {
  return applyOrThrow(document, overlay(`  - { target: ${JSON.stringify(target)}, update: { x: 1 } }`, version));
}

describe('a target', () => {
  table('%s names one node', (target: string, want: JsonObject) => {
    expect(markTarget(target)).toMatchObject({ paths: want });
  });

  test('may use wildcards, filters, slices and descendants', () => {
    const count = (target: string): number => JSON.stringify(markTarget(target)).split('"x":1').length - 1;
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
    expect(applyOrThrow('{ a: [] }', overlay(`  - { target: "$['a','a']", update: 1 }`))).toEqual({ a: [1] });
  });

  test('selects keys that a path has to escape', () => {
    const name = '\'"\\\n\u0001é';
    const text = overlay('  - { target: $.*, update: { x: 1 } }');
    expect(applyOrThrow(JSON.stringify({ [name]: {} }), text)).toEqual({
      [name]: { x: 1 },
    });
  });
});

describe('actions', () => {
  test('see the changes of those before them, across overlays', () => {
    const first = overlay('  - { target: $, update: { a: { list: [1] } } }\n  - { target: $.a.list, update: 2 }');
    const second = overlay('  - { target: $.a.list, remove: true }\n  - { target: $.a, update: { list: 3 } }');
    expect(applyOrThrow('{ z: 1 }', first, second)).toEqual({
      z: 1,
      a: { list: 3 },
    });
  });

  test('without effect cause a warning', () => {
    expect(listMessages('{ a: {} }', overlay('  - { target: $.a, description: nothing }'))).toEqual([
      '1.yaml:4:5 warning overlay-no-effect: this action changes nothing; it needs "update", "copy" or "remove: true"',
    ]);
    expect(listMessages('{ a: {} }', overlay('  - { target: $.a, remove: true, update: 1 }'))).toEqual([
      '1.yaml:4:34 warning overlay-no-effect: "update" has no effect beside "remove: true"',
    ]);
  });
});

describe('remove', () => {
  table('%s removes a member', (target: string, want: JsonObject) => {
    expect(applyOrThrow(document, overlay(`  - { target: "${target}", remove: true }`))).toEqual(want);
  });

  test('removes several items of one array', () => {
    const given = '{ a: [{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }] }';
    const text = overlay(
      "  - { target: '$.a[?@.n == 0 || @.n == 2]', remove: true }\n  - { target: '$.a[1]', update: { last: true } }",
    );
    expect(applyOrThrow(given, text)).toEqual({
      a: [{ n: 1 }, { n: 3, last: true }],
    });
  });

  test('removes nodes inside nodes that are removed, too', () => {
    expect(applyOrThrow('{ a: { a: { a: {} } }, b: 1 }', overlay('  - { target: $..a, remove: true }'))).toEqual({
      b: 1,
    });
  });

  test('false changes nothing', () => {
    expect(applyOrThrow('{ a: {} }', overlay('  - { target: $.a, remove: false, update: { b: 1 } }'))).toEqual({
      a: { b: 1 },
    });
  });

  test('of the document itself is rejected', () => {
    expect(listMessages('{ a: 1 }', overlay('  - { target: $, remove: true }'))).toEqual([
      '1.yaml:4:15 error overlay-mismatch: the whole document cannot be removed',
    ]);
  });
});

describe('a target that is a primitive', () => {
  test.each([['update: 2'], ['remove: true']])('is rejected in Overlay 1.0: %s', (does) => {
    expect(listMessages('{ a: 1 }', overlay(`  - { target: $.a, ${does} }`))).toEqual([
      '1.yaml:4:15 error overlay-mismatch: "target" selects a number (api.yaml:1); in Overlay 1.0 it must select objects or arrays; select the one that has the value, or write "overlay: 1.1.0"',
    ]);
  });

  test('is replaced or removed in Overlay 1.1', () => {
    const actions =
      '  - { target: $.a, update: 2 }\n  - { target: "$.b[?@ == 4]", remove: true }\n  - { target: "$.b[0]", update: x }';
    expect(applyOrThrow('{ a: 1, b: [3, 4, 5] }', overlay(actions, '1.1.0'))).toEqual({ a: 2, b: ['x', 5] });
  });

  test('is replaced by primitives only', () => {
    expect(listMessages('{ a: 1 }', overlay('  - { target: $.a, update: [1] }', '1.1.0'))).toEqual([
      '1.yaml:4:28 error overlay-mismatch: an array cannot be merged into a number (api.yaml:1)',
    ]);
  });
});

describe('copy', () => {
  table('merges another node as it was before the action', ({ want }: { want: unknown }) => {
    const actions =
      '  - { target: $.b, copy: $.a }\n  - { target: $.a.in, copy: $.a }\n  - { target: $.list, copy: "$.list[0]" }';
    expect(applyOrThrow('{ a: { x: 1, in: {} }, b: { y: 2 }, list: [1] }', overlay(actions, '1.1.0'))).toEqual(want);
  });

  test('may copy the document into itself', () => {
    expect(applyOrThrow('{ a: {} }', overlay('  - { target: $.a, copy: $ }', '1.1.0'))).toEqual({ a: { a: {} } });
  });

  table('%s in Overlay %s is rejected', (from: string, version: string, want: string) => {
    const text = overlay(`  - { target: $.b, copy: ${from} }`, version);
    expect(listMessages('{ a: 1, b: {} }', text)).toEqual([`1.yaml:${want}`]);
  });
});
