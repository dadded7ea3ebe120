import type { Diagnostics } from '../../diagnostics.js';
import { type Json, type JsonObject, toArray } from '../../json.js';
import { type KindName, isSchemaKind } from '../openapi/rules.js';
import type { Positions } from '../read/positions.js';
import { rewritable } from '../read/tree.js';

type Draft = Record<string, Json>;

/** Rewrites one object of an OpenAPI 3.0 document so that it means the same in 3.1. */
export function upgradeObject(node: JsonObject, kind: KindName, positions: Positions): void {
  const draft = rewritable(node);
  if (kind === 'openapi') draft['openapi'] = '3.1.0';
  if (isSchemaKind(kind)) upgradeSchema(draft, positions);
}

function upgradeSchema(draft: Draft, positions: Positions): void {
  if (typeof draft['$ref'] === 'string') {
    // In 3.0, fields beside a `$ref` have no effect. Texts for people are kept.
    for (const key of Object.keys(draft))
      if (key !== '$ref' && key !== 'summary' && key !== 'description') delete draft[key];
    return;
  }
  upgradeNullable(draft, positions);
  upgradeBound(draft, 'exclusiveMinimum', 'minimum');
  upgradeBound(draft, 'exclusiveMaximum', 'maximum');
  const { example, examples } = draft;
  if (example === undefined || examples !== undefined) return;
  const list = [example];
  positions.derive(list, draft, 'example');
  delete draft['example'];
  draft['examples'] = list;
}

/** Repairs `nullable` in a schema of OpenAPI 3.1 or 3.2, which do not have that keyword: it is read as in OpenAPI 3.0. */
export function readNullable(
  node: JsonObject,
  { positions, diagnostics }: { readonly positions: Positions; readonly diagnostics: Diagnostics },
): void {
  if (typeof node['nullable'] !== 'boolean' || diagnostics.strict) return;
  const at = positions.ofKey(node, 'nullable');
  diagnostics.repaired('unknown-keyword', nullableIsOlder, at, 'it is read as in OpenAPI 3.0');
  upgradeNullable(rewritable(node), positions);
}

const nullableIsOlder = `"nullable" is a keyword of OpenAPI 3.0; later versions write "type: [string, 'null']"`;

/**
 * Upgrades `nullable`: `{ type: string, nullable: true }` → `{ type: [string, null] }`. Without `type`, null is allowed anyway; an
 * `enum` must list it. Beside `allOf`, `anyOf`, `oneOf` or `$ref`, which would reject null, null becomes an alternative.
 */
function upgradeNullable(draft: Draft, positions: Positions): void {
  const { nullable, type } = draft;
  if (typeof nullable !== 'boolean') return;
  delete draft['nullable'];
  if (!nullable) return;
  const combinator = combinators.find((key) => draft[key] !== undefined);
  if (combinator !== undefined) return allowNull(draft, combinator, positions);
  const known = [type].flat().filter((one) => typeof one === 'string');
  if (known.length === 0 || known.includes('null')) return;
  const types = [...known, 'null'];
  positions.derive(types, draft, 'type');
  draft['type'] = types;
}

const combinators = ['allOf', 'anyOf', 'oneOf', '$ref'];
const annotations = new Set(
  'title description default example examples readOnly writeOnly deprecated externalDocs xml'.split(' '),
);

/** Rewrites a schema to a union with null: `{ title, allOf }` → `{ title, anyOf: [{ allOf }, { type: null }] }`. */
function allowNull(draft: Draft, combinator: string, positions: Positions): void {
  const moved = Object.entries(draft).filter(([key]) => !annotations.has(key) && !key.startsWith('x-'));
  for (const [key] of moved) delete draft[key];
  const [[, first] = ['', null], ...further] = moved;
  const [only, ...others] = further.length === 0 && combinator === 'allOf' ? toArray(first) : [];
  const whole = Object.fromEntries(moved);
  const none = { type: 'null' };
  positions.derive(whole, draft, combinator);
  positions.derive(none, draft, 'nullable');
  const alternatives: Json[] = [only !== undefined && others.length === 0 ? only : whole, none];
  positions.derive(alternatives, draft, combinator);
  draft['anyOf'] = alternatives;
}

/** Upgrades an exclusive bound: `minimum: 1, exclusiveMinimum: true` → `exclusiveMinimum: 1`. */
function upgradeBound(draft: Draft, exclusive: string, plain: string): void {
  const flag = draft[exclusive];
  if (typeof flag !== 'boolean') return;
  delete draft[exclusive];
  const bound = draft[plain];
  if (!flag || bound === undefined) return;
  delete draft[plain];
  draft[exclusive] = bound;
}
