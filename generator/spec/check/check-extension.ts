import type { CheckContext } from './check-context.js';
import type { Json, JsonObject } from '../read/json.js';
import { type KindName, kinds } from '../openapi/kinds.js';
import { matchSchema } from '../vocabulary/match-schema.js';
import { didYouMean } from '../suggest.js';
import type { Extension } from '../vocabulary/vocabulary.js';

/** One `x-` key of an object. */
export interface ExtensionUse {
  readonly node: JsonObject;
  readonly kind: KindName;
  readonly key: string;
  readonly value: Json;
}

/** Judges an `x-` key by the vocabulary; without one, or with a tolerant one, such keys are free. */
export function checkExtension(context: CheckContext, use: ExtensionUse): void {
  const { vocabulary, diagnostics, places } = context;
  if (vocabulary === undefined || vocabulary.tolerant) return;
  const extension = vocabulary.extensions.get(use.key);
  if (extension === undefined) {
    const message = `${JSON.stringify(use.key)} is not in the vocabulary${didYouMean(use.key, vocabulary.extensions.keys())}`;
    return diagnostics.error('unknown-extension', message, places.ofKey(use.node, use.key));
  }
  if (!mayStand(extension, use.kind)) {
    const message = `"${use.key}" cannot stand on ${kinds[use.kind].label}; it belongs on: ${extension.on.join(', ')}`;
    return diagnostics.error('invalid-extension', message, places.ofKey(use.node, use.key));
  }
  checkContent(context, use, extension, vocabulary.definitions);
}

/** A schema that stands as a property is a schema, too. */
function mayStand({ on }: Extension, kind: KindName): boolean {
  return on.includes('any') || on.includes(kind) || (kind === 'property' && on.includes('schema'));
}

function checkContent(
  { places, diagnostics }: CheckContext,
  use: ExtensionUse,
  extension: Extension,
  definitions: JsonObject,
): void {
  const spot = { owner: use.node, key: use.key, name: use.key };
  for (const { spot: at, atKey, message } of matchSchema({ value: use.value, spot, definitions }, extension.schema)) {
    diagnostics.error(
      'invalid-extension',
      message(),
      atKey ? places.ofKey(at.owner, at.key) : places.ofValue(at.owner, at.key),
    );
  }
}
