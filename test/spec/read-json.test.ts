import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from 'speccast/emitter';
import { readTree, type TreeReading } from './read-tree.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

function readText(text: string, strict = true): TreeReading {
  return readTree(text, 'a.json', { strict });
}

describe('reading JSON', () => {
  test('returns the value that JSON.parse returns', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (given, indent) => {
        const text = JSON.stringify(given, undefined, indent);
        expect(JSON.stringify(readText(text).value)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  test('knows the positions of keys, values and items', () => {
    const { value, positions } = readText('{\n  "a": [1,\n    {"b": 2}]\n}');
    const root = value as { a: [number, object] };
    const at = [
      positions.of(root),
      positions.ofKey(root, 'a'),
      positions.ofValue(root, 'a'),
      positions.ofValue(root.a, 1),
      positions.ofValue(root.a[1], 'b'),
    ];
    expect(at.map(({ line, column }) => `${line}:${column}`)).toEqual(['1:1', '2:3', '2:8', '3:5', '3:11']);
  });

  test('keeps __proto__ and constructor as ordinary keys', () => {
    const { value } = readText('{"__proto__": {"polluted": true}, "constructor": 1}');
    expect(Object.keys(value ?? {})).toEqual(['__proto__', 'constructor']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(value)).toBeNull();
  });

  table('accepts %s with a warning unless it is strict', (text: string, want: Json, message: string) => {
    const { value, messages } = readText(text, false);
    expect(value).toEqual(want);
    expect(messages).toContain(`a.json:${message}`);
  });

  table('rejects %j', (given: string, want: string) => {
    expect(readText(given).messages).toEqual([`a.json:${want}`]);
  });

  test.each(['[', '{"a":'])('rejects 20,000 levels of %s without overflowing the stack', (opening) => {
    const { value, messages } = readText(opening.repeat(20_000));
    const column = opening.length * 200 + 1;
    expect(value).toBeUndefined();
    expect(messages).toEqual([`a.json:1:${column} error too-deep: values are nested more than 200 levels deep`]);
  });

  test('reads values that are nested 200 levels deep', () => {
    expect(readText('['.repeat(200) + ']'.repeat(200)).messages).toEqual([]);
  });
});
