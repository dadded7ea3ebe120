import type { Diagnostics } from '../../diagnostics.js';
import { asserts, keywords } from '../../keywords/keywords.js';
import { subschemasOf } from '../../keywords/subschemas.js';
import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import { emptyObject, rewritable } from '../read/tree.js';
import type { Resolved } from '../spec-document.js';
import { parsePointer, printFragment, printPointer } from './pointer.js';
import type { Positions } from './positions.js';
import { isPureReference, isResolved, type References } from './references.js';

/** The schemas that dynamic anchors mean, by name: of each the outermost. */
type DynamicScope = ReadonlyMap<string, JsonObject>;

const nothing: DynamicScope = new Map();

/** A document whose schemas have dynamic references. */
interface DynamicDocument {
  readonly root: JsonObject;
  readonly positions: Positions;
  readonly references: References;
  readonly diagnostics: Diagnostics;
  /** Every schema object of the document. */
  readonly schemas: readonly JsonObject[];
}

/** A component that is nothing but an instance of a schema, and the scope in it. */
interface Claim {
  readonly node: JsonObject;
  readonly target: JsonObject;
  readonly scope: DynamicScope;
}

/** What a dynamic anchor means in a scope, and whether it means the same without. */
interface BoundAnchor {
  readonly name: string;
  readonly target: Resolved;
  readonly isOwn: boolean;
}

/** Most components that are made; a few generic schemas that refer to each other can have any number of instances. */
const MOST_INSTANCES = 1000;

/**
 * Replaces each `$dynamicRef` by a `$ref`. A schema whose dynamic anchors mean different schemas on the ways to it is copied for
 * each: `{$ref: Page, $defs: {item: {$dynamicAnchor: item, $ref: User}}}` → a component `UserPage`, or the component itself that
 * is written so. A schema without `$id` is a resource of its own here, with its dynamic anchor and those of its `$defs`.
 */
export class DynamicReferences {
  readonly #document: DynamicDocument;
  /** Schemas with a dynamic anchor, by its name. */
  readonly #anchored = new Map<string, JsonObject[]>();
  readonly #mentioned = new WeakMap<JsonObject, ReadonlySet<string>>();
  readonly #alone = new WeakMap<JsonObject, DynamicScope>();
  readonly #bindings = new WeakMap<JsonObject, Resolved>();
  /** Instances by what they are made of. */
  readonly #instances = new Map<string, Resolved>();
  readonly #pending: (() => void)[] = [];

  constructor(document: DynamicDocument) {
    this.#document = document;
    for (const node of document.schemas) {
      const name = node['$dynamicAnchor'];
      if (typeof name === 'string') this.#anchored.set(name, [...(this.#anchored.get(name) ?? []), node]);
    }
  }

