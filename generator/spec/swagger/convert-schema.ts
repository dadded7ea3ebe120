import type { Json, JsonObject } from '../../json.js';
import { rewritable } from '../read/tree.js';
import type { Conversion } from './conversion.js';

/** Rewrites a schema of Swagger 2.0 as one of OpenAPI 3.0, where it is. */
export function convertSchema(conversion: Conversion, node: JsonObject): void {
  const draft = rewritable(node);
  if (typeof node['$ref'] === 'string') return allowNullBeside(conversion, node);
  const { discriminator } = node;
  if (typeof discriminator === 'string') {
    const at = { owner: node, key: 'discriminator' };
    draft['discriminator'] = conversion.makeAt(node, at, [['propertyName', discriminator]]);
  }
  convertFile(node);
  allowNull(conversion, node);
}

/** A file is a string of bytes. */
export function convertFile(node: JsonObject): void {
  if (node['type'] !== 'file') return;
  const draft = rewritable(node);
  draft['type'] = 'string';
  draft['format'] = 'binary';
}

/** `x-nullable` is `nullable`, which also counts where values are listed. */
export function allowNull(conversion: Conversion, node: JsonObject): void {
  const { 'x-nullable': nullable } = node;
  if (typeof nullable !== 'boolean') return;
  const draft = rewritable(node);
  const origin = { owner: node, key: 'x-nullable' };
  delete draft['x-nullable'];
  if (!('nullable' in node)) conversion.put(node, 'nullable', nullable, origin);
  const values = node['enum'];
  if (!nullable || !Array.isArray(values) || values.includes(null)) return;
  const items = values.map((value: Json, key) => [value, { owner: values, key }] as const);
  draft['enum'] = conversion.list(node, { owner: node, key: 'enum' }, [...items, [null, origin]]);
}

/** Beside a reference the standard has nothing else; this extension can only mean that null is another value. */
function allowNullBeside(conversion: Conversion, node: JsonObject): void {
  const { $ref: reference } = node;
  if (node['x-nullable'] !== true || reference === undefined) return;
  const draft = rewritable(node);
  const at = { owner: node, key: '$ref' };
  const target = conversion.makeAt(node, at, [['$ref', reference]]);
  conversion.moveReference(node, target);
  delete draft['$ref'];
  conversion.put(node, 'allOf', conversion.list(node, at, [[target, at]]), at);
  allowNull(conversion, node);
}
