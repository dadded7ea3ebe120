import { describe, expect, test } from 'vitest';
import { remembered } from '../../generator/output/remembered.js';

describe('remembered', () => {
  test('asks once for each text, and gives what was found for it', () => {
    const asked: string[] = [];
    const lengthOf = remembered((text) => {
      asked.push(text);
      return text.length;
    });
    expect(['a', 'bcd', 'a', 'bcd', ''].map(lengthOf)).toEqual([1, 3, 1, 3, 0]);
    expect(asked).toEqual(['a', 'bcd', '']);
  });

  test('asks once, too, where nothing is found', () => {
    let asked = 0;
    const isRough = remembered(() => {
      asked += 1;
      return false;
    });
    expect([isRough('a'), isRough('a')]).toEqual([false, false]);
    expect(asked).toBe(1);
  });

  test('begins anew once it holds fifty thousand texts, and still gives the same', () => {
    let asked = 0;
    const same = remembered((text) => {
      asked += 1;
      return text;
    });
    for (let number = 0; number < 50_001; number++) same(String(number));
    expect(same('50000')).toBe('50000');
    expect(asked).toBe(50_001);
    expect(same('0')).toBe('0');
    expect(asked).toBe(50_002);
  });
});
