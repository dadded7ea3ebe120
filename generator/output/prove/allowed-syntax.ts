import { ts } from 'ts-morph';

/** Looks kinds of nodes up by their names. */
function toKinds(...names: readonly (keyof typeof ts.SyntaxKind)[]): readonly ts.SyntaxKind[] {
  return names.map((name) => ts.SyntaxKind[name]);
}

/** Statements that may be at the top of a module: declarations, which do nothing by themselves. */
export const TOP_LEVEL: ReadonlySet<ts.SyntaxKind> = new Set(
  toKinds(
    'ImportDeclaration',
    'ExportDeclaration',
    'InterfaceDeclaration',
    'TypeAliasDeclaration',
    'FunctionDeclaration',
    'ClassDeclaration',
    'VariableStatement',
    'EnumDeclaration',
  ),
);

/** Nodes that emitters use for values; what is in no list of this file is an error. */
export const PLAIN: ReadonlySet<ts.SyntaxKind> = new Set([
  ...TOP_LEVEL,
  ...toKinds(
    'ImportClause',
    'ImportAttributes',
    'ImportAttribute',
    'NamedImports',
    'ImportSpecifier',
    'NamedExports',
    'ExportSpecifier',
    'NamespaceExport',
    'HeritageClause',
    'ExpressionWithTypeArguments',
    'PropertyDeclaration',
    'MethodDeclaration',
    'Constructor',
    'GetAccessor',
    'SetAccessor',
    'SemicolonClassElement',
    'EnumMember',
    'VariableDeclarationList',
    'VariableDeclaration',
    'ArrayBindingPattern',
    'BindingElement',
    'OmittedExpression',
    'Parameter',
    'Block',
    'ExpressionStatement',
    'ReturnStatement',
    'IfStatement',
    'ForStatement',
    'ForOfStatement',
    'ForInStatement',
    'WhileStatement',
    'BreakStatement',
    'ContinueStatement',
    'SwitchStatement',
    'CaseBlock',
    'CaseClause',
    'DefaultClause',
    'ThrowStatement',
    'TryStatement',
    'CatchClause',
    'ArrowFunction',
    'FunctionExpression',
    'ObjectLiteralExpression',
    'PropertyAssignment',
    'ShorthandPropertyAssignment',
    'SpreadAssignment',
    'ComputedPropertyName',
    'ArrayLiteralExpression',
    'SpreadElement',
    'ConditionalExpression',
    'BinaryExpression',
    'PrefixUnaryExpression',
    'PostfixUnaryExpression',
    'TypeOfExpression',
    'VoidExpression',
    'AwaitExpression',
    'ParenthesizedExpression',
    'AsExpression',
    'SatisfiesExpression',
    'NonNullExpression',
    'PropertyAccessExpression',
    'ElementAccessExpression',
    'CallExpression',
    'NewExpression',
    'Identifier',
    'PrivateIdentifier',
    'TemplateExpression',
    'TemplateSpan',
    'TemplateHead',
    'TemplateMiddle',
    'TemplateTail',
    'NoSubstitutionTemplateLiteral',
    'StringLiteral',
    'NumericLiteral',
    'BigIntLiteral',
    'RegularExpressionLiteral',
    'TrueKeyword',
    'FalseKeyword',
    'NullKeyword',
    'ThisKeyword',
    'SuperKeyword',
    // The word of `import(…)`; what it may import is looked at where it is called.
    'ImportKeyword',
  ),
]);

/** Words and signs beside what a node is made of. */
export const MARKS: ReadonlySet<ts.SyntaxKind> = new Set(
  toKinds(
    'ExportKeyword',
    'AsyncKeyword',
    'OverrideKeyword',
    'DeclareKeyword',
    'ReadonlyKeyword',
    'StaticKeyword',
    'AsteriskToken',
    'DotDotDotToken',
    'EqualsGreaterThanToken',
    'ExclamationToken',
    'QuestionToken',
    'QuestionDotToken',
    'ColonToken',
  ),
);

/** Global values that may be read. */
export const GLOBAL_VALUES: ReadonlySet<string> = new Set(['undefined', 'NaN', 'Infinity']);

/** Globals that may be called, made with `new`, or passed on as a function: none of them can run text. */
export const GLOBAL_FUNCTIONS: ReadonlySet<string> = new Set([
  'Array',
  'BigInt',
  'Boolean',
  'Error',
  'Map',
  'Number',
  'RegExp',
  'Set',
  'String',
  'TypeError',
  'URL',
  'Uint8Array',
]);

/** Globals with functions of their own, and which of those may be called; an empty set: all of them. */
export const GLOBAL_MEMBERS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['Array', new Set(['from', 'isArray', 'of'])],
  ['JSON', new Set<string>()],
  ['Math', new Set<string>()],
  ['Number', new Set<string>()],
  ['Object', new Set(['entries', 'freeze', 'fromEntries', 'hasOwn', 'is', 'keys', 'values'])],
  ['String', new Set(['fromCharCode', 'fromCodePoint'])],
]);
