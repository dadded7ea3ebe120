import { posix } from 'node:path';
import type { ts as types } from 'ts-morph';
import { isPackageImport } from '../print-imports.js';
import { ts } from '../typescript.js';
import { GLOBAL_FUNCTIONS, GLOBAL_MEMBERS, GLOBAL_VALUES, PLAIN, TOP_LEVEL } from './allowed-syntax.js';
import { REFLECTIVE, accessedName, lookUp, scopeOf } from './scope.js';
import type { Scope } from './scope.js';

/** Code in a generated file that no emitter writes. */
export interface Finding {
  /** The code itself, shortened. */
  readonly text: string;
  /** Line in the generated file, from 1. */
  readonly line: number;
  /** What is wrong: `calls what it did not import`. */
  readonly reason: string;
}

/** What is known at a node on the way down. */
interface Walk {
  readonly scope: Scope | undefined;
  /** Runs when the module is loaded, not when somebody calls it. */
  readonly onLoad: boolean;
}

/**
 * Shows that loading a module does nothing, and that its functions can do nothing but what the package's own runtime
 * offers. The argument has three parts. Only syntax that emitters use may appear. Every name in an expression must be
 * declared in the file, imported from a file of the package, or one of a few globals without power over anything; so
 * there is no `eval`, `Function`, `process`, `globalThis` or `import()` to be had. And only functions with such a name,
 * or members of values that are not reflective (`constructor` and its kind), may be called, while modules load only
 * imported and local functions. Text that got out of its literal or comment has nothing left that it could do.
 */
export function proveInert(file: types.SourceFile, modules: ReadonlySet<string>): readonly Finding[] {
  const findings: Finding[] = [];
  const refuse = (node: types.Node, reason: string): void => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    findings.push({ text: node.getText(file).slice(0, 200), line: line + 1, reason });
  };
  for (const reason of fileReasons(file)) findings.push({ text: file.fileName, line: 1, reason });
  for (const statement of file.statements) {
    if (!TOP_LEVEL.has(statement.kind)) refuse(statement, 'acts when it is loaded');
  }
  visit(file, { scope: undefined, onLoad: true });
  return findings;

  function visit(node: types.Node, outer: Walk): void {
    if (isType(node)) return visitType(node);
    const walk = enter(node, outer);
    const reason = isPlain(node) ? reasonAgainst(node, walk, modules) : 'is syntax that no emitter uses';
    if (reason !== undefined) return refuse(node, reason);
    ts.forEachChild(node, (child) => visit(child, walk));
  }

  /** Types do not run, but `import('…')` names a file and `typeof import` too. */
  function visitType(node: types.Node): void {
    if (ts.isImportTypeNode(node)) refuse(node, 'imports inside a type');
    ts.forEachChild(node, visitType);
  }
}

/** A type, or the base types of an interface; the base class of a class is a value. */
function isType(node: types.Node): boolean {
  if (ts.isHeritageClause(node))
    return node.token === ts.SyntaxKind.ImplementsKeyword || ts.isInterfaceDeclaration(node.parent);
  return ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node);
}

function isPlain({ kind }: types.Node): boolean {
  const { FirstPunctuation, LastPunctuation } = ts.SyntaxKind;
  return PLAIN.has(kind) || (kind >= FirstPunctuation && kind <= LastPunctuation);
}

function fileReasons(file: types.SourceFile): readonly string[] {
  const reasons: string[] = [];
  // The parser keeps what it read in comments in members that the types hide.
  const { commentDirectives } = file as types.SourceFile & { readonly commentDirectives?: readonly unknown[] };
  if (commentDirectives !== undefined && commentDirectives.length > 0)
    reasons.push('silences the compiler in a comment');
  if (/^\s*(?:\/\/|\/\*).*@ts-nocheck/m.test(file.text)) reasons.push('silences the compiler in a comment');
  if (file.referencedFiles.length + file.typeReferenceDirectives.length > 0)
    reasons.push('refers to a file in a comment');
  return reasons;
}

function enter(node: types.Node, outer: Walk): Walk {
  const scope = scopeOf(node, outer.scope);
  const deferred = ts.isFunctionLike(node) || (ts.isPropertyDeclaration(node) && !isStatic(node));
  return { scope, onLoad: outer.onLoad && !deferred };
}

function isStatic(node: types.PropertyDeclaration): boolean {
  return node.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.StaticKeyword) ?? false;
}

/** Why a node of a plain kind may not stand where it does, or `undefined`. */
function reasonAgainst(node: types.Node, walk: Walk, modules: ReadonlySet<string>): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return againstModule(node, modules);
  if (ts.isComputedPropertyName(node)) return ts.isStringLiteral(node.expression) ? undefined : 'computes a name';
  if (ts.isIdentifier(node)) return isReference(node) ? againstReference(node, walk) : undefined;
  if (ts.isShorthandPropertyAssignment(node)) return againstReference(node.name, walk);
  if (ts.isCallExpression(node)) return againstCall(node, walk);
  if (ts.isNewExpression(node))
    return isNamedFunction(node.expression, walk) ? undefined : 'makes what it did not import';
  if (ts.isBinaryExpression(node) && isAssignment(node)) return againstTarget(node.left, walk);
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return againstStep(node, walk);
  const reflective = REFLECTIVE.has(accessedName(node) ?? '') && isReadFurther(node);
  return reflective ? 'looks behind a value' : undefined;
}

