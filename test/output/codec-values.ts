import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';

/** Values that callers of the case `positive-codec-calls` pass, one of each format. */
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
// Half of them are near the limit of integers that a double can hold.
const int64 = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -(2n ** 54n), max: 2n ** 54n }),
);
const uint64 = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.bigInt({ min: 0n, max: 2n ** 54n }));
const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 });
// Zero often, because the text of a duration leaves out units that are zero.
const count = fc.oneof(fc.constant(0), fc.nat(999));

/** Random values of all formats. */
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

/** Values of all formats, and their other forms. */
export interface CodecSample {
  readonly values: Values;
  /** The values as text, for comparisons. */
  readonly text: string;
  /** The texts on the wire, by property. */
  readonly wire: Texts;
  readonly json: string;
}

/** Samples a number of values. */
export function sampleValues(count: number): readonly CodecSample[] {
  return fc.sample(values, count).map((one) => {
    const wire = encodeValues(one);
    return { values: one, text: printValues(one), wire, json: printJson(wire) };
  });
}

/** Prints values, because Temporal values cannot be compared by their properties. */
export function printValues(all: Values): string {
  const texts = Object.entries(all).map(([name, value]: readonly [string, unknown]) => {
    if (value instanceof Uint8Array) return `${name}: ${value.join()}`;
    if (value instanceof Date) return `${name}: ${value.toISOString()}`;
    return `${name}: ${isMoney(value) ? `${value.cents} cents` : String(value)}`;
  });
  return texts.toSorted().join('\n');
}

/** Encodes values, by an implementation that is independent of the codecs. */
function encodeValues(all: Values): Texts {
  return mapValues(all, (name, value) => {
    if (value instanceof Date) return value.toISOString();
    if (value instanceof Uint8Array) return Buffer.from(value).toString(name === 'bytes' ? 'base64' : 'base64url');
    // A time of the wire has an offset, a `PlainTime` has none.
    if (name === 'time') return `${String(value)}Z`;
    // RFC 3339 keeps a unit that is zero between two others: `P1Y0M2D`.
    if (value instanceof Temporal.Duration) {
      const text = String(value).replace(/Y(\d+D)/, 'Y0M$1');
      return text.replace(/H(\d+S)/, 'H0M$1');
    }
    if (!isMoney(value)) return String(value);
    const digits = String(value.cents).replace('-', '').padStart(3, '0');
    return `${value.cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  });
}

/** Prints texts of the wire as JSON, integers with all digits. */
function printJson(wire: Texts): string {
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
 * Replaces `Number.prototype.toLocaleString` for whole numbers in the locale `fullwide`, which the polyfill of Temporal uses for each
 * part of a duration: the lookup of the locale takes a quarter of the time of these tests. Returns a function that undoes it.
 */
export function speedUpLocale(): () => void {
  const { toLocaleString } = Number.prototype;
  const write = function (this: number, ...args: Parameters<typeof toLocaleString>): string {
    const isPlain = args[0] === 'fullwide' && Number.isSafeInteger(Number(this));
    return isPlain ? String(this) : toLocaleString.apply(this, args);
  };
  Reflect.set(Number.prototype, 'toLocaleString', write);
  return () => void Reflect.set(Number.prototype, 'toLocaleString', toLocaleString);
}
