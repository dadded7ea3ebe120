import { coverageKinds, percentOf, type Coverage, type Covered } from './coverage.js';

/** A table of what was exercised: a row in all, then one for each operation, with the shares in percent. */
export function formatCoverage(coverage: Coverage): string {
  const head = ['', 'requests', 'statuses', 'rules', 'enums', 'parameters'];
  const requests = coverage.byOperation.reduce((sum, one) => sum + one.requests, 0);
  const all = [
    `all operations (${shareOf(coverage.operations)})`,
    String(requests),
    ...coverageKinds.slice(1).map((kind) => shareOf(coverage[kind])),
  ];
  const rows = coverage.byOperation.map((one) => [
    one.operation,
    String(one.requests),
    shareOf(one.statuses),
    shareOf(one.rules),
    shareOf(one.enums),
    shareOf(one.parameters),
  ]);
  return aligned([head, all, ...rows]);
}

function shareOf(part: Covered): string {
  return part.total === 0 ? '-' : `${part.covered}/${part.total} ${Math.floor(percentOf(part))}%`;
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}
