/** Most characters of one text of a spec that are printed. */
const longestText = 2000;

// Controls, marks that turn the direction of text, half surrogate pairs: what terminals obey and readers do not see.
const unprintable = /(?![\n\t\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;

/** A text that a terminal may be given: of controls and invisible characters nothing but line breaks and tabs is left. */
export function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(unprintable, '\ufffd');
}

/** At most so many characters. */
export function cut(text: string, most: number): string {
  const characters = text.length > most ? Array.from(text) : [];
  return characters.length > most ? `${characters.slice(0, Math.max(0, most - 1)).join('')}…` : text;
}

/** Paragraphs of a spec, wrapped. */
export function paragraphs(text: string, width: number): readonly string[] {
  return printable(text.slice(0, longestText))
    .split(/\n\s*\n/)
    .flatMap((part, index) => [...(index > 0 ? [''] : []), ...wrap(part.replace(/\s+/g, ' ').trim(), width)]);
}

/** Lines of at most `width` columns, broken between words; a longer word has a line of its own. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}

// Characters that take two columns: East Asian wide ones and emoji.
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** How many columns a text takes in a terminal. */
export function widthOf(text: string): number {
  // Most texts are ASCII.
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text) if (!/\p{Mn}|\p{Me}|\p{Cf}/u.test(character)) width += wide.test(character) ? 2 : 1;
  return width;
}

/** A text of exactly `width` columns: cut with an ellipsis, or filled up with blanks. */
export function fit(text: string, width: number): string {
  if (widthOf(text) <= width) return text + ' '.repeat(width - widthOf(text));
  let found = '';
  for (const character of text) {
    if (widthOf(found + character) > width - 1) break;
    found += character;
  }
  return `${found}…${' '.repeat(Math.max(0, width - 1 - widthOf(found)))}`;
}
