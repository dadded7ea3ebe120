import type { Json, JsonObject } from 'speccast/emitter';
import { isJsonObject } from '@speccast/runtime';

/** Returns a list unchanged, and an empty list for any other value. */
export function toList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** Returns an object unchanged, and an empty object for any other value. */
export function toObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** URIs of the resources that validation passed through, the outermost first. */
export type DynamicScope = readonly string[];

/** A schema as a document, in which references are resolved. */
export interface SchemaDocument {
  readonly root: Json;
  /** Returns the dynamic scope inside a schema. */
  readonly enter: (schema: JsonObject, outer: DynamicScope) => DynamicScope;
  /** Resolves `$ref` and `$dynamicRef` of a schema. */
  readonly targets: (schema: JsonObject, scope: DynamicScope) => readonly Json[];
  /** Lists all schemas that these references can resolve to, in any scope. */
  readonly candidates: (schema: JsonObject) => readonly Json[];
  /** Returns whether a URI with a JSON pointer names a keyword of a schema. The pointer of a schema that is `false` ends in `/false`. */
  readonly hasKeyword: (reference: string) => boolean;
}

const single =
  'items additionalProperties contains propertyNames not if then else unevaluatedItems unevaluatedProperties'.split(
    ' ',
  );
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const maps = ['properties', 'patternProperties', 'dependentSchemas', 'dependencies', '$defs'];
const inPlace = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas', 'dependencies'];

/** The URI of a document without an `$id`. */
const home = 'test:/root';

/** Lists the schemas directly inside a schema; with `here`, only those that apply to the same value. */
export function listInner(schema: JsonObject, here = false): readonly Json[] {
  return Object.entries(schema).flatMap(([key, value]) => {
    if (here && !inPlace.includes(key)) return [];
    if (single.includes(key)) return [value];
    if (lists.includes(key) && Array.isArray(value)) return value;
    return maps.includes(key) && isJsonObject(value) ? Object.values(value).filter((one) => !Array.isArray(one)) : [];
  });
}

/** Rewrites the schemas directly inside a schema. */
export function mapInner(schema: JsonObject, rewrite: (part: Json) => Json): JsonObject {
  const entries = Object.entries(schema).map(([key, value]): readonly [string, Json] => {
    if (single.includes(key)) return [key, rewrite(value)];
    if (lists.includes(key) && Array.isArray(value)) return [key, value.map(rewrite)];
    if (!maps.includes(key) || !isJsonObject(value)) return [key, value];
    const parts = Object.entries(value).map(([name, one]) => [name, Array.isArray(one) ? one : rewrite(one)] as const);
    return [key, Object.fromEntries(parts)];
  });
  return Object.fromEntries(entries);
}

/** Reads a schema as a document. */
export function openDocument(schema: Json): SchemaDocument {
  // A copy, because the same object may be used in two places.
  const root: Json = JSON.parse(JSON.stringify(schema));
  const bases = new Map<JsonObject, string>();
  const resources = new Map<string, Json>([[home, root]]);
  const anchors = new Map<string, { readonly schema: JsonObject; readonly dynamic: boolean }>();
  register(root, home);
  return {
    root,
    enter,
    targets,
    candidates,
    hasKeyword,
  };

  function register(value: Json, outer: string): void {
    if (!isJsonObject(value)) return;
    const id = value['$id'];
    const base = typeof id === 'string' ? new URL(id, outer).href : outer;
    bases.set(value, base);
    if (typeof id === 'string') resources.set(base, value);
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = value[keyword];
      if (typeof name === 'string')
        anchors.set(`${base}#${name}`, { schema: value, dynamic: keyword === '$dynamicAnchor' });
    }
    for (const inner of listInner(value)) register(inner, base);
  }

  function getBase(schema: JsonObject): string {
    return bases.get(schema) ?? home;
  }

  function enter(schema: JsonObject, outer: DynamicScope): DynamicScope {
    const base = getBase(schema);
    return outer.at(-1) === base ? outer : [...outer, base];
  }

  function targets(schema: JsonObject, scope: DynamicScope): readonly Json[] {
    const { $ref: plain, $dynamicRef: dynamic } = schema;
    const found = typeof plain === 'string' ? [resolve(plain, getBase(schema))] : [];
    if (typeof dynamic === 'string') found.push(resolveDynamic(dynamic, getBase(schema), scope));
    return found.map((one) => one ?? false);
  }

  function resolveDynamic(reference: string, base: string, scope: DynamicScope): Json | undefined {
    const { href, hash } = new URL(reference, base);
    if (anchors.get(href)?.dynamic !== true) return resolve(reference, base);
    const outermost = scope.find((uri) => anchors.get(uri + hash)?.dynamic === true);
    return anchors.get(outermost === undefined ? href : outermost + hash)?.schema;
  }

  function resolve(reference: string, base: string): Json | undefined {
    const { href, hash } = new URL(reference, base);
    const anchor = anchors.get(href);
    if (anchor !== undefined) return anchor.schema;
    const tokens = decodeURIComponent(hash).split('/').slice(1);
    return tokens.reduce<Json | undefined>(
      step,
      resources.get(href.slice(0, href.length - hash.length).replace(/#$/, '')),
    );
  }

  function hasKeyword(reference: string): boolean {
    const outer = reference.replace(/\/false$/, '');
    return resolve(encodeURI(reference), home) !== undefined || resolve(encodeURI(outer), home) === false;
  }

  function candidates(schema: JsonObject): readonly Json[] {
    const dynamic = schema['$dynamicRef'];
    const name = typeof dynamic === 'string' ? new URL(dynamic, home).hash : undefined;
    const any = [...anchors].filter(([uri, one]) => name !== undefined && one.dynamic && uri.endsWith(name));
    return [...targets(schema, []), ...any.map(([, one]) => one.schema)];
  }
}

function step(value: Json | undefined, token: string): Json | undefined {
  const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
  if (Array.isArray(value)) return value[Number(key)];
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Returns whether no schema refers to itself for the same value, which would be an endless recursion. */
export function isWellFounded(schema: Json): boolean {
  const document = openDocument(schema);
  const states = new Map<JsonObject, 'open' | 'done'>();
  const visit = (one: Json): boolean => {
    if (!isJsonObject(one) || states.get(one) === 'done') return true;
    if (states.get(one) === 'open') return false;
    states.set(one, 'open');
    const isFounded = [...listInner(one, true), ...document.candidates(one)].every(visit);
    states.set(one, 'done');
    return isFounded;
  };
  const all = (one: Json): readonly Json[] => [one, ...(isJsonObject(one) ? listInner(one).flatMap(all) : [])];
  return all(document.root).every(visit);
}
