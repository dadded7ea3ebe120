import { Diagnostics } from '../diagnostics.js';
import { ownVocabulary } from '../own-vocabulary.js';
import { readApi } from '../read-api.js';
import { isDiscovery } from '../spec/discovery/convert-discovery.js';
import { isJsonObject } from '../spec/json.js';
import { Places } from '../spec/places.js';
import { readYaml } from '../spec/read-yaml.js';
import { SourceText } from '../spec/source-text.js';
import type { SpecText } from '../spec/spec-text.js';
import { readVersion } from '../spec/spec-version.js';

/** Title of a document, empty where it has none; mistakes of its text are reported. */
export function readTitle({ file, text }: SpecText, diagnostics: Diagnostics): string {
  const places = new Places();
  const root = readYaml({ source: new SourceText(file, '', text), places, diagnostics });
  if (!isJsonObject(root)) return '';
  // Nothing can be made of another format; all else is told when it is generated from.
  if (!isDiscovery(root)) readVersion(root, places, diagnostics);
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
