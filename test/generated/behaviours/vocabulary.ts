import * as fc from 'fast-check';
import { readRows } from '../../rows.js';

/** Values by name: ids of the rows of a table, values of an enumeration. */
export type Known = Readonly<Record<string, readonly string[]>>;

/** A request that may succeed; the text `?name` stands for a known value of that name, `{?name}` in paths. */
export interface Template {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** The body comes with bytes, or is bytes alone. */
  readonly media?: boolean;
}

/** What requests are made from. */
export interface Vocabulary {
  readonly templates: readonly Template[];
  readonly known: Known;
  readonly tokens: readonly string[];
}

/** Texts that mean nothing good. */
const oddTexts = readRows(import.meta.url).rows<string>('texts');

/** A known value, or an odd one. */
export function arbitraryText({ known }: Pick<Vocabulary, 'known'>): fc.Arbitrary<string> {
  const all = Object.values(known).flat();
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...all) },
    { weight: 3, arbitrary: fc.constantFrom(...oddTexts) },
    fc.string({ maxLength: 12, unit: 'binary' }),
  );
}