function againstModule(
  node: types.ImportDeclaration | types.ExportDeclaration,
  modules: ReadonlySet<string>,
): string | undefined {
  if (ts.isImportDeclaration(node) && node.importClause === undefined) return 'imports for an effect';
  if (ts.isImportDeclaration(node) && node.importClause?.name) return 'imports a default export';
  const specifier = node.moduleSpecifier;
  if (specifier === undefined) return undefined;
  if (!ts.isStringLiteral(specifier)) return 'imports a file outside the package';
  const path = posix
    .join(posix.dirname(node.getSourceFile().fileName), specifier.text)
    .replace(/^\//, '')
    .replace(/\.js$/, '.ts');
  const inside = specifier.text.startsWith('.') && modules.has(path);
  return inside || isPackageImport(specifier.text) ? undefined : 'imports a file outside the package';
}

/** Whether an identifier reads a variable; names of members, declarations and exports do not. */
function isReference(node: types.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent)) return parent.initializer === node;
  if (ts.isParameter(parent) || ts.isBindingElement(parent)) return parent.initializer === node;
  if (ts.isPropertyDeclaration(parent)) return parent.initializer === node;
  if (ts.isBreakOrContinueStatement(parent) || ts.isTypeParameterDeclaration(parent)) return false;
  return !('name' in parent && parent.name === node) && !isSpecifier(parent);
}

function isSpecifier(node: types.Node): boolean {
  return ts.isImportSpecifier(node) || ts.isExportSpecifier(node) || ts.isImportClause(node);
}

function againstReference(node: types.Identifier, { scope }: Walk): string | undefined {
  const known =
    lookUp(scope, node.text) !== undefined || GLOBAL_VALUES.has(node.text) || GLOBAL_FUNCTIONS.has(node.text);
  if (known) return undefined;
  const isBase = ts.isPropertyAccessExpression(node.parent) && GLOBAL_MEMBERS.has(node.text);
  return isBase ? undefined : 'uses a global name';
}

function againstCall({ expression }: types.CallExpression, walk: Walk): string | undefined {
  if (isNamedFunction(expression, walk) || expression.kind === ts.SyntaxKind.SuperKeyword) return undefined;
  if (!ts.isPropertyAccessExpression(expression)) return 'calls what has no name of a function';
  const base = expression.expression;
  if (ts.isIdentifier(base) && lookUp(walk.scope, base.text) === undefined)
    return againstGlobalCall(base, expression.name);
  if (walk.onLoad) return 'calls a member of a value when it is loaded';
  const { text } = expression.name;
  const indirect = INDIRECT.has(text) && ts.isIdentifier(base) && lookUp(walk.scope, base.text) === 'doubtful';
  return indirect || REFLECTIVE.has(text) ? 'calls what made a value' : undefined;
}

/** Members of functions that call them. */
const INDIRECT: ReadonlySet<string> = new Set(['apply', 'bind', 'call']);

function againstGlobalCall(base: types.Identifier, name: types.MemberName): string | undefined {
  const members = GLOBAL_MEMBERS.get(base.text);
  if (members === undefined || REFLECTIVE.has(name.text)) return 'calls a global name';
  return members.size === 0 || members.has(name.text) ? undefined : 'calls a global name';
}

function isNamedFunction(node: types.Expression, { scope }: Walk): boolean {
  if (!ts.isIdentifier(node)) return false;
  const binding = lookUp(scope, node.text);
  return binding === undefined ? GLOBAL_FUNCTIONS.has(node.text) : binding === 'function';
}

function isAssignment({ operatorToken }: types.BinaryExpression): boolean {
  const { FirstAssignment, LastAssignment } = ts.SyntaxKind;
  return operatorToken.kind >= FirstAssignment && operatorToken.kind <= LastAssignment;
}

function againstStep(node: types.PrefixUnaryExpression | types.PostfixUnaryExpression, walk: Walk): string | undefined {
  const { PlusPlusToken, MinusMinusToken } = ts.SyntaxKind;
  const steps = node.operator === PlusPlusToken || node.operator === MinusMinusToken;
  return steps ? againstTarget(node.operand, walk) : undefined;
}

/** Only what the file itself declares may change. */
function againstTarget(target: types.Expression, walk: Walk): string | undefined {
  if (REFLECTIVE.has(accessedName(target) ?? '')) return 'changes what made a value';
  if (target.kind === ts.SyntaxKind.ThisKeyword) return undefined;
  if (ts.isIdentifier(target))
    return lookUp(walk.scope, target.text) === undefined ? 'changes a global name' : undefined;
  const isAccess = ts.isPropertyAccessExpression(target) || ts.isElementAccessExpression(target);
  return isAccess ? againstTarget(target.expression, walk) : 'changes what has no name';
}

/** Whether the value of an access is read further or called, and not only compared or passed on. */
function isReadFurther(node: types.Node): boolean {
  const { parent } = node;
  const follows =
    ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent) || ts.isCallExpression(parent);
  return follows && parent.expression === node;
}
