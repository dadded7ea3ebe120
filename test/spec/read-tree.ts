import { printDiagnostic } from 'speccast';
import type { Json } from 'speccast/emitter';
import { readText } from '../../generator/spec/read/read-text.js';
import { SourceText } from '../../generator/spec/read/source-text.js';
import { Positions } from '../../generator/spec/read/positions.js';
import { Diagnostics } from './read-text.js';

export { Positions, SourceText };

/** The value of a file, its positions, and the messages about it. */
export interface TreeReading<Value = Json> {
  readonly value: Value | undefined;
  readonly positions: Positions;
  readonly messages: readonly string[];
}

/** Reads the text of one file, JSON or YAML by its name. `reader` replaces the reader that is chosen by the name. */
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
