import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dateTimeAsDate,
  decodeWire,
  encodeWire,
  int64AsBigint,
  parseExact,
  stringifyExact,
} from '@speccast/runtime/codecs';
import type { AnyCodec, WirePart, WireSchema } from '@speccast/runtime/codecs';
import { readRows } from '../../rows.js';
import { resolveCodecs } from './resolve-codecs.js';

const date: WireSchema = { codec: dateTimeAsDate };
const count: WireSchema = { codec: int64AsBigint };
const text = '2026-01-01T00:00:00.000Z';
const day = new Date(text);

/** Expects that a wire value is decoded to a value, which is encoded to the same wire value. */
function expectConversion(part: WirePart, wire: unknown, domain: unknown): void {
  expect(decodeWire(part, wire)).toEqual({ value: domain });
  expect(encodeWire(part, domain)).toEqual({ value: wire });
}

/** A value that cannot be decoded or encoded, and the expected issues. */
interface InvalidRow {
  readonly part: WireSchema;
  readonly wire?: unknown;
  readonly value?: unknown;
  readonly want: readonly object[];
}

const tree: WireSchema = { properties: { at: date, children: { items: () => tree } } };

const { table } = readRows(import.meta.url);

table('values', ({ part, wire, value }: { part: WireSchema; wire: unknown; value: unknown }) => {
  expectConversion(resolveCodecs(part), wire, value);
});

table('invalid values', ({ part, wire, value, want }: InvalidRow) => {
  const { issues } =
    value === undefined ? decodeWire(resolveCodecs(part), wire) : encodeWire(resolveCodecs(part), value);
  expect(issues).toEqual(want);
});

describe('values are converted', () => {
  test('at any depth', () => {
    expectConversion(
      tree,
      { at: text, children: [{ at: text, children: [] }] },
      { at: day, children: [{ at: day, children: [] }] },
    );
  });

  test('except null, absent and undeclared ones', () => {
    const part = { properties: { at: date } };
    for (const value of [null, undefined, {}, { at: null }, { at: undefined }, { other: text }, [text]]) {
      expect(decodeWire(part, value)).toEqual({ value });
      expect(encodeWire(part, value)).toEqual({ value });
    }
  });

  test('with references that form a cycle', () => {
    const circle: WireSchema = { all: [() => circle], properties: { at: date } };
    expectConversion(circle, { at: text }, { at: day });
  });

  test('without changes of the input', () => {
    const wire = { at: text, tags: ['a'] };
    const { value } = decodeWire({ properties: { at: date } }, wire) as { value: typeof wire };
    expect(wire.at).toBe(text);
    expect(value.tags).toBe(wire.tags);
    expect(decodeWire({ properties: { at: date } }, { tags: [] }).issues).toBe(undefined);
  });

  test('with all digits', () => {
    const part: WireSchema = { properties: { ids: { items: count } } };
    const wire = '{"ids":[9223372036854775807,1]}';
    const { value } = decodeWire(part, parseExact(wire)) as { value: unknown };
    expect(value).toEqual({ ids: [9223372036854775807n, 1n] });
    expect(stringifyExact((encodeWire(part, value) as { value: unknown }).value)).toBe(wire);
    expect(decodeWire(count, parseExact('9223372036854775807'))).toEqual({ value: 9223372036854775807n });
  });

  test('also in a property `__proto__`', () => {
    const wire = JSON.parse(`{"__proto__":"${text}"}`);
    const { value } = decodeWire({ additional: date }, wire) as { value: object };
    expect(Object.entries(value)).toEqual([['__proto__', day]]);
  });
});

describe('issues of values that cannot be converted', () => {
  test('are at most 100', () => {
    expect(
      decodeWire(
        { items: date },
        Array.from({ length: 1000 }, () => 'soon'),
      ).issues,
    ).toHaveLength(100);
  });

  test('include values that are nested too deeply', () => {
    let value: object = {};
    for (let depth = 0; depth < 100_000; depth++) value = { children: [value] };
    expect(decodeWire(tree, value)).toMatchObject({ issues: [{ message: 'is nested too deeply' }] });
  });

  test.each<[string, Partial<AnyCodec>]>([
    ['decodes to undefined', { decode: () => undefined }],
    ['decodes to an invalid date', { decode: (wire) => new Date(wire), is: (value) => value instanceof Date }],
    ['decodes to a value that its `is` rejects', { decode: Number, is: Number.isFinite }],
  ])('include a value that a custom codec %s', (_about, own) => {
    const codec: AnyCodec = { name: 'own', decode: String, encode: String, is: () => true, ...own };
    expect(decodeWire({ properties: { at: { codec } } }, { at: 'never' })).toEqual({
      issues: [
        { message: 'cannot be decoded as own: it has another type', path: ['at'], keyword: 'codec', schema: '' },
      ],
    });
  });

  test.each([undefined, NaN, Infinity, () => 1])('include a value that a custom codec encodes to %s', (encoded) => {
    const codec: AnyCodec = { name: 'own', decode: String, encode: () => encoded, is: () => true };
    for (const asText of [false, true])
      expect(encodeWire({ items: { codec } }, ['x'], asText)).toEqual({
        issues: [{ message: 'cannot be encoded as own: it is not JSON', path: [0], keyword: 'codec', schema: '' }],
      });
  });

  test('do not include values that a custom codec encodes to null, objects and other JSON', () => {
    for (const encoded of [null, { amount: '1' }, [], '', 0, false]) {
      const codec: AnyCodec = { name: 'own', decode: () => 'x', encode: () => encoded, is: (value) => value === 'x' };
      expect(encodeWire({ codec }, 'x')).toEqual({ value: encoded });
      expect(decodeWire({ codec }, 'y')).toEqual({ value: 'x' });
    }
  });

  test('contain the error of a custom codec, of any type', () => {
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
  test('are all kept, with any other properties', () => {
    const name = fc.stringMatching(/^[ab]{1,2}_{0,3}$/);
    const renamed = fc
      .dictionary(name, name, { maxKeys: 4 })
      .filter((one) => new Set(Object.values(one)).size === Object.keys(one).length);
    fc.assert(
      fc.property(renamed, fc.dictionary(name, fc.nat()), (declared, wire) => {
        const decoded = decodeWire({ names: declared }, wire) as { value: object };
        const encoded = encodeWire({ names: declared }, decoded.value) as { value: object };
        const [before, after] = [wire, encoded.value].map((one) => JSON.stringify(Object.entries(one)));
        return Object.keys(decoded.value).length === Object.keys(wire).length && before === after;
      }),
      { numRuns: 2_000 },
    );
  });
});
