/** Characters that a terminal obeys or does not show: controls, direction, separators of lines, private and lone ones. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
const hiddenOnes = new RegExp(hidden, 'gu');

/** Writes hidden characters so that they show on one line of any terminal: the escape character is `\u{1b}`, a tab two spaces. */
export function visibleText(text: string): string {
  if (!hidden.test(text)) return text;
  return text.replace(hiddenOnes, (letter) => (letter === '\t' ? '  ' : `\\u{${letter.codePointAt(0)?.toString(16)}}`));
}

const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}/u;
const combining = /[\p{Mn}\p{Me}]/u;

/** Measures how many columns of a terminal a visible text takes. */
export function measureWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += combining.test(letter) ? 0 : wide.test(letter) ? 2 : 1;
  return width;
}
