import type { JsonObject } from '../read/json.js';
import { printPointer } from '../references/pointer.js';
import { didYouMean } from '../suggest.js';
import type { DiscoveryContext } from './discovery-context.js';
import { textAt } from './fields.js';
import type { Draft } from './make-value.js';

/** A reference by name as one by pointer; one that names no schema is reported and allows anything. */
export function convertReference(context: DiscoveryContext, node: JsonObject): Draft {
  const name = textAt(context, node, '$ref');
  if (name === undefined) return {};
  if (context.schemas.has(name)) return { $ref: componentReference('schemas', name) };
  const message = `no schema is called ${JSON.stringify(name)}${didYouMean(name, context.schemas)}`;
  context.diagnostics.error('unknown-reference', message, context.places.ofValue(node, '$ref'));
  return {};
}

/** The `$ref` to a component of the converted document; references are percent-decoded when they are followed. */
export function componentReference(section: 'schemas' | 'parameters', name: string): string {
  return `#${printPointer(['components', section, name]).replaceAll('%', '%25')}`;
}
