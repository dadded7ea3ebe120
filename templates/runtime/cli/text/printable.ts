// Control characters, marks that change the direction of text, lone surrogates: invisible, but terminals act on them.
const unprintable = /(?![\n\t\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;

/** Replaces control and invisible characters, except line breaks and tabs, so that a terminal shows them: `a\u001b[2J` → `a\ufffd[2J`. */
export function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(unprintable, '\ufffd');
}

/** Cuts text to at most `most` characters: `cut('abcdef', 4)` → `abc…`. It may split a surrogate pair: call `printable` afterwards. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** Wraps text of a spec into lines of at most `width` columns, paragraph by paragraph. */
export function wrapParagraphs(text: string, width: number): string {
  return printable(text.slice(0, 2000))
    .split(/\n\s*\n/)
    .map((part) => wrap(part.replace(/\s+/g, ' '), width))
    .filter(Boolean)
    .join('\n\n');
}

/** Wraps text into lines of at most `width` columns. A longer word has a line of its own. */
export function wrap(text: string, width: number): string {
  const lines: string[] = [];
  for (const word of text.match(/[^ ]+/g) ?? []) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length && measureText(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join('\n');
}

// Characters that are two columns wide: East Asian ones and emoji.
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu;

/** Returns the width of text in columns of a terminal. */
export function measureText(text: string): number {
  // Most texts are ASCII.
  if (/^[ -~]*$/.test(text)) return text.length;
  const visible = text.replace(/[\p{Mn}\p{Me}\p{Cf}]/gu, '');
  return Array.from(visible).length + (visible.match(wide)?.length ?? 0);
}

/** Cuts or pads text to exactly `width` columns: `fit('abcdef', 4)` → `abc…`. */
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
