import type { ts as types } from 'ts-morph';
import { ts } from '../typescript.js';

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

/** What a name stands for, or `undefined` for a global one. */
export function lookUp(scope: Scope | undefined, name: string): Binding | undefined {
  for (let at = scope; at !== undefined; at = at.parent) {
    const found = at.names.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Members through which code can reach what made a value; never called, never read any further. */
export const REFLECTIVE: ReadonlySet<string> = new Set([
  'constructor',
  'prototype',
  '__proto__',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
]);

/** The scope inside a node that opens one; the outer scope for any other node. */
export function scopeOf(node: types.Node, outer: Scope | undefined): Scope | undefined {
  const names = new Map<string, Binding>();
  if (ts.isFunctionLike(node)) for (const parameter of node.parameters) bind(names, parameter.name, 'value');
  if (ts.isFunctionExpression(node) && node.name) names.set(node.name.text, 'function');
  if (ts.isForStatement(node) || ts.isForOfStatement(node) || ts.isForInStatement(node)) bindLoop(names, node);
  if (ts.isCatchClause(node) && node.variableDeclaration) bind(names, node.variableDeclaration.name, 'value');
  if (ts.isSourceFile(node) || ts.isBlock(node))
    for (const statement of node.statements) bindStatement(names, statement);
  if (names.size === 0) return outer;
  return outer === undefined ? { names } : { names, parent: outer };
}

/** The name that an access reads, where it is written down: `a.name`, `a['name']`. */
export function accessedName(node: types.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (!ts.isElementAccessExpression(node)) return undefined;
  return ts.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression.text : undefined;
}

function bindLoop(
  names: Map<string, Binding>,
  node: types.ForStatement | types.ForOfStatement | types.ForInStatement,
): void {
  if (node.initializer && ts.isVariableDeclarationList(node.initializer)) bindList(names, node.initializer);
}

function bindStatement(names: Map<string, Binding>, statement: types.Statement): void {
  if (ts.isVariableStatement(statement)) bindList(names, statement.declarationList);
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) bind(names, statement.name, 'function');
  if (ts.isImportDeclaration(statement)) bindImport(names, statement.importClause);
}

function bindImport(names: Map<string, Binding>, clause: types.ImportClause | undefined): void {
  const bindings = clause?.namedBindings;
  if (bindings && ts.isNamedImports(bindings))
    for (const one of bindings.elements) names.set(one.name.text, 'function');
}

function bindList(names: Map<string, Binding>, list: types.VariableDeclarationList): void {
  for (const one of list.declarations) bind(names, one.name, bindingOf(one.initializer));
}

function bindingOf(initializer: types.Expression | undefined): Binding {
  if (initializer === undefined) return 'value';
  if (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)) return 'function';
  const reaches = (node: types.Node): boolean =>
    REFLECTIVE.has(accessedName(node) ?? '') || ts.forEachChild(node, (child) => reaches(child) || undefined) === true;
  return reaches(initializer) ? 'doubtful' : 'value';
}

/** Object patterns are refused elsewhere, so their names stay unknown here. */
function bind(names: Map<string, Binding>, name: types.BindingName | undefined, binding: Binding): void {
  if (name && ts.isIdentifier(name)) names.set(name.text, binding);
  if (!name || !ts.isArrayBindingPattern(name)) return;
  for (const element of name.elements) if (ts.isBindingElement(element)) bind(names, element.name, binding);
}
