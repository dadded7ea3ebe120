import {
  isCompound,
  isSameJson,
  isJsonObject,
  readMember,
  toObject,
  type Json,
  type JsonObject,
} from '../../../json.js';
import type { Code } from '../../../diagnostics.js';
import { listInnerSchemas } from '../../../keywords/keywords.js';
import { translateSteps } from '../../../spec/dialects/translate-schema.js';
import { parsePointer, printPointer } from '../../../spec/read/pointer.js';

/** A schema with a base URI of its own: a document, or a schema with an `$id` inside one. */
export interface Resource {
  /** Absolute URI without fragment. */
  readonly uri: string;
  readonly root: Json;
  /** `$anchor` and `$dynamicAnchor`. */
  readonly anchors: Map<string, Anchor>;
  /** Prefix of pointers in issues: its URI; empty for the document itself. */
  readonly label: string;
  /** Its dialect includes the vocabulary for validation: `type`, `minimum` and others. */
  readonly asserts: boolean;
  /** Its dialect requires that `format` is checked. */
  readonly assertsFormats: boolean;
}

/** A schema that has a name in its resource. */
interface Anchor {
  readonly located: LocatedSchema;
  readonly dynamic: boolean;
}

/** A schema with its resource and its pointer there. */
export interface LocatedSchema {
  readonly value: Json;
  readonly resource: Resource;
  /** JSON pointer inside the resource, `''` for its root. */
  readonly pointer: string;
}

/** Returns the canonical id of a schema: the URI of its resource, with its pointer. */
export function schemaId({ resource, pointer }: LocatedSchema): string {
  return `${resource.uri}#${pointer}`;
}

/** Reads a member of an object if it is a string. */
export function ownString(node: JsonObject, key: string): string | undefined {
  const value = readMember(node, key);
  return typeof value === 'string' ? value : undefined;
}

/** Vocabulary of the keywords for validation. */
const validation = 'https://json-schema.org/draft/2020-12/vocab/validation';
/** Vocabulary with which `format` is checked. */
const formatAssertion = 'https://json-schema.org/draft/2020-12/vocab/format-assertion';

/** Base URI of documents whose own URI is relative. */
const defaultBase = 'schema:///';

/** Reports a mistake at a keyword of a schema. */
export type Report = (located: LocatedSchema, keyword: string, code: Code, message: string) => void;

/** The resources that a schema may refer to, by URI. */
export class Registry {
  /** Every schema that was added. */
  readonly schemas: LocatedSchema[] = [];
  readonly #resources = new Map<string, Resource>();
  readonly #parent: Registry | undefined;
  readonly #report: Report | undefined;

  /** Creates a registry that also finds the resources of `parent`. */
  constructor(parent?: Registry, report?: Report) {
    this.#parent = parent;
    this.#report = report;
  }