  /** Rewrites the schemas of the document; all of them are read before one is changed. */
  resolve(): void {
    const claims = this.#document.schemas.flatMap((node) => this.#claim(node));
    const claimed = new Set(claims.map(({ node }) => node));
    const copies = claims.map(({ target, scope }) => this.#copy(target, scope));
    const others = this.#document.schemas.filter((node) => !claimed.has(node) && hasReference(node));
    const targets = others.map((node) => this.#targets(node, this.#enter(node)));
    // Making an instance can ask for further ones.
    for (const make of this.#pending) make();
    for (const [index, node] of others.entries()) this.#refer(node, targets[index] ?? [], node);
    for (const [index, { node }] of claims.entries()) this.#become(node, copies[index] ?? {});
  }

  /** A component that only instantiates a schema is that instance for all others: `{$ref: Page, $defs: {…}}`, also in `allOf`. */
  #claim(node: JsonObject): readonly Claim[] {
    const id = this.#document.positions.idOf(node);
    const [assertion, ...others] = Object.keys(node).filter((key) => key === '$ref' || isAssertion(key));
    if (others.length > 0 || (id.startsWith('#') && !isComponent(id))) return [];
    const parts: readonly Json[] = assertion === 'allOf' && Array.isArray(node['allOf']) ? node['allOf'] : [node];
    const [part] = parts;
    if (parts.length > 1 || !isJsonObject(part) || typeof part['$ref'] !== 'string') return [];
    const found = Object.keys(part).some(isAssertion) ? undefined : this.#followIn(part, this.#enter(part));
    const key = found && this.#instanceKey(found.target, found.scope);
    const target = found?.target.value;
    if (key === undefined || !isJsonObject(target) || this.#instances.has(key)) return [];
    this.#instances.set(key, { id, value: node });
    return [{ node, target, scope: this.#enter(target, found?.scope) }];
  }

  #become(node: JsonObject, copy: JsonObject): void {
    const { references } = this.#document;
    const { $ref: _ref, allOf: _allOf, ...own } = node;
    const target = rewritable(node);
    delete target['$ref'];
    delete target['allOf'];
    Object.assign(target, copy, own);
    if (typeof copy['$ref'] === 'string') references.redirect(node, references.follow(copy));
  }

  /** The scope inside a schema that is reached from a scope: that of its resource, the outermost anchors first. */
  #enter(node: JsonObject, outer: DynamicScope = nothing): DynamicScope {
    const { positions } = this.#document;
    const way: JsonObject[] = [];
    for (let one: object | undefined = node; one !== undefined; one = positions.get(one).parent) {
      if (isJsonObject(one)) way.unshift(one);
      if (isJsonObject(one) && typeof one['$id'] === 'string') break;
    }
    return way.reduce(withAnchors, outer);
  }

  /** Names of the dynamic anchors that a schema, or anything that it refers to, mentions. */
  #mentions(schema: JsonObject): ReadonlySet<string> {
    const known = this.#mentioned.get(schema);
    if (known !== undefined) return known;
    const names = new Set<string>();
    const seen = new Set([schema]);
    const add = (value: Json | undefined): void => {
      if (isJsonObject(value)) seen.add(value);
    };
    // A set hands out what is added while it is being walked.
    for (const node of seen) {
      const { $dynamicRef: reference } = node;
      if (typeof reference === 'string') {
        names.add(anchorIn(reference));
        this.#anchored.get(anchorIn(reference))?.forEach(add);
      }
      if (typeof node['$ref'] === 'string') add(this.#follow(node)?.value);
      for (const { value } of subschemasOf(node)) add(value);
    }
    this.#mentioned.set(schema, names);
    return names;
  }

  #follow(node: JsonObject): Resolved | undefined {
    const outcome = this.#document.references.follow(node);
    return isResolved(outcome) ? outcome : undefined;
  }

  /** Follows a `$ref`, and the references that it resolves to, whose resources become part of the scope. */
  #followIn(
    node: JsonObject,
    outer: DynamicScope,
  ): { readonly target: Resolved; readonly scope: DynamicScope } | undefined {
    const passed = new Set([node]);
    let scope = outer;
    // The set grows while it is walked.
    for (const from of passed) {
      const target = this.#document.references.resolveReference(String(from['$ref']), from);
      if (!isResolved(target)) return undefined;
      if (!isPureReference(target.value)) return { target, scope };
      scope = this.#enter(target.value, scope);
      passed.add(target.value);
    }
    return undefined;
  }

  /** What the references of a schema mean in a scope. */
  #targets(node: JsonObject, scope: DynamicScope): readonly Resolved[] {
    const plain = typeof node['$ref'] === 'string' ? this.#followIn(node, scope) : undefined;
    const target = typeof node['$dynamicRef'] === 'string' ? this.#dynamicTarget(node, scope) : undefined;
    return [plain, target && { target, scope }].flatMap((one) =>
      one === undefined ? [] : [this.#instantiate(one.target, one.scope)],
    );
  }

  /** The schema that a `$dynamicRef` means; `undefined` for any value, where no way to it says which. */
  #dynamicTarget(node: JsonObject, scope: DynamicScope): Resolved | undefined {
    const { references, positions, diagnostics } = this.#document;
    const reference = String(node['$dynamicRef']);
    const name = anchorIn(reference);
    const outcome = references.resolveReference(reference, node);
    const fixed = isResolved(outcome) ? outcome : undefined;
    const isDynamic = isJsonObject(fixed?.value) && fixed.value['$dynamicAnchor'] === name;
    if (fixed !== undefined && !isDynamic) return fixed;
    const all = this.#anchored.get(name) ?? [];
    const [only] = reference.startsWith('#') && all.length !== 1 ? [] : [fixed?.value ?? all[0]];
    const bound = scope.get(name) ?? only;
    if (isJsonObject(bound)) return this.#throughAnchor(bound);
    if (all.length > 0) return undefined;
    const message = '"$dynamicRef" is not followed, because no schema has its anchor: any value is taken here';
    diagnostics.warning('unsupported-keyword', message, positions.ofKey(node, '$dynamicRef'));
    return undefined;
  }

