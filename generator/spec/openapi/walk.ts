import { isJsonObject, toObject, type Json, type JsonObject } from '../../json.js';
import { findFieldRule } from './kinds.js';
import { type KindName, type Rule, hasRef, isSchemaKind } from './rules.js';
import type { PathItemMethod } from './openapi.js';

/** Functions that a walk calls at the objects of a spec. */
interface Visitor {
  /** Called before the fields of the object are walked, so it may rewrite them. */
  visit(node: JsonObject, kind: KindName): void;
  /** Called for each `$ref` in a place where one is allowed. If it returns a target, that is walked as the same kind. */
  refer(node: JsonObject, kind: KindName): Json | undefined;
  /** Called for each schema that the mapping of a discriminator names. If it returns a schema, that is walked. Default: none is. */
  map?(name: string, mapping: JsonObject): Json | undefined;
}

/** An object at which a walk starts. */
export interface WalkStart {
  readonly node: JsonObject;
  readonly kind: KindName;
}

interface Walk {
  readonly visitor: Visitor;
  /** Objects already visited, by kind. References may lead to an object several times. */
  readonly seen: Map<KindName, Set<object>>;
  /** Targets of references that are still to be walked. A list instead of recursion, because chains of references may be long. */
  readonly pending: WalkStart[];
}

/** Visits every OpenAPI object of a document once per kind, in the order of the spec, referenced objects last. */
export function walk(root: JsonObject, visitor: Visitor): void {
  walkFrom([{ node: root, kind: 'openapi' }], visitor);
}

/** Visits objects, and all objects that they reach. The visitor may add further objects to `pending` in the meantime. */
export function walkFrom(pending: WalkStart[], visitor: Visitor): void {
  const state: Walk = { visitor, seen: new Map(), pending };
  // The list grows during the loop.
  for (const { node, kind } of pending) walkObject(state, node, kind);
}

function walkObject(state: Walk, node: JsonObject, kind: KindName): void {
  const visited = state.seen.get(kind) ?? new Set();
  state.seen.set(kind, visited);
  if (visited.has(node)) return;
  visited.add(node);
  state.visitor.visit(node, kind);
  for (const key of Object.keys(node)) walkValue(state, node[key], findFieldRule(kind, key));
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

function walkValue(state: Walk, value: Json | undefined, rule: Rule | undefined): void {
  if (rule?.is === 'list' && Array.isArray(value)) for (const item of value) walkValue(state, item, rule.of);
  if (!isJsonObject(value) || rule === undefined) return;
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
  (['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] satisfies PathItemMethod[]).map(
    (field) => [field, field.toUpperCase()],
  ),
);

/** An operation in its path item. */
interface ItemOperation {
  /** Method as it is sent: `GET`. */
  readonly method: string;
  readonly operation: JsonObject;
  /** Its keys in the item: `['get']`, `['additionalOperations', 'LINK']`. */
  readonly steps: readonly string[];
}

/** Lists the operations of a path item in the order of the spec, those of further methods (OpenAPI 3.2) last. */
export function itemOperations(item: JsonObject): readonly ItemOperation[] {
  const own = Object.entries(item).map(([key, operation]) => [methods.get(key), operation, [key]] as const);
  const further = Object.entries(toObject(item['additionalOperations'])).map(
    ([method, operation]) => [method, operation, ['additionalOperations', method]] as const,
  );
  return [...own, ...further].flatMap(([method, operation, steps]) =>
    method !== undefined && isJsonObject(operation) ? [{ method, operation, steps }] : [],
  );
}

/** Returns the keys to the operation of a method in its path item: `GET` → `['get']`, `LINK` → `['additionalOperations', 'LINK']`. Case matters. */
export function methodSteps(method: string): readonly string[] {
  const field = method.toLowerCase();
  return methods.get(field) === method ? [field] : ['additionalOperations', method];
}
