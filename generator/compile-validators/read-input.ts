import type { Diagnostics, Position } from '../diagnostics.js';
import { nameDescription } from '../spec/openapi/foreign-formats.js';
import { isJsonObject, type Json, type JsonObject } from '../spec/read/json.js';
import { Positions } from '../spec/references/positions.js';
import { readJson } from '../spec/read/read-json.js';
import { typeName } from '../spec/check/check-value.js';
import { SourceText } from '../spec/read/source-text.js';
import { didYouMean } from '../spec/suggest.js';

/** Schemas to compile and documents they may refer to. */
export interface CompileInput {
  readonly schemas: JsonObject;
  readonly remotes: JsonObject;
  /** Where everything is. */
  readonly positions: Positions;
  /** Position of a value in the file, by the keys to it; the nearest outer one where it is absent. */
  readonly locate: (path: readonly string[]) => Position;
}

/** Reads `{"schemas": {…}, "remotes": {…}}`; reports what is wrong with it. */
export function readInput(file: string, text: string, diagnostics: Diagnostics): CompileInput | undefined {
  const positions = new Positions();
  const source = new SourceText(file, '', text);
  const value = readJson({ source, positions: positions, diagnostics });
  if (value === undefined || diagnostics.failed) return undefined;
  const at = { positions, locate: (path: readonly string[]) => locate(value, path, positions) ?? source.position(0) };
  return checkInput(value, at, diagnostics);
}

type At = Pick<CompileInput, 'positions' | 'locate'>;

function checkInput(value: Json, at: At, diagnostics: Diagnostics): CompileInput | undefined {
  const { locate } = at;
  const members = isJsonObject(value) ? value : {};
  const description = nameDescription(members);
  if (description !== undefined) {
    const wanted = 'this command takes {"schemas": {…}}';
    diagnostics.error('wrong-format', `this is ${description}; ${wanted}`, locate([]));
    return undefined;
  }
  const schemas = Object.hasOwn(members, 'schemas') ? members['schemas'] : undefined;
  const remotes = Object.hasOwn(members, 'remotes') ? members['remotes'] : {};
  warnOfOthers(members, at, diagnostics);
  const needsSchemas = 'The file needs an object "schemas" with a JSON Schema under each name';
  if (!isJsonObject(schemas)) diagnostics.error('missing-schemas', needsSchemas, locate(['schemas']));
  const needsObject = '"remotes" must be an object with a JSON Schema under each URI';
  if (!isJsonObject(remotes)) diagnostics.error('invalid-remotes', needsObject, locate(['remotes']));
  if (!isJsonObject(schemas) || !isJsonObject(remotes)) return undefined;
  for (const [kind, named] of Object.entries({ schemas, remotes })) {
    for (const [name, schema] of Object.entries(named)) {
      if (isJsonObject(schema) || typeof schema === 'boolean') continue;
      const message = `a schema is an object or a boolean, not ${typeName(schema)}`;
      diagnostics.error('wrong-type', message, locate([kind, name]));
    }
  }
  return diagnostics.failed ? undefined : { schemas, remotes, ...at };
}

/** A misspelt "remotes" would be missed only where a reference resolves to nothing. */
function warnOfOthers(members: JsonObject, { positions }: At, diagnostics: Diagnostics): void {
  for (const key of Object.keys(members)) {
    if (known.includes(key) || key.startsWith('$')) continue;
    const message = `${JSON.stringify(key)} says nothing here${didYouMean(key, known)}`;
    diagnostics.warning('unknown-field', message, positions.ofKey(members, key));
  }
}

const known: readonly string[] = ['schemas', 'remotes'];

/** Position of the last value on a path that is there. */
function locate(root: Json, path: readonly string[], positions: Positions): Position | undefined {
  let value: Json | undefined = root;
  let at = typeof root === 'object' && root !== null ? positions.of(root) : undefined;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) break;
    at = positions.ofValue(value, step);
    // Objects and arrays alike have it under the step.
    value = Reflect.get(value, step) as Json;
  }
  return at;
}
