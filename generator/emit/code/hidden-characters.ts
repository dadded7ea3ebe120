/**
 * Characters a reader cannot see or that end a line in some reader: controls, bidirectional marks, zero-width
 * characters, line and paragraph separators, lone surrogates.
 */
const hidden =
  /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Cs}/gu;

/** Whether a text holds a character that a reader cannot see. */
export function hasHidden(text: string): boolean {
  return text.search(hidden) !== -1;
}

/** Replaces every hidden character by what `write` makes of its code point. */
export function replaceHidden(text: string, write: (codePoint: number) => string): string {
  return text.replace(hidden, (character) => write(character.codePointAt(0) ?? 0));
}

/** `\u200b`, or two of them for a code point above U+FFFF: understood in strings of JavaScript and JSON. */
export function unicodeEscape(codePoint: number): string {
  const units = String.fromCodePoint(codePoint).split('');
  return units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}
