import type { Json } from '../spec/json.js';
import { isJsonObject } from '../spec/json.js';
import { innerSchemas } from './keyword-places.js';
import { ownText, ownValue, type Resource, type SchemaPlace } from './resource.js';

/** Vocabulary of the keywords that assert. */
const validation = 'https://json-schema.org/draft/2020-12/vocab/validation';

/** The resources that a schema may refer to, by URI. */
export class Registry {
  readonly #resources = new Map<string, Resource>();
  readonly #parent: Registry | undefined;

  /** What is not found here is looked for in the parent. */
  constructor(parent?: Registry) {
    this.#parent = parent;
  }

  /** Adds a document and every schema with an `$id` inside it. */
  add(uri: string, root: Json, label: string): SchemaPlace {
    const base = absolute(uri, uri) ?? uri;
    const place = this.#enter({ value: root, pointer: '', resource: this.#create(base, root, label, true) });
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
    for (const [keyword, dynamic] of [
      ['$anchor', false],
      ['$dynamicAnchor', true],
    ] as const) {
      const name = ownText(value, keyword);
      if (name !== undefined) here.resource.anchors.set(name, { place: here, dynamic });
    }
    for (const inner of innerSchemas(value))
      this.#enter({ value: inner.value, resource: here.resource, pointer: here.pointer + inner.pointer });
    return here;
  }

  #open({ value, resource }: SchemaPlace, id: string): SchemaPlace {
    const uri = withoutFragment(absolute(id, resource.uri) ?? id);
    const known = this.#resources.get(uri);
    if (known !== undefined && known.root === value) return { value, resource: known, pointer: '' };
    const opened = this.#create(uri, value, uri, resource.asserts);
    this.#resources.set(uri, opened);
    return { value, resource: opened, pointer: '' };
  }

  #create(uri: string, root: Json, label: string, asserts: boolean): Resource {
    return { uri, root, label, anchors: new Map(), asserts: this.#asserts(root) ?? asserts };
  }

  /** A dialect of its own may leave out the vocabulary that asserts. */
  #asserts(root: Json): boolean | undefined {
    const dialect = isJsonObject(root) ? ownText(root, '$schema') : undefined;
    const meta = dialect === undefined ? undefined : this.find(withoutFragment(dialect))?.root;
    const vocabulary = isJsonObject(meta) ? ownValue(meta, '$vocabulary') : undefined;
    return isJsonObject(vocabulary) ? Object.hasOwn(vocabulary, validation) : undefined;
  }

  /** Goes from a resource along a JSON pointer; an `$id` on the way changes the resource. */
  walk(resource: Resource, pointer: string): SchemaPlace | undefined {
    const tokens = pointer === '' ? [] : pointer.slice(1).split('/');
    return tokens.reduce<SchemaPlace | undefined>((place, token) => this.#step(place, token), {
      value: resource.root,
      resource,
      pointer: '',
    });
  }

  #step(place: SchemaPlace | undefined, token: string): SchemaPlace | undefined {
    const value =
      place === undefined ? undefined : memberOf(place.value, token.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (place === undefined || value === undefined) return undefined;
    const id = isJsonObject(value) ? ownText(value, '$id') : undefined;
    const uri = id === undefined ? undefined : withoutFragment(absolute(id, place.resource.uri) ?? id);
    const opened = uri === undefined ? undefined : this.find(uri);
    if (opened !== undefined && opened.root === value) return { value, resource: opened, pointer: '' };
    return { value, resource: place.resource, pointer: `${place.pointer}/${token}` };
  }
}

function memberOf(value: Json, token: string): Json | undefined {
  if (Array.isArray(value)) return /^(?:0|[1-9][0-9]*)$/.test(token) ? value[Number(token)] : undefined;
  return isJsonObject(value) ? ownValue(value, token) : undefined;
}

/** A reference resolved against a base; `undefined` where the two make no URI. */
export function absolute(reference: string, base: string): string | undefined {
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
