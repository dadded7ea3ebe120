import { relative } from 'node:path';
import type { Diagnostic } from '../diagnostics.js';
import type { ApiSources } from '../read-api.js';
import { present } from './present.js';
import type { SpecReader } from './spec-reader.js';
import type { Target, TargetOverlay } from './targets.js';

/** What keeps a target from being read. */
export interface Unreadable {
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the files that a target names: its spec, overlays and vocabulary. */
export async function readSources(target: Target, reader: SpecReader): Promise<ApiSources | Unreadable> {
  const text = reader.read(target.spec);
  if (text === undefined) return { diagnostics: [unreadable(target.file)] };
  const vocabulary = await readVocabularyOf(target, reader);
  if ('diagnostics' in vocabulary) return vocabulary;
  const overlays = target.overlays.map((one) => ({ ...one, text: reader.read(one.path) }));
  const missing = overlays.filter(({ text: found }) => found === undefined);
  if (missing.length > 0) return { diagnostics: missing.map(noOverlay) };
  return {
    spec: { file: target.file, text },
    overlays: overlays.map(({ file, text: found = '' }) => ({ file, text: found })),
    readFile: reader.readReferenced,
    ...vocabulary,
    ...present({ packageName: target.packageName }),
  };
}

function unreadable(file: string): Diagnostic {
  const message = `there is no file ${file}, or it may not be read`;
  return { severity: 'error', code: 'unreadable-spec', message, at: { file, line: 1, column: 1 } };
}

function noOverlay({ file, at = { file, line: 1, column: 1 } }: TargetOverlay): Diagnostic {
  const message = `there is no file ${file}, or it may not be read`;
  return { severity: 'error', code: 'unreadable-overlay', message, at };
}

async function readVocabularyOf(
  { vocabulary: path, base }: Target,
  reader: SpecReader,
): Promise<Pick<ApiSources, 'vocabulary'> | Unreadable> {
  if (path === undefined) return {};
  const { Diagnostics } = await import('../diagnostics.js');
  const { readVocabulary } = await import('../spec/vocabulary.js');
  const diagnostics = new Diagnostics();
  const file = relative(base, path).replaceAll('\\', '/');
  const text = reader.read(path);
  if (text === undefined) return { diagnostics: [unreadable(file)] };
  const vocabulary = readVocabulary({ file, text }, diagnostics);
  return vocabulary === undefined ? { diagnostics: diagnostics.list } : { vocabulary };
}
