import { decodePercent } from '@speccast/runtime/parameters';
import type { EmulatorPlan } from '../plan/plan.js';
import { listAliases } from './router.js';

/** A path of a named world: the name, and the rest of the path. */
interface PathInWorld {
  readonly name: string;
  readonly pathname: string;
}

/** Reads the name of a world from a path. */
export type WorldInPath = (pathname: string) => PathInWorld | undefined;

/** Reads `/w/<name>` before a path, or after a prefix such as `/upload`. */
export function createWorldInPath(plan: EmulatorPlan): WorldInPath {
  const aliases = listAliases(plan).map((alias) => alias.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  const form = new RegExp(`^(${aliases.join('|')})/w/([^/]+)(/.*)$`);
  const plain = /^()\/w\/([^/]+)(\/.*)$/;
  // RFC 8414 puts the path of an issuer after this path.
  const issuer = /^(\/\.well-known\/oauth-authorization-server)\/w\/([^/]+)(\/.*)?$/;
  return (pathname) => {
    // Most paths do not name a world.
    if (!pathname.includes('/w/')) return undefined;
    const [, alias = '', name, rest = ''] = plain.exec(pathname) ?? form.exec(pathname) ?? issuer.exec(pathname) ?? [];
    return name === undefined ? undefined : { name: decodePercent(name), pathname: alias + rest };
  };
}

/** Tells whether paths of the service may begin with `/w/`: then paths cannot select a world. */
export function usesWorldPath({ basePaths, operations }: EmulatorPlan): boolean {
  return basePaths.some((base) => operations.some(({ operation }) => /^\/(?:w\/|\{)/.test(base + operation.path)));
}
