import type { JsonObject } from '../read/json.js';
import type { DiscoveryContext } from './discovery-context.js';
import { flagAt, membersAt, textAt } from './fields.js';
import { shortId } from './short-id.js';

/** A method of a Discovery document and where it belongs. */
export interface Method {
  readonly node: JsonObject;
  /** Names of the resources it is in: `['shops', 'pets']`; empty for one of the API itself. */
  readonly resource: readonly string[];
  /** Id without the name of the API: `shops.pets.list`; no two methods have the same. */
  readonly id: string;
  /** Whether a resource it is in is deprecated. */
  readonly deprecated: boolean;
}

/** What the methods of one resource share. */
interface Resource {
  readonly node: JsonObject;
  readonly path: readonly string[];
  readonly deprecated: boolean;
}

/** Every method: those of the API itself, then those of its resources and the resources in these, in their order. */
export function listMethods(context: DiscoveryContext, root: JsonObject): readonly Method[] {
  const taken = new Set<string>();
  return methodsOf(context, { node: root, path: [], deprecated: false }, taken);
}

function methodsOf(context: DiscoveryContext, { node, path, deprecated }: Resource, taken: Set<string>): Method[] {
  const own = membersAt(context, node, 'methods').map(([name, method]) => ({
    node: method,
    resource: path,
    id: idOf(context, method, [...path, name].join('.'), taken),
    deprecated,
  }));
  const below = membersAt(context, node, 'resources').flatMap(([name, resource]) => {
    const inner = {
      node: resource,
      path: [...path, name],
      deprecated: deprecated || flagAt(context, resource, 'deprecated'),
    };
    return methodsOf(context, inner, taken);
  });
  return [...own, ...below];
}

/** The stated id where it begins with the name of the API and is free, else one by the place of the method. */
function idOf(context: DiscoveryContext, method: JsonObject, place: string, taken: Set<string>): string {
  const stated = textAt(context, method, 'id') ?? '';
  const short = shortId(context, stated);
  const wanted = short === stated ? place : short;
  const free = [wanted, place].find((id) => !taken.has(id)) ?? numbered(wanted, taken);
  taken.add(free);
  return free;
}

function numbered(id: string, taken: ReadonlySet<string>): string {
  let number = 2;
  while (taken.has(`${id}${number}`)) number++;
  return `${id}${number}`;
}
