import type { Codec } from '../codec.js';

/** The text that a date or a value of `Temporal` was read from: it may hold more than the value, such as an offset or microseconds. */
const texts = new WeakMap<object, string>();

/**
 * `date-time` as `Date`, in milliseconds. A date that came from the service is sent back as the text that it came as, unless
 * its time was set to another one since.
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

/** Reads a text as milliseconds; a leap second is the one after it. */
function readTime(text: string) {
  const stated = checkDateTime(text).toUpperCase();
  const parsed = stated.replace(/:60(?=[.Z+-])/, ':59');
  const time = Date.parse(parsed) + (parsed === stated ? 0 : 1000);
  // `Date` takes 30 February for a day of March.
  const day = stated.slice(0, 10);
  if (Number.isNaN(time) || !String(new Date(day).toJSON()).startsWith(day))
    throw new RangeError('there is no such date and time');
  return time;
}

/** Returns a text in the form of RFC 3339; throws at any other value. */
function checkDateTime(text: unknown) {
  if (typeof text === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.test(text))
    return text;
  throw new RangeError('it is no date and time of RFC 3339');
}

/** `date-time` as `Temporal.Instant`, in nanoseconds; sent back as the text that it came as, offset included. */
export const dateTimeAsInstant: Codec<string, object> = /* @__PURE__ */ createTemporalCodec(
  'date-time',
  'Instant',
  checkDateTime,
);

/** `date` as `Temporal.PlainDate`. */
export const dateAsPlainDate: Codec<string, object> = /* @__PURE__ */ createTemporalCodec(
  'date',
  'PlainDate',
  (text) => {
    if (!/^\d{4}-\d\d-\d\d$/.test(text)) throw new RangeError('it is no date of RFC 3339');
    return text;
  },
);

/** `time` as `Temporal.PlainTime`, which has no offset: a time that came with one is sent back with it, a new one with `Z`. */
export const timeAsPlainTime: Codec<string, object> = /* @__PURE__ */ createTemporalCodec(
  'time',
  'PlainTime',
  (text) => text.replace(/(?:Z|[+-]\d\d:\d\d)$/i, ''),
  (text) => `${text}Z`,
);

/** `duration` as `Temporal.Duration`. RFC 3339 leaves out no unit between two others: `PT1H0M1S`, where Temporal writes `PT1H1S`. */
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
      if (typeof wire !== 'string') throw new TypeError('it is no string');
      const found = Reflect.get(globalThis, 'Temporal')?.[className];
      if (!found)
        throw new Error("this platform has no Temporal: import 'temporal-polyfill/global' before the first call");
      const value: object = found.from(read(wire));
      texts.set(value, wire);
      return value;
    },
    encode: (value) => texts.get(value) ?? write(String(value)),
    // By its tag: a polyfill has other classes than the platform.
    is: (value) => Object.prototype.toString.call(value) === `[object Temporal.${className}]`,
  };
}
