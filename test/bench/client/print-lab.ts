/** How a library came out of a scenario. */
export interface LabResult {
  readonly group: string;
  readonly name: string;
  /** `none`: it has no such feature. */
  readonly verdict: 'right' | 'wrong' | 'none';
  /** What happened in place of what should. */
  readonly found?: unknown;
}

/** A library and how it came out. */
export interface LabColumn {
  readonly name: string;
  readonly results: readonly LabResult[];
}

const marks = { right: 'yes', wrong: '**no**', none: '–' } as const;

/** The results as a table, counted by group and one by one, and what happened where something went wrong. */
export function printLab(columns: readonly LabColumn[]): string {
  const rows = columns[0]?.results ?? [];
  const groups = [...new Set(rows.map(({ group }) => group))];
  const head = (first: string): string =>
    `| ${[first, ...columns.map(({ name }) => name)].join(' | ')} |\n|${' --- |'.repeat(columns.length + 1)}`;
  const counts = groups.map((group) => `| ${[group, ...columns.map((one) => countOf(one, group))].join(' | ')} |`);
  const cells = rows.map(({ name }, index) => {
    const verdicts = columns.map(({ results }) => marks[results[index]?.verdict ?? 'none']);
    return `| ${[name.replaceAll('|', '\\|'), ...verdicts].join(' | ')} |`;
  });
  const wrong = columns.map((column) => explain(column)).filter((text) => text !== '');
  return [[head('Group'), ...counts].join('\n'), [head('Scenario'), ...cells].join('\n'), ...wrong].join('\n\n');
}

function countOf({ results }: LabColumn, group: string): string {
  const tried = results.filter((one) => one.group === group && one.verdict !== 'none');
  if (tried.length === 0) return '–';
  return `${tried.filter(({ verdict }) => verdict === 'right').length} of ${tried.length}`;
}

function explain({ name, results }: LabColumn): string {
  const wrong = results.filter(({ verdict }) => verdict === 'wrong');
  if (wrong.length === 0) return '';
  const lines = wrong.map((one) => `- ${one.name}: ${(JSON.stringify(one.found) ?? 'undefined').slice(0, 160)}`);
  return [`${name}:`, ...lines].join('\n');
}
