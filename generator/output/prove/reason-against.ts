import { posix } from 'node:path';
import { ts } from 'ts-morph';
import { isPackageImport, NPM } from '../../emit/code/imports.js';
import { GLOBAL_FUNCTIONS, GLOBAL_VALUES, GLOBAL_MEMBERS } from './allowed-syntax.js';
import { isWritten, REFLECTIVE, accessedName, bare, unwrap } from './node-parts.js';
import { lookUp, CAPABILITIES, type Walk } from './scope.js';

/** Returns the reason against a node of an allowed kind (`uses a global name`), or `undefined` if it is allowed. */
export function reasonAgainst(node: ts.Node, walk: Walk): string | undefined {
  if (ts.isIdentifier(node)) {
    const { text } = node;
    const isKnown = lookUp(walk.scope, text) !== undefined || GLOBAL_VALUES.has(text) || GLOBAL_FUNCTIONS.has(text);
    return isKnown ? undefined : 'uses a global name';
  }
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node))
    return isReflectiveAccess(node.expression) ? 'looks behind a value' : undefined;
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    // `import('./a.js')` may load only modules of the package, since they are proven, too.
    const [source, ...others] = node.arguments;
    const name = source && joinedText(source);
    if (others.length > 0 || name === undefined) return 'imports what it computes';
    return name === VALIDATORS ? undefined : againstSpecifier(name, walk);
  }
  if (ts.isCallExpression(node))
    return againstCall(node, walk) ?? (isReflectiveAccess(node.expression) ? 'looks behind a value' : undefined);
  if (ts.isNewExpression(node))
    return isNamedFunction(bare(node.expression), walk) ? undefined : 'makes what it did not import';
  if (ts.isComputedPropertyName(node)) return isWritten(node) ? undefined : 'computes a name';
  if (ts.isImportDeclaration(node)) return againstImport(node) ?? againstSource(node.moduleSpecifier, walk);
  if (ts.isExportDeclaration(node)) return node.moduleSpecifier && againstSource(node.moduleSpecifier, walk);
  if (ts.isRegularExpressionLiteral(node)) return isPattern(node.text) ? undefined : 'is no regular expression';
  const target = findTarget(node);
  return target && againstTarget(target, walk);
}

/** Returns the reason against a node inside a type: types do not run, but `import('…')` and `typeof import('…')` name a file. */
export function reasonAgainstType(node: ts.Node): string | undefined {
  if (ts.isImportTypeNode(node)) return 'imports inside a type';
  if (ts.isCallSignatureDeclaration(node) || ts.isConstructSignatureDeclaration(node))
    return 'is syntax that no emitter uses';
  return ts.isComputedPropertyName(node) && !isWritten(node) ? 'computes a name' : undefined;
}

/** Returns whether an expression reads a reflective member: `a.constructor` may be compared or passed on, but not read further. */
function isReflectiveAccess(node: ts.Node): boolean {
  return REFLECTIVE.has(accessedName(unwrap(node)) ?? '');
}

/** Returns the expression that a node assigns to; `undefined` for any other node. */
function findTarget(node: ts.Node): ts.Node | undefined {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment ? node.left : undefined;
  }
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const isCount = node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken;
    return isCount ? node.operand : undefined;
  }
  const isLoop = ts.isForOfStatement(node) || ts.isForInStatement(node);
  return isLoop && !ts.isVariableDeclarationList(node.initializer) ? node.initializer : undefined;
}

/** Returns the reason against an assignment to an expression: only names that the file itself declares may be assigned. */
function againstTarget(expression: ts.Node, walk: Walk): string | undefined {
  const target = bare(expression);
  if (REFLECTIVE.has(accessedName(target) ?? '')) return 'changes what made a value';
  if (target.kind === ts.SyntaxKind.ThisKeyword) return undefined;
  if (ts.isIdentifier(target))
    return lookUp(walk.scope, target.text) === undefined ? 'changes a global name' : undefined;
  const isMember = ts.isPropertyAccessExpression(target) || ts.isElementAccessExpression(target);
  return isMember ? againstTarget(target.expression, walk) : 'changes what has no name';
}

/** Returns the reason against the form of an import. Only a module of the package may be imported without names, as it is proven, too. */
function againstImport({ importClause, moduleSpecifier, attributes }: ts.ImportDeclaration): string | undefined {
  const { name, namedBindings } = importClause ?? {};
  const isDocument = readStringLiteral(moduleSpecifier) === DOCUMENT;
  if (attributes !== undefined && !isDocument) return 'is syntax that no emitter uses';
  if (name !== undefined) return isDocument ? undefined : 'imports a default export';
  const names =
    namedBindings !== undefined && ts.isNamedImports(namedBindings) ? namedBindings.elements : [namedBindings];
  const isForEffect = names.every((one) => one === undefined);
  return isForEffect && isPackageImport(readStringLiteral(moduleSpecifier) ?? '') ? 'imports for an effect' : undefined;
}

