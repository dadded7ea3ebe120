import { printDiagnostic } from 'speccast';
import type { Json } from 'speccast/emitter';
import { readText } from '../../generator/spec/read/read-text.js';
import { SourceText } from '../../generator/spec/read/source-text.js';
import { Positions } from '../../generator/spec/read/positions.js';
import { Diagnostics } from './read-text.js';

export { Positions, SourceText };

/** A file as JSON, the positions of its values, and what was said about it. */
export interface TreeReading<Value = Json> {
  readonly value: Value | undefined;
  readonly positions: Positions;
  readonly messages: readonly string[];
}

/** Reads the text of one file as JSON: as the reader of texts does by the name of the file, or by another reader. */
export function readTree<Value = Json>(
  text: string,
  file: string,
  { strict = false, reader }: { readonly strict?: boolean; readonly reader?: TreeReader<Value> } = {},
): TreeReading<Value | Json> {
  const diagnostics = new Diagnostics({ strict });
  const positions = new Positions();
  const value = (reader ?? readText)({ source: new SourceText(file, '', text), positions, diagnostics });
  return { value, positions, messages: diagnostics.list.map(printDiagnostic) };
}

type TreeReader<Value> = (context: Parameters<typeof readText>[0]) => Value | undefined;
