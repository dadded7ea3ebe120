import { printDiagnostic } from 'speccast';
import { ownVocabulary } from '../../generator/config/own-vocabulary.js';
import { Diagnostics, locateStart } from '../../generator/diagnostics.js';
import { readSpec } from '../../generator/spec/read-spec.js';
import { follow, type SpecDocument } from '../../generator/spec/spec-document.js';
import { readVocabulary, type Vocabulary } from '../../generator/spec/vocabulary/vocabulary.js';

// Tests import the functions of the stage `spec` from here, so that a renamed module changes one line.
export {
  Diagnostics,
  follow,
  ownVocabulary,
  readSpec,
  readVocabulary,
  locateStart,
  type SpecDocument,
  type Vocabulary,
};

/** A spec that was read, and the messages about it. */
export interface Reading {
  readonly document: SpecDocument | undefined;
  readonly messages: readonly string[];
}

/** Options of reading that tests set. */
export interface ReadingOptions {
  readonly file?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly vocabulary?: Vocabulary;
  /** Texts of overlays by their file, in the order in which they are applied. */
  readonly overlays?: Readonly<Record<string, string>>;
  /** True if faults are repaired. Default: false, they are errors. */
  readonly repairs?: boolean;
}

/** Reads a spec from text, without a disk. */
export function read(
  text: string,
  { file = 'api.yaml', files = {}, vocabulary, overlays = {}, repairs = false }: ReadingOptions = {},
): Reading {
  const diagnostics = new Diagnostics({ strict: !repairs });
  const texts = Object.entries(overlays).map(([name, content]) => ({ file: name, text: content }));
  const document = readSpec(
    { file, text },
    {
      readFile: (name) => files[name],
      diagnostics,
      overlays: texts,
      ...(vocabulary === undefined ? {} : { vocabulary }),
    },
  );
  return { document, messages: diagnostics.list.map(printDiagnostic) };
}

/** The first two lines of a correct document. */
export const head = 'openapi: 3.1.0\ninfo: { title: Test, version: "1" }\n';

/** Reads a document. Throws if it is rejected. */
export function readRight(text: string, options: ReadingOptions = {}): SpecDocument {
  const { document, messages } = read(text, options);
  if (document === undefined) throw new Error(messages.join('\n'));
  return document;
}
