import type { Code, Diagnostics } from '../../diagnostics.js';
import type { JsonObject } from '../../json.js';
import { nameForeignFormat, sayForeign } from './foreign-formats.js';
import type { Positions } from '../read/positions.js';
import { readWrittenText, rewritable } from '../read/tree.js';

/** The versions of OpenAPI that are read; the first was called Swagger. */
export type SpecVersion = '2.0' | '3.0' | '3.1' | '3.2';

/** Says whether schemas of a version are older than JSON Schema 2020-12: its documents are upgraded to OpenAPI 3.1. */
export function isUpgraded(version: SpecVersion): boolean {
  return version === '2.0' || version === '3.0';
}

/** Returns the name of a version in messages: `OpenAPI 3.0`. */
export function versionName(version: SpecVersion): string {
  return version === '2.0' ? 'Swagger 2.0' : `OpenAPI ${version}`;
}

/** Finds out which OpenAPI a document is written in; rejects every other format. */
export function readVersion(root: JsonObject, positions: Positions, diagnostics: Diagnostics): SpecVersion | undefined {
  const { swagger } = root;
  const openapi = readNumber(root, positions, diagnostics) ?? root['openapi'];
  // YAML reads the version as a number where it has no quotes.
  if (openapi === undefined && (swagger === '2.0' || swagger === 2)) return '2.0';
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
  const read = readWrittenText(positions, { owner: root, key: 'openapi' }, openapi);
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
    const written = JSON.stringify(swagger);
    return ['unsupported-version', `Swagger ${written} is not supported; "2.0" is, and OpenAPI 3.0, 3.1 and 3.2`];
  }
  const format = nameForeignFormat(root);
  if (format !== undefined) return ['wrong-format', sayForeign(format, 'an OpenAPI document')];
  return ['missing-field', 'an OpenAPI document needs "openapi", its version'];
}
