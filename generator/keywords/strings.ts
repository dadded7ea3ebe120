import type { JsonObject } from '../json.js';
import type { Keywords } from './keyword.js';

/** Keywords of strings; lengths in code points. */
export interface StringRules {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: string;
  readonly pattern?: string;
  /** Encoding of bytes as a string: `base64`. An annotation. */
  readonly contentEncoding?: string;
  /** Media type of the content: `image/png`. An annotation; without an encoding, raw bytes in a body. */
  readonly contentMediaType?: string;
}

/** The keyword whose value limits the time of a pattern: longer strings are not tested. */
export const patternBound: keyof StringRules = 'maxLength';

/** The keywords of strings, in the order in which they are asserted. */
export const strings: Keywords<StringRules> = {
  minLength: {
    takes: 'count',
    default: 0,
    limit: { isLower: true, of: 'character', upper: 'maxLength' },
    is: (value, least, { use, literal }) => `${use('strings', 'isAtLeast')}(${value}, ${literal(least)})`,
  },
  maxLength: {
    takes: 'count',
    limit: { isLower: false, of: 'character' },
    is: (value, most, { use, literal }) => `${use('strings', 'isAtMost')}(${value}, ${literal(most)})`,
  },
  // Formats apply to numbers, too; formats.ts has their assertions.
  format: { takes: 'text', vocabulary: 'format-annotation', isReported: true },
  pattern: {
    takes: 'regex',
    comparison: { kind: 'text', code: 'pattern' },
    note: (pattern, code) => `Matches ${code(pattern)}.`,
    is: (value, pattern, { regex }) => `${regex(pattern)}.test(${value})`,
    says: (pattern, { regex, literal, beside }) => {
      const most = beside(patternBound);
      const limit = most === undefined ? [] : [literal(most)];
      // The pattern is an argument of its own if `RegExp` writes it differently: `/` has the source `\/`.
      const { source } = new RegExp(pattern, patternFlags(pattern));
      const stated = source === pattern ? [] : [literal(pattern)];
      return [regex(pattern), ...(stated.length > 0 ? [limit[0] ?? 'undefined', ...stated] : limit)];
    },
  },
  contentEncoding: {
    takes: 'text',
    vocabulary: 'content',
    since: 7,
    comparison: { kind: 'text', code: 'encoding' },
    note: (encoding, code) => `Encoded as ${code(encoding)}.`,
  },
  contentMediaType: {
    takes: 'text',
    vocabulary: 'content',
    since: 7,
    comparison: { kind: 'text', code: 'encoding' },
    note: (mediaType, code) => `Holds ${code(mediaType)}.`,
  },
};

/** Returns the flags of a pattern: `u`, or none for a pattern that is invalid with `u`, such as `\-`. */
export function patternFlags(pattern: string): '' | 'u' {
  try {
    return new RegExp(pattern, 'u').unicode ? 'u' : '';
  } catch {
    return '';
  }
}

/** Least and most characters of a string. */
export interface Lengths {
  readonly least: number;
  readonly most: number;
}

/** Reads the lengths that a schema allows. */
export function readLengths({ minLength = 0, maxLength = Infinity }: JsonObject): Lengths {
  return { least: Number(minLength), most: Number(maxLength) };
}

/** Makes a text longer by repeating its last two characters, or cuts it: `pet` of at least 5 characters → `petet`. */
export function fitLength(text: string, { least, most }: Lengths): string {
  return text.padEnd(Math.min(least, most, LONGEST_SAMPLE), text.slice(-2)).slice(0, most);
}

const LONGEST_SAMPLE = 1000;
