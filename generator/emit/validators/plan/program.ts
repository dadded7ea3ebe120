import { findRepeats, listLoops } from './find-repeats.js';
import { groupPairs, reachable } from '../../../iterables.js';
import type { CodeSymbol } from '../../source-file.js';
import { LocalNames, pascalCase } from './local-names.js';
import {
  inPlaceCalls,
  innerPlans,
  onlyCall,
  plansIn,
  takesFunction,
  type Copied,
  type Plan,
  type Program,
  type Unit,
} from './plan.js';

/** Links units into a program. */
export function createProgram(units: ReadonlyMap<string, Unit>): Program {
  const unit = (key: string): Unit => {
    const found = units.get(key);
    if (found === undefined) throw new Error(`No validator was planned for ${key}`);
    return found;
  };
  const calls = new Map([...units.values()].map(({ key, plan }) => [key, listCalls(plan)]));
  const listUnitCalls = (key: string): readonly string[] => calls.get(key) ?? [];
  const keys = [...units.keys()];
  const recursive = new Set(listLoops(keys, listUnitCalls).flat());
  const behindReferences = followReferences({ unit, recursive });
  const circular = new Set(listLoops(keys, (key) => inPlaceCalls(unit(key).plan)).flat());
  const deep = findCallers(calls, recursive);
  const isDeep = callAny(deep);
  const repeats = findRepeats({ unit, recursive, circular });
  // `remembering`: units with a memo, and those that call them; `reached`: units with a memo, and those that they call.
  const remembering = findCallers(calls, repeats);
  const reached = new Set(reachable(repeats, listUnitCalls));
  const callsRemembering = callAny(remembering);
  const findMemoUse: Program['findMemoUse'] = (plan, { key }) => {
    if (callsRemembering(plan)) return 'needed';
    return reached.has(key) && isDeep(plan) ? 'optional' : undefined;
  };
  const copies = findCopies({ units, findMemoUse });
  const stems = new Set([
    ...[...units.values()].map(({ name }) => name),
    ...[...copies.values()].map(({ stem }) => stem),
  ]);
  return { units, stems, unit, behindReferences, recursive, circular, repeats, findMemoUse, isDeep, copies };
}

/** Returns a function that follows references to their end. It visits each unit once, even if many chains share their end. */
function followReferences({ unit, recursive }: Pick<Program, 'unit' | 'recursive'>): Program['behindReferences'] {
  const ends = new Map<string, string>();
  const follow = (key: string): string | undefined => (recursive.has(key) ? undefined : onlyCall(unit(key).plan));
  return (stated) => {
    const passed: string[] = [];
    let end = stated;
    for (let next = ends.get(end) ?? follow(end); next !== undefined; next = ends.get(end) ?? follow(end)) {
      passed.push(end);
      end = next;
    }
    for (const key of passed) ends.set(key, end);
    return unit(end);
  };
}

/** Creates a predicate of plans that call one of the units, for the value or for its parts. */
function callAny(targets: ReadonlySet<string>): (plan: Plan) => boolean {
  if (targets.size === 0) return () => false;
  const known = new Map<Plan, boolean>();
  const calls = (plan: Plan): boolean => {
    if (plan.checks.length === 0) return false;
    const found =
      known.get(plan) ??
      plan.checks.some((check) => (check.kind === 'call' ? targets.has(check.unit) : innerPlans(check).some(calls)));
    known.set(plan, found);
    return found;
  };
  return calls;
}

/** Finds the units that call one of the targets, directly or through others, and the targets. `calls` has the calls of each unit. */
function findCallers(calls: ReadonlyMap<string, readonly string[]>, targets: ReadonlySet<string>): ReadonlySet<string> {
  if (targets.size === 0) return targets;
  const callers = groupPairs([...calls].flatMap(([key, called]) => called.map((target) => [target, key] as const)));
  return new Set(reachable(targets, (key) => callers.get(key) ?? []));
}

