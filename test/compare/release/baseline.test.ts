import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { printDiagnostic } from 'speccast';
import { releasedDocument } from '../../../generator/emit/package/published-document.js';
import { findChangesSince } from '../../../generator/compare/release/find-changes.js';
import { readApi, type ApiSources } from '../../api/lower.js';
import { cases } from '../../cases/cases.js';
import { readYaml } from '../../rows.js';
import { Diagnostics, ownVocabulary } from '../../spec/read-text.js';

const specs = fileURLToPath(new URL('../../../specs/', import.meta.url));

/** The services of `speccast.yaml`, with their documents and overlays. */
interface Config {
  readonly services: Readonly<Record<string, { readonly spec: string; readonly overlays: readonly string[] }>>;
}

/** Reads a document of a folder, its overlays, and the files that it refers to. */
function readSources(folder: string, file: string, overlays: readonly string[]): ApiSources {
  const readFile = (path: string): string | undefined =>
    existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : undefined;
  const readSource = (path: string): { readonly file: string; readonly text: string } => ({
    file: path,
    text: readFile(path) ?? '',
  });
  return { spec: readSource(file), overlays: overlays.map(readSource), readFile, vocabulary: ownVocabulary() };
}

const services = Object.entries(readYaml<Config>(new URL('../../../specs/speccast.yaml', import.meta.url)).services);
const accepted = cases.filter((one) => !one.refused);

const all: readonly (readonly [name: string, sources: ApiSources])[] = [
  ...services.map(
    ([name, { spec, overlays }]) => [name, { ...readSources(specs, spec, overlays), strict: true }] as const,
  ),
  ...accepted.map(({ name, folder }) => {
    const file = existsSync(join(folder, 'spec.json')) ? 'spec.json' : 'spec.yaml';
    const overlays = existsSync(join(folder, 'overlay.yaml')) ? ['overlay.yaml'] : [];
    return [`case ${name}`, readSources(folder, file, overlays)] as const;
  }),
];

test.each(all)(
  '%s publishes everything that a release compares: a release right after it has no changes',
  (_, sources) => {
    const read = readApi(sources, { diagnostics: new Diagnostics() });
    if (read === undefined) throw new Error('the document cannot be read');
    const { operations, webhooks = [], document: published } = read.api;
    // A package without operations has only validators.
    const parts = operations.length + webhooks.length === 0 ? { parts: ['validators'] } : {};
    const text = JSON.stringify({ version: '1.0.0', ...parts, document: releasedDocument(published) }, null, 2);
    const found = findChangesSince({ file: 'released.json', text }, sources);
    expect('diagnostics' in found ? found.diagnostics.map(printDiagnostic) : found.changes).toEqual([]);
  },
);
