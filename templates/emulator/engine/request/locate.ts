import type { EmulatorPlan } from '../plan/plan.js';
import type { Route } from './router.js';
import type { Shared } from '../shared.js';
import { sorted } from '../values/sorted.js';

/** Where a request leads, and the base path that its answer's links begin with. */
export interface Found {
  readonly route: Route;
  readonly base: string;
}

/** A way to read a path: what of it is the base address, and what stands below. */
interface Reading {
  readonly base: string;
  readonly path: string;
  /** Reached by an alias, under which only operations that take bytes are found. */
  readonly alias: boolean;
}

/** A way to write a base path. */
interface AddressedPlace {
  readonly base: string;
  readonly address: string;
  readonly alias: boolean;
}

/** Finds what a method and a path lead to: below any of the base paths, under an alias such as `/upload`, or where bytes go. */
export function locate({ plan, route, uploadRoute }: Shared, method: string, pathname: string, search = ''): Found {
  const [base] = plan.basePaths;
  let other: Found | undefined;
  for (const one of readingsOf(plan, pathname)) {
    const found = { base: one.base, route: admitted(plan, route(method, one.path, search), one) };
    if (found.route.kind === 'operation') return found;
    if (found.route.kind === 'method') other ??= found;
  }
  const upload = { base, route: uploadRoute(method, pathname) };
  return other === undefined || upload.route.kind === 'operation' ? upload : other;
}

/** Prefixes under which operations that take bytes are found too, each once. */
export function aliasesOf({ settings, operations }: EmulatorPlan): readonly string[] {
  const stated = [...(settings.aliases ?? []), ...operations.map(({ operation }) => operation.media?.upload ?? '')];
  return [...new Set(stated)].filter((prefix) => prefix !== '');
}

/** Aliases count before plain addresses, and long base paths before short ones. */
function readingsOf(plan: EmulatorPlan, pathname: string): readonly Reading[] {
  const places = known.get(plan) ?? placesOf(plan);
  known.set(plan, places);
  return places.flatMap(({ base, address, alias }) =>
    pathname.startsWith(`${address}/`) ? [{ base, path: pathname.slice(address.length), alias }] : [],
  );
}

const known = new WeakMap<EmulatorPlan, readonly AddressedPlace[]>();

function placesOf(plan: EmulatorPlan): readonly AddressedPlace[] {
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
  // A client that is given an address sends all operations there, even those that have one of their own.
  const isIts = basePaths.includes(base) || route.plan.basePaths?.includes(base) === true;
  return isIts ? route : { kind: 'unknown' };
}
