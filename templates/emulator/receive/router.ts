import { decodePercent } from '@speccast/runtime/parameters';
import { createRouter, type Route } from '@speccast/runtime/requests';
import type { EmulatorPlan, OperationPlan } from '../plan/plan.js';
import { readOnce } from '../plan/read-once.js';

/** The route of a request, and the base path for links in the response. */
interface Found {
  readonly route: Route<OperationPlan>;
  readonly base: string;
}

/** Routes a request: below any of the base paths, with a prefix such as `/upload`, or by an upload path. */
export function locate(
  { plan }: { readonly plan: EmulatorPlan },
  method: string,
  pathname: string,
  search = '',
): Found {
  const { basePaths } = plan;
  const { addresses, route, uploadRoute } = createRoutes(plan);
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

/** Lists the path prefixes for uploads, such as `/upload`. */
export function listAliases({ settings, operations }: EmulatorPlan): readonly string[] {
  const stated = [...(settings.aliases ?? []), ...operations.map(({ operation }) => operation.media?.upload ?? '')];
  return [...new Set(stated)].filter((prefix) => prefix !== '');
}

/**
 * Creates the routers of a service, and lists the beginnings of paths: base paths, and those with a prefix such as `/upload` (an
 * alias), which come first. Long ones come before short ones.
 */
const createRoutes = readOnce((plan: EmulatorPlan) => {
  const own = plan.operations.flatMap(({ basePaths = [] }) => basePaths);
  const bases = [...new Set([...plan.basePaths, ...own])].toSorted((left, right) => right.length - left.length);
  const aliased = listAliases(plan).flatMap((prefix) =>
    bases.flatMap((base) => [prefix + base, base + prefix].map((address) => ({ base, address, isAlias: true }))),
  );
  return {
    addresses: [...aliased, ...bases.map((base) => ({ base, address: base, isAlias: false }))],
    route: createRouter(plan.operations),
    uploadRoute: createRouter(plan.operations, ({ operation }) => operation.media?.uploadPath),
  };
});

/** Reads the name of a world from a path: the name, and the rest of the path. */
export type WorldInPath = (pathname: string) => { readonly name: string; readonly pathname: string } | undefined;

/** Reads `/w/<name>` before a path, or after a prefix such as `/upload`. Undefined if paths of the service may begin with `/w/`. */
export function createWorldInPath(plan: EmulatorPlan): WorldInPath | undefined {
  const paths = plan.basePaths.flatMap((base) => plan.operations.map(({ operation }) => base + operation.path));
  if (paths.some((path) => /^\/(?:w\/|\{)/.test(path))) return undefined;
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
