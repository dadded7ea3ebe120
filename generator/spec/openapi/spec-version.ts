import type { Code, Diagnostics } from '../../diagnostics.js';
import type { JsonObject } from '../read/json.js';
import { nameForeignFormat } from './foreign-formats.js';
import type { Positions } from '../references/positions.js';
import { readText } from '../repair/repair-value.js';
import { rewritable } from '../read/tree.js';

/** The versions of OpenAPI that are read. */
export type SpecVersion = '3.0' | '3.1' | '3.2';

/** Finds out which OpenAPI a document is written in; rejects every other format. */
export function readVersion(root: JsonObject, positions: Positions, diagnostics: Diagnostics): SpecVersion | undefined {
  const openapi = readNumber(root, positions, diagnostics) ?? root['openapi'];
  const version = typeof openapi === 'string' ? /^3\.([012])(\.\d+)?(-.*)?$/.exec(openapi)?.[1] : undefined;
  if (version === '0') return '3.0';
  if (version === '1') return '3.1';
  if (version === '2') return '3.2';
  const key = 'openapi' in root ? 'openapi' : 'swagger';
  diagnostics.error(...complaint(root), positions.ofValue(root, key));
  return undefined;
}

/** A version without quotes is a number in YAML. */
function readNumber(root: JsonObject, positions: Positions, diagnostics: Diagnostics): string | undefined {
  const { openapi } = root;
  if (typeof openapi !== 'number' || diagnostics.strict) return undefined;
  const read = readText(positions, { owner: root, key: 'openapi' }, openapi);
  if (read === undefined || !/^3\.[012]$/.test(read)) return undefined;
  const at = positions.ofValue(root, 'openapi');
  diagnostics.repaired('wrong-type', notAString, at, `it is read as ${JSON.stringify(read)}`);
  rewritable(root)['openapi'] = read;
  return read;
}

const notAString = '"openapi" must be a string such as "3.1.0"';

function complaint(root: JsonObject): readonly [code: Code, message: string] {
  const { openapi, swagger } = root;
  if (typeof openapi === 'string') {
    return [
      'unsupported-version',
      `OpenAPI ${JSON.stringify(openapi)} is not supported; versions 3.0, 3.1 and 3.2 are`,
    ];
  }
  if (openapi !== undefined) return ['wrong-type', notAString];
  if (swagger !== undefined) {
    return ['unsupported-version', 'Swagger 2.0 is not supported; convert the document to OpenAPI 3 first'];
  }
  const format = nameForeignFormat(root);
  if (format !== undefined) return ['wrong-format', `this is ${format}, not an OpenAPI document`];
  return ['missing-field', 'an OpenAPI document needs "openapi", its version'];
}
