import type {
  BindingPattern,
  CatchClause,
  Directive,
  Expression,
  ForStatementInit,
  ForStatementLeft,
  ImportDeclaration,
  Node,
  ParamPattern,
  Statement,
  VariableDeclaration,
} from 'oxc-parser';
import { isReflective, unwrap } from './reflective.js';

/**
 * What a name stands for. `function`: something that may be called. `value`: something that may be read.
 * `doubtful`: a value that may be the constructor of another, and with it a way to run text.
 */
export type Binding = 'function' | 'value' | 'doubtful';

/** The names visible at a place in a file. */
export interface Scope {
  readonly names: ReadonlyMap<string, Binding>;
  readonly parent?: Scope;
}

type Names = Map<string, Binding>;

/** What a name stands for, or `undefined` for a global one. */
export function lookUp(scope: Scope | undefined, name: string): Binding | undefined {
  for (let at = scope; at !== undefined; at = at.parent) {
    const found = at.names.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The scope of the statements of a module. */
export function moduleScope(statements: readonly (Directive | Statement)[]): Scope {
  const names: Names = new Map();
  for (const statement of statements) bindStatement(names, statement);
  return { names };
}

/** The scope inside a node that opens one; the outer scope for any other node. */
export function scopeOf(node: Node, outer: Scope): Scope {
  const names = namesIn(node);
  return names === undefined || names.size === 0 ? outer : { names, parent: outer };
}

function namesIn(node: Node): Names | undefined {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'ArrowFunctionExpression':
      return parameterNames(node.params);
    case 'FunctionExpression':
      return parameterNames(node.params, node.id?.name);
    case 'ForStatement':
      return loopNames(node.init);
    case 'ForOfStatement':
    case 'ForInStatement':
      return loopNames(node.left);
    case 'CatchClause':
      return catchNames(node);
    case 'BlockStatement':
      return new Map(moduleScope(node.body).names);
    default:
      return undefined;
  }
}

function parameterNames(parameters: readonly ParamPattern[], own?: string): Names {
  const names: Names = new Map();
  if (own !== undefined) names.set(own, 'function');
  for (const parameter of parameters) if (parameter.type !== 'TSParameterProperty') bind(names, parameter, 'value');
  return names;
}

function loopNames(first: ForStatementInit | ForStatementLeft | null): Names {
  const names: Names = new Map();
  if (first?.type === 'VariableDeclaration') bindList(names, first);
  return names;
}

function catchNames({ param }: CatchClause): Names {
  const names: Names = new Map();
  if (param) bind(names, param, 'value');
  return names;
}

function bindStatement(names: Names, statement: Directive | Statement): void {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  switch (declared?.type) {
    case 'VariableDeclaration':
      return bindList(names, declared);
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      if (declared.id) names.set(declared.id.name, 'function');
      return;
    case 'ImportDeclaration':
      return bindImport(names, declared);
  }
}

/** What is imported as a type does not exist when the code runs. */
function bindImport(names: Names, { importKind, specifiers }: ImportDeclaration): void {
  if (importKind === 'type') return;
  for (const one of specifiers) {
    if (one.type === 'ImportSpecifier' && one.importKind !== 'type') names.set(one.local.name, 'function');
    // The document of the package: data.
    if (one.type === 'ImportDefaultSpecifier') names.set(one.local.name, 'value');
  }
}

function bindList(names: Names, { declarations }: VariableDeclaration): void {
  for (const { id, init } of declarations) bind(names, id, bindingOf(init));
}

function bindingOf(value: Expression | null): Binding {
  if (value === null) return 'value';
  const { type } = unwrap(value);
  if (type === 'ArrowFunctionExpression' || type === 'FunctionExpression') return 'function';
  return isReflective(value) ? 'doubtful' : 'value';
}

/** Object patterns are refused elsewhere, so their names stay unknown here. */
function bind(names: Names, name: BindingPattern | ParamPattern | null, binding: Binding): void {
  switch (name?.type) {
    case 'Identifier':
      return void names.set(name.name, binding);
    case 'AssignmentPattern':
      return bind(names, name.left, binding);
    case 'RestElement':
      return bind(names, name.argument, binding);
    case 'ArrayPattern':
      for (const element of name.elements) bind(names, element, binding);
  }
}
