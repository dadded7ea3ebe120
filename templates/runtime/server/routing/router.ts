/** What is routed: it has a method and a path template. */
interface Routed {
  readonly operation: { readonly method: string; readonly path: string };
}

/** A path template with its operations by method. */
interface Template<One> {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly literals: number;
  /** Its literal text; the whole path where there are no variables. */
  readonly text: string;
  /** Parts that the query must contain, if the path has some: `action=list`. */
  readonly query: readonly string[];
  readonly operations: Map<string, One>;
}

/** The result of routing: an operation with its raw path parameters, or a path that has other methods only. */
export type Route<One> =
  | { readonly kind: 'operation'; readonly plan: One; readonly path: Readonly<Record<string, string>> }
  | { readonly kind: 'method'; readonly allowed: readonly string[] }
  | { readonly kind: 'unknown' };

/** Finds the operation for a method and a raw (still encoded) path below the base address, with the query behind it. */
export type Router<One> = (method: string, path: string, search?: string) => Route<One>;

/** Returns the path template of an operation; undefined to leave it out. */
type PathOf<One> = (plan: One) => string | undefined;

/** Makes a router; of several templates that match, the one with more literal text wins. */
export function createRouter<One extends Routed>(
  operations: readonly One[],
  pathOf: PathOf<One> = ({ operation }) => operation.path,
): Router<One> {
  const templates = compileAll(operations, pathOf);
  // Most paths have no variables. Their templates take precedence.
  const plain = new Map(
    templates.flatMap((template) => (template.names.length === 0 ? [[template.text, template]] : [])),
  );
  const asks = templates.some(({ query }) => query.length > 0);
  return (method, path, search = '') => {
    const plan = asks ? undefined : plain.get(path)?.operations.get(method);
    if (plan !== undefined) return { kind: 'operation', plan, path: noVariables };
    const fitting = asks ? templates.filter(({ query }) => holds(search, query)) : templates;
    const route = find(fitting, method, path);
    // Some clients encode the colon before a verb; one inside a value must not become a verb.
    return route.kind === 'operation' ? route : find(fitting, method, path.replace(/%3a/gi, ':'));
  };
}

/** Whether a query holds all of these pieces. */
function holds(search: string, pieces: readonly string[]): boolean {
  const sent = search.slice(1).split('&');
  return pieces.every((piece) => sent.includes(piece));
}

const noVariables = {};

function find<One>(templates: readonly Template<One>[], method: string, path: string): Route<One> {
  const allowed = new Set<string>();
  for (const template of templates) {
    const match = template.pattern.exec(path);
    if (match === null) continue;
    const plan = template.operations.get(method) ?? (method === 'HEAD' ? template.operations.get('GET') : undefined);
    if (plan !== undefined) return { kind: 'operation', plan, path: readPath(template, match) };
    for (const one of template.operations.keys()) allowed.add(one);
  }
  if (allowed.size === 0) return { kind: 'unknown' };
  if (allowed.has('GET')) allowed.add('HEAD');
  return { kind: 'method', allowed: [...allowed] };
}

function compileAll<One extends Routed>(operations: readonly One[], pathOf: PathOf<One>): readonly Template<One>[] {
  const byPath = new Map<string, Template<One>>();
  for (const plan of operations) {
    const { method } = plan.operation;
    const path = pathOf(plan);
    if (path === undefined) continue;
    const template = byPath.get(path) ?? { ...compile(path), operations: new Map<string, One>() };
    byPath.set(path, template);
    if (!template.operations.has(method)) template.operations.set(method, plan);
  }
  return [...byPath.values()].sort(
    (left, right) =>
      right.query.length - left.query.length ||
      left.names.length - right.names.length ||
      right.literals - left.literals,
  );
}

function compile(path: string): Omit<Template<never>, 'operations'> {
  const [template = '', query = ''] = path.split(/\?(?![^{}]*\})/, 2);
  const names: string[] = [];
  let source = '';
  let text = '';
  let literals = 0;
  for (const part of template.split(/(\{[^{}]*\})/)) {
    if (!part.startsWith('{')) {
      text += encodeLiteral(part);
      source += escapePattern(encodeLiteral(part));
      literals += part.length;
      continue;
    }
    const [stated = '', wildcard = stated.startsWith('+') ? '**' : '*'] = part.slice(1, -1).split('=', 2);
    const name = stated.replace(/^\+/, '');
    const before = names.indexOf(name);
    if (before >= 0) {
      // A repeated variable must have the same value.
      source += `(?:\\${before + 1})`;
      continue;
    }
    names.push(name);
    source += `(${wildcard
      .split(/(\*\*|\*)/)
      .map(patternOf)
      .join('')})`;
  }
  return {
    pattern: new RegExp(`^${source}$`),
    names,
    literals,
    text,
    query: query.split('&').filter((piece) => piece !== '' && !piece.includes('{')),
  };
}

function patternOf(part: string): string {
  if (part === '**') return '.+';
  // As much as possible, so that `{name}.{extension}` splits at the last dot.
  return part === '*' ? '[^/]+' : escapePattern(part);
}

/** Escapes what URLs cannot contain. */
function encodeLiteral(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD').replace(/[^\x21-\x7e]|["<>`]/gu, encodeURIComponent);
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

function readPath(template: Template<unknown>, match: RegExpExecArray): Readonly<Record<string, string>> {
  return Object.fromEntries(template.names.map((name, index) => [name, match[index + 1] ?? '']));
}
