import type { CodeSymbol } from '../../source-file.js';
import type { LocalNames } from '../plan/local-names.js';
import type { Plan, Program, Unit } from '../plan/plan.js';
import { compare, test, type Condition, type Data } from './condition.js';
import { propertyAccess, stringLiteral } from '../../code/literals.js';

/** A function that does one part of what `is` does for a plan. */
export interface FunctionPart {
  readonly word: 'Member' | 'Members' | 'AllOf' | 'AnyOf' | 'OneOf' | 'Others';
  /** `member`: `key` and `item` of an object; `tagged`: `value` and the `tag` in it; `object` and `any`: `value` alone. */
  readonly takes: 'member' | 'tagged' | 'object' | 'any';
  /** Which of the functions it is, where one would be too long. Default: 0. */
  readonly index?: number;
  /** The result where no line returns one. */
  readonly otherwise: 'true' | 'false';
}

/** The file that is being printed, as its printers need it. */
export interface ModuleNames {
  readonly program: Program;
  /** Local name of a symbol of the runtime, imported when first asked for. */
  use(symbol: CodeSymbol): string;
  /** Names that the file has taken. */
  readonly taken: LocalNames;
  /** True where properties are read as `value['name']`. */
  readonly quotesNames: boolean;
  /** Local name of a type of the runtime. */
  useType(symbol: CodeSymbol): string;
  /** Name of the function that says whether a value matches a plan; asking for it makes the file print it. */
  requireFunction(plan: Plan, unit: Unit): string;
  /** Data that issues are collected by for a plan inside another one. */
  requireSchema(plan: Plan, unit: Unit): Data;
  /** Name of the constant that is the schema of a unit. */
  requireNamedSchema(key: string): string;
  /** Name of the function that says which members of a value a unit evaluates. */
  requireCover(key: string, of: 'key' | 'index'): string;
  /** Name of a constant of the file with that source text. */
  hoist(word: string, text: string, type?: string): string;
  /** Name of a function of a plan's that returns at the first of some lines that knows. */
  partFunction(plan: Plan, unit: Unit, part: FunctionPart, lines: readonly string[]): string;
}

/** The function that is being printed, and the value that it looks at. */
export interface Scope {
  readonly names: ModuleNames;
  readonly unit: Unit;
  /** Source text of the value checked. */
  readonly value: string;
  /** Source text of the levels of recursion left. */
  readonly depth: string;
  /** Source text of the memo; absent in functions that are handed none. */
  readonly memo?: string;
  readonly locals: LocalNames;
  /** True where calls of type guards must not narrow the value. */
  readonly isTooBroad?: boolean;
}

/** A symbol of the validators' runtime. */
export function inRuntime(file: string, name: string): CodeSymbol {
  return { name, module: `runtime/validators/${file}` };
}

/** Imports a function of the validators' runtime, and returns its local name. */
export function runtime(scope: Scope, file: string, name: string): string {
  return scope.names.use(inRuntime(file, name));
}

/** Calls a predicate of the runtime: `isObject(value)`. */
export function callRuntime(scope: Scope, file: string, name: string, ...args: readonly string[]): Condition {
  return test(`${runtime(scope, file, name)}(${args.join(', ')})`);
}

/** Prints the further arguments of a function for a plan of a unit: `, depth, memo`. */
export function handedOn(plan: Plan, unit: Unit, { names, depth, memo }: Scope): string {
  const { program } = names;
  const hasMemo = memo !== undefined && program.memoOf(plan, unit) !== undefined;
  return `${program.isDeep(plan) ? `, ${depth}` : ''}${hasMemo ? `, ${memo}` : ''}`;
}

/** Returns the scope for another value. */
export function look(scope: Scope, value: string): Scope {
  return { ...scope, value, isTooBroad: false };
}

/** Returns the scope for the checks of a plan. */
export function within(plan: Plan, scope: Scope): Scope {
  return plan.isTooBroad === true ? { ...scope, isTooBroad: true } : scope;
}

/** Names that every object inherits: they have to be looked for in the object itself. */
export const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Prints the read of a property: `value.name`, or `own(value, 'toString')` of a name that every object inherits. */
export function readProperty(name: string, scope: Scope): string {
  if (!inherited.has(name))
    return scope.names.quotesNames ? `${scope.value}[${stringLiteral(name)}]` : propertyAccess(scope.value, name);
  return `${runtime(scope, 'types', 'own')}(${scope.value}, ${stringLiteral(name)})`;
}

/** Builds `value.name === undefined`. */
export function isAbsent(name: string, scope: Scope): Condition {
  return compare(readProperty(name, scope), '===', 'undefined');
}
