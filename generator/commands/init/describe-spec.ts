import { Diagnostics } from '../../diagnostics.js';
import { ownVocabulary } from '../../config/own-vocabulary.js';
import { readApi } from '../../api/read-api.js';
import { isDiscovery } from '../../spec/discovery/convert-discovery.js';
import { isJsonObject } from '../../spec/read/json.js';
import { Positions } from '../../spec/references/positions.js';
import { readYaml } from '../../spec/read/read-yaml.js';
import { SourceText } from '../../spec/read/source-text.js';
import type { SpecText } from '../../spec/read/spec-text.js';
import { readVersion } from '../../spec/openapi/spec-version.js';

/** Title of a document, empty where it has none; mistakes of its text are reported. */
export function readTitle({ file, text }: SpecText, diagnostics: Diagnostics): string {
  const positions = new Positions();
  const root = readYaml({ source: new SourceText(file, '', text), positions, diagnostics });
  if (!isJsonObject(root)) return '';
  // Nothing can be made of another format; all else is told when it is generated from.
  if (!isDiscovery(root)) readVersion(root, positions, diagnostics);
  // Discovery documents have it at the root.
  const { info, title } = root;
  const found = isJsonObject(info) ? info['title'] : title;
  return typeof found === 'string' ? found : '';
}

/** The function of a package that makes its client: `createPetstore`. */
export function nameCreate(text: string, packageName: string): string {
  const diagnostics = new Diagnostics();
  const spec = { file: 'openapi.yaml', text };
  const read = readApi({ spec, packageName, vocabulary: ownVocabulary() }, { diagnostics });
  if (read === undefined) throw new Error('the example spec has mistakes');
  return `create${read.api.typeName}`;
}
