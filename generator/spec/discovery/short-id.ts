import type { DiscoveryContext } from './discovery-context.js';

/** Id of a method without the name of its API: `books.volumes.list` -> `volumes.list`. */
export function shortId({ name }: Pick<DiscoveryContext, 'name'>, id: string): string {
  const prefix = `${name ?? ''}.`;
  return prefix.length > 1 && id.startsWith(prefix) && id.length > prefix.length ? id.slice(prefix.length) : id;
}
