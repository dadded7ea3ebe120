import { ts } from 'ts-morph';
import { byKind, isReflective, unwrap } from './node-parts.js';

/**
 * What a name refers to. `function`: something that may be called. `value`: something that may be read.
 * `doubtful`: a value that may be the constructor of another, and with it a way to run text.
 */
export type Binding = 'function' | 'value' | 'doubtful';

/** The names visible at a position in a file. */
export interface Scope {
  readonly names: ReadonlyMap<string, Binding>;
  readonly parent?: Scope;
}

/** Folder of a package for what the user wrote. */
export const CAPABILITIES = 'src/mocks/capabilities/';

/** What is known at a node on the way down. */
export interface Walk {
  /** The file that is looked at. */
  readonly path: string;
  /** Paths of all files of the package, and the packages that emitters of the user's own ask for: `npm:zod`. */
  readonly modules: Pick<ReadonlySet<string>, 'has'>;
  readonly scope: Scope;
  /** Runs when the module is loaded, not when somebody calls it. */
  readonly onLoad: boolean;
}

type Names = Map<string, Binding>;

/** What a name refers to, or `undefined` for a global one. */
export function lookUp(scope: Scope | undefined, name: string): Binding | undefined {
  for (let at = scope; at !== undefined; at = at.parent) {
    const found = at.names.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The scope of the statements of a module. */
export function moduleScope(statements: readonly ts.Statement[]): Scope {
  return { names: bindStatements(statements) };
}

/** The scope inside a node that opens one; the outer scope for any other node. */
export function openScope(node: ts.Node, outer: Scope): Scope {
  const names = mayOpen(node) ? namesIn(node) : undefined;
  return names === undefined || names.size === 0 ? outer : { names, parent: outer };
}

const mayOpen = byKind(
  (node) =>
    ts.isBlock(node) ||
    ts.isFunctionLike(node) ||
    ts.isForStatement(node) ||
    ts.isForOfStatement(node) ||
    ts.isForInStatement(node) ||
    ts.isCatchClause(node),
);

function namesIn(node: ts.Node): Names | undefined {
  if (ts.isBlock(node)) return bindStatements(node.statements);
  if (ts.isFunctionExpression(node)) return parameterNames(node.parameters, node.name?.text);
  if (ts.isFunctionLike(node)) return parameterNames(node.parameters);
  if (ts.isForStatement(node) || ts.isForOfStatement(node) || ts.isForInStatement(node))
    return loopNames(node.initializer);
  return ts.isCatchClause(node) ? catchNames(node) : undefined;
}

function bindStatements(statements: readonly ts.Statement[]): Names {
  const names: Names = new Map();
  for (const statement of statements) bindStatement(names, statement);
  return names;
}

function parameterNames(parameters: readonly ts.SignatureDeclaration['parameters'][number][], own?: string): Names {
  const names: Names = new Map();
  if (own !== undefined) names.set(own, 'function');
  for (const { name } of parameters) bind(names, name, 'value');
  return names;
}

function loopNames(first: ts.ForInitializer | undefined): Names {
  const names: Names = new Map();
  if (first !== undefined && ts.isVariableDeclarationList(first)) bindList(names, first);
  return names;
}

function catchNames({ variableDeclaration }: ts.CatchClause): Names {
  const names: Names = new Map();
  if (variableDeclaration !== undefined) bind(names, variableDeclaration.name, 'value');
  return names;
}

function bindStatement(names: Names, statement: ts.Statement): void {
  if (ts.isVariableStatement(statement)) bindList(names, statement.declarationList);
  else if (ts.isImportDeclaration(statement)) bindImport(names, statement);
  else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
    if (statement.name !== undefined) names.set(statement.name.text, 'function');
  }
}

/** What is imported as a type does not exist when the code runs. */
function bindImport(names: Names, { importClause }: ts.ImportDeclaration): void {
  const { name: document, phaseModifier, namedBindings } = importClause ?? {};
  // The document of the package: data.
  if (document !== undefined) names.set(document.text, 'value');
  if (phaseModifier !== undefined || namedBindings === undefined || !ts.isNamedImports(namedBindings)) return;
  for (const { isTypeOnly, name } of namedBindings.elements) if (!isTypeOnly) names.set(name.text, 'function');
}

function bindList(names: Names, { declarations }: ts.VariableDeclarationList): void {
  for (const { name, initializer } of declarations) bind(names, name, classifyValue(initializer));
}

function classifyValue(value: ts.Expression | undefined): Binding {
  if (value === undefined) return 'value';
  const node = unwrap(value);
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return 'function';
  return isReflective(value) ? 'doubtful' : 'value';
}

/** Object patterns are errors elsewhere, so their names stay unknown here. */
function bind(names: Names, name: ts.BindingName, binding: Binding): void {
  if (ts.isIdentifier(name)) names.set(name.text, binding);
  else if (ts.isArrayBindingPattern(name)) {
    for (const element of name.elements) if (ts.isBindingElement(element)) bind(names, element.name, binding);
  }
}
