import type { ServerHandler } from '../serve/create-handler.js';

/**
 * Lists the patterns to register in a framework: those of the paths of the service, and `rest` for all other paths below its base path.
 * Without a base path, `rest` is only listed if a path of the service has no pattern.
 */
export function listPatterns<Rest>(
  { routes, basePath }: Pick<ServerHandler<never>, 'routes' | 'basePath'>,
  rest: Rest,
): readonly (string | Rest)[] {
  const patterns = routes.map(({ pattern }) => pattern);
  const hasRest = basePath !== '' || patterns.includes(undefined);
  return [...patterns.filter((one) => one !== undefined), ...(hasRest ? [rest] : [])];
}
