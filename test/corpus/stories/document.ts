/** JSON as it is parsed. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** A JSON object. */
export interface JsonObject {
  readonly [name: string]: Json;
}

/** Returns whether a value is a JSON object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the object at a member, or an empty one. */
export function objectAt(value: Json | undefined, name: string): JsonObject {
  const found = isObject(value) ? value[name] : undefined;
  return isObject(found) ? found : {};
}

/** Returns the list at a member, or an empty one. */
export function listAt(value: Json | undefined, name: string): readonly Json[] {
  const found = isObject(value) ? value[name] : undefined;
  // `as`: Array.isArray does not narrow readonly arrays.
  return Array.isArray(found) ? (found as readonly Json[]) : [];
}

/** Returns the string at a member. */
export function stringAt(value: Json | undefined, name: string): string | undefined {
  const found = isObject(value) ? value[name] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** Follows the references of a value, `{ $ref: '#/…' }`, and returns the target. */
export function resolve(document: JsonObject, value: Json | undefined): Json | undefined {
  let current = value;
  for (let steps = 0; steps < 20; steps += 1) {
    const reference = stringAt(current, '$ref');
    if (reference?.startsWith('#/') !== true) return current;
    current = reference
      .slice(2)
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<Json | undefined>((one, part) => {
        if (Array.isArray(one)) return (one as readonly Json[])[Number(part)];
        return isObject(one) && Object.hasOwn(one, part) ? one[part] : undefined;
      }, document);
  }
  return undefined;
}

/** Merges a schema with its references, the parts of its `allOf`, and the first alternative of its `oneOf` or `anyOf`. */
export function flatten(document: JsonObject, schema: Json | undefined, depth = 0): JsonObject {
  const target = resolve(document, schema);
  if (!isObject(target) || depth > 12) return {};
  const { allOf: _all, oneOf: _one, anyOf: _any, ...own } = target;
  const alternatives = [...listAt(target, 'oneOf'), ...listAt(target, 'anyOf')];
  const some = alternatives.filter((one) => stringAt(resolve(document, one), 'type') !== 'null');
  const chosen = some.find((one) => !isHopeless(document, one)) ?? some[0];
  const parts = [...listAt(target, 'allOf'), ...(chosen === undefined ? [] : [chosen])];
  return parts.map((part) => flatten(document, part, depth + 1)).reduce<JsonObject>(combine, own);
}

/** Returns whether a schema requires a member for which no value is valid: a `oneOf` whose alternatives all accept the same objects. */
function isHopeless(document: JsonObject, schema: Json): boolean {
  const target = resolve(document, schema);
  return Object.entries(objectAt(target, 'properties')).some(([name, property]) => {
    const alternatives = listAt(resolve(document, property), 'oneOf').map((one) => resolve(document, one));
    const isOpen = alternatives.every(
      (one) => listAt(one, 'required').length === 0 && readType(isObject(one) ? one : {}) === 'object',
    );
    return listAt(target, 'required').includes(name) && alternatives.length > 1 && isOpen;
  });
}

function combine(left: JsonObject, right: JsonObject): JsonObject {
  return {
    ...left,
    ...right,
    properties: { ...objectAt(left, 'properties'), ...objectAt(right, 'properties') },
    required: [...new Set([...listAt(left, 'required'), ...listAt(right, 'required')])],
  };
}

/** Returns the type of a flattened schema other than `null`. */
export function readType(schema: JsonObject): string | undefined {
  const { type } = schema;
  const types = Array.isArray(type) ? (type as readonly Json[]) : [type];
  const found = types.find((one) => one !== 'null');
  if (typeof found === 'string') return found;
  if (Object.keys(objectAt(schema, 'properties')).length > 0) return 'object';
  return schema['items'] === undefined ? undefined : 'array';
}

/** An operation of a document. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly node: JsonObject;
  readonly parameters: readonly JsonObject[];
}

const methods = ['get', 'put', 'post', 'patch', 'delete'];

/** Lists the operations of a document, with the parameters of their paths. */
export function listOperations(document: JsonObject): readonly Operation[] {
  return Object.entries(objectAt(document, 'paths')).flatMap(([path, reference]) => {
    const item = resolve(document, reference);
    return methods.flatMap((method): readonly Operation[] => {
      const node = isObject(item) ? item[method] : undefined;
      if (!isObject(node)) return [];
      const all = [...listAt(item, 'parameters'), ...listAt(node, 'parameters')].map((one) => resolve(document, one));
      const byName = new Map(all.filter(isObject).map((one) => [`${String(one['in'])} ${String(one['name'])}`, one]));
      return [{ method, path, node, parameters: [...byName.values()] }];
    });
  });
}

/** A body of a media type. */
export interface Content {
  readonly mediaType: string;
  /** Fields of a form that are written as `deepObject`. */
  readonly deep: ReadonlySet<string>;
  readonly schema: Json | undefined;
}

/** Returns the request body of an operation: JSON if it has several. */
export function findBody(document: JsonObject, { node }: Operation): Content | undefined {
  const contents = Object.entries(objectAt(resolve(document, node['requestBody']), 'content'));
  const found =
    contents.find(([type]) => /json/i.test(type)) ?? contents.find(([type]) => /form/i.test(type)) ?? contents[0];
  if (found === undefined) return undefined;
  const [mediaType, content] = found;
  const encoding = Object.entries(objectAt(content, 'encoding'));
  const deep = new Set(encoding.flatMap(([name, one]) => (stringAt(one, 'style') === 'deepObject' ? [name] : [])));
  return { mediaType, deep, schema: isObject(content) ? content['schema'] : undefined };
}

/** Returns the schema of the JSON in a successful response. */
export function findResult(document: JsonObject, { node }: Operation): JsonObject | undefined {
  const responses = Object.entries(objectAt(node, 'responses'));
  const success =
    responses.find(([status]) => status.startsWith('2')) ?? responses.find(([status]) => status === 'default');
  const contents = Object.entries(objectAt(resolve(document, success?.[1]), 'content'));
  const json = contents.find(([type]) => /json|\*\/\*/i.test(type))?.[1];
  return json === undefined ? undefined : flatten(document, isObject(json) ? json['schema'] : undefined);
}
