import { describe, expect, test } from 'vitest';
import { cutFunction } from '../../../generator/emit/validators/cut-function.js';

const groups = (count: number): readonly (readonly string[])[] =>
  Array.from({ length: count }, (_, index) => [`const a${index} = 1;`, `if (a${index}) return false;`]);

describe('cutFunction', () => {
  test('leaves what fits as it is', () => {
    expect(cutFunction(groups(21))).toEqual([groups(21).flat()]);
    expect(cutFunction([])).toEqual([[]]);
  });

  test('fills one function after the other, and cuts no property in two', () => {
    expect(cutFunction(groups(50)).map((lines) => lines.length)).toEqual([42, 42, 16]);
    expect(cutFunction(groups(50)).flat()).toEqual(groups(50).flat());
  });

  test('a further property at the end changes no other function', () => {
    expect(cutFunction(groups(51)).slice(0, 2)).toEqual(cutFunction(groups(50)).slice(0, 2));
  });

  test('counts the lines that a long statement will take', () => {
    const long = `if (${'a'.repeat(60)} && ${'b'.repeat(60)}) return false;`;
    expect(cutFunction(Array.from({ length: 20 }, () => [long])).map((lines) => lines.length)).toEqual([10, 10]);
  });
});