  /** Adds a document, with every schema with an `$id` inside it. */
  add(uri: string, root: Json, label: string): LocatedSchema {
    const base = resolveUri(uri, defaultBase);
    const located = this.#enter({ value: root, pointer: '', resource: this.#create(base, root, label) });
    if (!this.#resources.has(base)) this.#resources.set(base, located.resource);
    return located;
  }

  /** Finds a resource by the URI of a document or of an `$id`. */
  find(uri: string): Resource | undefined {
    return this.#resources.get(uri) ?? this.#parent?.find(uri);
  }

  /** Adds a schema and all schemas inside it. Returns it with its resource, which is a new one if it has an `$id`. */
  #enter(located: LocatedSchema): LocatedSchema {
    const { value } = located;
    if (!isJsonObject(value)) return located;
    const id = ownString(value, '$id');
    const here = id === undefined ? located : this.#open(located, id);
    this.schemas.push(here);
    for (const keyword of ['$anchor', '$dynamicAnchor'] as const) {
      const name = ownString(value, keyword);
      if (name === undefined) continue;
      const { anchors } = here.resource;
      const known = anchors.get(name);
      if (known !== undefined && known.located.value !== value)
        this.#report?.(
          here,
          keyword,
          'duplicate-schema-id',
          `another schema has the anchor ${JSON.stringify(name)}, too`,
        );
      anchors.set(name, { located: here, dynamic: keyword === '$dynamicAnchor' });
    }
    for (const inner of listInnerSchemas(value))
      this.#enter({ value: inner.value, resource: here.resource, pointer: here.pointer + printPointer(inner.steps) });
    return here;
  }

  #open({ value, resource }: LocatedSchema, id: string): LocatedSchema {
    const uri = resolveUri(id, resource.uri);
    const known = this.#resources.get(uri);
    if (known?.root === value) return { value, resource: known, pointer: '' };
    const opened = { value, resource: this.#create(uri, value, uri, resource), pointer: '' };
    if (known !== undefined && !isSameJson(known.root, value))
      this.#report?.(opened, '$id', 'duplicate-schema-id', `another schema has the URI ${JSON.stringify(uri)}, too`);
    this.#resources.set(uri, opened.resource);
    return opened;
  }

  #create(uri: string, root: Json, label: string, outer?: Resource): Resource {
    // A user's dialect may omit the vocabulary for validation, or add the one that checks `format`. The getters below read it late,
    // since the document of the dialect may be added after this one.
    const has = (vocabulary: string): boolean | undefined => {
      const dialect = ownString(toObject(root), '$schema');
      const meta = dialect === undefined ? undefined : this.find(withoutFragment(dialect))?.root;
      const used = readMember(meta, '$vocabulary');
      return isJsonObject(used) ? Object.hasOwn(used, vocabulary) : undefined;
    };
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

  /** Finds the schema at a JSON pointer in a resource; an `$id` on the way changes the resource. */
  walk(resource: Resource, pointer: string): LocatedSchema | undefined {
    const steps = parsePointer(pointer);
    let located: LocatedSchema = { value: resource.root, resource, pointer: '' };
    for (const step of steps ?? []) {
      const { value: outer } = located;
      const isMember = isCompound(outer) && Object.hasOwn(outer, step) && !(Array.isArray(outer) && step === 'length');
      if (!isMember) return undefined;
      // `Reflect.get` reads members of objects and items of arrays, but returns `any`.
      const value = Reflect.get(outer, step) as Json;
      const id = ownString(toObject(value), '$id');
      const opened = id === undefined ? undefined : this.find(resolveUri(id, located.resource.uri));
      located =
        opened?.root === value
          ? { value, resource: opened, pointer: '' }
          : { value, resource: located.resource, pointer: located.pointer + printPointer([step]) };
    }
    return steps && located;
  }
}

/** Resolves a reference against a base; `undefined` if the result is no URI. */
export function absolute(reference: string, base: string): string | undefined {
  // `new URL('', 'urn:…')` throws: such bases allow only fragments.
  if (reference === '') return withoutFragment(base);
  try {
    return new URL(reference, base).href;
  } catch {
    return undefined;
  }
}

/** Resolves the URI of a resource and removes its fragment; keeps it unresolved if the result is no URI. */
function resolveUri(id: string, base: string): string {
  return withoutFragment(absolute(id, base) ?? id);
}

/** Removes the fragment of a URI. */
export function withoutFragment(uri: string): string {
  return uri.replace(/#.*$/s, '');
}

/** The outermost resource with each dynamic anchor, by the name of the anchor, to which a `$dynamicRef` resolves. */
export type DynamicScope = ReadonlyMap<string, Resource>;

/**
 * Follows a `$ref`, or with a scope a `$dynamicRef`, from a schema; `undefined` if there is no target. A `$dynamicRef` to a dynamic anchor
 * resolves to the outermost anchor with that name in the scope.
 */
export function followReference(
  reference: string,
  from: LocatedSchema,
  registry: Registry,
  dynamicScope?: DynamicScope,
): LocatedSchema | undefined {
  const uri = absolute(reference, from.resource.uri);
  const resource = uri === undefined ? undefined : registry.find(withoutFragment(uri));
  if (uri === undefined || resource === undefined) return undefined;
  const fragment = readFragment(uri);
  if (fragment === '' || fragment.startsWith('/')) {
    const steps = parsePointer(fragment);
    return steps && registry.walk(resource, printPointer(translateSteps(resource.root, steps)));
  }
  const anchor = resource.anchors.get(fragment);
  const outermost = anchor?.dynamic === true ? dynamicScope?.get(fragment)?.anchors.get(fragment) : undefined;
  return (outermost ?? anchor)?.located;
}

/** Returns the scope inside a resource: it adds the dynamic anchors in `names` that no outer resource has. */
export function enterScope(scope: DynamicScope, resource: Resource, names: ReadonlySet<string>): DynamicScope {
  const fresh = [...resource.anchors].filter(([name, { dynamic }]) => dynamic && names.has(name) && !scope.has(name));
  return fresh.length === 0 ? scope : new Map([...scope, ...fresh.map(([name]) => [name, resource] as const)]);
}

function readFragment(uri: string): string {
  const [, text = ''] = /#(.*)/s.exec(uri) ?? [];
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
