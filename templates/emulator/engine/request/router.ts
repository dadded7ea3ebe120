import type { EmulatorPlan, OperationPlan } from '../plan/plan.js';
import { sorted } from '../store/compare-values.js';

/** A path template with its operations by method. */
interface Template {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly literals: number;
  /** Its literal text; the whole path where there are no variables. */
  readonly text: string;
  /** Parts that the query must contain, if the path has some: `action=list`. */
  readonly query: readonly string[];
  readonly operations: Map<string, OperationPlan>;
}

/** The result of routing: an operation with its raw path parameters, or a path that has other methods only. */
export type Route =
  | { readonly kind: 'operation'; readonly plan: OperationPlan; readonly path: Readonly<Record<string, string>> }
  | { readonly kind: 'method'; readonly allowed: readonly string[] }
  | { readonly kind: 'unknown' };

/** Finds the operation for a method and a raw (still encoded) path below the base address, with the query behind it. */
export type Router = (method: string, path: string, search?: string) => Route;

/** Returns the path template of an operation; undefined to leave it out. */
type PathOf = (plan: OperationPlan) => string | undefined;

/** Makes a router; of several templates that match, the one with more literal text wins. */
export function createRouter(
  operations: readonly OperationPlan[],
  pathOf: PathOf = ({ operation }) => operation.path,
): Router {
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

function find(templates: readonly Template[], method: string, path: string): Route {
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

function compileAll(operations: readonly OperationPlan[], pathOf: PathOf): readonly Template[] {
  const byPath = new Map<string, Template>();
  for (const plan of operations) {
    const { method } = plan.operation;
    const path = pathOf(plan);
    if (path === undefined) continue;
    const template = byPath.get(path) ?? { ...compile(path), operations: new Map<string, OperationPlan>() };
    byPath.set(path, template);
    if (!template.operations.has(method)) template.operations.set(method, plan);
  }
  return sorted(
    [...byPath.values()],
    (left, right) =>
      right.query.length - left.query.length ||
      left.names.length - right.names.length ||
      right.literals - left.literals,
  );
}

function compile(path: string): Omit<Template, 'operations'> {
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

function readPath(template: Template, match: RegExpExecArray): Readonly<Record<string, string>> {
  return Object.fromEntries(template.names.map((name, index) => [name, match[index + 1] ?? '']));
}

/** The route of a request, and the base path for links in the response. */
interface Found {
  readonly route: Route;
  readonly base: string;
}

/** The routers of a service. */
interface Routes {
  readonly plan: EmulatorPlan;
  readonly route: Router;
  /** Finds operations by their upload paths. */
  readonly uploadRoute: Router;
}

/** A path, split at the end of the base path. */
interface Reading {
  readonly base: string;
  readonly path: string;
  /** The base path has a prefix for operations that take bytes. */
  readonly alias: boolean;
}

/** A base path, with or without a prefix. */
interface BaseAddress {
  readonly base: string;
  readonly address: string;
  readonly alias: boolean;
}

/** Routes a request: below any of the base paths, with a prefix such as `/upload`, or by an upload path. */
export function locate({ plan, route, uploadRoute }: Routes, method: string, pathname: string, search = ''): Found {
  const [base] = plan.basePaths;
  let other: Found | undefined;
  for (const one of readingsOf(plan, pathname)) {
    const found = { base: one.base, route: admitted(plan, route(method, one.path, search), one) };
    if (found.route.kind === 'operation') return found;
    if (found.route.kind === 'method') other ??= found;
  }
  // Resumable uploads have a path of their own in some clients.
  const upload = { base, route: uploadRoute(method, pathname.replace(/^\/resumable(?=\/upload\/)/, '')) };
  return other === undefined || upload.route.kind === 'operation' ? upload : other;
}

/** The path prefixes of operations that take bytes, without duplicates. */
export function aliasesOf({ settings, operations }: EmulatorPlan): readonly string[] {
  const stated = [...(settings.aliases ?? []), ...operations.map(({ operation }) => operation.media?.upload ?? '')];
  return [...new Set(stated)].filter((prefix) => prefix !== '');
}

/** Prefixed base paths come first, and long ones before short ones. */
function readingsOf(plan: EmulatorPlan, pathname: string): readonly Reading[] {
  const addresses = known.get(plan) ?? addressesOf(plan);
  known.set(plan, addresses);
  const readings: Reading[] = [];
  for (const { base, address, alias } of addresses) {
    if (pathname.startsWith(address) && pathname.charAt(address.length) === '/')
      readings.push({ base, path: pathname.slice(address.length), alias });
  }
  return readings;
}

const known = new WeakMap<EmulatorPlan, readonly BaseAddress[]>();

function addressesOf(plan: EmulatorPlan): readonly BaseAddress[] {
  const own = plan.operations.flatMap(({ basePaths = [] }) => basePaths);
  const bases = sorted([...new Set([...plan.basePaths, ...own])], (left, right) => right.length - left.length);
  const aliased = aliasesOf(plan).flatMap((prefix) =>
    bases.flatMap((base) => [prefix + base, base + prefix].map((address) => ({ base, address, alias: true }))),
  );
  return [...aliased, ...bases.map((base) => ({ base, address: base, alias: false }))];
}

function admitted({ basePaths }: EmulatorPlan, route: Route, { alias, base }: Reading): Route {
  if (route.kind !== 'operation') return basePaths.includes(base) ? route : { kind: 'unknown' };
  if (alias && route.plan.operation.media === undefined) return { kind: 'unknown' };
  // A client with a custom `baseUrl` sends all operations there, even those that have their own.
  const isIts = basePaths.includes(base) || route.plan.basePaths?.includes(base) === true;
  return isIts ? route : { kind: 'unknown' };
}