  /** Follows schemas that only bind an anchor: `{$dynamicAnchor: item, $ref: User}` → `User`. */
  #throughAnchor(anchored: JsonObject): Resolved {
    const known = this.#bindings.get(anchored);
    if (known !== undefined) return known;
    const passed = new Set<Json>();
    let found: Resolved = { id: this.#document.positions.idOf(anchored), value: anchored };
    while (isJsonObject(found.value) && Object.keys(found.value).every(isBinding) && !passed.has(found.value)) {
      passed.add(found.value);
      found = (typeof found.value['$ref'] === 'string' ? this.#follow(found.value) : undefined) ?? found;
    }
    this.#bindings.set(anchored, found);
    return found;
  }

  /** Key of the instance of a schema in a scope; `undefined` where the scope does not change what the schema means. */
  #instanceKey({ id, value }: Resolved, scope: DynamicScope): string | undefined {
    if (!isJsonObject(value) || scope.size === 0) return undefined;
    const bound = this.#bound(value, scope);
    if (bound.every(({ isOwn }) => isOwn)) return undefined;
    return [id, ...bound.map(({ name, target }) => `${name}=${target.id}`).toSorted()].join(' ');
  }

  /** The anchors that a scope binds of those that a schema mentions. */
  #bound(schema: JsonObject, scope: DynamicScope): readonly BoundAnchor[] {
    const own = this.#alone.get(schema) ?? this.#enter(schema);
    this.#alone.set(schema, own);
    return [...this.#mentions(schema)].flatMap((name) => {
      const anchored = scope.get(name);
      if (anchored === undefined) return [];
      const target = this.#throughAnchor(anchored);
      const alone = own.get(name);
      return [{ name, target, isOwn: alone !== undefined && this.#throughAnchor(alone).id === target.id }];
    });
  }

  #instantiate(target: Resolved, scope: DynamicScope): Resolved {
    const key = this.#instances.size > MOST_INSTANCES ? undefined : this.#instanceKey(target, scope);
    if (key === undefined || !isJsonObject(target.value)) return target;
    const { value } = target;
    const known = this.#instances.get(key);
    if (known !== undefined) return known;
    const { root, positions, diagnostics } = this.#document;
    if (this.#instances.size === MOST_INSTANCES) {
      const message = `dynamic anchors make more than ${MOST_INSTANCES} schemas of others; of this one and further ones, "$dynamicRef" is read as it stands`;
      diagnostics.warning('unsupported-keyword', message, positions.of(value));
    }
    const schemas = this.#section(this.#section(root, 'components'), 'schemas');
    const name = this.#name(target.id, this.#bound(value, scope), schemas);
    const copy = emptyObject();
    schemas[name] = copy;
    positions.set(copy, positions.get(value));
    const instance = { id: `#${printPointer(['components', 'schemas', name])}`, value: copy };
    this.#instances.set(key, instance);
    this.#pending.push(() => {
      const made = this.#copy(value, this.#enter(value, scope));
      Object.assign(copy, made);
      positions.set(copy, positions.get(made));
      if (typeof made['$ref'] === 'string')
        this.#document.references.redirect(copy, this.#document.references.follow(made));
    });
    return instance;
  }

  #section(owner: JsonObject, key: string): Record<string, Json> {
    const known = owner[key];
    if (isJsonObject(known)) return rewritable(known);
    const made = emptyObject();
    this.#document.positions.derive(made, owner, key);
    rewritable(owner)[key] = made;
    return made;
  }

  /** `Page` in a scope whose `item` is `User` → `UserPage`; `Twig` in one whose `node` is `GreenTwig` → `GreenTwigBase`. */
  #name(id: string, bound: readonly BoundAnchor[], taken: JsonObject): string {
    const names = bound.flatMap(({ name, target, isOwn }) => {
      if (isOwn) return [];
      return [isComponent(target.id) ? nameIn(target.id) : name.charAt(0).toUpperCase() + name.slice(1)];
    });
    const template = nameIn(id);
    const isExtended = names.length === 1 && names[0]?.endsWith(template) === true;
    const base = names.join('') + (isExtended ? 'Base' : template);
    let name = base;
    for (let number = 2; Object.hasOwn(taken, name); number++) name = `${base}${number}`;
    return name;
  }

  /** Copies a schema as it is in a scope: a component of its own has no name by which others could find it twice. */
  #copy(schema: JsonObject, scope: DynamicScope): Record<string, Json> {
    const { positions } = this.#document;
    const inner = withAnchors(scope, schema);
    const copy = emptyObject();
    for (const [key, value] of Object.entries(schema))
      if (!isName.has(key)) copy[key] = this.#copyMember(keywords.get(key)?.takes, value, inner);
    positions.set(copy, positions.get(schema));
    this.#refer(copy, hasReference(schema) ? this.#targets(schema, inner) : [], schema);
    return copy;
  }

  #copyMember(takes: string | undefined, value: Json, scope: DynamicScope): Json {
    const copyOne = (one: Json): Json => (isJsonObject(one) ? this.#copy(one, scope) : one);
    if (takes === 'schema') return copyOne(value);
    const holds = takes === 'schemas' || takes === 'namedSchemas' || takes === 'namedProperties';
    if (!holds || typeof value !== 'object' || value === null) return value;
    const copy = Array.isArray(value) ? value.map(copyOne) : emptyObject();
    if (isJsonObject(value)) for (const [name, one] of Object.entries(value)) Reflect.set(copy, name, copyOne(one));
    this.#document.positions.set(copy, this.#document.positions.get(value));
    return copy;
  }

  /** Lets a schema refer to others; it has one `$ref`, and the second one is a part of `allOf`. */
  #refer(node: JsonObject, [first, second]: readonly Resolved[], origin: JsonObject): void {
    const { references, positions } = this.#document;
    const isSame = node === origin && node['$dynamicRef'] === undefined && first?.id === this.#follow(node)?.id;
    if (isSame) return;
    const target = rewritable(node);
    delete target['$dynamicRef'];
    delete target['$ref'];
    if (first === undefined) return;
    target['$ref'] = `#${printFragment(first.id.slice(first.id.indexOf('#') + 1))}`;
    references.redirect(node, first);
    if (second === undefined) return;
    const part = emptyObject();
    positions.derive(part, origin, '$dynamicRef');
    this.#refer(part, [second], origin);
    const all: readonly Json[] = Array.isArray(target['allOf']) ? target['allOf'] : [];
    const parts = [...all, part];
    positions.derive(parts, origin, 'allOf');
    target['allOf'] = parts;
  }
}

