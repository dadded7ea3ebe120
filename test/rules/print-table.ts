/** Prints a table of Markdown as oxfmt formats it: `| Key | Meaning |`, a line of dashes, and the rows, with columns of equal widths. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));
  const lines = [head, rule, ...rows].map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)));
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}
