/** Widest line of prose in a comment, in characters. */
const width = 110;

/** Breaks long lines of prose at spaces; code, tables and whatever is indented stay as they are. */
export function wrapText(text: string): string {
  let fenced = false;
  const lines = text.split('\n').map((line) => {
    const fence = /^\s*(```|~~~)/.test(line);
    const wrapped = fenced || fence || /^[\s|]/.test(line) ? line : wrapLine(line);
    fenced = fence ? !fenced : fenced;
    return wrapped;
  });
  return lines.join('\n');
}

/** An item of a list: its first line after a dash, further lines below the text. */
export function wrapItem(text: string): string {
  return `- ${wrapLine(text).replaceAll('\n', '\n  ')}`;
}

/** A word that is longer than a line stands on its own; a run of spaces is kept where it does not end a line. */
function wrapLine(line: string): string {
  if (line.length <= width) return line;
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (longer.length > width && current !== '') {
      lines.push(current);
      current = word;
    } else {
      current = longer;
    }
  }
  return [...lines, current].join('\n');
}
