import { hasRef } from '../openapi/rules.js';
import { asserts, keywords, listInnerSchemas } from '../../keywords/keywords.js';
import { type SpecContext, resolveTarget } from './spec-context.js';
import { toArray, isJsonObject, type Json, type JsonObject } from '../../json.js';
import { readName, referFrom } from './reference.js';
import { emptyObject, findFreeName, openMember, rewritable } from '../read/tree.js';
import { warnAtKey } from '../repair/repairs.js';
import type { Resolved } from '../spec-document.js';
import { groupBy, reachable } from '../../iterables.js';
import { parsePointer, printPointer } from '../read/pointer.js';

/** Schemas by the names of their dynamic anchors; of several schemas with one name, the outermost. */
type DynamicScope = ReadonlyMap<string, JsonObject>;

/** A schema, and the scope for which it is copied. */
interface Instance {
  readonly node: JsonObject;
  readonly template: JsonObject;
  readonly scope: DynamicScope;
}

/**
 * Maximum number of components that are added. A few generic schemas that refer to each other can have any number of instances.
 */
const MOST_INSTANCES = 1000;

/** Maximum length of a chain of schemas that only bind anchors. */
const MOST_BINDINGS = 10;

/**
 * Replaces each `$dynamicRef` by a `$ref`. A schema whose dynamic anchors resolve differently depending on the referring schemas
 * is copied for each case: `{$ref: Page, $defs: {item: {$dynamicAnchor: item, $ref: User}}}` → a component `UserPage`, or the
 * component that already has this content. Here, a schema without `$id` is also a resource of its own, with its dynamic anchor
 * and those of its `$defs`.
 */
export class DynamicReferences {
  readonly #context: SpecContext;
  readonly #schemas: readonly JsonObject[];
  /** Schemas with a dynamic anchor, by its name. */
  readonly #anchored: ReadonlyMap<Json | undefined, readonly JsonObject[]>;
  readonly #listed = new WeakMap<JsonObject, readonly JsonObject[]>();
  readonly #mentioned = new WeakMap<JsonObject, ReadonlySet<string>>();
  readonly #instances: Instance[] = [];
  /** Ids of instances by their schema and scope. */
  readonly #ids = new Map<string, string>();

  /** Visits every schema object of a document. */
  constructor(context: SpecContext, schemas: readonly JsonObject[]) {
    this.#context = context;
    this.#schemas = [...schemas, ...schemas.flatMap((node) => this.#separate(node))];
    this.#anchored = groupBy(schemas, (node) => node['$dynamicAnchor']);
  }

