import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printDiagnostic } from 'speccast';
import type { Json } from 'speccast/emitter';
import { Diagnostics } from '../../generator/diagnostics.js';
import { Positions } from '../../generator/spec/references/positions.js';
import { readJson } from '../../generator/spec/read/read-json.js';
import { SourceText } from '../../generator/spec/read/source-text.js';

interface Reading {
  readonly value: Json | undefined;
  readonly messages: readonly string[];
  readonly positions: Positions;
}

function readText(text: string, strict = true): Reading {
  const diagnostics = new Diagnostics({ strict });
  const positions = new Positions();
  const value = readJson({ source: new SourceText('a.json', '', text), positions, diagnostics });
  return { value, messages: diagnostics.list.map(printDiagnostic), positions };
}

describe('reading JSON', () => {
  test('gives what JSON.parse gives', () => {
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

  test.each([
    ['{/* a */"a": 1}', { a: 1 }, '1:2 warning tolerated-json: JSON has no comments; it is left out'],
    ['{"a": [1, // b\n]}', { a: [1] }, '1:9 warning tolerated-json: JSON has no trailing comma; it is left out'],
    ['[1,]', [1], '1:3 warning tolerated-json: JSON has no trailing comma; it is left out'],
    ['{"a": 1,}', { a: 1 }, '1:8 warning tolerated-json: JSON has no trailing comma; it is left out'],
  ])('takes %s with a warning unless it is strict', (text, want, message) => {
    const { value, messages } = readText(text, false);
    expect(value).toEqual(want);
    expect(messages).toContain(`a.json:${message}`);
  });

  test.each([
    ['{/* a */"a": 1}', '1:2 error invalid-json: JSON has no comments'],
    ['{"a": 1 // b\n}', '1:9 error invalid-json: JSON has no comments'],
    ['{"a": 1,}', '1:8 error invalid-json: JSON has no trailing comma'],
    ['[1,]', '1:3 error invalid-json: JSON has no trailing comma'],
    ['[1 2]', '1:4 error invalid-json: a "," or "]" is missing'],
    ['[1', '1:3 error invalid-json: a "," or "]" is missing'],
    ['[', '1:2 error invalid-json: a value is missing'],
    ['{', '1:2 error invalid-json: a key in double quotes is missing'],
    ['{"a": 1', '1:8 error invalid-json: a "," or "}" is missing'],
    ['[1 x]', '1:4 error invalid-json: a "," or "]" is missing'],
    ['[,1]', '1:2 error invalid-json: a value is missing'],
    ['[1,,2]', '1:4 error invalid-json: a value is missing'],
    ['[1}', '1:3 error invalid-json: a "," or "]" is missing'],
    ['1 x', '1:3 error invalid-json: text follows the end of the JSON value'],
    ['x', '1:1 error invalid-json: a value is missing'],
    ['{"a": 01}', '1:8 error invalid-json: a "," or "}" is missing'],
    ['{"a" 1}', '1:6 error invalid-json: a ":" is missing after the key'],
    ['{a: 1}', '1:2 error invalid-json: a key in double quotes is missing'],
    ["{'a': 1}", '1:2 error invalid-json: a key in double quotes is missing'],
    ['{"a":', '1:6 error invalid-json: a value is missing'],
    ['{"a": undefined}', '1:7 error invalid-json: a value is missing'],
    ['{"a": NaN}', '1:7 error invalid-json: a value is missing'],
    ['{"a": 1} 2', '1:10 error invalid-json: text follows the end of the JSON value'],
    ['["a', '1:2 error invalid-json: the string has no closing quote'],
    ['["\\x"]', '1:2 error invalid-json: the string has an unknown escape'],
    ['["\\u12"]', '1:2 error invalid-json: the string has a broken \\u escape'],
    ['["\t"]', '1:2 error invalid-json: the string has a raw control character; write it as an escape'],
    ['[1e999]', '1:2 error invalid-json: the number is too large'],
    ['[1.]', '1:2 error invalid-json: 1. is not a number'],
    ['{"a": 1,\n "a": 2}', '2:2 error duplicate-key: the key "a" appears twice; it is already at 1:2'],
  ])('refuses %j', (given, want) => {
    expect(readText(given).messages).toEqual([`a.json:${want}`]);
  });

  test.each(['[', '{"a":'])('refuses 20,000 levels of %s without overflowing', (opening) => {
    const { value, messages } = readText(opening.repeat(20_000));
    const column = opening.length * 200 + 1;
    expect(value).toBeUndefined();
    expect(messages).toEqual([`a.json:1:${column} error too-deep: values are nested more than 200 levels deep`]);
  });

  test('reads what is 200 levels deep', () => {
    expect(readText('['.repeat(200) + ']'.repeat(200)).messages).toEqual([]);
  });
});
