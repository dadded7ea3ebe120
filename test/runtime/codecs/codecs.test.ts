import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Temporal } from 'temporal-polyfill';
import {
  base64urlAsBytes,
  byteAsBytes,
  dateAsPlainDate,
  dateTimeAsDate,
  dateTimeAsInstant,
  durationAsDuration,
  int64AsBigint,
  int64EitherAsBigint,
  int64TextAsBigint,
  timeAsPlainTime,
  uint64AsBigint,
  uint64EitherAsBigint,
  uint64TextAsBigint,
} from '@speccast/runtime/codecs';
import type { Codec } from '@speccast/runtime/codecs';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

const numRuns = 3_000;

const before = Reflect.get(globalThis, 'Temporal');
beforeAll(() => void Object.assign(globalThis, { Temporal }));
afterAll(() => {
  if (before === undefined) Reflect.deleteProperty(globalThis, 'Temporal');
});

/** Expects that each wire value is decoded to a valid value, which is encoded to the same wire value. */
function expectRoundTrip<Wire, Domain>(codec: Codec<Wire, Domain>, wires: fc.Arbitrary<Wire>): void {
  fc.assert(
    fc.property(wires, (wire) => {
      const value = codec.decode(wire);
      return codec.is(value) && codec.encode(value) === wire;
    }),
    { numRuns },
  );
}

const codecs = { byteAsBytes, dateTimeAsDate, int64AsBigint, int64TextAsBigint, uint64AsBigint };

/** A wire value and its decoded value; without a value, it is rejected. `source` is the text of a number that a double cannot hold. */
interface WireRow {
  readonly codec: keyof typeof codecs;
  readonly wire?: unknown;
  readonly source?: string;
  readonly value?: unknown;
}

table('$codec of $wire $source', ({ codec, wire, source, value }: WireRow) => {
  // `as`: some rows have wire values of a wrong type.
  const decode = (): unknown => codecs[codec].decode(wire as never, source);
  if (value === undefined) expect(decode).toThrow(RangeError);
  else expect(decode()).toEqual(value);
});

const two = (most: number, least = 0): fc.Arbitrary<string> =>
  fc.integer({ min: least, max: most }).map((number) => String(number).padStart(2, '0'));
const dates = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const offsets = fc.oneof(
  fc.constant('Z'),
  fc.tuple(fc.constantFrom('+', '-'), two(13), two(59)).map(([sign, h, m]) => `${sign}${h}:${m}`),
);
const fractions = fc.oneof(fc.constant(''), fc.stringMatching(/^\.\d{1,9}$/));
const clocks = fc.tuple(two(23), two(59), two(59), fractions).map(([h, m, s, f]) => `${h}:${m}:${s}${f}`);
const dateTimes = fc.tuple(dates, clocks, offsets).map(([date, clock, offset]) => `${date}T${clock}${offset}`);

