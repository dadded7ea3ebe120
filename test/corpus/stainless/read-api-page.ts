/** A call in the `api.md` of a package that Stainless has generated. */
export interface ListedCall {
  /** `chat.completions.create`, without `client`. */
  readonly path: readonly string[];
  /** `post /chat/completions`. */
  readonly endpoint: string;
  /** Text between the parentheses: `completionID, { ...params }`. */
  readonly args: string;
  /** Line without HTML. */
  readonly text: string;
}

/** Lists the calls of `api.md` with an endpoint. Handwritten helpers have none, and are left out. */
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

/** A resource of a derived configuration. */
interface DerivedResource {
  methods?: Record<string, string>;
  subresources?: Record<string, DerivedResource>;
}

/**
 * Derives a configuration of Stainless from calls: names (`chat.completions` → `chat`, `completions`), endpoints and nesting. It has none of
 * the other settings of the real configuration.
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

/** Returns a name in snake case: `getEmbedURL` → `get_embed_url`. */
function snakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_').toLowerCase();
}
