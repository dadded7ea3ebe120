import { isSameJson } from '../api/schemas/is-same-json.js';
import type { Code } from '../diagnostics.js';
import type { Json } from '../spec/read/json.js';
import { isJsonObject } from '../spec/read/json.js';
import { parsePointer, printPointer } from '../spec/references/pointer.js';
import { innerSchemas } from './keyword-places.js';
import { ownText, ownValue, type Resource, type SchemaPlace } from './resource.js';

/** Vocabulary of the keywords that assert. */
const validation = 'https://json-schema.org/draft/2020-12/vocab/validation';
/** Vocabulary in which `format` asserts. */
const formatAssertion = 'https://json-schema.org/draft/2020-12/vocab/format-assertion';

/** Base of documents whose own URI is relative. */
const nowhere = 'schema:///';

/** Reports what is wrong with a keyword of a schema. */
type Report = (place: SchemaPlace, keyword: string, code: Code, message: string) => void;

/** The resources that a schema may refer to, by URI. */
export class Registry {
  readonly #resources = new Map<string, Resource>();
  readonly #places: SchemaPlace[] = [];
  readonly #parent: Registry | undefined;
  readonly #report: Report | undefined;

  /** What is not found here is looked for in the parent. */
  constructor(parent?: Registry, report?: Report) {
    this.#parent = parent;
    this.#report = report;
  }

  /** Every schema that was added. */
  get places(): readonly SchemaPlace[] {
    return this.#places;
  }

  /** Adds a document and every schema with an `$id` inside it. */
  add(uri: string, root: Json, label: string): SchemaPlace {
    const base = withoutFragment(absolute(uri, nowhere) ?? uri);
    const place = this.#enter({ value: root, pointer: '', resource: this.#create(base, root, label) });
    if (!this.#resources.has(base)) this.#resources.set(base, place.resource);
    return place;
  }

  /** The resource of a URI, which may be that of a document or of an `$id`. */
  find(uri: string): Resource | undefined {
    return this.#resources.get(uri) ?? this.#parent?.find(uri);
  }

  /** Visits a schema and all inside it; returns its place, in the resource it opens where it has an `$id`. */
  #enter(place: SchemaPlace): SchemaPlace {
    const { value } = place;
    if (!isJsonObject(value)) return place;
    const id = ownText(value, '$id');
    const here = id === undefined ? place : this.#open(place, id);
    this.#places.push(here);
    this.#addAnchor(here, '$anchor', ownText(value, '$anchor'));
    this.#addAnchor(here, '$dynamicAnchor', ownText(value, '$dynamicAnchor'));
    for (const inner of innerSchemas(value))
      this.#enter({ value: inner.value, resource: here.resource, pointer: here.pointer + inner.pointer });
    return here;
  }

  #addAnchor(place: SchemaPlace, keyword: '$anchor' | '$dynamicAnchor', name: string | undefined): void {
    if (name === undefined) return;
    const { anchors } = place.resource;
    const known = anchors.get(name);
    if (known !== undefined && known.place.value !== place.value)
      this.#report?.(place, keyword, 'repeated-name', `another schema has the anchor ${JSON.stringify(name)}, too`);
    anchors.set(name, { place, dynamic: keyword === '$dynamicAnchor' });
  }

  #open({ value, resource }: SchemaPlace, id: string): SchemaPlace {
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

  /** A dialect of its own may leave out the vocabulary that asserts, and take one in which `format` does. */
  #vocabulary(root: Json): ReadonlySet<string> | undefined {
    const dialect = isJsonObject(root) ? ownText(root, '$schema') : undefined;
    const meta = dialect === undefined ? undefined : this.find(withoutFragment(dialect))?.root;
    const vocabulary = isJsonObject(meta) ? ownValue(meta, '$vocabulary') : undefined;
    return isJsonObject(vocabulary) ? new Set(Object.keys(vocabulary)) : undefined;
  }

  /** Goes from a resource along a JSON pointer; an `$id` on the way changes the resource. */
  walk(resource: Resource, pointer: string): SchemaPlace | undefined {
    return parsePointer(pointer)?.reduce<SchemaPlace | undefined>((place, step) => this.#step(place, step), {
      value: resource.root,
      resource,
      pointer: '',
    });
  }

  #step(place: SchemaPlace | undefined, step: string): SchemaPlace | undefined {
    const value = place === undefined ? undefined : memberOf(place.value, step);
    if (place === undefined || value === undefined) return undefined;
    const id = isJsonObject(value) ? ownText(value, '$id') : undefined;
    const uri = id === undefined ? undefined : withoutFragment(absolute(id, place.resource.uri) ?? id);
    const opened = uri === undefined ? undefined : this.find(uri);
    if (opened !== undefined && opened.root === value) return { value, resource: opened, pointer: '' };
    return { value, resource: place.resource, pointer: place.pointer + printPointer([step]) };
  }
}

function memberOf(value: Json, token: string): Json | undefined {
  if (Array.isArray(value)) return /^(?:0|[1-9][0-9]*)$/.test(token) ? value[Number(token)] : undefined;
  return isJsonObject(value) ? ownValue(value, token) : undefined;
}

/** A reference resolved against a base; `undefined` where the two make no URI. */
export function absolute(reference: string, base: string): string | undefined {
  // Of bases such as `urn:…` URLs know only fragments.
  if (reference === '') return withoutFragment(base);
  try {
    return new URL(reference, base).href;
  } catch {
    return undefined;
  }
}

/** A URI without its fragment. */
export function withoutFragment(uri: string): string {
  const hash = uri.indexOf('#');
  return hash === -1 ? uri : uri.slice(0, hash);
}
