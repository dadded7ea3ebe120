import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SourceText } from './read-tree.js';

const characters = fc.constantFrom('a', 'é', '\n', '\r\n', '\r', ' ');

describe('positions in a text', () => {
  test('count lines and columns from 1', () => {
    const source = new SourceText('a.yaml', '', 'one\ntwo\r\nthree');
    const given = [0, 2, 4, 9, 11];
    const want = ['1:1', '1:3', '2:1', '3:1', '3:3'];
    expect(given.map((offset) => source.position(offset)).map(({ line, column }) => `${line}:${column}`)).toEqual(want);
  });

  test('do not count the byte order mark as a column', () => {
    expect(new SourceText('a.yaml', '', '\uFEFFab').position(1)).toEqual({ file: 'a.yaml', line: 1, column: 2 });
  });

  test('agree with splitting the text into lines', () => {
    fc.assert(
      fc.property(fc.array(characters), fc.nat(), (pieces, number) => {
        const index = pieces.length === 0 ? 0 : number % pieces.length;
        const before = pieces.slice(0, index).join('');
        // A carriage return right before a line feed is half of a line break: no value starts there.
        fc.pre(!(before.endsWith('\r') && pieces[index] === '\n'));
        const lines = before.split(/\r\n|\n|\r/);
        const want = { file: 'a', line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
        expect(new SourceText('a', '', pieces.join('')).position(before.length)).toEqual(want);
      }),
    );
  });
});
