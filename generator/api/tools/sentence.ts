/** Changes the first letter to lower case, for a sentence after a colon; words such as `OAuth` and `ID` stay unchanged. */
export function lowerFirst(text: string): string {
  return /^(?:[A-Z][a-z]+\b|A )/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** Joins words for a sentence: `a`, `a and b`, `a, b and c`. */
export function joinWords(words: readonly string[], conjunction: 'and' | 'or'): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

/** Prints a number with commas, independent of the locale: `10,000`. */
export function printCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Puts a string into backquotes for Markdown, more of them than the string has itself. */
export function inlineCode(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}

/** Returns a note with the name on the wire, for a part with another name for callers. */
export function wireNameNote(name: string): string {
  return `Named ${inlineCode(name.replace(/\s+/g, ' ').trim())} on the wire.`;
}
