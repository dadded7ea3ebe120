import type { Code, Diagnostics } from '../../diagnostics.js';
import type { JsonObject } from '../read/json.js';
import { nameForeignFormat } from './foreign-formats.js';
import type { Positions } from '../references/positions.js';

/** The versions of OpenAPI that are read. */
export type SpecVersion = '3.0' | '3.1' | '3.2';

/** Finds out which OpenAPI a document is written in; rejects every other format. */
export function readVersion(root: JsonObject, positions: Positions, diagnostics: Diagnostics): SpecVersion | undefined {
  const { openapi } = root;
  const version = typeof openapi === 'string' ? /^3\.([012])(\.\d+)?(-.*)?$/.exec(openapi)?.[1] : undefined;
  if (version === '0') return '3.0';
  if (version === '1') return '3.1';
  if (version === '2') return '3.2';
  const key = 'openapi' in root ? 'openapi' : 'swagger';
  diagnostics.error(...complaint(root), positions.ofValue(root, key));
  return undefined;
}

function complaint(root: JsonObject): readonly [code: Code, message: string] {
  const { openapi, swagger } = root;
  if (typeof openapi === 'string') {
    return [
      'unsupported-version',
      `OpenAPI ${JSON.stringify(openapi)} is not supported; versions 3.0, 3.1 and 3.2 are`,
    ];
  }
  if (openapi !== undefined) return ['wrong-type', '"openapi" must be a string such as "3.1.0"'];
  if (swagger !== undefined) {
    return ['unsupported-version', 'Swagger 2.0 is not supported; convert the document to OpenAPI 3 first'];
  }
  const format = nameForeignFormat(root);
  if (format !== undefined) return ['wrong-format', `this is ${format}, not an OpenAPI document`];
  return ['missing-field', 'an OpenAPI document needs "openapi", its version'];
}
