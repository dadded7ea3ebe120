/** Most characters of one text of a spec that are printed. */
const longestText = 2000;

// Controls, marks that turn the direction of text, half surrogate pairs: terminals obey them, and readers do not see them.
const unprintable = /(?![\n\t\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;

/** Makes a text safe for a terminal. Of controls and invisible characters only line breaks and tabs stay: `a\u001b[2J` → `a\ufffd[2J`. */
export function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(unprintable, '\ufffd');
}

/** Cuts a text to at most so many characters: `cut('abcdef', 4)` → `abc…`. */
export function cut(text: string, most: number): string {
  const characters = text.length > most ? Array.from(text) : [];
  return characters.length > most ? `${characters.slice(0, Math.max(0, most - 1)).join('')}…` : text;
}

/** Wraps a text of a spec, paragraph by paragraph. */
export function wrapParagraphs(text: string, width: number): readonly string[] {
  return printable(text.slice(0, longestText))
    .split(/\n\s*\n/)
    .flatMap((part, index) => [...(index > 0 ? [''] : []), ...wrap(part.replace(/\s+/g, ' ').trim(), width)]);
}

/** Breaks a text between words into lines of at most `width` columns. A longer word has a line of its own. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || measureText(longer) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return line === '' ? lines : [...lines, line];
}

// Characters that take two columns: East Asian wide ones and emoji.
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Measures the columns that a text takes in a terminal. */
export function measureText(text: string): number {
  // Most texts are ASCII.
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text) if (!/\p{Mn}|\p{Me}|\p{Cf}/u.test(character)) width += wide.test(character) ? 2 : 1;
  return width;
}

/** Cuts a text with an ellipsis, or fills it up with blanks, to exactly `width` columns. */
export function fit(text: string, width: number): string {
  if (measureText(text) <= width) return text + ' '.repeat(width - measureText(text));
  let found = '';
  for (const character of text) {
    if (measureText(found + character) > width - 1) break;
    found += character;
  }
  return `${found}…${' '.repeat(Math.max(0, width - 1 - measureText(found)))}`;
}