  /** Rewrites the schemas of the document; reads all of them before changing one. */
  resolve(): void {
    for (const node of this.#schemas) this.#claim(node);
    const claimed = new Set(this.#instances.map(({ node }) => node));
    const ids = new Map<JsonObject, string | undefined>();
    for (const node of this.#schemas) {
      if (claimed.has(node) || !hasReference(node)) continue;
      const id = this.#refer(node, this.#enter(node));
      if (node['$dynamicRef'] !== undefined || resolveTarget(this.#context, node)?.id !== id) ids.set(node, id);
    }
    const copies: Json[] = [];
    // Copying a schema may need further instances.
    for (const { node, template, scope } of this.#instances) copies.push(this.#copy(template, scope, 'schema', node));
    for (const [node, id] of ids) this.#write(node, id);
    for (const [index, { node }] of this.#instances.entries()) {
      const { $ref: _ref, allOf: _allOf, ...own } = node;
      const target = rewritable(node);
      delete target['$ref'];
      delete target['allOf'];
      Object.assign(target, copies[index], own);
    }
  }

  /** Moves a `$dynamicRef` beside a `$ref` into a schema of its own: `{$ref, $dynamicRef}` → `{$ref, allOf: [{$dynamicRef}]}`. */
  #separate(node: JsonObject): readonly JsonObject[] {
    const target = rewritable(node);
    const { $ref, $dynamicRef, allOf } = target;
    if ($ref === undefined || $dynamicRef === undefined) return [];
    const { positions } = this.#context;
    const part: JsonObject = Object.assign(emptyObject(), { $dynamicRef });
    const parts = [...toArray(allOf), part];
    positions.derive(parts, node, 'allOf');
    positions.derive(part, node, '$dynamicRef');
    delete target['$dynamicRef'];
    target['allOf'] = parts;
    return [part];
  }

  /**
   * Uses a component that only instantiates a schema, `{$ref: Page, $defs: {…}}`, also in `allOf`, as the instance for all uses.
   */
  #claim(node: JsonObject): void {
    const id = this.#context.positions.toId(node);
    const [stated, ...others] = Object.keys(node).filter((key) => key === '$ref' || isAssertion(key));
    const [part, ...further] = stated === 'allOf' ? toArray(node['allOf']) : [node];
    if (others.length + further.length > 0 || !isJsonObject(part) || (id.startsWith('#') && !isComponent(id))) return;
    const target = Object.keys(part).some(isAssertion) ? undefined : resolveTarget(this.#context, part);
    const scope = this.#enter(part);
    const { key, template } = (target && this.#describe(target, scope)) ?? {};
    if (key === undefined || template === undefined || this.#ids.has(key)) return;
    this.#ids.set(key, id);
    this.#instances.push({ node, template, scope: this.#enter(template, scope) });
  }

  /** Returns the scope inside of a schema: the anchors of the outer scope, and those that only its resource has. */
  #enter(node: object, outer: DynamicScope = new Map()): DynamicScope {
    const { parent } = this.#context.positions.get(node);
    const isResource = isJsonObject(node) && typeof node['$id'] === 'string';
    const around = isResource || parent === undefined ? outer : this.#enter(parent, outer);
    return isJsonObject(node) ? this.#bind(around, node) : around;
  }

  /** Adds the anchors of a schema that no outer one has: its own and those of its `$defs`, or all of its resource. */
  #bind(scope: DynamicScope, schema: JsonObject): DynamicScope {
    const isResource = typeof schema['$id'] === 'string';
    const listWithin = (node: JsonObject): readonly JsonObject[] =>
      (isResource || node === schema ? listInnerSchemas(node) : [])
        .filter(({ steps: [first] }) => isResource || first === '$defs' || first === 'definitions')
        .map(({ value }) => value)
        .filter(isJsonObject)
        .filter(({ $id }) => typeof $id !== 'string');
    const anchored =
      this.#listed.get(schema) ??
      [...reachable([schema], listWithin)].filter((node) => typeof node['$dynamicAnchor'] === 'string');
    this.#listed.set(schema, anchored);
    return new Map([...anchored.toReversed().map((node) => [String(node['$dynamicAnchor']), node] as const), ...scope]);
  }

  /** Lists the names of the dynamic anchors to which a schema, or any schema that it refers to, has references. */
  #mentions(schema: JsonObject): ReadonlySet<string> {
    const known = this.#mentioned.get(schema);
    if (known !== undefined) return known;
    const names = new Set<string>();
    const listMentioned = (node: Json): readonly (Json | undefined)[] => {
      if (!isJsonObject(node)) return [];
      const { $dynamicRef: reference } = node;
      const name = typeof reference === 'string' ? anchorIn(reference) : '';
      if (name !== '') names.add(name);
      return [
        ...(this.#anchored.get(name) ?? []),
        resolveTarget(this.#context, node)?.value,
        ...listInnerSchemas(node).map(({ value }) => value),
      ];
    };
    Array.from(reachable<Json>([schema], listMentioned));
    this.#mentioned.set(schema, names);
    return names;
  }

  /**
   * Finds the id of the schema to which a reference resolves in a scope; `undefined`, which allows any value, if no schema has
   * the anchor.
   */
  #refer(node: JsonObject, scope: DynamicScope): string | undefined {
    const { $dynamicRef: reference } = node;
    const target =
      typeof reference === 'string' ? this.#findAnchor(node, reference, scope) : resolveTarget(this.#context, node);
    return target && this.#instantiate(target, scope);
  }

  #findAnchor(node: JsonObject, reference: string, scope: DynamicScope): Resolved | undefined {
    const { references } = this.#context;
    const name = anchorIn(reference);
    const fixed = references.find(reference, node);
    const isDynamic = isJsonObject(fixed?.value) && fixed.value['$dynamicAnchor'] === name;
    if (fixed !== undefined && !isDynamic) return fixed;
    const all = this.#anchored.get(name) ?? [];
    const isOnly = all.length === 1 || !reference.startsWith('#');
    const bound = scope.get(name) ?? (isOnly ? (fixed?.value ?? all[0]) : undefined);
    if (isJsonObject(bound)) return this.#followBindings(bound);
    if (all.length > 0) return undefined;
    const message = '"$dynamicRef" is not followed, because no schema has its anchor: any value is valid here';
    warnAtKey(this.#context, 'unsupported-keyword', message, [node, '$dynamicRef']);
    return undefined;
  }

  /** Follows schemas that only bind an anchor: `{$dynamicAnchor: item, $ref: User}` → `User`. */
  #followBindings(anchored: JsonObject): Resolved {
    let found: Resolved = { id: this.#context.positions.toId(anchored), value: anchored };
    for (let step = 0; step < MOST_BINDINGS; step++) {
      const isBinding = isJsonObject(found.value) && Object.keys(found.value).every((key) => binding.has(key));
      found = (isBinding && resolveTarget(this.#context, found.value)) || found;
    }
    return found;
  }

  /**
   * Names an instance of a schema, including the instances inside of it; `undefined` if the schema means the same in every scope.
   * `Page` in a scope with `item` = `User` → `UserPage`; `Twig` in a scope with `node` = `GreenTwig` → `GreenTwigBase`.
   */
  #describe(
    { id, value: template }: Resolved,
    scope: DynamicScope,
  ): { readonly key: string; readonly name: string; readonly template: JsonObject } | undefined {
    if (!isJsonObject(template) || scope.size === 0) return undefined;
    const alone = this.#enter(template);
    const names: string[] = [];
    const bound: string[] = [];
    for (const anchor of this.#mentions(template)) {
      const [here, own] = [scope.get(anchor), alone.get(anchor)].map((one) => one && this.#followBindings(one).id);
      if (here === undefined) continue;
      bound.push(`${anchor}=${here}`);
      if (here !== own)
        names.push(isComponent(here) ? readName(here) : anchor.charAt(0).toUpperCase() + anchor.slice(1));
    }
    const [first, ...others] = names;
    if (first === undefined) return undefined;
    const extended = readName(id);
    const end = others.length === 0 && first.endsWith(extended) ? 'Base' : extended;
    const name = (names.join('') + end).replaceAll(/[^\w.-]+/g, '_');
    return { key: [id, ...bound.toSorted()].join(' '), name, template };
  }

  /** Returns the id of a schema in a scope: its own, or that of its instance, which becomes a component if it is new. */
  #instantiate(target: Resolved, scope: DynamicScope): string {
    const { root, positions, diagnostics } = this.#context;
    const described = this.#ids.size <= MOST_INSTANCES ? this.#describe(target, scope) : undefined;
    if (described === undefined) return target.id;
    const { key, name, template } = described;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    if (this.#ids.size === MOST_INSTANCES) {
      const message = `dynamic anchors create more than ${MOST_INSTANCES} schemas; in this one and later ones, "$dynamicRef" is read like "$ref"`;
      diagnostics.warning('unsupported-keyword', message, positions.of(template));
    }
    const schemas = openMember(positions, openMember(positions, root, 'components'), 'schemas');
    const free = findFreeName(schemas, name);
    const node = emptyObject();
    schemas[free] = node;
    positions.set(node, positions.get(template));
    const id = `#${printPointer(['components', 'schemas', free])}`;
    this.#ids.set(key, id);
    this.#instances.push({ node, template, scope: this.#enter(template, scope) });
    return id;
  }

  /** Copies a schema, or a list or map of schemas, for a scope, without the keywords that name a schema. */
  #copy(value: Json, outer: DynamicScope, takes: string | undefined, at?: JsonObject): Json {
    if (typeof value !== 'object' || value === null || !holding.has(takes)) return value;
    const schema = takes === 'schema' && isJsonObject(value) ? value : undefined;
    const scope = schema === undefined ? outer : this.#bind(outer, schema);
    const copy = Array.isArray(value) ? [] : emptyObject();
    for (const [key, one] of Object.entries(value)) {
      const inner = schema === undefined ? 'schema' : keywords.get(key)?.takes;
      if (schema === undefined || !defining.has(key)) Reflect.set(copy, key, this.#copy(one, scope, inner));
    }
    this.#context.positions.set(copy, this.#context.positions.get(value));
    if (schema !== undefined && hasReference(schema) && isJsonObject(copy))
      this.#write(copy, this.#refer(schema, scope), at);
    return copy;
  }

  #write(node: JsonObject, id: string | undefined, at = node): void {
    const target = rewritable(node);
    delete target['$dynamicRef'];
    delete target['$ref'];
    if (id !== undefined) target['$ref'] = referFrom(this.#context, at, id);
  }
}

/** Keywords that only bind an anchor. */
const binding = new Set(['$ref', '$dynamicAnchor', '$anchor', '$id']);

/** Keywords that name a schema or define schemas for others. */
const defining = new Set(['$id', '$anchor', '$dynamicAnchor', '$schema', '$defs', 'definitions']);

/** Returns the values of keywords that contain schemas. */
const holding: ReadonlySet<string | undefined> = new Set(['schema', 'schemas', 'namedSchemas', 'namedProperties']);

function isAssertion(key: string): boolean {
  const keyword = keywords.get(key);
  return key === '$dynamicRef' || (keyword !== undefined && asserts(keyword));
}

function hasReference(node: JsonObject): boolean {
  return hasRef(node) || typeof node['$dynamicRef'] === 'string';
}

/** Reads the name in a reference: `tree#node` → `node`. */
function anchorIn(reference: string): string {
  return reference.replace(/^[^#]*#?/, '');
}

function isComponent(id: string): boolean {
  return id.startsWith('#/components/schemas/') && parsePointer(id.slice(1))?.length === 3;
}
