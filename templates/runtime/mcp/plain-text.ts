/** Controls, marks that reverse the direction of text, and characters that nobody sees: they could hide what a text says. */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]+/gu;

/**
 * A text of a spec as data for an agent: one line, nothing hidden, no tags that a prompt could take for its own, and not too long.
 */
export function plainText(text: string, most: number): string {
  const line = text
    .replace(hidden, ' ')
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/<([A-Za-z/!?|][^<>]*)>/g, '\u2039$1\u203A')
    .replace(/<(?=[A-Za-z/!?|])/g, '\u2039')
    .replace(/\s+/gu, ' ')
    .trim();
  return shorten(line, most);
}

/** The beginning of a text, which ends in `…` where there was more of it. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  // Half a surrogate pair is no character.
  return `${text.slice(0, Math.max(0, most - 1)).replace(/[\uD800-\uDBFF]$/, '')}\u2026`;
}
