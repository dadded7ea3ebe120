/** What a code of the catalogue stands for. */
export interface CatalogueEntry {
  /** How bad it is; a few codes are one or the other, by where they are met. */
  readonly severity: 'error' | 'warning' | 'error or warning';
  /** What it means, in one sentence. */
  readonly means: string;
  /** What to do about it, in one sentence. */
  readonly hint: string;
}
