import { decodePercent } from '../spec/references/pointer.js';
import { absolute, withoutFragment, type Registry } from './registry.js';
import type { Resource, SchemaPlace } from './resource.js';

/** Outermost resource that has a dynamic anchor, by the anchor's name: what `$dynamicRef` looks at. */
export type DynamicScope = ReadonlyMap<string, Resource>;

/** Follows a `$ref` from a place; `undefined` where it leads nowhere. */
export function followReference(reference: string, from: SchemaPlace, registry: Registry): SchemaPlace | undefined {
  const uri = absolute(reference, from.resource.uri);
  if (uri === undefined) return undefined;
  const resource = registry.find(withoutFragment(uri));
  return resource === undefined ? undefined : followFragment(fragmentOf(uri), resource, registry);
}

function followFragment(fragment: string, resource: Resource, registry: Registry): SchemaPlace | undefined {
  if (fragment === '' || fragment.startsWith('/')) return registry.walk(resource, fragment);
  return resource.anchors.get(fragment)?.place;
}

/** Follows a `$dynamicRef`: where it leads to a dynamic anchor, the outermost one of that name in scope counts. */
export function followDynamicReference(
  reference: string,
  from: SchemaPlace,
  scope: DynamicScope,
  registry: Registry,
): SchemaPlace | undefined {
  const place = followReference(reference, from, registry);
  const name = fragmentOf(absolute(reference, from.resource.uri) ?? '');
  const isDynamic = place?.resource.anchors.get(name)?.dynamic === true;
  return isDynamic ? (scope.get(name)?.anchors.get(name)?.place ?? place) : place;
}

/** The scope inside a resource: its dynamic anchors count unless an outer one has the name. */
export function enterScope(scope: DynamicScope, resource: Resource, wanted: ReadonlySet<string>): DynamicScope {
  const fresh = [...resource.anchors].filter(([name, { dynamic }]) => dynamic && wanted.has(name) && !scope.has(name));
  return fresh.length === 0 ? scope : new Map([...scope, ...fresh.map(([name]) => [name, resource] as const)]);
}

function fragmentOf(uri: string): string {
  const hash = uri.indexOf('#');
  return hash === -1 ? '' : decodePercent(uri.slice(hash + 1));
}
