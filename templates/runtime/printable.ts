/**
 * Puts text into one line of at most `most` characters, without control characters, invisible characters and lone surrogates:
 * `too\u001b[31m\nlow` → `too [31m low`.
 */
export function oneLine(text: string, most = 2000): string {
  const line = clean(text.slice(0, 4 * most));
  return line.length > most ? `${clean(line.slice(0, most - 1))}…` : line;
}

function clean(text: string) {
  return text.replace(/[\s\p{C}]+/gu, ' ').trim();
}
