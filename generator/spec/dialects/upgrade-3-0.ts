import type { Diagnostics } from '../../diagnostics.js';
import type { Json, JsonObject } from '../../json.js';
import { type KindName, hasRef, isSchemaKind } from '../openapi/rules.js';
import type { Positions } from '../read/positions.js';
import { rewritable } from '../read/tree.js';

type Draft = Record<string, Json>;

/** Rewrites one object of an OpenAPI 3.0 document so that it means the same in 3.1. */
export function upgradeObject(node: JsonObject, kind: KindName, positions: Positions): void {
  if (kind === 'openapi') rewritable(node)['openapi'] = '3.1.0';
  if (isSchemaKind(kind)) upgradeSchema(node, positions);
}

function upgradeSchema(node: JsonObject, positions: Positions): void {
  const draft = rewritable(node);
  if (hasRef(node)) {
    // In 3.0 the fields beside a `$ref` have no effect; the prose is kept.
    for (const key of Object.keys(draft))
      if (key !== '$ref' && key !== 'summary' && key !== 'description') delete draft[key];
    return;
  }
  upgradeNullable(draft, node, positions);
  upgradeBound(draft, 'exclusiveMinimum', 'minimum');
  upgradeBound(draft, 'exclusiveMaximum', 'maximum');
  upgradeExample(draft, node, positions);
}

/** Reads `nullable` in a schema of a later version, which does not have that keyword, as in OpenAPI 3.0, and reports it. */
export function readNullable(node: JsonObject, { positions, diagnostics }: NullableContext): void {
  if (typeof node['nullable'] !== 'boolean' || diagnostics.strict) return;
  const at = positions.ofKey(node, 'nullable');
  diagnostics.repaired('unknown-keyword', nullableIsOlder, at, 'it is read as in OpenAPI 3.0');
  upgradeNullable(rewritable(node), node, positions);
}

interface NullableContext {
  readonly positions: Positions;
  readonly diagnostics: Diagnostics;
}

const nullableIsOlder = `"nullable" is a keyword of OpenAPI 3.0; later versions write "type: [string, 'null']"`;

/**
 * Upgrades `nullable`: `{ type: string, nullable: true }` → `{ type: [string, null] }`. Without `type` null is allowed anyway,
 * and an `enum` has to list it. Beside `allOf` and the like, whose parts would reject null, it becomes an alternative.
 */
function upgradeNullable(draft: Draft, node: JsonObject, positions: Positions): void {
  const { nullable, type } = draft;
  if (typeof nullable !== 'boolean') return;
  delete draft['nullable'];
  if (!nullable) return;
  const combinator = combinators.find((key) => draft[key] !== undefined);
  if (combinator !== undefined) return allowNull(draft, { node, positions, combinator });
  const known = [type].flat().filter((one) => typeof one === 'string');
  if (known.length === 0 || known.includes('null')) return;
  const types = [...known, 'null'];
  positions.derive(types, node, 'type');
  draft['type'] = types;
}

const combinators = ['allOf', 'anyOf', 'oneOf', '$ref'];
const annotations = new Set(
  'title description default example examples readOnly writeOnly deprecated externalDocs xml'.split(' '),
);

interface Combined {
  readonly node: JsonObject;
  readonly positions: Positions;
  /** The keyword that combines. */
  readonly combinator: string;
}

/** Makes the keywords that constrain the value one alternative and null the other; annotations stay. */
function allowNull(draft: Draft, { node, positions, combinator }: Combined): void {
  const constraints = Object.keys(draft).filter((key) => !annotations.has(key) && !key.startsWith('x-'));
  const moved = constraints.map((key): [string, Json] => [key, draft[key] ?? null]);
  for (const key of constraints) delete draft[key];
  const isAlone = moved.length === 1 && combinator === 'allOf';
  const [only, ...others] = isAlone && Array.isArray(moved[0]?.[1]) ? moved[0][1] : [];
  const whole = Object.fromEntries(moved);
  const none = { type: 'null' };
  positions.derive(whole, node, combinator);
  positions.derive(none, node, 'nullable');
  const alternatives: Json[] = [only !== undefined && others.length === 0 ? only : whole, none];
  positions.derive(alternatives, node, combinator);
  draft['anyOf'] = alternatives;
}

/** Upgrades an exclusive bound, which is a flag of the plain one in 3.0. */
function upgradeBound(draft: Draft, exclusive: string, plain: string): void {
  const flag = draft[exclusive];
  if (typeof flag !== 'boolean') return;
  delete draft[exclusive];
  const bound = draft[plain];
  if (!flag || bound === undefined) return;
  delete draft[plain];
  draft[exclusive] = bound;
}

function upgradeExample(draft: Draft, node: JsonObject, positions: Positions): void {
  const { example } = draft;
  if (example === undefined || draft['examples'] !== undefined) return;
  const examples = [example];
  positions.derive(examples, node, 'example');
  delete draft['example'];
  draft['examples'] = examples;
}
