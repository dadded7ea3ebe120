import type { Node } from 'oxc-parser';

/** Statements that may stand at the top of a module: declarations, which do nothing by themselves. */
export const TOP_LEVEL: ReadonlySet<Node['type']> = new Set<Node['type']>([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'FunctionDeclaration',
  'ClassDeclaration',
  'VariableDeclaration',
]);

/** Nodes that emitters use where values stand; what is in no list of this file is refused. */
export const PLAIN: ReadonlySet<Node['type']> = new Set<Node['type']>([
  ...TOP_LEVEL,
  'ImportSpecifier',
  'ImportDefaultSpecifier',
  'ImportAttribute',
  'ExportSpecifier',
  'ClassBody',
  'PropertyDefinition',
  'MethodDefinition',
  'VariableDeclarator',
  'ArrayPattern',
  'AssignmentPattern',
  'RestElement',
  'BlockStatement',
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
  'SwitchCase',
  'ThrowStatement',
  'TryStatement',
  'CatchClause',
  'ArrowFunctionExpression',
  'FunctionExpression',
  'ObjectExpression',
  'Property',
  'ArrayExpression',
  'SpreadElement',
  'ConditionalExpression',
  'BinaryExpression',
  'LogicalExpression',
  'AssignmentExpression',
  'UpdateExpression',
  'UnaryExpression',
  'AwaitExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'MemberExpression',
  'ChainExpression',
  'CallExpression',
  'NewExpression',
  'Identifier',
  'PrivateIdentifier',
  'TemplateLiteral',
  'TemplateElement',
  'Literal',
  'ThisExpression',
  'Super',
]);

/** What is gone when the code runs, and everything in it. */
export const TYPES: ReadonlySet<Node['type']> = new Set<Node['type']>([
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSTypeAnnotation',
  'TSTypeParameterDeclaration',
  'TSTypeParameterInstantiation',
  'TSClassImplements',
  'TSIndexSignature',
]);

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