/** Keywords by which schemas are found, and what they define for others. */
const isName: ReadonlySet<string> = new Set(
  '$ref $dynamicRef $id $anchor $dynamicAnchor $schema $defs definitions'.split(' '),
);

/** Whether a keyword does nothing but bind an anchor. */
function isBinding(key: string): boolean {
  return key === '$ref' || key === '$dynamicAnchor' || key === '$anchor' || key === '$id';
}

function isAssertion(key: string): boolean {
  const keyword = keywords.get(key);
  return key === '$dynamicRef' || (keyword !== undefined && asserts(keyword));
}

function hasReference(node: JsonObject): boolean {
  return typeof node['$ref'] === 'string' || typeof node['$dynamicRef'] === 'string';
}

/** The name in a reference: `tree#node` → `node`. */
function anchorIn(reference: string): string {
  return reference.replace(/^[^#]*#?/, '');
}

/** The scope with the anchors of a schema that no outer one has: its own and those of its `$defs`, or of all of a resource. */
function withAnchors(scope: DynamicScope, schema: JsonObject): DynamicScope {
  const isResource = typeof schema['$id'] === 'string';
  if (!isResource && !['$dynamicAnchor', '$defs', 'definitions'].some((key) => key in schema)) return scope;
  const seen = new Set([schema]);
  // A set hands out what is added while it is being walked.
  for (const node of seen)
    for (const { value, steps } of isResource || node === schema ? subschemasOf(node) : []) {
      const isWithin = isResource || steps[0] === '$defs' || steps[0] === 'definitions';
      if (isWithin && isJsonObject(value) && typeof value['$id'] !== 'string') seen.add(value);
    }
  const fresh = new Map(scope);
  for (const node of seen) {
    const name = node['$dynamicAnchor'];
    if (typeof name === 'string' && !fresh.has(name)) fresh.set(name, node);
  }
  return fresh;
}

function isComponent(id: string): boolean {
  return id.startsWith('#/components/schemas/') && parsePointer(id.slice(1))?.length === 3;
}

function nameIn(id: string): string {
  const step = parsePointer(id.slice(id.indexOf('#') + 1))?.at(-1) ?? '';
  return step.replaceAll(/[^\w.-]+/g, '_') || 'Schema';
}
