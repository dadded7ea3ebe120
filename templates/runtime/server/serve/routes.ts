import { HttpError } from '../errors/http-error.js';
import { createRouter, type Route } from '../routing/router.js';
import type { ServedOperation, ServedService } from './served-operation.js';

/** A path of the service for a router. */
export interface ServedRoute {
  /** Path with the base path: `/v1/pets/{id}`. */
  readonly path: string;
  /** The path as most routers write it: `/v1/pets/:id`; absent where they cannot. */
  readonly pattern?: string;
  readonly methods: readonly string[];
}

type Located = Extract<Route<ServedOperation>, { readonly kind: 'operation' }>;

/** How requests find their operation. */
export interface Routes {
  readonly basePath: string;
  readonly routes: readonly ServedRoute[];
  /** Gives the operation, or the response to `OPTIONS`. Throws (404, 405). */
  readonly locate: (method: string, path: string, search: string) => Located | Response;
}

/** Makes the routes of a service below a base path. */
export function createRoutes(service: ServedService, stated: string | undefined): Routes {
  const { operations, plan } = service;
  const basePath = (stated ?? pathOf(plan.service.baseUrl)).replace(/\/+$/, '');
  const route = createRouter(operations);
  const uploads = createRouter(operations, ({ operation }) => operation.media?.uploadPath);
  const prefixes = new Set(operations.flatMap(({ operation }) => operation.media?.upload ?? []));
  const aliases = [...prefixes].flatMap((prefix) => [prefix + basePath, basePath + prefix]);
  return {
    basePath,
    routes: routesOf(operations, basePath),
    locate: (method, path, search) => {
      const below = (base: string): string | undefined =>
        path.startsWith(`${base}/`) ? path.slice(base.length) : undefined;
      const own = below(basePath);
      let found: Route<ServedOperation> = own === undefined ? { kind: 'unknown' } : route(method, own, search);
      for (const alias of found.kind === 'operation' ? [] : aliases) {
        const inner = below(alias);
        const other = inner === undefined ? undefined : route(method, inner, search);
        if (other?.kind === 'operation' && other.plan.operation.media !== undefined) found = other;
      }
      if (found.kind !== 'operation') {
        const upload = uploads(method, path);
        if (upload.kind === 'operation') found = upload;
      }
      if (found.kind === 'operation') return found;
      if (found.kind === 'unknown') throw new HttpError(404, 'notFound', `There is nothing at ${path}.`);
      const allow = found.allowed.join(', ');
      if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow: `${allow}, OPTIONS` } });
      throw new HttpError(405, 'httpMethodNotAllowed', `${path} takes ${allow}, not ${method}.`, {
        headers: { allow },
      });
    },
  };
}

function pathOf(address: string | undefined): string {
  try {
    return new URL(address ?? '', 'http://localhost').pathname;
  } catch {
    return '';
  }
}

function routesOf(operations: readonly ServedOperation[], basePath: string): readonly ServedRoute[] {
  const byPath = new Map<string, string[]>();
  for (const { operation } of operations)
    byPath.set(operation.path, [...(byPath.get(operation.path) ?? []), operation.method]);
  // Paths without variables come first: routers take the first that fits.
  const all = [...byPath].sort(([left], [right]) => variables(left) - variables(right));
  return all.map(([path, methods]) => ({ path: basePath + path, ...patternOf(basePath + path), methods }));
}

function variables(path: string): number {
  return path.split('{').length - 1;
}

/** Routers of frameworks have names of variables for whole segments. */
function patternOf(path: string): { readonly pattern?: string } {
  const segments = path.split('/').map((segment) => {
    const [, name] = /^\{(\w+)\}$/.exec(segment) ?? [];
    if (name !== undefined) return `:${name}`;
    return /^[\w.~-]*$/.test(segment) ? segment : undefined;
  });
  return segments.includes(undefined) ? {} : { pattern: segments.join('/') };
}
