import { measureWidth } from '../../diagnostics/visible-text.js';

/** Pads the cells of rows to columns. Columns from the index `numbers` on are aligned to the right. */
export function alignCells(
  rows: readonly (readonly string[])[],
  numbers: number = Infinity,
): readonly (readonly string[])[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((most, row) => Math.max(most, measureWidth(row[column] ?? '')), 0),
  );
  return rows.map((row) =>
    row.map((cell, column) => {
      const gap = ' '.repeat((widths[column] ?? 0) - measureWidth(cell));
      return column < numbers ? cell + gap : gap + cell;
    }),
  );
}
