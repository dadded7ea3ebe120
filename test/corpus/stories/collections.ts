import {
  bodyOf,
  flattened,
  type JsonObject,
  objectAt,
  type Operation,
  operationsOf,
  resultOf,
  typeOf,
} from './document.js';

/** A collection that callers can add to: what a story is told of. */
export interface Collection {
  readonly path: string;
  readonly create: Operation;
  readonly list?: Operation;
  /** Name of the variable at the end of the item's path. */
  readonly variable: string;
  readonly read?: Operation;
  readonly change?: Operation;
  readonly remove?: Operation;
}

/** A path without what names a media type, and without names of variables. */
export function plainPath(path: string): string {
  return path.replace(/(?:\.json|\.xml|\.\{format\})?\/?$/, '').replace(/\{[^}]*\}/g, '{}');
}

/**
 * How the things at a path are made, where the path of one is not among the collections: nothing but what is below them may
 * be described, as of `POST /groups` and `/groups/{id}/members`.
 */
export function findMaker(document: JsonObject, path: string, variable: string): Collection | undefined {
  const last = path.slice(path.lastIndexOf('/'));
  const all = operationsOf(document);
  const isThere = all.some(({ path: own, method }) => plainPath(own) === path && method === 'post');
  // Some are made below another thing: `POST /users/{}/playlists` makes what `/playlists/{}` names.
  const at = all.filter(({ path: own }) => (isThere ? plainPath(own) === path : plainPath(own).endsWith(`}${last}`)));
  const [post, put, list] = ['post', 'put', 'get'].map((method) => at.find((operation) => operation.method === method));
  const create = post ?? put;
  if (create === undefined || path.endsWith('}')) return undefined;
  const found = listsSomething(document, list);
  return { path: create.path, create, variable, ...(found && { list: found }) };
}

/** The collections of a document: `POST /things` beside `GET`, `PUT`, `PATCH` or `DELETE` of `/things/{id}`. */
export function collectionsOf(document: JsonObject): readonly Collection[] {
  const byPath = new Map<string, Operation[]>();
  for (const operation of operationsOf(document)) {
    const path = plainPath(operation.path);
    byPath.set(path, [...(byPath.get(path) ?? []), operation]);
  }
  return [...byPath].flatMap(([path, operations]): readonly Collection[] => {
    const one = byPath.get(`${path}/{}`) ?? atHome(byPath, path);
    const of = (list: readonly Operation[], ...methods: readonly string[]): Operation | undefined =>
      methods.flatMap((method) => list.find((operation) => operation.method === method) ?? [])[0];
    const create = of(operations, 'post');
    const [read, remove] = [of(one, 'get'), of(one, 'delete')];
    const change = of(one, 'patch', 'put', 'post');
    const any = read ?? change ?? remove;
    if (create === undefined || any === undefined || path.endsWith('}')) return [];
    const body = bodyOf(document, create);
    if (body === undefined || !/json|form/i.test(body.mediaType)) return [];
    const list = listsSomething(document, of(operations, 'get'));
    if (read === undefined && list === undefined) return [];
    const readVariable = ({ path: own }: Operation): string => /\{([^}]*)\}[^{}]*$/.exec(own)?.[1] ?? '';
    const variable = readVariable(any);
    const sent = objectAt(flattened(document, body.schema), 'properties');
    // `GET /integrations/{type}` and `PUT /integrations/{id}` name a thing by different members.
    const named = (operation: Operation | undefined): boolean =>
      operation !== undefined &&
      (readVariable(operation) === variable ||
        Object.hasOwn(sent, readVariable(operation)) === Object.hasOwn(sent, variable));
    return [
      {
        path: create.path,
        create,
        variable,
        ...(list && { list }),
        ...(read && { read }),
        ...(change && named(change) && { change }),
        ...(remove && named(remove) && { remove }),
      },
    ];
  });
}

/** The operations on one thing, where it has an address of its own: `/users/{}/meetings` and `/meetings/{}`. */
function atHome(byPath: ReadonlyMap<string, readonly Operation[]>, path: string): readonly Operation[] {
  const last = path.slice(path.lastIndexOf('/'));
  const home = [...byPath].find(
    ([other]) => other.endsWith(`${last}/{}`) && other.split('{}').length === 2 && path.split('{}').length > 1,
  );
  return last === '/' ? [] : (home?.[1] ?? []);
}

/** The operation, if it is declared to respond with a list, or nothing is declared of it. */
function listsSomething(document: JsonObject, operation: Operation | undefined): Operation | undefined {
  const result = operation === undefined ? undefined : resultOf(document, operation);
  const hasList = (schema: JsonObject, depth: number): boolean =>
    typeOf(schema) === 'array' ||
    (depth > 0 &&
      Object.values(objectAt(schema, 'properties')).some((one) => hasList(flattened(document, one), depth - 1)));
  return result === undefined || hasList(result, 2) ? operation : undefined;
}
