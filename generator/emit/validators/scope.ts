import type { CodeSymbol } from '../source-file.js';
import { test, type Condition } from './condition.js';
import type { LocalNames } from './local-names.js';
import type { Plan } from './plan.js';
import type { Program, Unit } from './program.js';

/** What a function that judges a plan does: says whether, or collects why not. */
export type FunctionKind = 'is' | 'collect';

/** A function that does one part of what `is` or the collector does for a plan. */
export interface JudgingPart {
  readonly kind: FunctionKind;
  readonly word: 'Member' | 'AnyOf' | 'OneOf';
  /** `member`: `key` and `item` of an object; `place`: that of the object besides; `tagged`: `value` and the `tag` in it. */
  readonly takes: 'member' | 'place' | 'tagged';
  /** What it says where no line knows. */
  readonly otherwise: 'true' | 'false';
}

/** Statements that take a function of their own, since they are too many for the one that they belong to. */
export interface CutPart {
  readonly lines: readonly string[];
  readonly result: 'boolean' | 'number' | 'void';
  /** What the value is known to be, unless it may be anything. */
  readonly value: 'object' | 'array' | undefined;
  /** Source text of the value where the function is called. */
  readonly argument: string;
  /** Types of further variables that the statements may read, by their names. */
  readonly variables: Readonly<Record<string, string>>;
}

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
  /** Name of a function of a plan's that returns at the first of some lines that knows; where they are many, further ones go on. */
  judgeInParts(plan: Plan, unit: Unit, part: JudgingPart, lines: readonly string[]): string;
  /** Source text of the call of a function that does a part of what one for a plan does, with the variables that it reads. */
  callPart(plan: Plan, unit: Unit, part: CutPart): string;
}

/** Where a printer is: in a function of a unit, looking at a value. */
export interface Scope {
  readonly names: ModuleNames;
  readonly unit: Unit;
  /** Source text of the value judged. */
  readonly value: string;
  /** Source text of the levels of recursion left. */
  readonly depth: string;
  /** Source text of the memo; absent in functions that are handed none. */
  readonly memo?: string;
  /** Source text of what collectors collect in. */
  readonly context: string;
  /** JSON pointer of the schema that the collector's `at` stands for; absent where it has none. */
  readonly place?: string;
  readonly locals: LocalNames;
}

/** Local name of a function of the validators' runtime. */
export function runtime(scope: Scope, file: string, name: string): string {
  return scope.names.use({ name, module: `runtime/validators/${file}` });
}

/** Calls a predicate of the runtime: `isObject(value)`. */
export function callRuntime(scope: Scope, file: string, name: string, ...args: readonly string[]): Condition {
  return test(`${runtime(scope, file, name)}(${args.join(', ')})`);
}

/** Source text of what a function for a plan of a unit takes beyond the value: the levels left, and the memo. */
export function handedOn(plan: Plan, unit: Unit, { names, depth, memo }: Scope): string {
  const { program } = names;
  const hasMemo = memo !== undefined && program.memoOf(plan, unit) !== undefined;
  return `${program.isDeep(plan) ? `, ${depth}` : ''}${hasMemo ? `, ${memo}` : ''}`;
}

/** The same place, looking at another value. */
export function look(scope: Scope, value: string): Scope {
  return { ...scope, value };
}
