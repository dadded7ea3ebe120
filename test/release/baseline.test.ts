import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { configTargets, type Target } from '../../generator/commands/sources/targets.js';
import { openReader, readSources } from '../../generator/commands/sources/read-sources.js';
import { printDiagnostic } from 'speccast';
import { Diagnostics, ownVocabulary } from '../spec/read-text.js';
import { releasedDocument } from '../../generator/emit/package/published-document.js';
import { readApi, type ApiSources } from '../api/lower.js';
import { findChanges } from '../../generator/release/find-changes.js';
import { readReleased } from '../../generator/release/read-released.js';
import { cases } from '../cases/cases.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { targets } = configTargets(root, 'specs/speccast.yaml', []);
const accepted = cases.filter((one) => !one.refused);

/** What a release that would follow at once calls changes, and complains of. */
function changesSoon(sources: ApiSources): {
  readonly changes: readonly string[];
  readonly complaints: readonly string[];
} {
  const diagnostics = new Diagnostics();
  const read = readApi(sources, { diagnostics });
  if (read === undefined) throw new Error(diagnostics.list.map(printDiagnostic).join('\n'));
  const { operations, webhooks = [], document: published } = read.api;
  // A package without operations consists of validators alone.
  const parts = operations.length + webhooks.length === 0 ? { parts: ['validators'] } : {};
  const text = JSON.stringify({ version: '1.0.0', ...parts, document: releasedDocument(published) }, null, 2);
  const own = new Diagnostics();
  const released = readReleased({ file: 'released.json', text }, own);
  const found = released && findChanges(released, sources, own);
  const changes = found?.changes.map(({ code, subject, message }) => `${code} ${subject}: ${message}`) ?? ['not read'];
  return { changes, complaints: own.list.filter((one) => one.severity === 'error').map(printDiagnostic) };
}

async function sourcesOf(target: Target): Promise<ApiSources> {
  const sources = await readSources(target, openReader(target));
  if ('diagnostics' in sources) throw new Error(sources.diagnostics.map(printDiagnostic).join('\n'));
  return sources;
}

test.each(targets)(
  'what $label publishes says all that its sources say',
  async (target) => {
    expect(changesSoon(await sourcesOf(target))).toEqual({ changes: [], complaints: [] });
  },
  60_000,
);

describe.each(accepted)('case $name', ({ folder, name }) => {
  test('publishes all that its sources say', () => {
    const file = existsSync(join(folder, 'spec.json')) ? 'spec.json' : 'spec.yaml';
    const read = (path: string): string | undefined =>
      existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : undefined;
    const overlay = read('overlay.yaml');
    const sources = {
      spec: { file, text: read(file) ?? '' },
      overlays: overlay === undefined ? [] : [{ file: 'overlay.yaml', text: overlay }],
      readFile: read,
      vocabulary: ownVocabulary(),
      packageName: `@cases/${name}`,
    };
    expect(changesSoon(sources)).toEqual({ changes: [], complaints: [] });
  });
});

test('a release has no changes where methods are called by their operationIds', () => {
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shelf', version: '1' },
    paths: { '/books': { get: { operationId: 'listBooks', responses: { 204: { description: 'None.' } } } } },
  });
  const sources: ApiSources = { spec: { file: 'spec.json', text }, methodNames: 'operationId' };
  expect(readApi(sources, { diagnostics: new Diagnostics() })?.api.operations).toMatchObject([
    { property: 'listBooks' },
  ]);
  expect(changesSoon(sources)).toEqual({ changes: [], complaints: [] });
});
