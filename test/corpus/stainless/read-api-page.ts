/** A call that `api.md` of a package made by Stainless lists. */
export interface ListedCall {
  /** `chat.completions.create`, without `client`. */
  readonly path: readonly string[];
  /** `post /chat/completions`. */
  readonly endpoint: string;
  /** What is between the parentheses: `completionID, { ...params }`. */
  readonly args: string;
  /** The line as people read it. */
  readonly text: string;
}

/** The calls of `api.md` that have an endpoint; helpers that somebody wrote by hand have none. */
export function readApiPage(text: string): readonly ListedCall[] {
  const rows = text.matchAll(/<code title="([^"]+)">client\.(.*?)<\/code>/g);
  return [...rows].flatMap(([, endpoint = '', row = '']) => {
    const plain = row
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>');
    const [, path, args] = /^([\w.]+)\((.*?)\) -/.exec(plain) ?? [];
    if (path === undefined || args === undefined) return [];
    return [{ path: path.split('.'), endpoint, args, text: `client.${plain}` }];
  });
}

/** A resource of a configuration that is derived. */
interface DerivedResource {
  methods?: Record<string, string>;
  subresources?: Record<string, DerivedResource>;
}

/**
 * A configuration of Stainless that gives these calls, in the casing that configurations have: names, endpoints and nesting, and
 * nothing else of what the real one says.
 */
export function deriveSettings(calls: readonly ListedCall[], packageName: string): object {
  const root: DerivedResource = {};
  for (const { path, endpoint } of calls) {
    const steps = path.slice(0, -1);
    let at = root;
    for (const step of steps.length === 0 ? ['$client'] : steps) {
      at.subresources ??= {};
      at = at.subresources[snakeCase(step)] ??= {};
    }
    at.methods ??= {};
    at.methods[snakeCase(path.at(-1) ?? '')] = endpoint;
  }
  return { targets: { typescript: { package_name: packageName } }, resources: root.subresources ?? {} };
}

/** `getEmbedURL` -> `get_embed_url`. */
function snakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_').toLowerCase();
}
