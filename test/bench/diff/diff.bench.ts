import { comparePair, tools, type Compared, type Verdict } from './compare-pair.js';
import { installPairs } from './pairs.js';

/*
 * `npm run bench -- diff`: what breaks between two versions of public documents, by our rules and by those of others. Tools and
 * documents are kept in the user's cache folder (`speccast-bench-diff`); prints tables for README.md.
 */

const only = process.argv.slice(3);
const pairs = installPairs().filter(({ name }) => only.length === 0 || only.some((one) => name.includes(one)));
const compared: Compared[] = [];
for (const pair of pairs) {
  process.stderr.write(`${pair.name} …\n`);
  try {
    compared.push(comparePair(pair));
  } catch (error) {
    process.stderr.write(`  not read: ${String(error)}\n`);
  }
}
printCounts();
for (const tool of tools) printAgreement(tool);

function printCounts(): void {
  print([
    'Pair',
    'Operations',
    'ours: breaking',
    'new',
    'fix',
    'time',
    ...tools.flatMap((tool) => [`${tool}: breaking`, 'others', 'time']),
  ]);
  print(Array.from({ length: 6 + 3 * tools.length }, () => '---'));
  for (const { pair, operations, ours, others } of compared) {
    const theirs = tools.flatMap((tool) => {
      const found = others[tool];
      return found === undefined ? ['fails', '', ''] : [found.counts['breaking'], found.counts['others'], time(found)];
    });
    const { breaking, feature, fix } = ours.counts;
    print([pair.name, operations.length, breaking, feature, fix, time(ours), ...theirs]);
  }
}

function printAgreement(tool: string): void {
  const both = compared.flatMap(({ operations, ours, others, pair }) => {
    const theirs = others[tool];
    return theirs === undefined
      ? []
      : operations.map((name) => ({ name, pair, ours: ours.broken.get(name), theirs: theirs.broken.get(name) }));
  });
  const count = (mine: boolean, other: boolean): number =>
    both.filter(({ ours, theirs }) => (ours !== undefined) === mine && (theirs !== undefined) === other).length;
  process.stdout.write(
    `\n${tool}: of ${both.length} operations ${count(true, true)} break for both, ${count(true, false)} for us only, ` +
      `${count(false, true)} for it only, ${count(false, false)} for neither\n`,
  );
  for (const [who, other] of [
    ['ours', 'theirs'],
    ['theirs', 'ours'],
  ] as const) {
    const rules = new Map<string, string[]>();
    for (const one of both) {
      if (one[other] !== undefined) continue;
      for (const rule of one[who] ?? []) rules.set(rule, [...(rules.get(rule) ?? []), `${one.pair.name}: ${one.name}`]);
    }
    process.stdout.write(`\n${who === 'ours' ? 'Only we' : `Only ${tool}`}, by rule\n\n`);
    for (const [rule, list] of [...rules].toSorted((left, right) => right[1].length - left[1].length))
      print([rule, list.length, list[0] ?? '']);
  }
}

function time({ milliseconds }: Verdict): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

function print(cells: readonly (string | number | undefined)[]): void {
  process.stdout.write(`| ${cells.map((cell) => cell ?? '').join(' | ')} |\n`);
}
