import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { findFieldRule } from './kinds.js';
import { type KindName, type Rule, hasRef, isSchemaKind } from './rules.js';
import type { PathItemMethod } from './openapi.js';

/** The steps of a walk at each object of a spec. */
interface Visitor {
  /** Called before the fields of the object are walked, so it may rewrite them. */
  visit(node: JsonObject, kind: KindName): void;
  /** Called for each `$ref` that is allowed; the target, where there is one, is walked as the same kind. */
  refer(node: JsonObject, kind: KindName): Json | undefined;
  /** Called for each schema that the mapping of a discriminator names; what it resolves to is walked. Default: none is. */
  map?(name: string, mapping: JsonObject): Json | undefined;
}

/** An object from which a walk goes on. */
export interface WalkStart {
  readonly node: JsonObject;
  readonly kind: KindName;
}

interface Walk {
  readonly visitor: Visitor;
  /** Objects already visited, by kind: references make a graph of the tree. */
  readonly seen: Map<KindName, Set<object>>;
  /** Targets of references still to be walked: chains of them are no reason to recurse. */
  readonly pending: WalkStart[];
}

/** Visits every OpenAPI object of a document once per kind, in the order of the spec, referenced objects last. */
export function walk(root: JsonObject, visitor: Visitor): void {
  walkFrom([{ node: root, kind: 'openapi' }], visitor);
}

/** Visits some objects, those that are added to them in the meantime, and all that these reach. */
export function walkFrom(pending: WalkStart[], visitor: Visitor): void {
  const state: Walk = { visitor, seen: new Map(), pending };
  for (let index = 0; index < pending.length; index++) {
    const next = pending[index];
    if (next !== undefined) walkObject(state, next.node, next.kind);
  }
}

function walkObject(state: Walk, node: JsonObject, kind: KindName): void {
  const visited = state.seen.get(kind) ?? new Set();
  state.seen.set(kind, visited);
  const { size } = visited;
  if (visited.add(node).size === size) return;
  state.visitor.visit(node, kind);
  for (const key of Object.keys(node)) {
    const rule = findFieldRule(kind, key);
    const value = node[key];
    if (rule !== undefined && value !== undefined) walkValue(state, value, rule);
  }
  // Schemas and path items keep the fields beside their `$ref`.
  const mayRefer = isSchemaKind(kind) || kind === 'pathItem';
  if (mayRefer && hasRef(node)) follow(state, node, kind);
  const { mapping } = node;
  if (kind !== 'discriminator' || !isJsonObject(mapping)) return;
  for (const name of Object.values(mapping)) {
    const target = typeof name === 'string' ? state.visitor.map?.(name, mapping) : undefined;
    if (isJsonObject(target)) state.pending.push({ node: target, kind: 'schema' });
  }
}

function walkValue(state: Walk, value: Json, rule: Rule): void {
  if (rule.is === 'list' && Array.isArray(value)) for (const item of value) walkValue(state, item, rule.of);
  if (!isJsonObject(value)) return;
  if (rule.is === 'map') for (const item of Object.values(value)) walkValue(state, item, rule.of);
  if (rule.is === 'schema') walkObject(state, value, rule.kind);
  if (rule.is !== 'object') return;
  if (rule.reference && hasRef(value)) follow(state, value, rule.kind);
  else walkObject(state, value, rule.kind);
}

function follow(state: Walk, node: JsonObject, kind: KindName): void {
  const target = state.visitor.refer(node, kind);
  if (isJsonObject(target)) state.pending.push({ node: target, kind: kind === 'property' ? 'schema' : kind });
}

/** The methods that path items have fields for, by field. */
const methods: ReadonlyMap<string, string> = new Map(
  Object.entries({
    get: 'GET',
    put: 'PUT',
    post: 'POST',
    delete: 'DELETE',
    options: 'OPTIONS',
    head: 'HEAD',
    patch: 'PATCH',
    trace: 'TRACE',
    query: 'QUERY',
  } satisfies Record<PathItemMethod, string>),
);

/** An operation in its path item. */
interface ItemOperation {
  /** As it is sent: `GET`. */
  readonly method: string;
  readonly operation: JsonObject;
  /** Its keys in the item: `['get']`, `['additionalOperations', 'LINK']`. */
  readonly steps: readonly string[];
}

/** Lists the operations of a path item in the order of the spec, those of further methods (OpenAPI 3.2) last. */
export function itemOperations(item: JsonObject): readonly ItemOperation[] {
  const own = Object.entries(item).flatMap(([key, operation]) => {
    const method = methods.get(key);
    return method === undefined || !isJsonObject(operation) ? [] : [{ method, operation, steps: [key] }];
  });
  const { additionalOperations } = item;
  const further = isJsonObject(additionalOperations) ? Object.entries(additionalOperations) : [];
  return [
    ...own,
    ...further.flatMap(([method, operation]) =>
      isJsonObject(operation) ? [{ method, operation, steps: ['additionalOperations', method] }] : [],
    ),
  ];
}

/** Returns the keys to the operation of a method in its path item: `GET` → `['get']`; methods differ by case, too. */
export function methodSteps(method: string): readonly string[] {
  const field = method.toLowerCase();
  return methods.get(field) === method ? [field] : ['additionalOperations', method];
}
