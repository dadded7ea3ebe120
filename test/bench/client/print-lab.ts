import { printTable } from '../report.js';

/** Result of a library in a scenario. */
export interface LabResult {
  readonly group: string;
  readonly name: string;
  /** `none`: the library does not have the feature. */
  readonly verdict: 'right' | 'wrong' | 'none';
  /** Actual result of a wrong scenario. */
  readonly found?: unknown;
}

/** Results of a library. */
export interface LabColumn {
  readonly name: string;
  readonly results: readonly LabResult[];
}

const marks = { right: 'yes', wrong: '**no**', none: '–' } as const;

/** Prints two tables, of groups and of scenarios, and a list of the wrong results. */
export function printLab(columns: readonly LabColumn[]): string {
  const rows = columns[0]?.results ?? [];
  const names = columns.map(({ name }) => name);
  const groups = [...new Set(rows.map(({ group }) => group))];
  const counts = groups.map((group) => [group, ...columns.map((column) => countRight(column, group))]);
  const cells = rows.map(({ name }, index) => {
    const verdicts = columns.map(({ results }) => marks[results[index]?.verdict ?? 'none']);
    return [name.replaceAll('|', '\\|'), ...verdicts];
  });
  const wrong = columns.map(listWrong).filter((text) => text !== '');
  const tables = [printTable([['Group', ...names], ...counts]), printTable([['Scenario', ...names], ...cells])];
  return [...tables, ...wrong].join('\n\n');
}

/** Counts the scenarios of a group that a library gets right: `3 of 4`. */
function countRight({ results }: LabColumn, group: string): string {
  const tried = results.filter((one) => one.group === group && one.verdict !== 'none');
  if (tried.length === 0) return '–';
  return `${tried.filter(({ verdict }) => verdict === 'right').length} of ${tried.length}`;
}

function listWrong({ name, results }: LabColumn): string {
  const wrong = results.filter(({ verdict }) => verdict === 'wrong');
  if (wrong.length === 0) return '';
  const lines = wrong.map((one) => `- ${one.name}: ${(JSON.stringify(one.found) ?? 'undefined').slice(0, 160)}`);
  return [`${name}:`, ...lines].join('\n');
}
