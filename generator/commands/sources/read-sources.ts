import { relative } from 'node:path';
import { Diagnostics } from '../../diagnostics.js';
import type { Diagnostic } from '../../diagnostics.js';
import type { ApiSources } from '../../api/read-api.js';
import { describeMissing } from './describe-missing.js';
import { fetchReferences } from './fetch-references.js';
import { present } from '../present.js';
import { SpecReader } from './spec-reader.js';
import { display } from './targets.js';
import type { Target, TargetOverlay } from './targets.js';
import type { Capabilities } from '../../api/capabilities.js';
import { isAddress } from '../../spec/references/reference.js';

/** What keeps a target from being read. */
export interface Unreadable {
  readonly diagnostics: readonly Diagnostic[];
}

/** Makes the reader of a target's files. */
export function openReader({ base, spec, allowedRefs }: Target): SpecReader {
  return new SpecReader(
    base,
    spec,
    allowedRefs.filter((one) => !isAddress(one)),
  );
}

/** Reads the files that a target names: its spec, overlays and vocabulary. */
export async function readSources(target: Target, reader: SpecReader): Promise<ApiSources | Unreadable> {
  const text = reader.read(target.spec);
  if (text === undefined)
    return {
      diagnostics: [unreadable('spec', { file: target.file, path: target.spec, ...present({ at: target.specAt }) })],
    };
  const vocabulary = await readVocabularyOf(target, reader);
  if ('diagnostics' in vocabulary) return vocabulary;
  const overlays = target.overlays.map((one) => ({ ...one, text: reader.read(one.path) }));
  const missing = overlays.filter(({ text: found }) => found === undefined);
  if (missing.length > 0) return { diagnostics: missing.map((one) => unreadable('overlay', one)) };
  const sources = {
    spec: { file: target.file, text },
    overlays: overlays.map(({ file, text: found = '' }) => ({ file, text: found })),
    readFile: reader.readReferenced,
    ...vocabulary,
    ...(target.allowedRefs.length > 0 && { allowedRefs: namesOf(target) }),
    ...present({ packageName: target.packageName }),
  };
  const diagnostics = await fetchReferences(sources, reader);
  return diagnostics.length > 0 ? { diagnostics } : sources;
}

/** Allowed folders as references name them: from the folder that names of files start from, or absolute as they are. */
function namesOf({ allowedRefs, base }: Target): readonly string[] {
  return allowedRefs.flatMap((one) => (isAddress(one) ? [one] : [display(relative(base, one)), display(one)]));
}

/** What is said of a file that is named, `at` a place where that is known, but not there. */
function unreadable(what: 'spec' | 'overlay', { file, path, at }: TargetOverlay): Diagnostic {
  const message = describeMissing(file, path);
  return { severity: 'error', code: `unreadable-${what}`, message, at: at ?? { file, line: 1, column: 1 } };
}

async function readVocabularyOf(
  { vocabulary: path, vocabularyAt, base }: Target,
  reader: SpecReader,
): Promise<Pick<ApiSources, 'vocabulary'> | Unreadable> {
  if (path === undefined) return { vocabulary: (await import('../../config/own-vocabulary.js')).ownVocabulary() };
  const { readVocabulary } = await import('../../spec/vocabulary/vocabulary.js');
  const diagnostics = new Diagnostics();
  const file = display(relative(base, path));
  const text = reader.read(path);
  if (text === undefined)
    return { diagnostics: [unreadable('spec', { file, path, ...present({ at: vocabularyAt }) })] };
  const vocabulary = readVocabulary({ file, text }, diagnostics);
  return vocabulary === undefined ? { diagnostics: diagnostics.list } : { vocabulary };
}

/** Reads the capabilities that a target names; undefined where no configuration could. */
export async function readCapabilitiesOf(
  { capabilities, base }: Target,
  reader: SpecReader,
): Promise<Capabilities | Unreadable | undefined> {
  if (capabilities === undefined) return undefined;
  const { readCapabilityFiles } = await import('../../config/capabilities.js');
  const diagnostics = new Diagnostics();
  const found = readCapabilityFiles(capabilities, {
    read: (path) => reader.read(path),
    nameOf: (path) => display(relative(base, path)),
    diagnostics,
  });
  return diagnostics.failed ? { diagnostics: diagnostics.list } : found;
}