/** The document of the package: the only module whose default export may be imported. It is JSON, and so only data. */
const DOCUMENT = '../openapi.json';

/** The specifier of a package's own validators: a name in `imports` of its package.json. */
const VALIDATORS = '#validators';

/** Returns the text of a literal, or of one that is joined so that bundlers do not follow it: `['./a', 'js'].join('.')`. */
function joinedText(expression: ts.Expression): string | undefined {
  const text = readStringLiteral(expression);
  if (text !== undefined || !ts.isCallExpression(expression)) return text;
  const { expression: callee, arguments: args } = expression;
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'join' || args.length !== 1) return undefined;
  if (!ts.isArrayLiteralExpression(callee.expression)) return undefined;
  const [separator, ...texts] = [...args, ...callee.expression.elements].map(readStringLiteral);
  return separator === undefined || texts.includes(undefined) ? undefined : texts.join(separator);
}

function readStringLiteral(node: ts.Node | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteral(node) ? node.text : undefined;
}

function againstSource(specifier: ts.Expression, walk: Walk): string | undefined {
  return againstSpecifier(readStringLiteral(specifier) ?? '', walk);
}

function againstSpecifier(specifier: string, { path, modules }: Walk): string | undefined {
  const target = posix.join(posix.dirname(path), specifier).replace(/^\//, '').replace(/\.js$/, '.ts');
  // Capabilities are not proven, so only the plan of the emulator may import them.
  const isProven = !target.startsWith(CAPABILITIES) || path === 'src/mocks/plan.ts';
  const inside = specifier.startsWith('.') && isProven && modules.has(target);
  if (inside || isPackageImport(specifier)) return undefined;
  const isDeclared = !specifier.startsWith('.') && modules.has(`${NPM}${specifier}`);
  return isDeclared ? undefined : 'imports a file outside the package';
}

/** Returns whether a regular expression such as `/a+/u` is valid. The parser does not check that, and an invalid one throws when the module is loaded. */
function isPattern(literal: string): boolean {
  const end = literal.lastIndexOf('/');
  try {
    return RegExp(literal.slice(1, end), literal.slice(end + 1)) instanceof RegExp;
  } catch {
    return false;
  }
}

/** Returns the reason against a call, or `undefined`. */
function againstCall({ expression }: ts.CallExpression, walk: Walk): string | undefined {
  const callee = bare(expression);
  if (isNamedFunction(callee, walk) || callee.kind === ts.SyntaxKind.SuperKeyword) return undefined;
  if (!ts.isPropertyAccessExpression(callee)) return 'calls what has no name of a function';
  const [object, name] = [bare(callee.expression), callee.name.text];
  if (ts.isIdentifier(object) && lookUp(walk.scope, object.text) === undefined) {
    const members = GLOBAL_MEMBERS.get(object.text);
    const isAllowed = members !== undefined && !REFLECTIVE.has(name) && (members.size === 0 || members.has(name));
    return isAllowed ? undefined : 'calls a global name';
  }
  if (walk.onLoad) return 'calls a member of a value when it is loaded';
  const indirect = INDIRECT.has(name) && !isTrusted(object, walk);
  return indirect || REFLECTIVE.has(name) ? 'calls what made a value' : undefined;
}

/** Members of functions that call them. */
const INDIRECT: ReadonlySet<string> = new Set(['apply', 'bind', 'call']);

function isNamedFunction(node: ts.Node, { scope }: Walk): boolean {
  if (!ts.isIdentifier(node)) return false;
  const binding = lookUp(scope, node.text);
  return binding === undefined ? GLOBAL_FUNCTIONS.has(node.text) : binding === 'function';
}

/** Returns whether an expression is a name or a member of `this` that cannot be the constructor of a value. */
function isTrusted(expression: ts.Node, walk: Walk): boolean {
  const node = bare(expression);
  if (ts.isIdentifier(node)) return lookUp(walk.scope, node.text) !== 'doubtful';
  if (node.kind === ts.SyntaxKind.ThisKeyword) return true;
  return ts.isPropertyAccessExpression(node) && !REFLECTIVE.has(node.name.text) && isTrusted(node.expression, walk);
}