/** Lists the keys of the units that a plan calls for the value or for its parts, each once. */
function listCalls(root: Plan): readonly string[] {
  const checks = [...plansIn(root)].flatMap((plan) => plan.checks);
  return [...new Set(checks.flatMap((check) => (check.kind === 'call' ? [check.unit] : [])))];
}

/** The function of the runtime that collects issues from the root of a value by a unit with a memo. */
export const collectFromRoot: CodeSymbol = { name: 'collectFromRoot', module: 'runtime/validators/collect-once' };

/** Returns true if the functions of a unit use the memo. */
export function usesMemo(unit: Unit, { findMemoUse }: Pick<Program, 'findMemoUse'>): boolean {
  return findMemoUse(unit.plan, unit) !== undefined;
}

/** Returns true if the value is the only parameter of a unit's function (`isVideo(value)`), and it checks more than the type. */
export function isPlain(unit: Unit, program: Program): boolean {
  const { plan, key } = unit;
  if (plan.checks.length === 0 || program.recursive.has(key) || program.repeats.has(key)) return false;
  return !program.isDeep(plan) && !usesMemo(unit, program);
}

/** Module of inline schemas that several modules share. */
const sharedModule = 'validators/shared';

/** Fewest properties and keywords of a repeated inline schema that gets a function of its own. */
const leastParts = 8;

/**
 * Finds large inline schemas that are repeated. Each gets one function, in its module, or in `validators/shared` if several modules use it.
 * Smaller ones are printed at each use, so that a change of one resource changes only the files of that resource.
 */
function findCopies({ units, findMemoUse }: Pick<Program, 'units' | 'findMemoUse'>): ReadonlyMap<Plan, Copied> {
  const found = new Map<string, [Plan, Unit][]>();
  const visit = (plan: Plan, unit: Unit): void => {
    if ((plan !== unit.plan || unit.isInline === true) && isLarge(plan)) {
      // Plans with the same content, except for words of names and the start of pointers, report the same issues.
      const content = JSON.stringify(plan, (name, value: unknown) => {
        if (name === 'hint') return undefined;
        return name === 'pointer' ? String(value).slice(plan.pointer.length) : value;
      });
      const key = `${findMemoUse(plan, unit) ?? ''} ${content}`;
      const known = found.get(key);
      // Schemas inside a repeated one are part of its function.
      if (known !== undefined) return void known.push([plan, unit]);
      found.set(key, [[plan, unit]]);
    }
    for (const one of plan.checks.flatMap(innerPlans)) visit(one, unit);
  };
  for (const unit of units.values()) visit(unit.plan, unit);
  const names = new LocalNames([...units.values()].map(({ name }) => name));
  const copies = [...found.values()].flatMap((uses) => {
    const [first] = uses;
    if (first === undefined || uses.length < 2) return [];
    const [plan, unit] = first;
    const isExported = uses.some(([, one]) => one.module !== unit.module);
    const module = isExported ? sharedModule : unit.module;
    const copied: Copied = { plan, unit, stem: names.claim(nameContent(plan)), module, isExported };
    return uses.map(([one]) => [one, copied] as const);
  });
  return new Map(copies);
}

/** Names a schema by its first properties: `isCityCountryLine1AndMore`. */
function nameContent({ checks, hint }: Plan): string {
  const names = checks.flatMap((check) =>
    check.kind === 'fields' ? check.fields.map(({ name }) => pascalCase(name)) : [],
  );
  const [word = 'schema'] = hint.slice(-1);
  if (names.length === 0) return pascalCase(word);
  return names.slice(0, 3).join('') + (names.length > 3 ? 'AndMore' : '');
}

/** Returns true if a schema is large enough for a function of its own. */
function isLarge(root: Plan): boolean {
  let parts = 0;
  for (const { checks } of takesFunction(root) ? plansIn(root) : []) {
    for (const check of checks) parts += check.kind === 'fields' ? check.fields.length : 1;
    if (parts >= leastParts) return true;
  }
  return false;
}
