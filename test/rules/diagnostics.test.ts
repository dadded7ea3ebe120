import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hints } from '../../generator/diagnostics/hints.js';
import { readRows } from '../rows.js';
import { root, readFromRoot } from './sources.js';

const { data } = readRows(import.meta.url);

/** Codes that no case can produce, as they come from other inputs than a spec and one overlay: the test that produces each, in rows beside it or not. */
const elsewhere = data<Readonly<Record<string, string>>>('produced elsewhere');

/** A diagnostic of a case: `spec.yaml:1:1 error empty-file: the file is empty`. */
const line = /^\S+:\d+:\d+ (?<severity>error|warning) (?<code>[a-z0-9-]+): /gm;

const folders = readdirSync(join(root, 'test/cases'), { withFileTypes: true }).filter((one) => one.isDirectory());
const texts = folders.map(({ name }) => readFromRoot(`test/cases/${name}/diagnostics.txt`));
const found = texts.flatMap((text) => [...text.matchAll(line)].map(({ groups = {} }) => groups));
const produced = new Set(found.map(({ code }) => code ?? ''));

/** The table of codes: code, severity, meaning and hint. */
const [, section = ''] = readFromRoot('specs/README.md').match(/^## Codes$([^]*?)(?=^## |(?![^]))/m) ?? [];
const rows = section
  .split('\n')
  .filter((row) => row.startsWith('| `'))
  .map((row) =>
    row
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim()),
  );

test('every code is produced by a case, or by the test that is named for it', () => {
  const missing = Object.keys(hints).filter((code) => !produced.has(code) && elsewhere[code] === undefined);
  expect(missing).toEqual([]);
});

test.each(Object.entries(elsewhere))('%s is produced by %s, and by no case', (code, path) => {
  expect(produced.has(code)).toBe(false);
  expect(hints).toHaveProperty([code]);
  const rows = path.replace('.test.ts', '.yaml');
  const told = [path, rows].filter((one) => existsSync(join(root, one))).map(readFromRoot);
  expect(told.join('')).toMatch(new RegExp(`(?:error |warning |'|: )${code}\\b`));
});

test('every diagnostic of a case has the severity that the page about specs states', () => {
  const severities = new Map(rows.map(([code, severity]) => [code, severity]));
  const wrong = found.filter(
    ({ code, severity = '' }) => severities.get(`\`${code}\``)?.split(' or ').includes(severity) !== true,
  );
  expect(found.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});

test('the page about specs lists every code with its hint', () => {
  expect(rows.map(([code, , , hint]) => [code, hint])).toEqual(
    Object.entries(hints).map(([code, hint]) => [`\`${code}\``, hint]),
  );
  const severities = new Set(rows.map(([, severity]) => severity));
  expect([...severities].toSorted()).toEqual(['error', 'error or warning', 'warning']);
});

test('every meaning and hint is a sentence that fits a cell of a table', () => {
  expect(rows.filter((row) => row.length !== 4)).toEqual([]);
  const texts = rows.flatMap(([code, , means = '', hint = '']) => [means, hint].map((text) => ({ code, text })));
  const odd = texts.filter(({ text }) => !/^[A-Z"`a-z].*\.$/.test(text) || /[|\n]/.test(text));
  expect(odd).toEqual([]);
});
