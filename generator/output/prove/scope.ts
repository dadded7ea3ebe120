import { ts } from 'ts-morph';
import { isReflective, unwrap } from './node-parts.js';

/**
 * Kind of a name. `function`: may be called. `value`: may be read. `doubtful`: its value may be a constructor, through which text
 * could be run as code.
 */
export type Binding = 'function' | 'value' | 'doubtful';

/** The names visible at a position in a file. */
export interface Scope {
  readonly names: ReadonlyMap<string, Binding>;
  readonly parent: Scope | undefined;
}

/** Folder of a package for code that the user wrote. */
export const CAPABILITIES = 'src/mocks/capabilities/';

/** The context of a node. */
export interface Walk {
  /** Path of the file. */
  readonly path: string;
  /** Paths of all files of the package, and the packages that the user's own emitters declare: `npm:zod`. */
  readonly modules: Pick<ReadonlySet<string>, 'has'>;
  /** The names that are visible at the node; `undefined` if there are none. */
  readonly scope: Scope | undefined;
  /** True for code that runs when the module is loaded; false inside functions. */
  readonly onLoad: boolean;
}

type Names = Map<string, Binding>;

/** Returns the kind of a name, or `undefined` for a global one. */
export function lookUp(scope: Scope | undefined, name: string): Binding | undefined {
  return scope && (scope.names.get(name) ?? lookUp(scope.parent, name));
}

/** Returns the scope inside a node that opens one, such as a module; the outer scope for any other node. */
export function openScope(node: ts.Node, outer?: Scope): Scope | undefined {
  const names = namesIn(node);
  return names.size === 0 ? outer : { names, parent: outer };
}

function namesIn(node: ts.Node): Names {
  if (ts.isBlock(node) || ts.isSourceFile(node)) return bindStatements(node.statements);
  const names: Names = new Map();
  if (ts.isFunctionExpression(node) && node.name !== undefined) names.set(node.name.text, 'function');
  if (ts.isFunctionLike(node)) for (const { name } of node.parameters) bind(names, name, 'value');
  if (ts.isForStatement(node) || ts.isForOfStatement(node) || ts.isForInStatement(node)) {
    const { initializer } = node;
    if (initializer !== undefined && ts.isVariableDeclarationList(initializer)) bindList(names, initializer);
  }
  if (ts.isCatchClause(node) && node.variableDeclaration !== undefined)
    bind(names, node.variableDeclaration.name, 'value');
  return names;
}

function bindStatements(statements: readonly ts.Statement[]): Names {
  const names: Names = new Map();
  for (const statement of statements) {
    if (ts.isVariableStatement(statement)) bindList(names, statement.declarationList);
    else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      if (statement.name !== undefined) names.set(statement.name.text, 'function');
    } else if (ts.isImportDeclaration(statement)) {
      const { name: document, phaseModifier, namedBindings } = statement.importClause ?? {};
      // The only default export is the document of the package: data.
      if (document !== undefined) names.set(document.text, 'value');
      // `import type` is gone when the code runs.
      if (phaseModifier !== undefined || namedBindings === undefined || !ts.isNamedImports(namedBindings)) continue;
      for (const { isTypeOnly, name } of namedBindings.elements) if (!isTypeOnly) names.set(name.text, 'function');
    }
  }
  return names;
}

function bindList(names: Names, { declarations }: ts.VariableDeclarationList): void {
  for (const { name, initializer } of declarations) {
    const node = initializer && unwrap(initializer);
    const isFunction = node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));
    const isDoubtful = initializer !== undefined && isReflective(initializer);
    bind(names, name, isFunction ? 'function' : isDoubtful ? 'doubtful' : 'value');
  }
}

/** Adds the names of a pattern. Names of object patterns are not added, as such patterns are not allowed anyway. */
function bind(names: Names, name: ts.BindingName, binding: Binding): void {
  if (ts.isIdentifier(name)) names.set(name.text, binding);
  else if (ts.isArrayBindingPattern(name)) {
    for (const element of name.elements) if (ts.isBindingElement(element)) bind(names, element.name, binding);
  }
}
