/** The result of routing: an operation with its encoded path parameters, a path with other methods only, or an unknown path. */
export type Route<One> =
  | { readonly kind: 'operation'; readonly plan: One; readonly path: Readonly<Record<string, string>> }
  | { readonly kind: 'method'; readonly allowed: readonly string[] }
  | { readonly kind: 'unknown' };

/** Finds the operation for a method and an encoded path below the base path; `search` is the query: `?a=1`. */
export type Router<One> = (method: string, path: string, search?: string) => Route<One>;

/**
 * Creates a router. Of several matching templates, it chooses the one with fewer variables, and then the one with more literal text.
 * `readPath` returns the path template of an operation, or `undefined` to leave it out.
 */
export function createRouter<One extends { readonly operation: { readonly method: string; readonly path: string } }>(
  operations: readonly One[],
  readPath: (plan: One) => string | undefined = ({ operation }) => operation.path,
): Router<One> {
  const byPath = new Map<string, Map<string, One>>();
  for (const plan of operations) {
    const path = readPath(plan);
    if (path === undefined) continue;
    const own = byPath.get(path) ?? new Map<string, One>();
    const { method } = plan.operation;
    byPath.set(path, own.set(method, own.get(method) ?? plan));
  }
  const templates = [...byPath].map(([path, own]) => ({ ...compileTemplate(path), own }));
  templates.sort(
    (one, other) =>
      other.query.length - one.query.length || one.names.length - other.names.length || other.literals - one.literals,
  );
  const route: Router<One> = (method, path, search = '') => {
    const pieces = search.slice(1).split('&');
    const allowed = new Set<string>();
    for (const { pattern, names, query, own } of templates) {
      const match = query.every((piece) => pieces.includes(piece)) ? pattern.exec(path) : null;
      if (match === null) continue;
      const plan = own.get(method) ?? (method === 'HEAD' ? own.get('GET') : undefined);
      const values = names.map((name, index) => [name, match[index + 1] ?? '']);
      if (plan !== undefined) return { kind: 'operation', plan, path: Object.fromEntries(values) };
      for (const one of own.keys()) allowed.add(one);
    }
    // Some clients encode the colon before a verb (`/pets/1%3Aundelete`). Tried second: a colon inside a value is not a verb.
    const decoded = path.replace(/%3a/gi, ':');
    if (decoded !== path) return route(method, decoded, search);
    if (allowed.has('GET')) allowed.add('HEAD');
    return allowed.size ? { kind: 'method', allowed: [...allowed] } : { kind: 'unknown' };
  };
  return route;
}

/**
 * Compiles a path template: `/pets/{id}`, `/v1/{name=shops/*}:undelete`, `/?Action=list`. `literals` is the length of its literal text,
 * `query` has the pairs that the query must contain.
 */
function compileTemplate(path: string) {
  const [template = '', query = ''] = path.split(/\?(?![^{}]*\})/, 2);
  const escape = (text: string) =>
    // Paths of requests have these characters percent-encoded.
    text
      .replace(/\p{Surrogate}/gu, '\uFFFD')
      .replace(/[^\x21-\x7e]|["<>`]/gu, encodeURIComponent)
      .replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  const names: string[] = [];
  let literals = 0;
  const sources = template.split(/(\{[^{}]*\})/).map((part) => {
    if (!part.startsWith('{')) {
      literals += part.length;
      return escape(part);
    }
    const [stated = '', wildcard = stated.startsWith('+') ? '**' : '*'] = part.slice(1, -1).split('=', 2);
    const name = stated.replace(/^\+/, '');
    const before = names.indexOf(name);
    // A repeated variable must have the same value.
    if (before >= 0) return `(?:\\${before + 1})`;
    names.push(name);
    // `*` matches as much as possible, so that `{name}.{extension}` splits at the last dot.
    const patterns = wildcard
      .split(/(\*\*|\*)/)
      .map((piece) => (piece === '**' ? '.+' : piece === '*' ? '[^/]+' : escape(piece)));
    return `(${patterns.join('')})`;
  });
  return {
    pattern: new RegExp(`^${sources.join('')}$`),
    names,
    literals,
    query: query.split('&').filter((piece) => piece !== '' && !piece.includes('{')),
  };
}
