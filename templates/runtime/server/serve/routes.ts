import { HttpError } from '../errors/http-error.js';
import { createRouter, type Route } from '../routing/router.js';
import type { ServedOperation, ServedService } from './served-operation.js';

/** A path of the service, for routers of frameworks. */
export interface ServedRoute {
  /** Path with the base path: `/v1/pets/{id}`. */
  readonly path: string;
  /** The path in the syntax of most routers, `/v1/pets/:id`; absent for a path that they cannot express: `/v1/pets/{id}.json`. */
  readonly pattern?: string;
  readonly methods: readonly string[];
}

/** Creates the routes of a service below a base path, and the function that finds the operation of a request. */
export function createRoutes(
  { operations, plan }: ServedService,
  statedPath: string | undefined,
): {
  readonly basePath: string;
  readonly routes: readonly ServedRoute[];
  /** Returns the operation, or the response to `OPTIONS`; throws an `HttpError` (404, 405). */
  readonly locate: (
    method: string,
    path: string,
    search: string,
  ) => Extract<Route<ServedOperation>, { readonly kind: 'operation' }> | Response;
} {
  const { baseUrl = '' } = plan.service;
  const usualPath = URL.canParse(baseUrl, 'http://localhost') ? new URL(baseUrl, 'http://localhost').pathname : '';
  const basePath = (statedPath ?? usualPath).replace(/\/+$/, '');
  const route = createRouter(operations);
  const routeUpload = createRouter(operations, ({ operation }) => operation.media?.uploadPath);
  const prefixes = new Set(operations.flatMap(({ operation }) => operation.media?.upload ?? []));
  const uploadBases = [...prefixes].flatMap((prefix) => [prefix + basePath, basePath + prefix]);
  return {
    basePath,
    routes: listRoutes(operations, basePath),
    locate: (method, path, search) => {
      const routeBelow = (base: string): Route<ServedOperation> =>
        path.startsWith(`${base}/`) ? route(method, path.slice(base.length), search) : { kind: 'unknown' };
      const own = routeBelow(basePath);
      if (own.kind === 'operation') return own;
      const [upload] = [...uploadBases.map(routeBelow), routeUpload(method, path)]
        .filter((one) => one.kind === 'operation')
        .filter(({ plan: { operation } }) => operation.media);
      if (upload) return upload;
      if (own.kind === 'unknown') throw new HttpError(404, 'notFound', `There is nothing at ${path}.`);
      const allow = own.allowed.join(', ');
      if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow: `${allow}, OPTIONS` } });
      throw new HttpError(405, 'httpMethodNotAllowed', `${path} takes ${allow}, not ${method}.`, {
        headers: { allow },
      });
    },
  };
}

function listRoutes(operations: readonly ServedOperation[], basePath: string): readonly ServedRoute[] {
  const paths = new Set(operations.map(({ operation }) => operation.path));
  const countVariables = (path: string) => path.split('{').length;
  // Paths with fewer variables first: routers of frameworks use the first path that matches.
  const sorted = [...paths].sort((one, other) => countVariables(one) - countVariables(other));
  return sorted.map((inner) => {
    const path = basePath + inner;
    // Most routers allow variables only as whole segments.
    const isUsable = /^(?:\/(?:\{\w+\}|[\w.~-]*))*$/.test(path);
    const pattern = path.replace(/\{(\w+)\}/g, ':$1');
    const methods = operations.flatMap(({ operation }) => (operation.path === inner ? operation.method : []));
    return { path, ...(isUsable && { pattern }), methods };
  });
}
