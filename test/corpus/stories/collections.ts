import {
  findBody,
  flatten,
  type JsonObject,
  objectAt,
  type Operation,
  listOperations,
  findResult,
  readType,
} from './document.js';

/** A collection with a create operation, and the operations on its items. */
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

/** Returns a path without extension and without the names of its variables: `/pets/{id}.json` → `/pets/{}`. */
export function plainPath(path: string): string {
  return path.replace(/(?:\.json|\.xml|\.\{format\})?\/?$/, '').replace(/\{[^}]*\}/g, '{}');
}

/**
 * Finds the operation that creates items of a path that `findCollections` does not return, because no operation on a single item is
 * described: `POST /groups` of a document that has only `/groups/{id}/members`.
 */
export function findCreation(document: JsonObject, path: string, variable: string): Collection | undefined {
  const last = path.slice(path.lastIndexOf('/'));
  const all = listOperations(document);
  const isThere = all.some(({ path: own, method }) => plainPath(own) === path && method === 'post');
  // Some items are created below a parent: `POST /users/{}/playlists` for `/playlists/{}`.
  const at = all.filter(({ path: own }) => (isThere ? plainPath(own) === path : plainPath(own).endsWith(`}${last}`)));
  const [post, put, list] = ['post', 'put', 'get'].map((method) => at.find((operation) => operation.method === method));
  const create = post ?? put;
  if (create === undefined || path.endsWith('}')) return undefined;
  const found = chooseList(document, list);
  return { path: create.path, create, variable, ...(found && { list: found }) };
}

/** Lists the collections of a document: `POST /things` beside `GET`, `PUT`, `PATCH` or `DELETE` of `/things/{id}`. */
export function findCollections(document: JsonObject): readonly Collection[] {
  const byPath = new Map<string, Operation[]>();
  for (const operation of listOperations(document)) {
    const path = plainPath(operation.path);
    byPath.set(path, [...(byPath.get(path) ?? []), operation]);
  }
  return [...byPath].flatMap(([path, operations]): readonly Collection[] => {
    const one = byPath.get(`${path}/{}`) ?? findTopLevel(byPath, path);
    const of = (list: readonly Operation[], ...methods: readonly string[]): Operation | undefined =>
      methods.flatMap((method) => list.find((operation) => operation.method === method) ?? [])[0];
    const create = of(operations, 'post');
    const [read, remove] = [of(one, 'get'), of(one, 'delete')];
    const change = of(one, 'patch', 'put', 'post');
    const any = read ?? change ?? remove;
    if (create === undefined || any === undefined || path.endsWith('}')) return [];
    const body = findBody(document, create);
    if (body === undefined || !/json|form/i.test(body.mediaType)) return [];
    const list = chooseList(document, of(operations, 'get'));
    if (read === undefined && list === undefined) return [];
    const readVariable = ({ path: own }: Operation): string => /\{([^}]*)\}[^{}]*$/.exec(own)?.[1] ?? '';
    const variable = readVariable(any);
    const sent = objectAt(flatten(document, body.schema), 'properties');
    // `GET /integrations/{type}` and `PUT /integrations/{id}` identify an item by different members.
    const hasSameKey = (operation: Operation | undefined): boolean =>
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
        ...(change && hasSameKey(change) && { change }),
        ...(remove && hasSameKey(remove) && { remove }),
      },
    ];
  });
}

/** Finds the operations on an item whose path has no parent: for `/users/{}/meetings`, those of `/meetings/{}`. */
function findTopLevel(byPath: ReadonlyMap<string, readonly Operation[]>, path: string): readonly Operation[] {
  const last = path.slice(path.lastIndexOf('/'));
  const home = [...byPath].find(
    ([other]) => other.endsWith(`${last}/{}`) && other.split('{}').length === 2 && path.split('{}').length > 1,
  );
  return last === '/' ? [] : (home?.[1] ?? []);
}

/** Returns the operation if its response is declared as a list, or is not declared. */
function chooseList(document: JsonObject, operation: Operation | undefined): Operation | undefined {
  const result = operation === undefined ? undefined : findResult(document, operation);
  const hasList = (schema: JsonObject, depth: number): boolean =>
    readType(schema) === 'array' ||
    (depth > 0 &&
      Object.values(objectAt(schema, 'properties')).some((one) => hasList(flatten(document, one), depth - 1)));
  return result === undefined || hasList(result, 2) ? operation : undefined;
}
