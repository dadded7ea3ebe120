import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Diagnostics, readVocabulary } from '../spec/read-text.js';
import type { OutputSettings, GenerateOptions, GenerateResult } from 'speccast';
import { generate } from '../../generator/generate.js';
import { ownAssets } from '../conformance/compile-module.js';

const folder = fileURLToPath(new URL('.', import.meta.url));

/**
 * One folder of `test/cases`: a spec (`spec.yaml` or `spec.json`), an overlay where there is one, codecs, what is asked for where that is
 * not a package of all parts (`options.json`), and what has to come out of it: `diagnostics.txt`, and in `expected` the files that the
 * concept of the case changes. No other file is compared, but all are compiled, and `test/output/called-*` calls some.
 */
export interface Case {
  readonly name: string;
  readonly folder: string;
  /** True if the spec has to be refused. */
  readonly refused: boolean;
  /** What is generated of it. */
  readonly options: Partial<OutputSettings> & Pick<GenerateOptions, 'operations' | 'types' | 'codecs' | 'enums' | 'names'>;
}

/** All cases; a folder is a case. */
export const cases: readonly Case[] = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({
    name,
    folder: join(folder, name),
    refused: name.startsWith('negative-'),
    options: JSON.parse(readIfThere(join(folder, name, 'options.json')) ?? '{}'),
  }));

/** Generates a case as `speccast generate` would with the vocabulary of this repository; formatted, unless that does not matter. */
export async function generateCase(one: Case, format?: false): Promise<GenerateResult> {
  const file = fileURLToPath(new URL('../../specs/vocabulary.yaml', import.meta.url));
  const vocabulary = readVocabulary({ file: 'vocabulary.yaml', text: readFileSync(file, 'utf8') }, new Diagnostics());
  if (vocabulary === undefined) throw new Error('the vocabulary cannot be read');
  const name = existsSync(join(one.folder, 'spec.json')) ? 'spec.json' : 'spec.yaml';
  const text = readFileSync(join(one.folder, name), 'utf8');
  const overlay = readIfThere(join(one.folder, 'overlay.yaml'));
  return generate({
    spec: { file: name, text },
    overlays: overlay === undefined ? [] : [{ file: 'overlay.yaml', text: overlay }],
    readFile: (path) => readIfThere(join(one.folder, path)),
    vocabulary,
    packageName: `@cases/${one.name}`,
    source: name,
    // What can be repaired is an error here, with the message that the case is about.
    strict: one.refused,
    assets: ownAssets,
    codecs: readCodecs(one.folder),
    ...one.options,
    ...(format === false && { format }),
  });
}

/** The codecs of a case: files of its folder `codecs`. */
function readCodecs(of: string): GenerateOptions['codecs'] {
  if (!existsSync(join(of, 'codecs'))) return undefined;
  return readdirSync(join(of, 'codecs')).map((file) => ({
    name: file.replace(/\.ts$/, ''),
    file: `codecs/${file}`,
    text: readFileSync(join(of, 'codecs', file), 'utf8'),
  }));
}

/** Paths of the expected files of a case, relative to its folder `expected`. */
export function expectedFiles({ folder: of }: Case): readonly string[] {
  const root = join(of, 'expected');
  if (!existsSync(root)) return [];
  const entries = readdirSync(root, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
