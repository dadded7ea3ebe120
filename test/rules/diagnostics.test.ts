import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hints } from '../../generator/diagnostics/hints.js';
import { readRows } from '../rows.js';
import { printTable } from '../bench/report.js';
import { root, readFromRoot } from './sources.js';

// `npx vitest run test/rules/diagnostics.test.ts --update` writes hints and examples into the tables of the page.

const page = 'specs/README.md';
const { data } = readRows(import.meta.url);

/** Codes that need other inputs than a spec and one overlay, so that no case produces them: each with a test and a message. */
const elsewhere = new Map(
  Object.entries(data<Readonly<Record<string, readonly [path: string, example: string]>>>('produced elsewhere')),
);

/** A diagnostic of a case: `spec.yaml:1:1 error empty-file: the file is empty`. */
const line = /^(?<at>\S+:\d+:\d+) (?<severity>error|warning) (?<code>[a-z0-9-]+): (?<message>.+)$/gm;

const folders = readdirSync(join(root, 'test/cases'), { withFileTypes: true }).filter((one) => one.isDirectory());
const found = folders.flatMap(({ name }) =>
  [...readFromRoot(`test/cases/${name}/diagnostics.txt`).matchAll(line)].map(({ groups = {} }) => ({
    severity: groups['severity'] ?? '',
    code: groups['code'] ?? '',
    example: `${groups['at']} ${groups['message']}`,
    isHostile: name.startsWith('hostile-'),
  })),
);
const produced = new Set(found.map(({ code }) => code));

/** A row of the tables of codes: code, severity, meaning and the rest. Kinds of changes have other words for severities. */
const row = /^\| `([a-z-]+)` +\| (error|warning|error or warning) +\| ([^|]*?) *\|.*$/gm;
const rows = [...readFromRoot(page).matchAll(row)].map(([, code = '', severity = '', means = '']) => ({
  code,
  severity,
  means,
}));

/** Returns the shortest message of a code: `spec.yaml:1:1 the file is empty`. */
function findExample(code: string): string {
  const examples = found.filter((one) => one.code === code && !one.isHostile).map(({ example }) => example);
  const [shortest = ''] = examples.toSorted((left, right) => left.length - right.length);
  return elsewhere.get(code)?.[1] ?? shortest;
}

/** Writes a text as code in a cell of a table: with two backquotes around a text that has one. */
function toCodeCell(text: string): string {
  const fence = text.includes('`') ? '``' : '`';
  return `${fence}${/^`|`$/.test(text) ? ` ${text} ` : text}${fence}`.replaceAll('|', '\\|');
}

test('every code is produced by a case, or by the test that is named for it', () => {
  const missing = Object.keys(hints).filter((code) => !produced.has(code) && !elsewhere.has(code));
  expect(missing).toEqual([]);
});

test.each([...elsewhere].map(([code, [path, example]]) => [code, path, example]))(
  '%s is produced by %s, and by no case',
  (code, path, example) => {
    expect(produced.has(code)).toBe(false);
    expect(hints).toHaveProperty([code]);
    const files = [path, path.replace('.test.ts', '.yaml')].filter((one) => existsSync(join(root, one)));
    const text = files.map(readFromRoot).join('');
    expect(text).toMatch(new RegExp(`(?:error |warning |'|: )${code}\\b`));
    // Tests escape quotes, and name other files and addresses.
    const pieces = example.replace(/^.*?:\d+:\d+ /, '').split(/["'`]|\S*\/\S*/);
    const [longest = ''] = pieces.toSorted((left, right) => right.length - left.length);
    expect(text).toContain(longest.trim());
  },
);

test('every diagnostic of a case has the severity that the page about specs states', () => {
  const severities = new Map(rows.map(({ code, severity }) => [code, severity.split(' or ')]));
  const wrong = found.filter(({ code, severity }) => severities.get(code)?.includes(severity) !== true);
  expect(found.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});

test('the page about specs lists every code with its hint and an example', async () => {
  expect(rows.map(({ code }) => code)).toEqual(Object.keys(hints));
  const hintsByCode = new Map<string, string>(Object.entries(hints));
  const head = ['Code', 'Severity', 'What it means', 'What to do', 'Example'];
  const text = readFromRoot(page).replace(/^\| Code +\| Severity +\|.*\n(?:\|.*\n)*/gm, (table) => {
    const cells = [...table.matchAll(row)].map(([, code = '', severity = '', means = '']) => [
      `\`${code}\``,
      severity,
      means,
      hintsByCode.get(code) ?? '',
      toCodeCell(findExample(code)),
    ]);
    return `${printTable([head, ...cells])}\n`;
  });
  await expect(text).toMatchFileSnapshot(join(root, page));
});

test('every meaning and hint is a sentence that fits a cell of a table', () => {
  const texts = [...rows.map(({ means }) => means), ...Object.values(hints)];
  expect(texts.filter((text) => !/^[A-Z"`a-z].*\.$/.test(text) || /[|\n]/.test(text))).toEqual([]);
});
