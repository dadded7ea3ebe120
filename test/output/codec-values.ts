import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';

/** A value of each format, as callers of the case `positive-codec-calls` have it. */
export interface Values {
  readonly at: Date;
  readonly instant: Temporal.Instant;
  readonly day: Temporal.PlainDate;
  readonly time: Temporal.PlainTime;
  readonly lasts: Temporal.Duration;
  readonly count: bigint;
  readonly countText: bigint;
  readonly size: bigint;
  readonly sizeText: bigint;
  readonly either: bigint;
  readonly bytes: Uint8Array;
  readonly bytesUrl: Uint8Array;
  readonly price: { readonly cents: bigint };
}

const [first, last] = [new Date('0001-01-01T00:00:00Z'), new Date('9999-12-31T23:59:59Z')];
const dates = fc.date({ noInvalidDate: true, min: first, max: last });
const instants = fc
  .tuple(dates, fc.nat(999_999))
  .map(([date, nanoseconds]) => new Temporal.Instant(BigInt(date.getTime()) * 1_000_000n + BigInt(nanoseconds)));
// Half of them are around what a double can hold.
const int64 = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -(2n ** 54n), max: 2n ** 54n }),
);
const uint64 = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.bigInt({ min: 0n, max: 2n ** 54n }));
const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 });
// What a duration has none of is left out of its text.
const count = fc.oneof(fc.constant(0), fc.nat(999));

/** Values of all formats. */
const values: fc.Arbitrary<Values> = fc.record({
  at: dates,
  instant: instants,
  day: instants.map((one) => one.toZonedDateTimeISO('UTC').toPlainDate()),
  time: instants.map((one) => one.toZonedDateTimeISO('UTC').toPlainTime()),
  lasts: fc
    .record({ years: count, months: count, days: count, hours: count, minutes: count, seconds: count })
    .map((parts) => Temporal.Duration.from(parts)),
  count: int64,
  countText: int64,
  size: uint64,
  sizeText: uint64,
  either: int64,
  bytes,
  bytesUrl: bytes,
  price: fc.record({ cents: int64 }),
});

type Texts = Readonly<Record<string, string>>;

/** A value of each format, and what it is in other forms. */
export interface Made {
  readonly values: Values;
  /** Of its values. */
  readonly text: string;
  /** What is on the wire, by property. */
  readonly wire: Texts;
  readonly json: string;
}

/** So many of them. */
export function made(count: number): readonly Made[] {
  return fc.sample(values, count).map((one) => {
    const wire = wireOf(one);
    return { values: one, text: textsOf(one), wire, json: jsonOf(wire) };
  });
}

/** Values as text, so that those of Temporal can be compared, too. */
export function textsOf(all: Values): string {
  const texts = Object.entries(all).map(([name, value]: readonly [string, unknown]) => {
    if (value instanceof Uint8Array) return `${name}: ${value.join()}`;
    if (value instanceof Date) return `${name}: ${value.toISOString()}`;
    return `${name}: ${isMoney(value) ? `${value.cents} cents` : String(value)}`;
  });
  return texts.toSorted().join('\n');
}

/** What is on the wire, as an implementation of its own has it. */
function wireOf(all: Values): Texts {
  return mapValues(all, (name, value) => {
    if (value instanceof Date) return value.toISOString();
    if (value instanceof Uint8Array) return Buffer.from(value).toString(name === 'bytes' ? 'base64' : 'base64url');
    // A time has an offset on the wire, and Temporal's has none.
    if (name === 'time') return `${String(value)}Z`;
    // RFC 3339 leaves out no unit between two others.
    if (value instanceof Temporal.Duration) {
      const text = String(value).replace(/Y(\d+D)/, 'Y0M$1');
      return text.replace(/H(\d+S)/, 'H0M$1');
    }
    if (!isMoney(value)) return String(value);
    const digits = String(value.cents).replace('-', '').padStart(3, '0');
    return `${value.cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  });
}

/** The same as JSON, with all digits. */
function jsonOf(wire: Texts): string {
  const members = Object.entries(wire).map(([name, text]) => {
    const isNumber = name === 'count' || name === 'size' || (name === 'either' && Number.isSafeInteger(Number(text)));
    return `${JSON.stringify(name)}:${isNumber ? text : JSON.stringify(text)}`;
  });
  return `{${members.join(',')}}`;
}

function mapValues(all: Values, write: (name: string, value: unknown) => string): Texts {
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, write(name, value)]));
}

function isMoney(value: unknown): value is Values['price'] {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'cents');
}

/**
 * Has whole numbers written as digits at once where what stands in for Temporal asks for them in a language that has none of its
 * own: for each part of a duration it looks that language up, which takes a quarter of the time. Gives what undoes it.
 */
export function writeDigitsAtOnce(): () => void {
  const { toLocaleString } = Number.prototype;
  const write = function (this: number, ...args: Parameters<typeof toLocaleString>): string {
    const isPlain = args[0] === 'fullwide' && Number.isSafeInteger(Number(this));
    return isPlain ? String(this) : toLocaleString.apply(this, args);
  };
  Reflect.set(Number.prototype, 'toLocaleString', write);
  return () => void Reflect.set(Number.prototype, 'toLocaleString', toLocaleString);
}
