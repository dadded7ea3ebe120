import type { Json, JsonObject } from './json.js';
import type { KindName } from './kinds.js';
import type { Places } from './places.js';
import { rewritable } from './tree.js';

type Draft = Record<string, Json>;

/** Rewrites one object of an OpenAPI 3.0 document so that it means the same in 3.1. */
export function upgradeObject(node: JsonObject, kind: KindName, places: Places): void {
  if (kind === 'openapi') rewritable(node)['openapi'] = '3.1.0';
  if (kind === 'schema' || kind === 'property') upgradeSchema(node, places);
}

function upgradeSchema(node: JsonObject, places: Places): void {
  const draft = rewritable(node);
  if (typeof draft['$ref'] === 'string') return dropSiblings(draft);
  upgradeNullable(draft, node, places);
  upgradeBound(draft, 'exclusiveMinimum', 'minimum');
  upgradeBound(draft, 'exclusiveMaximum', 'maximum');
  upgradeExample(draft, node, places);
}

/** In 3.0 what stands beside a `$ref` does not count; the prose is kept, it changes no outcome. */
function dropSiblings(draft: Draft): void {
  for (const key of Object.keys(draft)) {
    if (key !== '$ref' && key !== 'summary' && key !== 'description') delete draft[key];
  }
}

/** `nullable` widens `type` and nothing else: without `type` null is allowed anyway, and an `enum` has to list it. */
function upgradeNullable(draft: Draft, node: JsonObject, places: Places): void {
  const { nullable, type } = draft;
  if (typeof nullable !== 'boolean') return;
  delete draft['nullable'];
  if (!nullable || typeof type !== 'string' || type === 'null') return;
  const types = [type, 'null'];
  places.derive(types, node, 'type');
  draft['type'] = types;
}

/** In 3.0 the exclusive bounds were flags of the plain ones. */
function upgradeBound(draft: Draft, exclusive: string, plain: string): void {
  const flag = draft[exclusive];
  if (typeof flag !== 'boolean') return;
  delete draft[exclusive];
  const bound = draft[plain];
  if (!flag || bound === undefined) return;
  delete draft[plain];
  draft[exclusive] = bound;
}

function upgradeExample(draft: Draft, node: JsonObject, places: Places): void {
  const { example } = draft;
  if (example === undefined || draft['examples'] !== undefined) return;
  const examples = [example];
  places.derive(examples, node, 'example');
  delete draft['example'];
  draft['examples'] = examples;
}
