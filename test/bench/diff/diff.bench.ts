import { comparePair, tools, type Compared, type Verdict } from './compare-pair.js';
import { printTable } from '../report.js';
import { installPairs } from './pairs.js';

/*
 * `npm run bench -- diff [name...]`: breaking changes between two versions of public documents, by our rules and by other tools.
 * Tools and documents are kept in the user's cache folder (`speccast-bench-diff`). Prints tables for README.md.
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
  const others = tools.flatMap((tool) => [`${tool}: breaking`, 'others', 'time']);
  const rows = compared.map(({ pair, operations, ours, others }) => {
    const theirs = tools.flatMap((tool) => {
      const found = others[tool];
      return found === undefined ? ['fails', '', ''] : [found.counts['breaking'], found.counts['others'], time(found)];
    });
    const { breaking, feature, fix } = ours.counts;
    return [pair.name, operations.length, breaking, feature, fix, time(ours), ...theirs];
  });
  console.log(printTable([['Pair', 'Operations', 'ours: breaking', 'new', 'fix', 'time', ...others], ...rows]));
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
  console.log(
    `\n${tool}: of ${both.length} operations ${count(true, true)} break for both, ${count(true, false)} for us only, ` +
      `${count(false, true)} for it only, ${count(false, false)} for neither`,
  );
  for (const [who, other] of [['ours', 'theirs'] as const, ['theirs', 'ours'] as const]) {
    const rules = new Map<string, string[]>();
    for (const one of both.filter((operation) => operation[other] === undefined))
      for (const rule of one[who] ?? []) rules.set(rule, [...(rules.get(rule) ?? []), `${one.pair.name}: ${one.name}`]);
    const rows = [...rules].toSorted((left, right) => right[1].length - left[1].length);
    const head = [`Only ${who === 'ours' ? 'we' : tool}, by rule`, 'Operations', 'One of them'];
    console.log(`\n${printTable([head, ...rows.map(([rule, list]) => [rule, list.length, list[0]])])}`);
  }
}

function time({ milliseconds }: Verdict): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
