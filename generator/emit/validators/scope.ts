import type { CodeSymbol } from '../source-file.js';
import { test, type Condition } from './condition.js';
import type { LocalNames } from './local-names.js';
import type { Plan } from './plan.js';
import type { Program, Unit } from './program.js';

/** What a function that judges a plan does: says whether, or collects why not. */
export type FunctionKind = 'is' | 'collect';

/** What the printers of a file ask of the file. */
export interface ModuleNames {
  readonly program: Program;
  /** Local name of a symbol of the runtime, imported when first asked for. */
  use(symbol: CodeSymbol): string;
  /** Name of the function that judges a plan; asking for it makes the file print it. */
  functionOf(plan: Plan, unit: Unit, kind: FunctionKind): string;
  /** Name of the function that says which members of a value a unit evaluates. */
  coverOf(key: string, of: 'key' | 'index'): string;
  /** Name of a constant of the file with that source text. */
  hoist(word: string, text: string): string;
  /** Name of a constant of the file that is the set of some words. */
  hoistWords(word: string, words: readonly string[]): string;
  /** Name of a function that goes on where one for a plan would get too long, with statements of that one. */
  continueIn(plan: Plan, unit: Unit, kind: FunctionKind, lines: readonly string[]): string;
}

/** Where a printer is: in a function of a unit, looking at a value. */
export interface Scope {
  readonly names: ModuleNames;
  readonly unit: Unit;
  /** Source text of the value judged. */
  readonly value: string;
  /** Source text of the levels of recursion left. */
  readonly depth: string;
  /** Source text of what collectors collect in. */
  readonly context: string;
  readonly locals: LocalNames;
}

/** What the members of an opened object or array are read from: `at` is where a collector is. */
export const openedValue = 'at.value';

/** Local name of a function of the validators' runtime. */
export function runtime(scope: Scope, file: string, name: string): string {
  return scope.names.use({ name, module: `runtime/validators/${file}` });
}

/** Calls a predicate of the runtime: `isObject(value)`. */
export function callRuntime(scope: Scope, file: string, name: string, ...args: readonly string[]): Condition {
  return test(`${runtime(scope, file, name)}(${args.join(', ')})`);
}

/** The same place, looking at another value. */
export function look(scope: Scope, value: string): Scope {
  return { ...scope, value };
}