describe('date-time as Date', () => {
  test('is encoded to the text that was decoded', () => {
    expectRoundTrip(dateTimeAsDate, dateTimes);
  });

  test('is encoded again if its time was changed, or if it was created by the caller', () => {
    const date = dateTimeAsDate.decode('2026-01-01T00:00:00.123456+02:00');
    expect(date).toEqual(new Date('2025-12-31T22:00:00.123Z'));
    date.setUTCHours(23);
    expect(dateTimeAsDate.encode(date)).toBe('2025-12-31T23:00:00.123Z');
    expect(dateTimeAsDate.encode(new Date(0))).toBe('1970-01-01T00:00:00.000Z');
  });

  test('decodes a leap second to the second after it', () => {
    expect(dateTimeAsDate.decode('2016-12-31t23:59:60z')).toEqual(new Date('2017-01-01T00:00:00Z'));
  });

  test('is neither an invalid date nor a text', () => {
    expect([new Date(NaN), '2026-01-01T00:00:00Z', 0, undefined].map(dateTimeAsDate.is)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('Temporal', () => {
  test('keeps all digits and offsets of a text', () => {
    expectRoundTrip(dateTimeAsInstant, dateTimes);
    expectRoundTrip(dateAsPlainDate, dates);
    expectRoundTrip(
      timeAsPlainTime,
      fc.tuple(clocks, fc.oneof(offsets, fc.constant(''))).map((parts) => parts.join('')),
    );
    const parts = fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99), fc.nat(99));
    expectRoundTrip(
      durationAsDuration,
      parts.map(([days, hours, minutes, seconds]) => `P${days}DT${hours}H${minutes}M${seconds}S`),
    );
  });

  test('is encoded if it was created by the caller', () => {
    expect(dateTimeAsInstant.encode(Temporal.Instant.from('2026-01-01T00:00:00.123456789Z'))).toBe(
      '2026-01-01T00:00:00.123456789Z',
    );
    expect(dateAsPlainDate.encode(Temporal.PlainDate.from('2026-01-31'))).toBe('2026-01-31');
    expect(timeAsPlainTime.encode(Temporal.PlainTime.from('10:30'))).toBe('10:30:00Z');
    expect(durationAsDuration.encode(Temporal.Duration.from({ minutes: 90 }))).toBe('PT90M');
  });

  test.each([dateTimeAsInstant, dateAsPlainDate, timeAsPlainTime, durationAsDuration])(
    'rejects invalid values: $name',
    (codec) => {
      for (const wire of ['', 'soon', '2026-02-30', '2026-01-01T00:00Z[u-ca=hebrew]', 5])
        expect(() => codec.decode(wire as string)).toThrow();
      expect([new Date(), 'P1D', {}, null].some(codec.is)).toBe(false);
    },
  );

  test('throws with the polyfill to import on platforms without it', () => {
    Reflect.deleteProperty(globalThis, 'Temporal');
    expect(() => dateAsPlainDate.decode('2026-01-01')).toThrow("import 'temporal-polyfill/global'");
    Object.assign(globalThis, { Temporal });
  });
});

describe('int64 and uint64 as bigint', () => {
  const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

  test('keep all digits of numbers and strings', () => {
    expectRoundTrip(int64TextAsBigint, int64.map(String));
    expectRoundTrip(uint64TextAsBigint, uint64.map(String));
    const exact = (codec: Codec<number, bigint>, values: fc.Arbitrary<bigint>): void =>
      fc.assert(
        fc.property(values, (value) => codec.decode(Number(value), String(value)) === value),
        { numRuns },
      );
    exact(int64AsBigint, int64);
    exact(uint64AsBigint, uint64);
  });

  test('are numbers or strings if both are declared: strings if a double cannot hold all digits', () => {
    const either = (value: bigint): number | string =>
      Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    const mixed = fc.oneof(fc.maxSafeInteger().map(BigInt), int64).map(either);
    expectRoundTrip(int64EitherAsBigint, mixed);
    expectRoundTrip(uint64EitherAsBigint, uint64.map(either));
    expect(int64EitherAsBigint.decode('5')).toBe(5n);
    expect(int64EitherAsBigint.decode(2 ** 53, '9007199254740993')).toBe(9007199254740993n);
    expect(() => int64EitherAsBigint.decode(2 ** 63)).toThrow('a number this large may have lost digits');
    expect(() => uint64EitherAsBigint.encode(-1n)).toThrow('it is out of range for uint64');
  });

  test('reject bigints of more than 64 bits, and other types', () => {
    expect(() => int64AsBigint.encode(2n ** 63n)).toThrow('it is out of range for int64');
    expect(() => uint64TextAsBigint.encode(-1n)).toThrow('it is out of range for uint64');
    expect([1, '1', null].some(int64AsBigint.is)).toBe(false);
  });
});

describe('bytes', () => {
  test('are encoded as base64', () => {
    const bytes = fc.uint8Array({ maxLength: 64 });
    for (const codec of [byteAsBytes, base64urlAsBytes])
      fc.assert(
        fc.property(bytes, (value) => {
          const wire = codec.encode(value) as string;
          const expected = Buffer.from(value).toString(codec === byteAsBytes ? 'base64' : 'base64url');
          return wire === expected && Buffer.compare(codec.decode(wire), value) === 0;
        }),
        { numRuns },
      );
  });

  test('of 100,000 bytes are encoded and decoded', () => {
    const value = new Uint8Array(100_000).map((_, index) => index);
    expect(Buffer.compare(byteAsBytes.decode(byteAsBytes.encode(value) as string), value)).toBe(0);
  });
});
