import { hasRef } from '../openapi/rules.js';
import { findFieldRule } from '../openapi/kinds.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { misplaced } from '../repair/repair-value.js';
import type { Diagnostics } from '../../diagnostics.js';
import { emptyObject, rewritable } from '../read/tree.js';
import { printFragment, printPointer } from '../read/pointer.js';
import type { Positions } from '../read/positions.js';
import { isResolved, type References } from '../references/references.js';
import { printReferenceFrom } from '../references/reference.js';

/** Kinds of objects with a different form in Swagger 2.0 and OpenAPI 3. */
export type PartKind =
  | 'swagger'
  | 'pathItem'
  | 'operation'
  | 'parameter'
  | 'items'
  | 'response'
  | 'header'
  | 'schema'
  | 'securityScheme';

/** An object of a document, and its kind. */
export interface Part {
  readonly node: JsonObject;
  readonly kind: PartKind;
}

/** The objects of a document, and the targets of its references. */
export interface Parts {
  readonly list: readonly Part[];
  /** Targets by the objects that refer to them, without following further references. */
  readonly targets: Map<JsonObject, Json>;
}

/** The methods of a path of Swagger 2.0. */
export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const;

/** The form of the objects under a key: one object, several under arbitrary names or in a list, or several beside `x-` keys. */
type Holds = readonly ['one' | 'many' | 'named', PartKind];

const operations = Object.fromEntries(methods.map((method): [string, Holds] => [method, ['one', 'operation']]));

/** Keys with objects, by kind. The shared parts come first, because their section determines the kind of their objects. */
const holders: Readonly<Record<Exclude<PartKind, 'schema' | 'items'>, Readonly<Record<string, Holds>>>> = {
  swagger: {
    definitions: ['many', 'schema'],
    parameters: ['many', 'parameter'],
    responses: ['many', 'response'],
    securityDefinitions: ['many', 'securityScheme'],
    paths: ['named', 'pathItem'],
  },
  pathItem: { parameters: ['many', 'parameter'], ...operations },
  operation: { parameters: ['many', 'parameter'], responses: ['named', 'response'] },
  parameter: { schema: ['one', 'schema'], items: ['one', 'items'] },
  response: { schema: ['one', 'schema'], headers: ['many', 'header'] },
  header: { items: ['one', 'items'] },
  securityScheme: {},
};

/** Lists the objects of a Swagger 2.0 document, including those of other files to which references resolve. Each has one kind. */
export function collectParts(root: JsonObject, context: ReferenceContext): Parts {
  const list: Part[] = [];
  const targets = new Map<JsonObject, Json>();
  const kinds = new Map<JsonObject, PartKind>();
  const add = (node: Json, kind: PartKind): void => {
    if (!isJsonObject(node) || kinds.has(node)) return;
    kinds.set(node, kind);
    list.push({ node, kind });
  };
  add(root, 'swagger');
  // The loop adds to this list.
  for (const { node, kind } of list) {
    if (hasRef(node) && kind !== 'swagger' && kind !== 'operation') {
      const target = context.references.find(node['$ref'], node)?.value;
      if (target !== undefined) {
        targets.set(node, target);
        add(target, kind === 'items' ? 'schema' : kind);
      }
      if (kind !== 'pathItem') continue;
    }
    for (const part of listHeld(context, node, kind)) add(...part);
  }
  return { list, targets };
}

function listHeld(context: ReferenceContext, node: JsonObject, kind: PartKind): readonly (readonly [Json, PartKind])[] {
  if (kind === 'schema' || kind === 'items') {
    return Object.entries(node).flatMap(([key, value]) => {
      const rule = findFieldRule('schema', key);
      const isMany = (rule?.is === 'list' && Array.isArray(value)) || (rule?.is === 'map' && isJsonObject(value));
      const many: readonly Json[] = isMany && rule.of.is === 'schema' ? Object.values(value) : [];
      const held = kind === 'items' && key === 'items' ? 'items' : 'schema';
      return (rule?.is === 'schema' ? [value] : many).map((one) => [one, held] as const);
    });
  }
  return Object.entries(holders[kind]).flatMap(([key, [how, held]]) => {
    if (how !== 'one') expandContainer(context, node, key, how === 'named');
    const value = Object.hasOwn(node, key) ? (node[key] ?? null) : null;
    if (how === 'one') return [[value, held] as const];
    return Object.entries(typeof value === 'object' ? (value ?? {}) : {})
      .filter(([name]) => how !== 'named' || !name.startsWith('x-'))
      .map(([, one]: [string, Json]) => [one, held] as const);
  });
}

/** The context in which references are followed. */
export interface ReferenceContext {
  readonly references: References;
  readonly positions: Positions;
  readonly diagnostics: Diagnostics;
}

/**
 * Replaces one reference to all members, such as `definitions: { $ref: all.yaml }`, which Swagger 2.0 does not allow, by
 * references to each member, so that every reference to a member has the same target. Keys keep their positions.
 */
function expandContainer(context: ReferenceContext, holder: JsonObject, key: string, hasExtensions: boolean): void {
  const { references, positions, diagnostics } = context;
  const container = Object.hasOwn(holder, key) ? holder[key] : undefined;
  if (!hasRef(container)) return;
  const target = references.follow(container);
  if (!isResolved(target) || typeof target.value !== 'object' || target.value === null) return;
  diagnostics.repaired('misplaced-reference', misplaced, positions.ofKey(container, '$ref'), 'it is followed');
  const original: JsonObject | readonly Json[] = target.value;
  const { path, file } = positions.get(container).source;
  const prefix = printReferenceFrom(path, target.id, file.slice(file.lastIndexOf('/') + 1));
  const expanded = Array.isArray(original) ? [] : emptyObject();
  for (const [name, value] of Object.entries(original)) {
    const isKept = !isJsonObject(value) || (hasExtensions && name.startsWith('x-'));
    const $ref = `${prefix}${printFragment(printPointer([name]))}`;
    const member: Json = isKept ? value : Object.assign(emptyObject(), { $ref });
    if (!isKept) positions.set(Object(member), positions.get(container));
    Reflect.set(expanded, name, member);
  }
  const entries = Object.keys(original).map((name) => [name, { owner: original, key: name }] as const);
  positions.compose(expanded, positions.get(container), entries);
  rewritable(holder)[key] = expanded;
}
