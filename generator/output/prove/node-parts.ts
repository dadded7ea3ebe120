import { ts } from 'ts-morph';
import { GLOBAL_MEMBERS, MARKS } from './allowed-syntax.js';

const NONE: readonly ts.Node[] = [];

/** What a node imports from, if it imports something. */
export function importedFrom(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument;
  const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isCall ? (node.arguments[0] ?? node) : undefined;
}

/** A check of nodes that depends on their kind alone: it is made once a kind. */
export function byKind(check: (node: ts.Node) => boolean): (node: ts.Node) => boolean {
  const results: boolean[] = [];
  return (node) => (results[node.kind] ??= check(node));
}

/**
 * The nodes below a node that name a member, a declaration or an export and read nothing; and the globals whose members
 * may be read, as the base of such a member.
 */
export function listPlainNames(node: ts.Node): readonly (ts.Node | undefined)[] {
  if (ts.isPropertyAccessExpression(node))
    return isGlobalBase(node.expression) ? [node.expression, node.name] : [node.name];
  if (ts.isBinaryExpression(node)) return [node.operatorToken];
  if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node)) return [node.propertyName, node.name];
  if (ts.isBreakStatement(node) || ts.isContinueStatement(node)) return [node.label];
  return hasName(node) && isNamed(node) ? [node.name] : NONE;
}

/** Whether the name of a node reads nothing; that of `{ name }` does. */
const isNamed = (node: ts.Node) =>
  ts.isPropertyAssignment(node) ||
  ts.isClassElement(node) ||
  ts.isFunctionLike(node) ||
  ts.isClassDeclaration(node) ||
  ts.isEnumDeclaration(node) ||
  ts.isEnumMember(node) ||
  ts.isVariableDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isBindingElement(node) ||
  ts.isImportClause(node) ||
  ts.isImportAttribute(node) ||
  ts.isNamespaceExport(node);

const hasName = byKind(isNamed);

function isGlobalBase(node: ts.Node): boolean {
  return ts.isIdentifier(node) && GLOBAL_MEMBERS.has(node.text);
}

/** Whether a node that names something is only a name or a sign, and not a pattern of several. */
export function isPlainName(node: ts.Node): boolean {
  return ts.isMemberName(node) || ts.isLiteralExpression(node) || ts.isToken(node);
}

/** Whether all of a node is gone when the code runs. */
export function isType(node: ts.Node): boolean {
  if (ts.isHeritageClause(node)) return node.token === ts.SyntaxKind.ImplementsKeyword;
  return isTypeKind(node);
}

const isTypeKind = byKind(
  (node) =>
    !ts.isExpressionWithTypeArguments(node) &&
    (ts.isTypeNode(node) ||
      ts.isTypeParameterDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isIndexSignatureDeclaration(node)),
);

/**
 * Whether a node of a plain type has a word that no emitter writes. `declare` is the one that matters most: what it
 * declares does not exist when the code runs, so that its name would be that of a global.
 */
export function isOdd(node: ts.Node): boolean {
  if (!mayBeOdd(node)) return false;
  if (ts.isParameter(node)) return node.modifiers !== undefined;
  if (hasOddModifier(node)) return true;
  if (ts.isVariableDeclarationList(node)) return !isConstOrLet(node);
  if (ts.isArrowFunction(node)) return false;
  if (ts.isFunctionLike(node)) return !('body' in node) || node.body === undefined;
  if (ts.isForOfStatement(node)) return node.awaitModifier !== undefined;
  if (ts.isImportClause(node)) return node.phaseModifier === ts.SyntaxKind.DeferKeyword;
  if (ts.isBinaryExpression(node)) return node.operatorToken.kind === ts.SyntaxKind.CommaToken;
  return ts.isExpressionWithTypeArguments(node) && !ts.isHeritageClause(node.parent);
}

const mayBeOdd = byKind(
  (node) =>
    ts.canHaveDecorators(node) ||
    ts.canHaveModifiers(node) ||
    ts.isFunctionLike(node) ||
    ts.isVariableDeclarationList(node) ||
    ts.isForOfStatement(node) ||
    ts.isImportClause(node) ||
    ts.isBinaryExpression(node) ||
    ts.isExpressionWithTypeArguments(node),
);

function hasOddModifier(node: ts.Node): boolean {
  if (ts.canHaveDecorators(node) && ts.getDecorators(node) !== undefined) return true;
  // A global that is only declared could be read; a property that is, is defined elsewhere.
  const isOddMark = ({ kind }: ts.Modifier): boolean =>
    !MARKS.has(kind) || (kind === ts.SyntaxKind.DeclareKeyword && !ts.isPropertyDeclaration(node));
  return ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(isOddMark) === true;
}

function isConstOrLet({ flags }: ts.VariableDeclarationList): boolean {
  const kind = flags & ts.NodeFlags.BlockScoped;
  return kind === ts.NodeFlags.Const || kind === ts.NodeFlags.Let;
}

/** Whether a name is written down, though in brackets: `['name']`. */
export function isWritten(name: ts.ComputedPropertyName): boolean {
  return ts.isStringLiteral(bare(name.expression));
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

/** The name that an access reads, where it is written down: `a.name`, `a['name']`. */
export function accessedName(expression: ts.Node): string | undefined {
  const node = bare(expression);
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (!ts.isElementAccessExpression(node)) return undefined;
  const name = bare(node.argumentExpression);
  if (ts.isTemplateExpression(name)) return name.head.text;
  return ts.isLiteralExpression(name) ? name.text : undefined;
}

/** An expression without parentheses around it. */
export function bare(node: ts.Node): ts.Node {
  return ts.isParenthesizedExpression(node) ? bare(node.expression) : node;
}

/** An expression without parentheses and what only the types see. */
export function unwrap(node: ts.Node): ts.Node {
  const isWrapped =
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node);
  return isWrapped ? unwrap(node.expression) : node;
}

/** Whether the value of an expression may be what made another value: somewhere in it, such a member is read. */
export function isReflective(node: ts.Node): boolean {
  return REFLECTIVE.has(accessedName(node) ?? '') || ts.forEachChild(node, isReflective) === true;
}
