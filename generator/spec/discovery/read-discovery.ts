import { Diagnostics } from '../../diagnostics.js';
import { isJsonObject } from '../read/json.js';
import { Positions } from '../references/positions.js';
import { readSpec } from '../read-spec.js';
import { readText } from '../read/read-text.js';
import { SourceText } from '../read/source-text.js';
import type { SpecDocument } from '../spec-document.js';
import type { SpecText } from '../read/spec-text.js';
import { isDiscovery } from './convert-discovery.js';

/** Reads a Google API Discovery document as the OpenAPI 3.1 document it is converted to; `undefined` where errors were reported. */
export function readDiscovery(text: SpecText, diagnostics: Diagnostics): SpecDocument | undefined {
  const source = new SourceText(text.file, '', text.text);
  // Mistakes in the text are reported when it is read for good.
  const root = readText({ source, positions: new Positions(), diagnostics: new Diagnostics() });
  if (root === undefined || (isJsonObject(root) && isDiscovery(root))) {
    return readSpec(text, { readFile: () => undefined, diagnostics });
  }
  diagnostics.error('wrong-format', 'this is not a Google API Discovery document', source.position(0));
  return undefined;
}
