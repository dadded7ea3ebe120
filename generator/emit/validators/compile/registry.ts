import { isSameJson, isJsonObject, type Json, type JsonObject } from '../../../json.js';
import type { Code } from '../../../diagnostics.js';
import { listInnerSchemas } from '../../../keywords/keywords.js';
import { translateSteps } from '../../../spec/dialects/translate-schema.js';
import { parsePointer, printPointer } from '../../../spec/read/pointer.js';

/** A schema with a base URI of its own: a document, or a schema inside one that has an `$id`. */
export interface Resource {
  /** Absolute URI without fragment. */
  readonly uri: string;
  readonly root: Json;
  /** `$anchor` and `$dynamicAnchor`. */
  readonly anchors: Map<string, Anchor>;
  /** Prefix of pointers in issues: empty for the document itself. */
  readonly label: string;
  /** True where the dialect has the keywords that assert: `type`, `minimum` and the like. */
  readonly asserts: boolean;
  /** True where the dialect asks for `format` to be checked. */
  readonly assertsFormats: boolean;
}

/** A name of a schema within its resource. */
interface Anchor {
  readonly located: LocatedSchema;
  readonly dynamic: boolean;
}

/** A schema, where it is, and the resource that it belongs to. */
export interface LocatedSchema {
  readonly value: Json;
  readonly resource: Resource;
  /** JSON pointer within the resource, `''` for its root. */
  readonly pointer: string;
}

/** Returns the canonical name of a position: its URI with a pointer. */
export function schemaId({ resource, pointer }: LocatedSchema): string {
  return `${resource.uri}#${pointer}`;
}

/** Reads a member of an object by its own key only. */
export function ownValue(node: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(node, key) ? node[key] : undefined;
}

/** Reads a member that has to be a string. */
export function ownString(node: JsonObject, key: string): string | undefined {
  const value = ownValue(node, key);
  return typeof value === 'string' ? value : undefined;
}

/** Vocabulary of the keywords that assert. */
const validation = 'https://json-schema.org/draft/2020-12/vocab/validation';
/** Vocabulary in which `format` asserts. */
const formatAssertion = 'https://json-schema.org/draft/2020-12/vocab/format-assertion';

/** Base of documents whose own URI is relative. */
const nowhere = 'schema:///';

/** Reports what is wrong with a keyword of a schema. */
export type Report = (located: LocatedSchema, keyword: string, code: Code, message: string) => void;

/** The resources that a schema may refer to, by URI. */
export class Registry {
  readonly #resources = new Map<string, Resource>();
  readonly #schemas: LocatedSchema[] = [];
  readonly #parent: Registry | undefined;
  readonly #report: Report | undefined;

  /** Creates a registry that looks in `parent` for resources that it has not. */
  constructor(parent?: Registry, report?: Report) {
    this.#parent = parent;
    this.#report = report;
  }

  /** Every schema that was added. */
  get schemas(): readonly LocatedSchema[] {
    return this.#schemas;
  }

  /** Adds a document and every schema with an `$id` inside it. */
  add(uri: string, root: Json, label: string): LocatedSchema {
    const base = withoutFragment(absolute(uri, nowhere) ?? uri);
    const located = this.#enter({ value: root, pointer: '', resource: this.#create(base, root, label) });
    if (!this.#resources.has(base)) this.#resources.set(base, located.resource);
    return located;
  }

  /** Finds the resource of a URI, which may be that of a document or of an `$id`. */
  find(uri: string): Resource | undefined {
    return this.#resources.get(uri) ?? this.#parent?.find(uri);
  }

  /** Visits a schema and all inside it; returns its position, in the resource it opens where it has an `$id`. */
  #enter(located: LocatedSchema): LocatedSchema {
    const { value } = located;
    if (!isJsonObject(value)) return located;
    const id = ownString(value, '$id');
    const here = id === undefined ? located : this.#open(located, id);
    this.#schemas.push(here);
    this.#addAnchor(here, '$anchor', ownString(value, '$anchor'));
    this.#addAnchor(here, '$dynamicAnchor', ownString(value, '$dynamicAnchor'));
    for (const inner of listInnerSchemas(value))
      this.#enter({ value: inner.value, resource: here.resource, pointer: here.pointer + printPointer(inner.steps) });
    return here;
  }

