/** A condition of a query: one of its words or phrases is there, or (`isUnwanted`) none of them is. */
export interface Term {
  readonly isUnwanted: boolean;
  /** In small letters. */
  readonly words: readonly string[];
}

/** Reads `q`: `"red tea"|coffee -milk` wants the phrase or the word, and no milk. */
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

/** Tells whether a text in small letters is as each term says. */
export function fitsQuery(text: string, terms: readonly Term[]): boolean {
  return terms.every(({ isUnwanted, words }) => words.some((word) => text.includes(word)) !== isUnwanted);
}
