import { array, assert, constantFrom, dictionary, letrec, oneof, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject } from '@speccast/runtime';
import type { Json, JsonObject } from 'speccast/emitter';
import { applyOrThrow, apply, listMessages, overlay } from './apply.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

/** Applies one update of the root to a document. */
function updateRoot(document: string, update: string): Json {
  return applyOrThrow(document, overlay(`  - { target: $, update: ${update} }`));
}

describe('an update', () => {
  table('of %s by %s', (document: string, update: string, want: JsonObject) => {
    expect(updateRoot(document, update)).toEqual(want);
  });

  test('keeps the order of the document and adds new members at the end', () => {
    const root = updateRoot('{ b: 1, a: { y: 1, x: 2 } }', '{ c: 1, a: { z: 3, x: 4 }, b: 2 }');
    expect(JSON.stringify(root)).toBe('{"b":2,"a":{"y":1,"x":4,"z":3},"c":1}');
  });

  test('treats keys such as `__proto__` as data', () => {
    const { root } = apply(
      '{ a: {} }',
      overlay('  - { target: $.a, update: { __proto__: { x: 1 }, constructor: 2 } }'),
    );
    const { a } = root;
    expect(JSON.stringify(a)).toBe('{"__proto__":{"x":1},"constructor":2}');
    expect(Object.getPrototypeOf(a)).toBe(null);
    expect({}).not.toHaveProperty('x');
  });

  table('adds a copy of its own to each match', ({ want }: { want: unknown }) => {
    const document = '{ a: { in: {} }, b: { in: {} } }';
    const actions =
      '  - { target: $.*, update: { in: { deep: { list: [] } } } }\n  - { target: $.a.in.deep.list, update: 1 }';
    expect(applyOrThrow(document, overlay(actions))).toEqual(want);
  });

  test('may use anchors and merge keys of YAML', () => {
    const actions =
      '  - { target: $.a, update: &x { list: [1] } }\n  - { target: $.b, update: { <<: *x, y: 2 } }\n  - { target: $.a.list, update: 3 }';
    expect(applyOrThrow('{ a: {}, b: {} }', overlay(actions))).toEqual({
      a: { list: [1, 3] },
      b: { list: [1], y: 2 },
    });
  });

  test('may be JSON', () => {
    const text =
      '{ "overlay": "1.0.0", "info": { "title": "a", "version": "1" }, "actions": [{ "target": "$", "update": { "a": 1 } }] }';
    expect(applyOrThrow('{ b: 1 }', text)).toEqual({ a: 1, b: 1 });
  });

  table('of %s by %s does not merge', (document: string, update: string, want: string) => {
    expect(listMessages(document, overlay(`  - { target: $, update: ${update} }`))).toEqual([
      `1.yaml:4:28 error overlay-mismatch: ${want}: these cannot be merged; to replace the value, remove it first`,
    ]);
  });
});

describe('a target that is an array', () => {
  table('gets %s appended', (update: string, want: Json) => {
    expect(applyOrThrow('{ a: [0] }', overlay(`  - { target: $.a, update: ${update} }`))).toEqual({ a: want });
  });

  test('may be an item of an array', () => {
    expect(applyOrThrow('{ a: [[1], [2]] }', overlay("  - { target: '$.a[*]', update: 3 }"))).toEqual({
      a: [
        [1, 3],
        [2, 3],
      ],
    });
  });
});

describe('merging', () => {
  const value = letrec<{ json: Json; object: JsonObject }>((tie) => ({
    json: oneof(
      { maxDepth: 4, withCrossShrink: true },
      constantFrom(null, true, 0, 1, 'x'),
      array(tie('json'), { maxLength: 3 }),
      tie('object'),
    ),
    object: dictionary(constantFrom('a', 'b', '1', '__proto__', "'x"), tie('json'), { noNullPrototype: false }),
  }));

  test('has the result of a naive implementation', () => {
    assert(
      property(value.object, array(value.object, { minLength: 1, maxLength: 3 }), (document, updates) => {
        const actions = updates.map((update) => `  - { "target": "$", "update": ${JSON.stringify(update)} }`);
        const { root, messages } = apply(JSON.stringify(document), overlay(actions.join('\n')));
        const want = updates.reduce<Json | undefined>(
          (merged, update) => merged && mergeNaively(merged, update),
          document,
        );
        if (want === undefined) expect(messages.join('')).toContain('overlay-mismatch');
        else expect([JSON.stringify(root), messages]).toEqual([JSON.stringify(want), []]);
      }),
    );
  });

  /** Merges by the rules of the Overlay Specification, word for word. Returns `undefined` if the values do not merge. */
  function mergeNaively(target: Json, update: Json): Json | undefined {
    if (isJsonObject(target) && isJsonObject(update)) {
      const names = [...new Set([...Object.keys(target), ...Object.keys(update)])];
      const members = names.map((name) => [name, mergeMembers(readOwn(target, name), readOwn(update, name))] as const);
      return members.every((member): member is [string, Json] => member[1] !== undefined)
        ? Object.fromEntries(members)
        : undefined;
    }
    if (Array.isArray(target) && Array.isArray(update)) return [...target, ...update];
    const primitive = [target, update].every((one) => typeof one !== 'object' || one === null);
    return primitive ? update : undefined;
  }

  function mergeMembers(target: Json | undefined, update: Json | undefined): Json | undefined {
    return target === undefined ? update : update === undefined ? target : mergeNaively(target, update);
  }

  function readOwn(object: JsonObject, name: string): Json | undefined {
    return Object.hasOwn(object, name) ? object[name] : undefined;
  }
});
