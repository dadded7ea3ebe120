import { ts } from 'ts-morph';
import { GLOBAL_MEMBERS, MARKS } from './allowed-syntax.js';

/** Returns the module specifier of an import, export, `import('…')` or `import('…').Type`; `undefined` for any other node. */
export function importedFrom(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument;
  const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isCall ? (node.arguments[0] ?? node) : undefined;
}

/** Lists the module specifiers of all imports and exports in a node. */
export function listSpecifiers(node: ts.Node): readonly ts.Node[] {
  const found = [importedFrom(node) ?? []].flat();
  ts.forEachChild(node, (child) => void found.push(...listSpecifiers(child)));
  return found;
}

/** Returns whether a node has one of some modifiers, such as `export`. */
export function hasModifier(node: ts.Node, ...kinds: readonly ts.SyntaxKind[]): boolean {
  return ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kinds.includes(kind)) === true;
}

/**
 * Returns the children of a node that are names but do not read a variable: `b` of `a.b`, `f` of `function f() {}`. Also returns
 * globals whose members may be read: `Math` of `Math.max`.
 */
export function listPlainNames(node: ts.Node): readonly (ts.Node | undefined)[] {
  if (ts.isPropertyAccessExpression(node)) {
    const { expression, name } = node;
    return ts.isIdentifier(expression) && GLOBAL_MEMBERS.has(expression.text) ? [expression, name] : [name];
  }
  if (ts.isBinaryExpression(node)) return [node.operatorToken];
  if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node)) return [node.propertyName, node.name];
  if (ts.isBreakStatement(node) || ts.isContinueStatement(node)) return [node.label];
  return isNamed(node) ? [node.name] : [];
}

/** Returns whether the name of a node does not read a variable. (The name in `{ name }` does.) */
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

/** Returns whether a name is a single word or token, not a pattern such as `[a, b]`. */
export function isPlainName(node: ts.Node): boolean {
  return ts.isMemberName(node) || ts.isLiteralExpression(node) || ts.isToken(node);
}

/** Returns whether a node is a type, which does not exist when the code runs. */
export function isType(node: ts.Node): boolean {
  if (ts.isHeritageClause(node)) return node.token === ts.SyntaxKind.ImplementsKeyword;
  return (
    !ts.isExpressionWithTypeArguments(node) &&
    (ts.isTypeNode(node) ||
      ts.isTypeParameterDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isIndexSignatureDeclaration(node))
  );
}

/**
 * Returns whether a node of an allowed kind has a modifier that no emitter writes. The most important one is `declare`: a
 * declared variable does not exist when the code runs, so its name would be that of a global.
 */
export function isOdd(node: ts.Node): boolean {
  if (ts.isParameter(node)) return node.modifiers !== undefined;
  if (ts.canHaveDecorators(node) && ts.getDecorators(node) !== undefined) return true;
  // `declare const process` would make a global name look like a local one. `declare` at a property is harmless.
  const isOddMark = ({ kind }: ts.Modifier): boolean =>
    !MARKS.has(kind) || (kind === ts.SyntaxKind.DeclareKeyword && !ts.isPropertyDeclaration(node));
  if (ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(isOddMark) === true) return true;
  if (ts.isVariableDeclarationList(node)) {
    const kind = node.flags & ts.NodeFlags.BlockScoped;
    return kind !== ts.NodeFlags.Const && kind !== ts.NodeFlags.Let;
  }
  if (ts.isArrowFunction(node)) return false;
  if (ts.isFunctionLike(node)) return !('body' in node) || node.body === undefined;
  if (ts.isForOfStatement(node)) return node.awaitModifier !== undefined;
  if (ts.isImportClause(node)) return node.phaseModifier === ts.SyntaxKind.DeferKeyword;
  if (ts.isBinaryExpression(node)) return node.operatorToken.kind === ts.SyntaxKind.CommaToken;
  return ts.isExpressionWithTypeArguments(node) && !ts.isHeritageClause(node.parent);
}

/** Returns whether a computed name is a string literal: `['name']`. */
export function isWritten(name: ts.ComputedPropertyName): boolean {
  return ts.isStringLiteral(bare(name.expression));
}

/** Members through which code can reach the constructor of a value, and with it `Function`. They may neither be called nor read further. */
export const REFLECTIVE: ReadonlySet<string> = new Set([
  'constructor',
  'prototype',
  '__proto__',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
]);

/** Returns the name of the member that an expression reads, if it is a literal: `a.name` and `a['name']` → `name`. */
export function accessedName(expression: ts.Node): string | undefined {
  const node = bare(expression);
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (!ts.isElementAccessExpression(node)) return undefined;
  const name = bare(node.argumentExpression);
  if (ts.isTemplateExpression(name)) return name.head.text;
  return ts.isLiteralExpression(name) ? name.text : undefined;
}

/** Removes parentheses: `((a))` → `a`. */
export function bare(node: ts.Node): ts.Node {
  return ts.isParenthesizedExpression(node) ? bare(node.expression) : node;
}

/** Removes parentheses and type operators: `(a as B)!` → `a`. */
export function unwrap(node: ts.Node): ts.Node {
  const isWrapped =
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node);
  return isWrapped ? unwrap(node.expression) : node;
}

/** Returns whether an expression reads a reflective member such as `constructor` anywhere, so that its value may be a constructor. */
export function isReflective(node: ts.Node): boolean {
  return REFLECTIVE.has(accessedName(node) ?? '') || ts.forEachChild(node, isReflective) === true;
}
