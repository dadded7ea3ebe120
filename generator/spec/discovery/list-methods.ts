import type { DiscoveryNode } from './discovery-node.js';

/** A method of a Discovery document and where it belongs. */
export interface Method {
  readonly node: DiscoveryNode;
  /** Names of the resources it is in: `['shops', 'pets']`; empty for one of the API itself. */
  readonly resource: readonly string[];
  /** Id without the name of the API: `shops.pets.list`; no two methods have the same. */
  readonly id: string;
  /** True if a resource it is in is deprecated. */
  readonly deprecated: boolean;
}

/** The facts that the methods of one resource share. */
interface Resource {
  readonly node: DiscoveryNode;
  readonly path: readonly string[];
  readonly deprecated: boolean;
}

/** Every method: those of the API itself, then those of its resources and the resources in these, in their order. */
export function listMethods(root: DiscoveryNode): readonly Method[] {
  return collectMethods({ node: root, path: [], deprecated: false }, new Set());
}

function collectMethods({ node, path, deprecated }: Resource, taken: Set<string>): readonly Method[] {
  const own = node.members('methods').map(([name, method]) => {
    const id = chooseId(method, [...path, name].join('.'), taken);
    return { node: method, resource: path, id, deprecated };
  });
  const below = node.members('resources').flatMap(([name, resource]) => {
    const isDeprecated = deprecated || resource.flag('deprecated');
    return collectMethods({ node: resource, path: [...path, name], deprecated: isDeprecated }, taken);
  });
  return [...own, ...below];
}

/** The stated id where it begins with the name of the API and is free, else one by the resources that the method is in. */
function chooseId(method: DiscoveryNode, path: string, taken: Set<string>): string {
  const stated = method.string('id') ?? '';
  const short = shortId(method, stated);
  const wanted = short === stated ? path : short;
  const free = [wanted, path].find((id) => !taken.has(id)) ?? numbered(wanted, taken);
  taken.add(free);
  return free;
}

/** Id of a method without the name of its API: `books.volumes.list` -> `volumes.list`. */
export function shortId({ context: { name } }: DiscoveryNode, id: string): string {
  const prefix = `${name ?? ''}.`;
  return prefix.length > 1 && id.startsWith(prefix) && id.length > prefix.length ? id.slice(prefix.length) : id;
}

function numbered(id: string, taken: ReadonlySet<string>): string {
  let number = 2;
  while (taken.has(`${id}${number}`)) number++;
  return `${id}${number}`;
}
