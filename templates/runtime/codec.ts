/** A JSON number as text, for numbers that a double cannot hold: `new ExactNumber('0.10000000000000000001')`. */
export class ExactNumber {
  readonly text: string;

  /** Throws a `RangeError` if the text is not a JSON number. */
  constructor(text: string) {
    if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) throw new RangeError('is not a JSON number');
    this.text = text;
  }
}

/**
 * Converts a value between its form on the wire (`Wire`: JSON or text) and its form in the program (`Domain`): a string and a `Date`.
 * `decode` and `encode` throw if they cannot. Their messages become part of `cannot be decoded as date-time: …`, which may be
 * logged: leave the value out of them.
 */
export interface Codec<Wire, Domain> {
  /** Name of the codec in messages: `date-time`. */
  readonly name: string;
  /** `source` is the text of a JSON number that a double cannot hold exactly. Never called with `null`. */
  readonly decode: (wire: Wire, source?: string) => Domain;
  /** A returned `bigint` is written as a JSON number, with all its digits. */
  readonly encode: (value: Domain) => Wire | bigint | ExactNumber;
  /** Returns whether a value is a `Domain`. Chooses the branch of a union that a value belongs to. */
  readonly is: (value: unknown) => boolean;
}

/** A codec whose types only the generated code knows. */
export interface AnyCodec extends Pick<Codec<never, never>, 'name' | 'is'> {
  readonly decode: (wire: never, source?: string) => unknown;
  readonly encode: (value: never) => unknown;
}
