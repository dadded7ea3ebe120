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
  readonly route: Router<OperationPlan>;
  /** Finds operations by their upload paths. */
  readonly uploadRoute: Router<OperationPlan>;
}

/** A path, split at the end of the base path. */
interface Reading {
  readonly base: string;
  readonly path: string;
  /** The base path has a prefix for operations that take bytes. */
  readonly isAlias: boolean;
}

/** Routes a request: below any of the base paths, with a prefix such as `/upload`, or by an upload path. */
export function locate({ plan, route, uploadRoute }: Routes, method: string, pathname: string, search = ''): Found {
  const [base] = plan.basePaths;
  let other: Found | undefined;
  for (const one of listReadings(plan, pathname)) {
    const found = { base: one.base, route: restrict(plan, route(method, one.path, search), one) };
    if (found.route.kind === 'operation') return found;
    if (found.route.kind === 'method') other ??= found;
  }
  // Resumable uploads have a path of their own in some clients.
  const upload = { base, route: uploadRoute(method, pathname.replace(/^\/resumable(?=\/upload\/)/, '')) };
  return !other || upload.route.kind === 'operation' ? upload : other;
}

/** Lists the path prefixes of operations that take bytes, such as `/upload`. */
export function listAliases({ settings, operations }: EmulatorPlan): readonly string[] {
  const stated = [...(settings.aliases ?? []), ...operations.map(({ operation }) => operation.media?.upload ?? '')];
  return [...new Set(stated)].filter((prefix) => prefix !== '');
}

/** Lists the ways to split a path. Base paths with a prefix come first, and long ones before short ones. */
function listReadings(plan: EmulatorPlan, pathname: string): readonly Reading[] {
  const own = plan.operations.flatMap(({ basePaths = [] }) => basePaths);
  const bases = [...new Set([...plan.basePaths, ...own])].toSorted((left, right) => right.length - left.length);
  const aliased = listAliases(plan).flatMap((prefix) =>
    bases.flatMap((base) => [prefix + base, base + prefix].map((address) => ({ base, address, isAlias: true }))),
  );
  return [...aliased, ...bases.map((base) => ({ base, address: base, isAlias: false }))]
    .filter(({ address }) => pathname.startsWith(`${address}/`))
    .map(({ base, address, isAlias }) => ({ base, path: pathname.slice(address.length), isAlias }));
}

/** Rejects a route below a base path that the operation does not have. */
function restrict(
  { basePaths }: EmulatorPlan,
  route: Route<OperationPlan>,
  { isAlias, base }: Reading,
): Route<OperationPlan> {
  if (route.kind !== 'operation') return basePaths.includes(base) ? route : { kind: 'unknown' };
  if (isAlias && !route.plan.operation.media) return { kind: 'unknown' };
  // A client with a custom `baseUrl` sends all operations there, even those that have their own.
  const isIts = basePaths.includes(base) || route.plan.basePaths?.includes(base) === true;
  return isIts ? route : { kind: 'unknown' };
}

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
