import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Diagnostics, readVocabulary } from '../spec/read-text.js';
import type { OutputSettings, GenerateOptions, GenerateResult } from 'speccast';
import { generate } from '../../generator/generate.js';
import { ownAssets } from '../conformance/compile-module.js';

const folder = fileURLToPath(new URL('.', import.meta.url));

/**
 * A folder of `test/cases` with a spec (`spec.yaml` or `spec.json`), the expected diagnostics (`diagnostics.txt`), and the expected
 * files that the case is about (`expected`). It may have `overlay.yaml`, `codecs` and options of `generate` (`options.json`). Other
 * files of the package are compiled but not compared. Tests in `test/output` call the packages of some cases.
 */
export interface Case {
  readonly name: string;
  readonly folder: string;
  /** True if the spec has to be refused. */
  readonly refused: boolean;
  /** Options of `generate`. */
  readonly options: Partial<OutputSettings> & Pick<GenerateOptions, 'operations' | 'types' | 'codecs' | 'enums' | 'names'>;
}

/** All cases: the folders beside this file. */
export const cases: readonly Case[] = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({
    name,
    folder: join(folder, name),
    refused: name.startsWith('negative-'),
    options: JSON.parse(readIfExists(join(folder, name, 'options.json')) ?? '{}'),
  }));

/** Generates a case like `speccast generate`, with the vocabulary of this repository. Without `format: false` the files are formatted. */
export async function generateCase(one: Case, format?: false): Promise<GenerateResult> {
  const file = fileURLToPath(new URL('../../specs/vocabulary.yaml', import.meta.url));
  const vocabulary = readVocabulary({ file: 'vocabulary.yaml', text: readFileSync(file, 'utf8') }, new Diagnostics());
  if (vocabulary === undefined) throw new Error('the vocabulary cannot be read');
  const name = existsSync(join(one.folder, 'spec.json')) ? 'spec.json' : 'spec.yaml';
  const text = readFileSync(join(one.folder, name), 'utf8');
  const overlay = readIfExists(join(one.folder, 'overlay.yaml'));
  return generate({
    spec: { file: name, text },
    overlays: overlay === undefined ? [] : [{ file: 'overlay.yaml', text: overlay }],
    readFile: (path) => readIfExists(join(one.folder, path)),
    vocabulary,
    packageName: `@cases/${one.name}`,
    source: name,
    // Faults are errors, so that `diagnostics.txt` has the message that the case is about.
    strict: one.refused,
    assets: ownAssets,
    codecs: readCodecs(one.folder),
    ...one.options,
    ...(format === false && { format }),
  });
}

/** Reads the codecs of a case from its folder `codecs`. */
function readCodecs(of: string): GenerateOptions['codecs'] {
  if (!existsSync(join(of, 'codecs'))) return undefined;
  return readdirSync(join(of, 'codecs')).map((file) => ({
    name: file.replace(/\.ts$/, ''),
    file: `codecs/${file}`,
    text: readFileSync(join(of, 'codecs', file), 'utf8'),
  }));
}

/** Lists the paths of the expected files of a case, relative to its folder `expected`. */
export function listExpected({ folder: of }: Case): readonly string[] {
  const root = join(of, 'expected');
  if (!existsSync(root)) return [];
  const entries = readdirSync(root, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

function readIfExists(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
