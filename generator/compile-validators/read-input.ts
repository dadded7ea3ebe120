import type { Diagnostics, Position } from '../diagnostics.js';
import type { Json, JsonObject } from '../spec/json.js';
import { isJsonObject } from '../spec/json.js';
import { Places } from '../spec/places.js';
import { readJson } from '../spec/read-json.js';
import { SourceText } from '../spec/source-text.js';

/** Schemas to compile and documents they may refer to. */
export interface CompileInput {
  readonly schemas: JsonObject;
  readonly remotes: JsonObject;
  /** Place of a value in the file, by the keys and indices that lead to it; the nearest outer one where it is absent. */
  readonly locate: (path: readonly (string | number)[]) => Position;
}

/** Reads `{"schemas": {…}, "remotes": {…}}`; reports what is wrong with it. */
export function readInput(file: string, text: string, diagnostics: Diagnostics): CompileInput | undefined {
  const places = new Places();
  const source = new SourceText(file, '', text);
  const value = readJson({ source, places, diagnostics });
  if (value === undefined || diagnostics.failed) return undefined;
  return checkInput(value, (path) => locate(value, path, places) ?? source.position(0), diagnostics);
}

function checkInput(value: Json, locate: CompileInput['locate'], diagnostics: Diagnostics): CompileInput | undefined {
  const members = isJsonObject(value) ? value : {};
  const schemas = Object.hasOwn(members, 'schemas') ? members['schemas'] : undefined;
  const remotes = Object.hasOwn(members, 'remotes') ? members['remotes'] : {};
  if (!isJsonObject(schemas))
    diagnostics.error(
      'missing-schemas',
      'The file needs an object "schemas" with a JSON Schema under each name',
      locate(['schemas']),
    );
  if (!isJsonObject(remotes))
    diagnostics.error(
      'invalid-remotes',
      '"remotes" must be an object with a JSON Schema under each URI',
      locate(['remotes']),
    );
  return isJsonObject(schemas) && isJsonObject(remotes) ? { schemas, remotes, locate } : undefined;
}

/** Place of the last value on a path that is there. */
function locate(root: Json, path: readonly (string | number)[], places: Places): Position | undefined {
  let value: Json | undefined = root;
  let at = typeof root === 'object' && root !== null ? places.of(root) : undefined;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) break;
    at = places.ofValue(value, step);
    // Objects and arrays alike have it under the step.
    value = Reflect.get(value, step) as Json;
  }
  return at;
}
