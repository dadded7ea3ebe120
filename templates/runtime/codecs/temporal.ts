import type { Codec } from './codec.js';
import { checkDateTime } from './dates.js';

/** A value of any class of `Temporal`; the generated code names the class. */
interface Written {
  readonly toString: () => string;
}

type TemporalClasses = Readonly<Record<string, { readonly from: (text: string) => Written }>>;

/** The text that a value was read from: it may hold more than the value, such as an offset. Values of `Temporal` never change. */
const texts = new WeakMap<object, string>();

/** `date-time` as `Temporal.Instant`, in nanoseconds; sent back as the text that it came as, offset included. */
export const dateTimeAsInstant: Codec<string, Written> = ofClass('date-time', 'Instant', (text) => {
  checkDateTime(text);
  return text;
});

/** `date` as `Temporal.PlainDate`. */
export const dateAsPlainDate: Codec<string, Written> = ofClass('date', 'PlainDate', (text) => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) throw new RangeError('it is no date of RFC 3339');
  return text;
});

/** `time` as `Temporal.PlainTime`, which has no offset: a time that came with one is sent back with it, a new one with `Z`. */
export const timeAsPlainTime: Codec<string, Written> = ofClass(
  'time',
  'PlainTime',
  (text) => text.replace(/(?:Z|[+-]\d\d:\d\d)$/i, ''),
  (text) => `${text}Z`,
);

/** `duration` as `Temporal.Duration`. RFC 3339 leaves out no unit between two others: `PT1H0M1S`, where Temporal writes `PT1H1S`. */
export const durationAsDuration: Codec<string, Written> = ofClass(
  'duration',
  'Duration',
  (text) => text,
  (text) => text.replace(/H(?=[\d.]+S)/, 'H0M').replace(/Y(?=\d+D)/, 'Y0M'),
);

function ofClass(
  name: string,
  className: string,
  read: (wire: string) => string,
  write: (text: string) => string = (text) => text,
): Codec<string, Written> {
  return {
    name,
    decode: (wire) => {
      if (typeof wire !== 'string') throw new TypeError('it is no string');
      // `as`: the library of the compiler need not know it.
      const { Temporal } = globalThis as { readonly Temporal?: TemporalClasses };
      const found = Temporal?.[className];
      if (!found)
        throw new Error("this platform has no Temporal: import 'temporal-polyfill/global' before the first call");
      const value = found.from(read(wire));
      texts.set(value, wire);
      return value;
    },
    encode: (value) => texts.get(value) ?? write(value.toString()),
    // By its tag: a polyfill has other classes than the platform.
    is: (value) => Object.prototype.toString.call(value) === `[object Temporal.${className}]`,
  };
}
