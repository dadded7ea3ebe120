import type { CodeSymbol } from '../../source-file.js';
import type { LocalNames } from '../plan/local-names.js';
import type { Plan, Program, Unit } from '../plan/plan.js';
import { compare, test, type Condition, type Data } from './condition.js';
import { propertyAccess, stringLiteral } from '../../code/literals.js';

/** Part function: a function that does one part of the `is` check of a plan. */
export interface FunctionPart {
  readonly word: 'Member' | 'Members' | 'AllOf' | 'AnyOf' | 'OneOf' | 'Others';
  /** Parameters: `key` and `item` of an object (`member`), `value` and its `tag` (`tagged`), or `value` alone (`object`, `any`). */
  readonly takes: 'member' | 'tagged' | 'object' | 'any';
  /** Index of the function, if the part is split into several. Default: 0. */
  readonly index?: number;
  /** The result if no line returns one. */
  readonly otherwise: 'true' | 'false';
}

/** The file that is being printed, with the methods for its printers. */
export interface ModuleNames {
  readonly program: Program;
  /** Imports a symbol of the runtime, and returns its local name. */
  use(symbol: CodeSymbol): string;
  /** Names that the file already uses. */
  readonly taken: LocalNames;
  /** True if properties are read as `value['name']`. */
  readonly quotesNames: boolean;
  /** Imports a type of the runtime, and returns its local name. */
  useType(symbol: CodeSymbol): string;
  /** Adds the function that checks a value against a plan to the file, and returns its name. */
  requireFunction(plan: Plan, unit: Unit): string;
  /** Returns the data that collects the issues of a nested plan. */
  requireSchema(plan: Plan, unit: Unit): Data;
  /** Adds the constant with the schema of a unit, and returns its name. */
  requireNamedSchema(key: string): string;
  /** Adds the function that returns true for members that a unit evaluates, and returns its name. */
  requireCover(key: string, of: 'key' | 'index'): string;
  /** Adds a constant with that source text, and returns its name. */
  hoist(word: string, text: string, type?: string): string;
  /** Adds a part function with some statements, and returns its name. */
  partFunction(plan: Plan, unit: Unit, part: FunctionPart, lines: readonly string[]): string;
}

/** The function that is being printed, and the value that it checks. */
export interface Scope {
  readonly names: ModuleNames;
  readonly unit: Unit;
  /** Source text of the checked value. */
  readonly value: string;
  /** Source text of the remaining recursion depth. */
  readonly depth: string;
  /** Source text of the memo; absent in functions without one. */
  readonly memo?: string;
  readonly locals: LocalNames;
  /** True if calls of type guards must not narrow the type of the value. */
  readonly isTooBroad?: boolean;
}

/** Returns the symbol of an export of the runtime of validators. */
export function inRuntime(file: string, name: string): CodeSymbol {
  return { name, module: `runtime/validators/${file}` };
}

/** Imports a function of the runtime of validators, and returns its local name. */
export function runtime(scope: Scope, file: string, name: string): string {
  return scope.names.use(inRuntime(file, name));
}

/** Builds the call of a runtime predicate: `isObject(value)`. */
export function callRuntime(scope: Scope, file: string, name: string, ...args: readonly string[]): Condition {
  return test(`${runtime(scope, file, name)}(${args.join(', ')})`);
}

/** Prints the arguments that a plan's function takes after the value: `, depth, memo`. */
export function printPassedArguments(plan: Plan, unit: Unit, { names, depth, memo }: Scope): string {
  const { program } = names;
  const hasMemo = memo !== undefined && program.findMemoUse(plan, unit) !== undefined;
  return `${program.isDeep(plan) ? `, ${depth}` : ''}${hasMemo ? `, ${memo}` : ''}`;
}

/** Returns the scope for the check of another value. */
export function lookAt(scope: Scope, value: string): Scope {
  return { ...scope, value, isTooBroad: false };
}

/** Returns the scope for the checks of a plan. */
export function within(plan: Plan, scope: Scope): Scope {
  return plan.isTooBroad === true ? { ...scope, isTooBroad: true } : scope;
}

/** Names that every object inherits, so that reading them needs an own-property check. */
export const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Prints the read of a property: `value.name`, or `own(value, 'toString')` for inherited names. */
export function readProperty(name: string, scope: Scope): string {
  if (!inherited.has(name))
    return scope.names.quotesNames ? `${scope.value}[${stringLiteral(name)}]` : propertyAccess(scope.value, name);
  return `${runtime(scope, 'types', 'own')}(${scope.value}, ${stringLiteral(name)})`;
}

/** Builds `value.name === undefined`. */
export function isAbsent(name: string, scope: Scope): Condition {
  return compare(readProperty(name, scope), '===', 'undefined');
}
