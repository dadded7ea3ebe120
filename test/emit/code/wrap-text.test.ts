import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wrapText } from 'speccast/emitter';

const long = 'word '.repeat(30).trim();

describe('wrapText', () => {
  test('breaks long lines at spaces', () => {
    expect(
      wrapText(long)
        .split('\n')
        .map((line) => line.length),
    ).toEqual([109, 39]);
  });

  test.each([
    ['a short line', 'a b'],
    ['a word longer than a line', 'x'.repeat(200)],
    ['a table', `| ${long} |`],
    ['indented code', `    ${long}`],
    ['fenced code', `\`\`\`\n${long}\n\`\`\``],
  ])('does not change %s', (_, given) => {
    expect(wrapText(given)).toBe(given);
  });

  test('only replaces spaces by line ends', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '`', '\n', '|', 'long-word-'), maxLength: 300 }),
        (given) => {
          expect(wrapText(given).replaceAll('\n', ' ')).toBe(given.replaceAll('\n', ' '));
        },
      ),
    );
  });
});
