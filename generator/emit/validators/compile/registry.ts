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

/** Reads a member that has to be a string. */
export function ownString(node: JsonObject, key: string): string | undefined {
  const value = readMember(node, key);
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
  /** Every schema that was added. */
  readonly schemas: LocatedSchema[] = [];
  readonly #resources = new Map<string, Resource>();
  readonly #parent: Registry | undefined;
  readonly #report: Report | undefined;

  /** Creates a registry that looks in `parent` for resources that it has not. */
  constructor(parent?: Registry, report?: Report) {
    this.#parent = parent;
    this.#report = report;
  }

  /** Adds a document and every schema with an `$id` inside it. */
  add(uri: string, root: Json, label: string): LocatedSchema {
    const base = resolveUri(uri, nowhere);
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
    // A dialect of the user's own may leave out the vocabulary that asserts, or have one in which `format` asserts. Its document
    // may be added later.
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

  /** Goes from a resource along a JSON pointer; an `$id` on the way changes the resource. */
  walk(resource: Resource, pointer: string): LocatedSchema | undefined {
    const steps = parsePointer(pointer);
    let located: LocatedSchema = { value: resource.root, resource, pointer: '' };
    for (const step of steps ?? []) {
      const { value: outer } = located;
      const isMember = isCompound(outer) && Object.hasOwn(outer, step) && !(Array.isArray(outer) && step === 'length');
      if (!isMember) return undefined;
      // Objects and arrays alike have it under the step.
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

/** Resolves the URI of a resource, without a fragment; as it is where it makes no URI with the base. */
function resolveUri(id: string, base: string): string {
  return withoutFragment(absolute(id, base) ?? id);
}

/** Cuts the fragment of a URI. */
export function withoutFragment(uri: string): string {
  return uri.replace(/#.*$/s, '');
}

/** The outermost resource that has a dynamic anchor, by the anchor's name; `$dynamicRef` looks there. */
export type DynamicScope = ReadonlyMap<string, Resource>;

/**
 * Follows a `$ref` or `$dynamicRef` from a position; `undefined` where it resolves to nothing. Where the latter refers to a dynamic
 * anchor, the outermost one of that name in scope counts.
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

/** Returns the scope inside a resource: its dynamic anchors count unless an outer one has the name. */
export function enterScope(scope: DynamicScope, resource: Resource, wanted: ReadonlySet<string>): DynamicScope {
  const fresh = [...resource.anchors].filter(([name, { dynamic }]) => dynamic && wanted.has(name) && !scope.has(name));
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
