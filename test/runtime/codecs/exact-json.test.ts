import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExactNumber, parseExact, stringifyExact } from '@speccast/runtime/codecs';
import { readExact, readSource } from '../../../templates/runtime/codecs/exact-json.js';

describe('parseExact', () => {
  test('returns the value of JSON.parse, and remembers the text of numbers that a double cannot hold', () => {
    const text =
      '{"id":9007199254740993,"ids":[1,-9223372036854775808],"name":"9007199254740993","price":0.1000000000000000001}';
    const value = Object(parseExact(text));
    expect(value).toEqual(JSON.parse(text));
    expect(readSource(value, 'id')).toBe('9007199254740993');
    expect(readSource(value.ids, 1)).toBe('-9223372036854775808');
    expect(readSource(value, 'price')).toBe('0.1000000000000000001');
    expect([readSource(value, 'name'), readSource(value.ids, 0)]).toEqual([undefined, undefined]);
  });

  test('forgets the text of a number that was changed', () => {
    const value = Object(parseExact('{"price":0.1000000000000000001,"id":9007199254740993}'));
    value.price = 5;
    expect(stringifyExact(value)).toBe('{"price":5,"id":9007199254740993}');
  });

  test.each(['9007199254740993', ' -9007199254740993\n'])('returns a bigint for the number %j alone', (text) => {
    expect(parseExact(text)).toBe(BigInt(text));
  });

  test.each(['1', '"9007199254740993"', '1e3', '1.5', 'null'])(
    'returns the value of JSON.parse for %s alone',
    (text) => {
      expect(parseExact(text)).toEqual(JSON.parse(text));
    },
  );

  test.each(['{"a":09007199254740993}', '[9007199254740993', '--9007199254740993', '[1.9007199254740993.]', ''])(
    'rejects %j as JSON.parse does',
    (text) => {
      expect(() => parseExact(text)).toThrow(SyntaxError);
    },
  );

  test('does not change strings that look like its marks for numbers', () => {
    const text = '{"exact:":"exact:9007199254740993","a":["exact::1"],"b":9007199254740993,"c":"\\"9007199254740993"}';
    const value = Object(parseExact(text));
    expect(value).toEqual(JSON.parse(text));
    expect(JSON.parse(stringifyExact(value) ?? '')).toEqual(JSON.parse(text));
    expect(stringifyExact(value)).toBe(text);
  });

  test('keeps a property `__proto__`', () => {
    const value = Object(parseExact('{"__proto__":{"id":9007199254740993}}'));
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(stringifyExact(value)).toBe('{"__proto__":{"id":9007199254740993}}');
  });

  test('keeps all digits of any integer at any place', () => {
    const integer = fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n });
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        integer,
        fc.string(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie('tree'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(fc.oneof(fc.array(tree), fc.dictionary(fc.string(), tree)), (value) => {
        const text = stringifyExact(value) ?? '';
        const read = parseExact(text);
        return JSON.stringify(read) === JSON.stringify(JSON.parse(text)) && stringifyExact(read) === text;
      }),
      { numRuns: 10_000 },
    );
  });
});

describe('stringifyExact', () => {
  test('writes bigints and exact numbers with all their digits', () => {
    const value = { id: 9007199254740993n, price: new ExactNumber('0.10000000000000000001'), text: '9007199254740993' };
    expect(stringifyExact(value)).toBe(
      '{"id":9007199254740993,"price":0.10000000000000000001,"text":"9007199254740993"}',
    );
  });

  test('returns undefined where JSON.stringify does', () => {
    expect(stringifyExact(undefined)).toBe(undefined);
  });
});

test.each(['', '1.', '01', 'NaN', '1n', ' 1'])('an exact number cannot be %j', (text) => {
  expect(() => new ExactNumber(text)).toThrow('is not a JSON number');
});

describe('readExact', () => {
  const read = (text: string): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      [...text.matchAll(/<(\w+)>([^<]*)</g)].map(([, name = '', value = '']) => [
        name,
        name === 'id' && /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : value,
      ]),
    );

  test('remembers the text only of numbers that a double cannot hold', () => {
    const text = '<id> -9007199254740993</id><name>9007199254740993</name><mark>exact:</mark>';
    const value = Object(readExact(text, read));
    expect(value).toEqual({ id: -9007199254740992, name: '9007199254740993', mark: 'exact:' });
    expect([readSource(value, 'id'), readSource(value, 'name')]).toEqual(['-9007199254740993', undefined]);
    expect(stringifyExact(value)).toBe('{"id":-9007199254740993,"name":"9007199254740993","mark":"exact:"}');
  });

  test('remembers a number as JSON writes it, without a plus sign and leading zeros', () => {
    expect(stringifyExact(readExact('<id>+009007199254740993</id>', read))).toBe('{"id":9007199254740993}');
  });

  test('returns the value of the reader for text without such numbers', () => {
    expect(readExact('<id>1234567890123456</id>', read)).toEqual({ id: 1234567890123456 });
  });
});
