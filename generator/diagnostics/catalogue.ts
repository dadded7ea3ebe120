import type { CatalogueEntry } from './catalogue-entry.js';
import { commandCodes } from './command-codes.js';
import { documentCodes } from './document-codes.js';
import { extensionCodes } from './extension-codes.js';
import { readingCodes } from './reading-codes.js';
import { schemaCodes } from './schema-codes.js';

/** The stable kebab-case name of a diagnostic: each is an entry of the catalogue. */
export type Code =
  | keyof typeof readingCodes
  | keyof typeof documentCodes
  | keyof typeof schemaCodes
  | keyof typeof extensionCodes
  | keyof typeof commandCodes;

/** Everything that speccast complains about, by code. */
export const catalogue: Readonly<Record<Code, CatalogueEntry>> = {
  ...readingCodes,
  ...documentCodes,
  ...schemaCodes,
  ...extensionCodes,
  ...commandCodes,
};
