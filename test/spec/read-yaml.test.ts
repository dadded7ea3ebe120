import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { JsonObject } from 'speccast/emitter';
import { readTree, type TreeReading } from './read-tree.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

function readYaml(text: string, strict = true): TreeReading {
  return readTree(text, 'a.yaml', { strict });
}

describe('reading YAML', () => {
  test('returns the JSON that was written', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (given) => {
        const plain: unknown = JSON.parse(JSON.stringify(given));
        expect(JSON.stringify(readYaml(stringify(plain, { aliasDuplicateObjects: false })).value)).toBe(
          JSON.stringify(plain),
        );
      }),
    );
  });

  test('knows the positions of keys, values and items', () => {
    const { value, positions } = readYaml('# c\na:\n  - 1\n  - b: &x 2\n');
    const root = value as { a: [number, object] };
    const at = [
      positions.of(root),
      positions.ofKey(root, 'a'),
      positions.ofValue(root, 'a'),
      positions.ofValue(root.a, 1),
      positions.ofValue(root.a[1], 'b'),
    ];
    expect(at.map(({ line, column }) => `${line}:${column}`)).toEqual(['2:1', '2:1', '3:3', '4:5', '4:11']);
  });

  table('reads %j', (given: string, want: string) => {
    const { value, messages } = readYaml(given);
    expect(messages).toEqual([]);
    expect(JSON.stringify(value)).toBe(want);
  });

  test('copies the value of an anchor for each use', () => {
    const { value } = readYaml('a: &x {b: 1}\nc: *x');
    const { a, c } = value as { a: object; c: object };
    expect(a).not.toBe(c);
  });

  test.each([
    ['', '1:1 error empty-file: the file is empty'],
    ['a: 1\na: 2', '2:1 error duplicate-key: the key "a" appears twice; it is already at 1:1'],
    [
      'a: 1\n---\nb: 2',
      '3:1 error several-documents: a file of a spec must be one YAML document, but a second one starts here',
    ],
    [
      'a: !!js/function "x"',
      '1:18 error unsupported-tag: the tag "tag:yaml.org,2002:js/function" is not supported: a spec can have only values of JSON',
    ],
    [
      'a: !foo {b: 1}',
      '1:9 error unsupported-tag: the tag "!foo" is not supported: a spec can have only values of JSON',
    ],
    [
      'a: !!set {b, c}',
      '1:10 error unsupported-tag: the tag "tag:yaml.org,2002:set" is not supported: a spec can have only values of JSON',
    ],
    [
      'a: !!omap [b: 1]',
      '1:11 error unsupported-tag: the tag "tag:yaml.org,2002:omap" is not supported: a spec can have only values of JSON',
    ],
    [
      'a: !!binary aGVsbG8=',
      '1:13 error unsupported-tag: the tag "tag:yaml.org,2002:binary" is not supported: a spec can have only values of JSON',
    ],
    ['a: .inf', '1:4 error invalid-yaml: .inf is not a value of JSON'],
    ['a: 1e999', '1:4 error invalid-yaml: 1e999 is not a value of JSON'],
    ['? [a]\n: 1', '1:3 error invalid-yaml: a key must be a string, not a list or an object'],
    ['a: {<<: 5}', '1:9 error invalid-yaml: the merge key "<<" needs an object or a list of objects'],
    ['a: *b', '1:4 error unknown-anchor: the anchor "&b" is not defined before this alias'],
    ['a: &a [*a]', '1:8 error endless-alias: the alias "*a" is inside the value of its own anchor'],
    ['a: &a {<<: *a}', '1:12 error endless-alias: the alias "*a" is inside the value of its own anchor'],
    ["a:\n  b: 'it''s\n  c: d\n", "2:6 error invalid-yaml: this ' is not closed"],
    ['a: [{ b: "c }]\n', '1:10 error invalid-yaml: this " is not closed'],
    ['a: {\n  b: 1\nc: 2\n', '1:4 error invalid-yaml: this { is not closed'],
    ['a: { b: [\n', '1:9 error invalid-yaml: this [ is not closed'],
    ['a: "b\nc: 1\nd: "x"\n', '1:4 error invalid-yaml: this " is not closed'],
    ['a:\n  b: 1\n    c: 2\n  d: 3\ne: 4\n', '3:5 error invalid-yaml: this line is indented too far'],
    ['a:\n    b: 1\n  c: 2\n  d: 3\n', '3:3 error invalid-yaml: this line is not indented like any line above it'],
    ['a: b: c\nd: e: f\n', '1:4 error invalid-yaml: a value with a colon and a space in it needs quotes'],
    [
      'a:\n  b: 1\n  c\n  d: 2\n',
      '3:3 error invalid-yaml: a ":" is missing after this; or the line belongs to the value before it, and is indented too little',
    ],
    ['a:\n  b: 1\n\tc: 2\n\td: 3\n', '3:1 error invalid-yaml: a tab cannot indent YAML; use spaces'],
    ['a: "\0"', '1:5 error invalid-encoding: the file is not text in UTF-8'],
    ['a:\n\tb: 1', '2:1 error invalid-yaml: a tab cannot indent YAML; use spaces'],
  ])('rejects %j', (given, want) => {
    const { value, messages } = readYaml(given);
    expect(value).toBeUndefined();
    expect(messages).toEqual([`a.yaml:${want}`]);
  });

  table('reads %j as libyaml does, with a warning', (given: string, want: JsonObject, says: string) => {
    const { value, messages } = readYaml(given, false);
    expect(JSON.parse(JSON.stringify(value))).toEqual(want);
    expect(messages).toEqual([`a.yaml:${says} before it`]);
    expect(readYaml(given).value).toBeUndefined();
  });

  test('returns a value or an error', () => {
    const pieces = fc.constantFrom(
      ' ',
      '  ',
      '\n',
      'a',
      'b',
      ': ',
      ':',
      '"',
      "'",
      '[',
      ']',
      '{',
      '}',
      ', ',
      '- ',
      '\t',
      '# ',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const { value, messages } = readYaml(`a: ${parts.join('')}`);
        expect(messages.some((one) => one.includes(' error '))).toBe(value === undefined);
      }),
    );
  });

  test('reports bytes that are not UTF-8 at their position, and continues', () => {
    const { value, messages } = readYaml('a: \uFFFD(');
    expect({ ...Object(value) }).toEqual({ a: '\uFFFD(' });
    expect(messages).toEqual(['a.yaml:1:4 warning invalid-encoding: this character replaces bytes that are not UTF-8']);
  });

  test('rejects an alias bomb', () => {
    const level = (name: string, of: string): string => `${name}: &${name} [${Array(9).fill(of).join(', ')}]\n`;
    const bomb = level('a', 'x') + level('b', '*a') + level('c', '*b') + level('d', '*c') + level('e', '*d');
    const { value, messages } = readYaml(bomb);
    expect(value).toBeUndefined();
    expect(messages[0]).toBe('a.yaml:2:12 error too-many-aliases: the anchor "&a" is used more than 100 times');
  });

  test('rejects a few aliases that expand to too many values', () => {
    const wide = `a: &a [${'0,'.repeat(2000)}]\nb: [${'*a,'.repeat(60)}]`;
    expect(readYaml(wide).messages).toEqual([
      'a.yaml:1:3908 error too-many-aliases: the aliases of this file expand to more than 100000 values',
    ]);
  });

  table('rejects 20,000 levels of %j without overflowing the stack', (opening: string, at: string) => {
    expect(readYaml(opening.repeat(20_000)).messages).toEqual([
      `a.yaml:${at} error too-deep: values are nested more than 200 levels deep`,
    ]);
  });
});
