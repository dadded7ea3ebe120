import { ts } from 'ts-morph';

/** Returns kinds of nodes by their names. */
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

/** Nodes that emitters use for values. A node that is in no list of this file is an error. */
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
    // The word `import` of `import(…)`. `reasonAgainst` checks the argument of the call.
    'ImportKeyword',
  ),
]);

/** Keywords and punctuation, which are children of a node but not checked. */
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

/** Globals that may be called, also with `new`, or passed on as a function: none of them can run text as code. */
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

/** Globals with methods, and the methods that may be called. An empty set means all methods. */
export const GLOBAL_MEMBERS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['Array', new Set(['from', 'isArray', 'of'])],
  ['JSON', new Set<string>()],
  ['Math', new Set<string>()],
  ['Number', new Set<string>()],
  ['Object', new Set(['entries', 'freeze', 'fromEntries', 'hasOwn', 'is', 'keys', 'values'])],
  ['String', new Set(['fromCharCode', 'fromCodePoint'])],
]);
