/** A condition of a query: a text contains one of these words or phrases or, with `isUnwanted`, none of them. */
export interface Term {
  readonly isUnwanted: boolean;
  /** Words and phrases in small letters. */
  readonly words: readonly string[];
}

/** Reads `q`: `"red tea"|coffee -milk` requires the phrase or the word, and excludes milk. */
export function readQuery(text: string): readonly Term[] {
  const tokens =
    text
      .toLowerCase()
      .replace(/\s*\|\s*/g, '|')
      .match(/(?:"[^"]*"|[^\s"])+/g) ?? [];
  return tokens.flatMap((token) => {
    const words = token
      .replace(/^[-+]/, '')
      .replaceAll('"', '')
      .split('|')
      .filter((word) => word.trim() !== '');
    return words.length === 0 ? [] : [{ isUnwanted: token.startsWith('-'), words }];
  });
}

/** Returns whether a text in small letters meets all conditions. */
export function fitsQuery(text: string, terms: readonly Term[]): boolean {
  return terms.every(({ isUnwanted, words }) => words.some((word) => text.includes(word)) !== isUnwanted);
}
