import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as codecs from '@speccast/runtime/codecs';
import {
  convert,
  dateTimeAsDate,
  decodeWire,
  encodeWire,
  int64AsBigint,
  parseExact,
  stringifyExact,
} from '@speccast/runtime/codecs';
import type { AnyCodec, WirePart, WireSchema } from '@speccast/runtime/codecs';
import { readRows } from '../../rows.js';
import { toJson } from '../../../templates/runtime/client/body/json-text.js';

const date: WireSchema = { codec: dateTimeAsDate };
const count: WireSchema = { codec: int64AsBigint };
const text = '2026-01-01T00:00:00.000Z';
const day = new Date(text);

/** What callers have, and what is sent of that. */
function both(part: WirePart, wire: unknown, domain: unknown): void {
  expect(decodeWire(part, wire)).toEqual({ value: domain });
  expect(encodeWire(part, domain)).toEqual({ value: wire });
}

const tree: WireSchema = { properties: { at: date, children: { items: () => tree } } };

/** A part of a wire schema whose codecs are given by name. */
function resolveCodecs(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(resolveCodecs);
  if (typeof part !== 'object' || part === null || part instanceof RegExp) return part;
  const entries = Object.entries(part).map(([key, value]) => [
    key,
    key === 'codec' ? Reflect.get(codecs, value) : resolveCodecs(value),
  ]);
  return Object.fromEntries(entries);
}

const { rows: table } = readRows(new URL('convert-value.yaml', import.meta.url));

test.each(table<{ name: string; part: object; wire: unknown; value: unknown }>('values'))(
  '$name',
  ({ part, wire, value }) => {
    // `as`: the table is written for this test.
    both(resolveCodecs(part) as WireSchema, wire, value);
  },
);

describe('values are converted', () => {
  test('as deep as they are', () => {
    both(
      tree,
      { at: text, children: [{ at: text, children: [] }] },
      { at: day, children: [{ at: day, children: [] }] },
    );
  });

  test('but null, absent and undeclared ones', () => {
    const part = { properties: { at: date } };
    for (const value of [null, undefined, {}, { at: null }, { at: undefined }, { other: text }, [text]]) {
      expect(decodeWire(part, value)).toEqual({ value });
      expect(encodeWire(part, value)).toEqual({ value });
    }
  });

  test('ends where references lead round in a circle', () => {
    const circle: WireSchema = { all: [() => circle], properties: { at: date } };
    both(circle, { at: text }, { at: day });
  });

  test('without a change of what was given', () => {
    const wire = { at: text, tags: ['a'] };
    const { value } = decodeWire({ properties: { at: date } }, wire) as { value: typeof wire };
    expect(wire.at).toBe(text);
    expect(value.tags).toBe(wire.tags);
    expect(decodeWire({ properties: { at: date } }, { tags: [] }).issues).toBe(undefined);
  });

  test('where several schemas apply', () => {
    const part: WireSchema = { all: [() => tree, { properties: { at: date, end: date } }], properties: { id: count } };
    both(part, { at: text, end: text, id: 1 }, { at: day, end: day, id: 1n });
  });

  test('with all digits', () => {
    const part: WireSchema = { properties: { ids: { items: count } } };
    const wire = '{"ids":[9223372036854775807,1]}';
    const { value } = decodeWire(part, parseExact(wire)) as { value: unknown };
    expect(value).toEqual({ ids: [9223372036854775807n, 1n] });
    expect(stringifyExact((encodeWire(part, value) as { value: unknown }).value)).toBe(wire);
    expect(decodeWire(count, parseExact('9223372036854775807'))).toEqual({ value: 9223372036854775807n });
  });

  test.each([
    [
      { items: { items: count } },
      [[9007199254740993n, 9223372036854775807n]],
      '[[9007199254740993,9223372036854775807]]',
    ],
    [{ additional: count }, { a: -9007199254740993n }, '{"a":-9007199254740993}'],
    [{ properties: { id: count } }, { id: 9007199254740993n }, '{"id":9007199254740993}'],
  ])('with all digits, where there is nothing but integers that a double cannot hold: %#', (part, value, text) => {
    const encoded = (encodeWire(part, Object.freeze(value)) as { value: unknown }).value;
    expect(toJson(encoded, (message) => new Error(message))).toBe(text);
  });

  test('also under a name as __proto__', () => {
    const wire = JSON.parse(`{"__proto__":"${text}"}`);
    const { value } = decodeWire({ additional: date }, wire) as { value: object };
    expect(Object.entries(value)).toEqual([['__proto__', day]]);
  });
});

