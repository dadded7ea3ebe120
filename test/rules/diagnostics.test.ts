import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalogue } from '../../generator/diagnostics/catalogue.js';
import { root, textOf } from './sources.js';

/** Codes that no case can produce, as they come from other inputs than a spec and one overlay: the test that produces each. */
const elsewhere: Readonly<Record<string, string>> = {
  'wrong-format': 'test/spec/discovery/read-discovery.test.ts',
  'overlay-too-large': 'test/spec/overlay/mistakes.test.ts',
  'invalid-vocabulary': 'test/spec/vocabulary.test.ts',
  'foreign-extension': 'test/spec/foreign-extensions.test.ts',
  'unknown-capability': 'test/commands/capabilities.test.ts',
  'unused-capability': 'test/commands/capabilities.test.ts',
  'invalid-capability': 'test/commands/capabilities.test.ts',
  'unreadable-reference': 'test/commands/fetch-references.test.ts',
  'invalid-config': 'test/commands/overlays.test.ts',
  'invalid-release': 'test/release/read-released.test.ts',
  'missing-release': 'test/commands/release.test.ts',
  'renewed-release': 'test/commands/release.test.ts',
  'merge-conflict': 'test/commands/release.test.ts',
  'existing-project': 'test/commands/init.test.ts',
  'kept-file': 'test/commands/init.test.ts',
  'invalid-package-json': 'test/commands/init.test.ts',
  'unreadable-spec': 'test/commands/generate.test.ts',
  'unreadable-overlay': 'test/commands/overlays.test.ts',
  'unreadable-file': 'test/commands/cli.test.ts',
  'refused-output': 'test/commands/validators.test.ts',
  'edited-output': 'test/commands/generate.test.ts',
  'text-became-code': 'test/output/verify.test.ts',
  drift: 'test/commands/drift.test.ts',
  'unneeded-drift': 'test/commands/drift.test.ts',
  'invalid-drift': 'test/commands/drift.test.ts',
  'missing-schemas': 'test/emit/validators/compile-validators.test.ts',
  'invalid-remotes': 'test/emit/validators/compile-validators.test.ts',
  'repeated-name': 'test/compile-validators/refusals.test.ts',
  'unknown-vocabulary': 'test/compile-validators/refusals.test.ts',
  'wrong-usage': 'test/commands/cli.test.ts',
  'internal-error': 'test/commands/cli.test.ts',
};

/** A diagnostic of a case: `spec.yaml:1:1 error empty-file: the file is empty`. */
const line = /^\S+:\d+:\d+ (?<severity>error|warning) (?<code>[a-z0-9-]+): /gm;

const folders = readdirSync(join(root, 'test/cases'), { withFileTypes: true }).filter((one) => one.isDirectory());
const texts = folders.map(({ name }) => textOf(`test/cases/${name}/diagnostics.txt`));
const found = texts.flatMap((text) => [...text.matchAll(line)].map(({ groups = {} }) => groups));
const produced = new Set(found.map(({ code }) => code ?? ''));

test('every code of the catalogue is produced by a case, or by the test that is named for it', () => {
  const missing = Object.keys(catalogue).filter((code) => !produced.has(code) && elsewhere[code] === undefined);
  expect(missing).toEqual([]);
});

test.each(Object.entries(elsewhere))('%s is produced by %s, and by no case', (code, path) => {
  expect(produced.has(code)).toBe(false);
  expect(catalogue).toHaveProperty([code]);
  expect(textOf(path)).toMatch(new RegExp(`(?:error |warning |')${code}\\b`));
});

test('every diagnostic of a case has the severity that the catalogue states', () => {
  const severities = new Map<string | undefined, string>(
    Object.entries(catalogue).map(([code, { severity }]) => [code, severity]),
  );
  const wrong = found.filter(({ code, severity = '' }) => severities.get(code)?.includes(severity) !== true);
  expect(found.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});

test('the page about specs lists the catalogue as it is', () => {
  const [, section = ''] = textOf('specs/README.md').match(/^## Codes$([^]*?)(?=^## |(?![^]))/m) ?? [];
  const rows = section
    .split('\n')
    .filter((row) => row.startsWith('| `'))
    .map((row) =>
      row
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim()),
    );
  const wanted = Object.entries(catalogue).map(([code, { severity, means, hint }]) => [
    `\`${code}\``,
    severity,
    means,
    hint,
  ]);
  expect(rows).toEqual(wanted);
});

test('every entry of the catalogue is two sentences that fit a cell of a table', () => {
  const texts = Object.entries(catalogue).flatMap(([code, { means, hint }]) =>
    [means, hint].map((text) => ({ code, text })),
  );
  const odd = texts.filter(({ text }) => !/^[A-Z"`a-z].*\.$/.test(text) || /[|\n]/.test(text));
  expect(odd).toEqual([]);
});
