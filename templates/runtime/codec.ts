/** A number of JSON as text, for what a double cannot hold: `new ExactNumber('0.10000000000000000001')`. */
export class ExactNumber {
  readonly text: string;

  /** Throws where the text is no number of JSON. */
  constructor(text: string) {
    if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) throw new RangeError('is no number of JSON');
    this.text = text;
  }
}

/**
 * Converts one value between what travels as JSON or text (`Wire`) and what callers have (`Domain`). Both directions throw
 * where they cannot; the message goes on as `cannot be decoded as date-time: …`, so it must not hold the value.
 */
export interface Codec<Wire, Domain> {
  /** As messages name it: `date-time`. */
  readonly name: string;
  /** `source` is the text of a number in JSON, where a double differs from it. Never called with `null`. */
  readonly decode: (wire: Wire, source?: string) => Domain;
  /** A `bigint` is written as a number of JSON, with all its digits. */
  readonly encode: (value: Domain) => Wire | bigint | ExactNumber;
  /** Checks for a value that callers may pass: tells the branches of a union apart. */
  readonly is: (value: unknown) => boolean;
}

/** A codec of any types, which the generated code knows. */
export interface AnyCodec extends Pick<Codec<never, never>, 'name' | 'is'> {
  readonly decode: (wire: never, source?: string) => unknown;
  readonly encode: (value: never) => unknown;
}