  #addAnchor(located: LocatedSchema, keyword: '$anchor' | '$dynamicAnchor', name: string | undefined): void {
    if (name === undefined) return;
    const { anchors } = located.resource;
    const known = anchors.get(name);
    if (known !== undefined && known.located.value !== located.value)
      this.#report?.(located, keyword, 'repeated-name', `another schema has the anchor ${JSON.stringify(name)}, too`);
    anchors.set(name, { located, dynamic: keyword === '$dynamicAnchor' });
  }

  #open({ value, resource }: LocatedSchema, id: string): LocatedSchema {
    const uri = withoutFragment(absolute(id, resource.uri) ?? id);
    const known = this.#resources.get(uri);
    if (known !== undefined && known.root === value) return { value, resource: known, pointer: '' };
    const opened = { value, resource: this.#create(uri, value, uri, resource), pointer: '' };
    if (known !== undefined && !isSameJson(known.root, value))
      this.#report?.(opened, '$id', 'repeated-name', `another schema has the URI ${JSON.stringify(uri)}, too`);
    this.#resources.set(uri, opened.resource);
    return opened;
  }

  #create(uri: string, root: Json, label: string, outer?: Resource): Resource {
    // The document of the dialect may be added later.
    let known: { readonly used: ReadonlySet<string> | undefined } | undefined;
    const has = (vocabulary: string): boolean | undefined =>
      (known ??= { used: this.#vocabulary(root) }).used?.has(vocabulary);
    return {
      uri,
      root,
      label,
      anchors: new Map(),
      get asserts() {
        return has(validation) ?? outer?.asserts ?? true;
      },
      get assertsFormats() {
        return has(formatAssertion) ?? outer?.assertsFormats ?? false;
      },
    };
  }

  /** Reads the vocabulary of a dialect of the user's own, which may leave out the one that asserts, or have one in which `format` asserts. */
  #vocabulary(root: Json): ReadonlySet<string> | undefined {
    const dialect = isJsonObject(root) ? ownString(root, '$schema') : undefined;
    const meta = dialect === undefined ? undefined : this.find(withoutFragment(dialect))?.root;
    const vocabulary = isJsonObject(meta) ? ownValue(meta, '$vocabulary') : undefined;
    return isJsonObject(vocabulary) ? new Set(Object.keys(vocabulary)) : undefined;
  }

  /** Goes from a resource along a JSON pointer; an `$id` on the way changes the resource. */
  walk(resource: Resource, pointer: string): LocatedSchema | undefined {
    return parsePointer(pointer)?.reduce<LocatedSchema | undefined>((located, step) => this.#step(located, step), {
      value: resource.root,
      resource,
      pointer: '',
    });
  }

  #step(located: LocatedSchema | undefined, step: string): LocatedSchema | undefined {
    if (located === undefined) return undefined;
    const { value: outer } = located;
    const isIndex = /^(?:0|[1-9][0-9]*)$/.test(step);
    const own = isJsonObject(outer) ? ownValue(outer, step) : undefined;
    const value = Array.isArray(outer) ? (isIndex ? outer[Number(step)] : undefined) : own;
    if (value === undefined) return undefined;
    const id = isJsonObject(value) ? ownString(value, '$id') : undefined;
    const uri = id === undefined ? undefined : withoutFragment(absolute(id, located.resource.uri) ?? id);
    const opened = uri === undefined ? undefined : this.find(uri);
    if (opened !== undefined && opened.root === value) return { value, resource: opened, pointer: '' };
    return { value, resource: located.resource, pointer: located.pointer + printPointer([step]) };
  }
}

/** Resolves a reference against a base; `undefined` where the two make no URI. */
export function absolute(reference: string, base: string): string | undefined {
  // Of bases such as `urn:…` URLs know only fragments.
  if (reference === '') return withoutFragment(base);
  try {
    return new URL(reference, base).href;
  } catch {
    return undefined;
  }
}

/** Cuts the fragment of a URI. */
export function withoutFragment(uri: string): string {
  const hash = uri.indexOf('#');
  return hash === -1 ? uri : uri.slice(0, hash);
}

/** The outermost resource that has a dynamic anchor, by the anchor's name; `$dynamicRef` looks there. */
export type DynamicScope = ReadonlyMap<string, Resource>;

/** Follows a `$ref` from a position; `undefined` where it resolves to nothing. */
export function followReference(reference: string, from: LocatedSchema, registry: Registry): LocatedSchema | undefined {
  const uri = absolute(reference, from.resource.uri);
  if (uri === undefined) return undefined;
  const resource = registry.find(withoutFragment(uri));
  const fragment = readFragment(uri);
  if (resource === undefined) return undefined;
  if (fragment !== '' && !fragment.startsWith('/')) return resource.anchors.get(fragment)?.located;
  const steps = parsePointer(fragment);
  return steps && registry.walk(resource, printPointer(translateSteps(resource.root, steps)));
}

/** Follows a `$dynamicRef`: where it refers to a dynamic anchor, the outermost one of that name in scope counts. */
export function followDynamicReference(
  reference: string,
  from: LocatedSchema,
  scope: DynamicScope,
  registry: Registry,
): LocatedSchema | undefined {
  const located = followReference(reference, from, registry);
  const name = readFragment(absolute(reference, from.resource.uri) ?? '');
  const isDynamic = located?.resource.anchors.get(name)?.dynamic === true;
  return isDynamic ? (scope.get(name)?.anchors.get(name)?.located ?? located) : located;
}

/** Returns the scope inside a resource: its dynamic anchors count unless an outer one has the name. */
export function enterScope(scope: DynamicScope, resource: Resource, wanted: ReadonlySet<string>): DynamicScope {
  const fresh = [...resource.anchors].filter(([name, { dynamic }]) => dynamic && wanted.has(name) && !scope.has(name));
  return fresh.length === 0 ? scope : new Map([...scope, ...fresh.map(([name]) => [name, resource] as const)]);
}

function readFragment(uri: string): string {
  const hash = uri.indexOf('#');
  const text = hash === -1 ? '' : uri.slice(hash + 1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
