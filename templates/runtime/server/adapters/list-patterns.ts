import type { ServerHandler } from '../serve/create-handler.js';

/**
 * Lists the patterns that a framework registers for a handler: those of its paths, and `rest` for all others below its base path, unless
 * the handler has no base path and all of its paths have a pattern.
 */
export function listPatterns<Rest>(
  { routes, basePath }: Pick<ServerHandler<never>, 'routes' | 'basePath'>,
  rest: Rest,
): readonly (string | Rest)[] {
  const patterns = routes.map(({ pattern }) => pattern);
  const hasRest = basePath !== '' || patterns.includes(undefined);
  return [...patterns.filter((one) => one !== undefined), ...(hasRest ? [rest] : [])];
}
