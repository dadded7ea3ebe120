import { decodePercent } from '@speccast/runtime/parameters';
import type { Route, Router } from '@speccast/runtime/requests';
import type { EmulatorPlan, OperationPlan } from '../plan/plan.js';

/** The route of a request, and the base path for links in the response. */
interface Found {
  readonly route: Route<OperationPlan>;
  readonly base: string;
}

/** The routers of a service. */
interface Routes {
  readonly plan: EmulatorPlan;
  readonly addresses: readonly Address[];
  readonly route: Router<OperationPlan>;
  /** Finds operations by their upload paths. */
  readonly uploadRoute: Router<OperationPlan>;
}

/** Routes a request: below any of the base paths, with a prefix such as `/upload`, or by an upload path. */
export function locate(
  { plan, addresses, route, uploadRoute }: Routes,
  method: string,
  pathname: string,
  search = '',
): Found {
  const { basePaths } = plan;
  let other: Found | undefined;
  for (const { base, address, isAlias } of addresses) {
    if (!pathname.startsWith(`${address}/`)) continue;
    const found = { base, route: route(method, pathname.slice(address.length), search) };
    // A client with a custom `baseUrl` sends all operations there, even those that have their own.
    const isShared = basePaths.includes(base);
    if (found.route.kind !== 'operation') {
      if (found.route.kind === 'method' && isShared) other ??= found;
      continue;
    }
    const { basePaths: own, operation } = found.route.plan;
    if ((isShared || own?.includes(base)) && (!isAlias || operation.media)) return found;
  }
  // Resumable uploads have a path of their own in some clients.
  const upload = { base: basePaths[0], route: uploadRoute(method, pathname.replace(/^\/resumable(?=\/upload\/)/, '')) };
  return !other || upload.route.kind === 'operation' ? upload : other;
}

/** Lists the path prefixes of operations that take bytes, such as `/upload`. */
export function listAliases({ settings, operations }: EmulatorPlan): readonly string[] {
  const stated = [...(settings.aliases ?? []), ...operations.map(({ operation }) => operation.media?.upload ?? '')];
  return [...new Set(stated)].filter((prefix) => prefix !== '');
}

/** The beginning of a path: a base path, or a prefix such as `/upload` (an alias) beside one. */
export interface Address {
  readonly base: string;
  readonly address: string;
  readonly isAlias: boolean;
}

/** Lists the beginnings of paths. Base paths with a prefix such as `/upload` come first, and long ones before short ones. */
export function listAddresses(plan: EmulatorPlan): readonly Address[] {
  const own = plan.operations.flatMap(({ basePaths = [] }) => basePaths);
  const bases = [...new Set([...plan.basePaths, ...own])].toSorted((left, right) => right.length - left.length);
  const aliased = listAliases(plan).flatMap((prefix) =>
    bases.flatMap((base) => [prefix + base, base + prefix].map((address) => ({ base, address, isAlias: true }))),
  );
  return [...aliased, ...bases.map((base) => ({ base, address: base, isAlias: false }))];
}

/** Reads the name of a world from a path: the name, and the rest of the path. */
export type WorldInPath = (pathname: string) => { readonly name: string; readonly pathname: string } | undefined;

/** Reads `/w/<name>` before a path, or after a prefix such as `/upload`. */
export function createWorldInPath(plan: EmulatorPlan): WorldInPath {
  const aliases = listAliases(plan).map((alias) => alias.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  const form = new RegExp(`^(${['', ...aliases].join('|')})/w/([^/]+)(/.*)$`);
  // RFC 8414 puts the path of an issuer after this path.
  const issuer = /^(\/\.well-known\/oauth-authorization-server)\/w\/([^/]+)(\/.*)?$/;
  return (pathname) => {
    // Most paths do not name a world.
    if (!pathname.includes('/w/')) return undefined;
    const [, alias = '', name, rest = ''] = form.exec(pathname) ?? issuer.exec(pathname) ?? [];
    return name === undefined ? undefined : { name: decodePercent(name), pathname: alias + rest };
  };
}

/** Tells whether paths of the service may begin with `/w/`: then paths cannot select a world. */
export function usesWorldPath({ basePaths, operations }: EmulatorPlan): boolean {
  return basePaths.some((base) => operations.some(({ operation }) => /^\/(?:w\/|\{)/.test(base + operation.path)));
}
