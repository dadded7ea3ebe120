import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hints } from '../../generator/diagnostics/hints.js';
import { root, textOf } from './sources.js';

/** Codes that no case can produce, as they come from other inputs than a spec and one overlay: the test that produces each, in rows beside it or not. */
const elsewhere: Readonly<Record<string, string>> = {
  'wrong-format': 'test/commands/pull.test.ts',
  'tolerated-json': 'test/spec/read-json.test.ts',
  'many-schemas': 'test/api/report-large-modules.test.ts',
  'overlay-too-large': 'test/spec/overlay/mistakes.test.ts',
  'invalid-vocabulary': 'test/spec/vocabulary.test.ts',
  'foreign-extension': 'test/spec/foreign-extensions.test.ts',
  'unknown-capability': 'test/commands/capabilities.test.ts',
  'unused-capability': 'test/commands/capabilities.test.ts',
  'invalid-capability': 'test/commands/capabilities.test.ts',
  'invalid-codec': 'test/commands/own-codecs.test.ts',
  'invalid-emitter': 'test/emitters/own-emitters.test.ts',
  'failed-emitter': 'test/emitters/own-emitters.test.ts',
  'reported-by-emitter': 'test/emitters/own-emitters.test.ts',
  'unproven-code': 'test/emitters/own-emitters.test.ts',
  'invalid-template': 'test/emitters/own-templates.test.ts',
  'invalid-custom-code': 'test/custom/custom-code.test.ts',
  'broken-custom-code': 'test/custom/custom-code.test.ts',
  'unreadable-reference': 'test/commands/fetch-references.test.ts',
  'invalid-config': 'test/commands/overlays.test.ts',
  'invalid-release': 'test/commands/release.test.ts',
  'missing-release': 'test/commands/release.test.ts',
  'merge-conflict': 'test/commands/release.test.ts',
  'existing-project': 'test/commands/init.test.ts',
  'taken-name': 'test/commands/init.test.ts',
  'unknown-tool': 'test/migrate/tools.yaml',
  'invalid-settings': 'test/migrate/tools.yaml',
  'unnamed-document': 'test/commands/migrate/init-from.test.ts',
  'several-services': 'test/commands/migrate/init-from.test.ts',
  'no-counterpart': 'test/commands/migrate/init-from.test.ts',
  'failed-build': 'test/commands/build.test.ts',
  'kept-file': 'test/commands/init.test.ts',
  'invalid-package-json': 'test/commands/init.test.ts',
  'unusable-field': 'test/commands/ownership.test.ts',
  'unreadable-spec': 'test/commands/generate.test.ts',
  'unreadable-overlay': 'test/commands/overlays.test.ts',
  'unreadable-file': 'test/commands/cli.test.ts',
  'refused-address': 'test/commands/pull.test.ts',
  'unreadable-address': 'test/commands/pull.test.ts',
  'missing-copy': 'test/commands/pull.test.ts',
  'edited-copy': 'test/commands/pull.test.ts',
  'refused-copy': 'test/commands/pull.test.ts',
  'refused-output': 'test/commands/validators.test.ts',
  'edited-output': 'test/commands/generate.test.ts',
  'text-became-code': 'test/output/prove/report-code.test.ts',
  drift: 'test/commands/drift.test.ts',
  'unneeded-drift': 'test/commands/drift.test.ts',
  'invalid-drift': 'test/commands/drift.test.ts',
  'unsupported-version': 'test/spec/read-spec.test.ts',
  'missing-schemas': 'test/emit/validators/compile-validators.test.ts',
  'invalid-remotes': 'test/emit/validators/compile-validators.test.ts',
  'repeated-name': 'test/compile-validators/refusals.test.ts',
  'unknown-vocabulary': 'test/compile-validators/refusals.test.ts',
  'large-family': 'test/spec/check-discriminator.test.ts',
  'wrong-usage': 'test/commands/cli.test.ts',
  'internal-error': 'test/commands/cli.test.ts',
};

/** A diagnostic of a case: `spec.yaml:1:1 error empty-file: the file is empty`. */
const line = /^\S+:\d+:\d+ (?<severity>error|warning) (?<code>[a-z0-9-]+): /gm;

const folders = readdirSync(join(root, 'test/cases'), { withFileTypes: true }).filter((one) => one.isDirectory());
const texts = folders.map(({ name }) => textOf(`test/cases/${name}/diagnostics.txt`));
const found = texts.flatMap((text) => [...text.matchAll(line)].map(({ groups = {} }) => groups));
const produced = new Set(found.map(({ code }) => code ?? ''));

/** The table of codes: code, severity, meaning and hint. */
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

test('every code is produced by a case, or by the test that is named for it', () => {
  const missing = Object.keys(hints).filter((code) => !produced.has(code) && elsewhere[code] === undefined);
  expect(missing).toEqual([]);
});

test.each(Object.entries(elsewhere))('%s is produced by %s, and by no case', (code, path) => {
  expect(produced.has(code)).toBe(false);
  expect(hints).toHaveProperty([code]);
  const rows = path.replace('.test.ts', '.yaml');
  const told = [path, rows].filter((one) => existsSync(join(root, one))).map(textOf);
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