describe('what cannot be converted', () => {
  test('is listed with its position', () => {
    const part: WireSchema = { properties: { list: { items: { properties: { at: date } } } } };
    expect(decodeWire(part, { list: [{ at: text }, { at: 'soon' }, { at: 5 }] })).toEqual({
      issues: [1, 2].map((index) => ({
        message: 'cannot be decoded as date-time: it is no date and time of RFC 3339',
        path: ['list', index, 'at'],
        keyword: 'codec',
        schema: '',
      })),
    });
    expect(encodeWire(part, { list: [{ at: new Date(NaN) }] })).toMatchObject({
      issues: [{ message: 'cannot be encoded as date-time: it is none', path: ['list', 0, 'at'] }],
    });
  });

  test('is at most 100 values', () => {
    expect(
      decodeWire(
        { items: date },
        Array.from({ length: 1000 }, () => 'soon'),
      ).issues,
    ).toHaveLength(100);
  });

  test('is a value that is nested too deeply', () => {
    let value: object = {};
    for (let depth = 0; depth < 100_000; depth++) value = { children: [value] };
    expect(decodeWire(tree, value)).toMatchObject({ issues: [{ message: 'is nested too deeply' }] });
  });

  test.each<[string, Partial<AnyCodec>]>([
    ['decodes to nothing', { decode: () => undefined }],
    ['decodes to a date of no time', { decode: (wire) => new Date(wire), is: (value) => value instanceof Date }],
    ['decodes to what it does not take itself', { decode: Number, is: Number.isFinite }],
  ])('is what a codec of somebody else %s', (_about, own) => {
    const codec: AnyCodec = { name: 'own', decode: String, encode: String, is: () => true, ...own };
    expect(decodeWire({ properties: { at: { codec } } }, { at: 'never' })).toEqual({
      issues: [{ message: 'cannot be decoded as own: it is none', path: ['at'], keyword: 'codec', schema: '' }],
    });
  });

  test.each([undefined, NaN, Infinity, () => 1])('is what a codec of somebody else encodes to %s', (encoded) => {
    const codec: AnyCodec = { name: 'own', decode: String, encode: () => encoded, is: () => true };
    for (const asText of [false, true])
      expect(encodeWire({ items: { codec } }, ['x'], asText)).toEqual({
        issues: [{ message: 'cannot be encoded as own: it is no JSON', path: [0], keyword: 'codec', schema: '' }],
      });
  });

  test('is no null, and no object, that a codec of somebody else makes', () => {
    for (const encoded of [null, { amount: '1' }, [], '', 0, false]) {
      const codec: AnyCodec = { name: 'own', decode: () => 'x', encode: () => encoded, is: (value) => value === 'x' };
      expect(encodeWire({ codec }, 'x')).toEqual({ value: encoded });
      expect(decodeWire({ codec }, 'y')).toEqual({ value: 'x' });
    }
  });

  test('is what a codec of somebody else throws, whatever that is', () => {
    const broken = {
      name: 'money',
      is: () => true,
      decode: () => {
        throw 'oops';
      },
      encode: () => {
        throw new Error('no');
      },
    };
    expect(decodeWire({ codec: broken }, 'x')).toMatchObject({
      issues: [{ message: 'cannot be decoded as money: oops' }],
    });
    expect(encodeWire({ codec: broken }, 'x')).toMatchObject({
      issues: [{ message: 'cannot be encoded as money: no' }],
    });
  });
});

describe('renamed properties', () => {
  const names = { user_id: 'userId', 'created-at': 'createdAt' };
  const part: WireSchema = { names, properties: { 'created-at': date } };

  test('have the names that callers know', () => {
    both(part, { user_id: 1, 'created-at': text, other: 2 }, { userId: 1, createdAt: day, other: 2 });
  });

  test('leave undeclared ones apart that have their new names', () => {
    both(part, { user_id: 1, userId: 2, userId_: 3 }, { userId: 1, userId_: 2, userId__: 3 });
    both(
      { names: { a_b: 'ab', ab_: 'ab_' } },
      { a_b: 1, ab: 2, ab_: 3, ab__: 4 },
      { ab: 1, ab__: 2, ab_: 3, ab____: 4 },
    );
  });

  test('are told in a union by their names on either side', () => {
    const either: WireSchema = {
      one: [
        [
          { part: { names: { pet_kind: 'petKind' }, properties: { at: date } }, tags: { pet_kind: ['cat'] } },
          { part: {}, types: ['object'] },
        ],
      ],
    };
    both(either, { pet_kind: 'cat', at: text }, { petKind: 'cat', at: day });
  });

  test('lose nothing, whatever stands beside them', () => {
    const name = fc.stringMatching(/^[ab]{1,2}_{0,3}$/);
    const renamed = fc
      .dictionary(name, name, { maxKeys: 4 })
      .filter((one) => new Set(Object.values(one)).size === Object.keys(one).length);
    fc.assert(
      fc.property(renamed, fc.dictionary(name, fc.nat()), (declared, wire) => {
        const decoded = decodeWire({ names: declared }, wire) as { value: object };
        const encoded = encodeWire({ names: declared }, decoded.value) as { value: object };
        const [given, back] = [wire, encoded.value].map((one) => JSON.stringify(Object.entries(one)));
        return Object.keys(decoded.value).length === Object.keys(wire).length && given === back;
      }),
      { numRuns: 10_000 },
    );
  });
});

test('convert reads JSON with all digits', () => {
  expect(convert.parse('[1]')).toEqual([1]);
});

test('a parameter may be a number where callers have a bigint, as clients count pages in numbers', () => {
  const part = { codec: int64AsBigint };
  expect(encodeWire(part, 2, true)).toEqual({ value: 2 });
  expect(encodeWire(part, 2.5, true).issues).toMatchObject([{ message: 'cannot be encoded as int64: it is none' }]);
  expect(encodeWire(part, 2).issues).toMatchObject([{ message: 'cannot be encoded as int64: it is none' }]);
});
