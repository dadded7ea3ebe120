import * as fc from 'fast-check';
import { readRows } from '../../rows.js';

/** Valid values by name: `{ videos: ['alwsoKhExNl'], flags: ['true', 'false'] }`. The name of a table has the ids of its rows. */
export type Known = Readonly<Record<string, readonly string[]>>;

/** A request that can succeed. The text `?videos`, or `{?videos}` in a path, is replaced by a known value of that name. */
export interface Template {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Sends a file: beside the JSON, or as the whole body. */
  readonly media?: boolean;
}

/** Templates, values and tokens from which requests are generated. */
export interface Vocabulary {
  readonly templates: readonly Template[];
  readonly known: Known;
  readonly tokens: readonly string[];
}

/** Strings that are often handled wrongly: broken escapes, names of every object, numbers that are too large. */
const oddTexts = readRows(import.meta.url).rows<string>('texts');

/** Generates known values, odd texts and any other strings. */
export function arbitraryText({ known }: Pick<Vocabulary, 'known'>): fc.Arbitrary<string> {
  const all = Object.values(known).flat();
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...all) },
    { weight: 3, arbitrary: fc.constantFrom(...oddTexts) },
    fc.string({ maxLength: 12, unit: 'binary' }),
  );
}
