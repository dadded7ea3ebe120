import type { Codec } from '../codec.js';

/** The text from which a date was decoded. It may contain more than the value, such as an offset or microseconds. */
const texts = new WeakMap<object, string>();

/**
 * The format `date-time` as a `Date`, in milliseconds. A received date is sent back as the same text, unless its time was changed:
 * `2026-01-01T00:00:00.123456+01:00` keeps its microseconds and offset.
 */
export const dateTimeAsDate: Codec<string, Date> = {
  name: 'date-time',
  decode: (wire) => {
    const date = new Date(readTime(wire));
    texts.set(date, wire);
    return date;
  },
  encode: (date) => {
    const text = texts.get(date);
    return text !== undefined && readTime(text) === date.getTime() ? text : date.toISOString();
  },
  is: (value) => value instanceof Date && value.getTime() === value.getTime(),
};

/** Converts text to milliseconds since the epoch. A leap second becomes the next second: `23:59:60` → `00:00:00`. */
function readTime(text: string) {
  const stated = checkDateTime(text).toUpperCase();
  const parsed = stated.replace(/:60(?=[.Z+-])/, ':59');
  const time = Date.parse(parsed) + (parsed === stated ? 0 : 1000);
  // `Date.parse` converts 30 February to 2 March.
  const day = stated.slice(0, 10);
  if (Number.isNaN(time) || !String(new Date(day).toJSON()).startsWith(day))
    throw new RangeError('there is no such date and time');
  return time;
}

/** Returns text in the form of RFC 3339; throws for any other value. */
function checkDateTime(text: unknown) {
  if (typeof text === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.test(text))
    return text;
  throw new RangeError('it is not a date and time of RFC 3339');
}

/** The format `date-time` as a `Temporal.Instant`, in nanoseconds. A received one is sent back as the same text, with its offset. */
export const dateTimeAsInstant: Codec<string, object> = /* @__PURE__ */ createTemporalCodec(
  'date-time',
  'Instant',
  checkDateTime,
);

/** The format `date` as a `Temporal.PlainDate`. */
export const dateAsPlainDate: Codec<string, object> = /* @__PURE__ */ createTemporalCodec(
  'date',
  'PlainDate',
  (text) => {
    if (!/^\d{4}-\d\d-\d\d$/.test(text)) throw new RangeError('it is not a date of RFC 3339');
    return text;
  },
);

/** The format `time` as a `Temporal.PlainTime`, which has no offset. A received time is sent back with its offset, a new one with `Z`. */
export const timeAsPlainTime: Codec<string, object> = /* @__PURE__ */ createTemporalCodec(
  'time',
  'PlainTime',
  (text) => text.replace(/(?:Z|[+-]\d\d:\d\d)$/i, ''),
  (text) => `${text}Z`,
);

/** The format `duration` as a `Temporal.Duration`. RFC 3339 requires all units between two others: `PT1H1S` is sent as `PT1H0M1S`. */
export const durationAsDuration: Codec<string, object> = /* @__PURE__ */ createTemporalCodec(
  'duration',
  'Duration',
  (text) => text,
  (text) => text.replace(/H(?=[\d.]+S)/, 'H0M').replace(/Y(?=\d+D)/, 'Y0M'),
);

function createTemporalCodec(
  name: string,
  className: string,
  read: (wire: string) => string,
  write = (text: string) => text,
): Codec<string, object> {
  return {
    name,
    decode: (wire) => {
      if (typeof wire !== 'string') throw new TypeError('it is not a string');
      const found = Reflect.get(globalThis, 'Temporal')?.[className];
      if (!found)
        throw new Error("this platform has no Temporal: import 'temporal-polyfill/global' before the first call");
      const value: object = found.from(read(wire));
      texts.set(value, wire);
      return value;
    },
    encode: (value) => texts.get(value) ?? write(String(value)),
    // Not `instanceof`: polyfills have classes of their own.
    is: (value) => Object.prototype.toString.call(value) === `[object Temporal.${className}]`,
  };
}
