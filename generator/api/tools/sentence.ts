/** Begins with a small letter, as after a colon; words such as `OAuth` and `ID` stay as they are. */
export function lowerFirst(text: string): string {
  return /^(?:[A-Z][a-z]+\b|A )/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** `a`, `a and b`, `a, b and c`. */
export function joinWords(words: readonly string[], conjunction: 'and' | 'or'): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

/** `10,000`, on every machine. */
export function printCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Text of any origin in back-ticks, more of them where the text has some itself. */
export function inlineCode(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}

/** Says the name on the wire of something that callers know by another name. */
export function wireNameNote(name: string): string {
  return `Named ${inlineCode(name.replace(/\s+/g, ' ').trim())} on the wire.`;
}
