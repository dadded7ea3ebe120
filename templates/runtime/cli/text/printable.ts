// Controls, marks that turn the direction of text, half surrogate pairs: terminals obey them, and readers do not see them.
const unprintable = /(?![\n\t\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;

/** Makes a text safe for a terminal. Of controls and invisible characters only line breaks and tabs stay: `a\u001b[2J` → `a\ufffd[2J`. */
export function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(unprintable, '\ufffd');
}

/** Cuts a text to at most so many characters: `cut('abcdef', 4)` → `abc…`. It may end in half a pair: make it `printable` then. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** Wraps a text of a spec, paragraph by paragraph. */
export function wrapParagraphs(text: string, width: number): string {
  return printable(text.slice(0, 2000))
    .split(/\n\s*\n/)
    .map((part) => wrap(part.replace(/\s+/g, ' '), width))
    .filter(Boolean)
    .join('\n\n');
}

/** Breaks a text between words into lines of at most `width` columns. A longer word has a line of its own. */
export function wrap(text: string, width: number): string {
  const lines: string[] = [];
  for (const word of text.match(/[^ ]+/g) ?? []) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length && measureText(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join('\n');
}

// Characters that take two columns: East Asian wide ones and emoji.
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu;

/** Measures the columns that a text takes in a terminal. */
export function measureText(text: string): number {
  // Most texts are ASCII.
  if (/^[ -~]*$/.test(text)) return text.length;
  const visible = text.replace(/[\p{Mn}\p{Me}\p{Cf}]/gu, '');
  return Array.from(visible).length + (visible.match(wide)?.length ?? 0);
}

/** Cuts a text with an ellipsis, or fills it up with blanks, to exactly `width` columns. */
export function fit(text: string, width: number): string {
  let line = text;
  if (measureText(text) > width) {
    line = '';
    for (const character of text) {
      if (measureText(line + character) >= width) break;
      line += character;
    }
    line += '…';
  }
  return line + ' '.repeat(Math.max(0, width - measureText(line)));
}
