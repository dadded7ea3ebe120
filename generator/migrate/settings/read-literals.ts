import { ts } from 'ts-morph';
import { locateStart, type Diagnostics, type Position } from '../../diagnostics.js';
import type { SourceText } from '../../spec/read/source-text.js';
import { readText, type CodeSetting, type Setting, type SettingEntry } from './setting.js';

/** Most values of a configuration, those of constants counted wherever they are used. */
const MOST_VALUES = 50_000;

/** Deepest nesting of values; the parser of TypeScript itself ends at a few thousand levels. */
const DEEPEST = 100;

/** Longest string that constants are put together to, in characters. */
const LONGEST_TEXT = 10_000;

/** A generator that programs call: the arguments of the call are found under its name. */
export const OPENAPI_TS = 'openapi-typescript';

/** Functions that return their argument, by any name that imports give them. */
const WRAPPERS = new Set(['defineConfig', 'defineUserConfig', 'defineTransformer', 'defineOptions', 'freeze']);

/** The state of reading one module. */
interface LiteralReader {
  readonly source: SourceText;
  readonly file: ts.SourceFile;
  readonly constants: ReadonlyMap<string, ts.Expression>;
  /** Constants that are being read: one inside itself is code. */
  readonly open: Set<string>;
  count: number;
}

/**
 * Reads the export of a configuration in TypeScript or JavaScript, without running it: literals, constants of the module,
 * spreads of them, and the argument of `defineConfig`. All else is code. Returns `undefined` if an error was reported.
 */
export function readLiterals(source: SourceText, diagnostics: Diagnostics): Setting | undefined {
  try {
    return readModule(source, diagnostics);
  } catch (error) {
    // A configuration that exhausts the stack was made to do so.
    if (!(error instanceof RangeError)) throw error;
    diagnostics.error('invalid-settings', 'this is nested too deeply to be read', locateStart(source.file));
    return undefined;
  }
}

function readModule(source: SourceText, diagnostics: Diagnostics): Setting | undefined {
  const file = ts.createSourceFile('config.ts', source.text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
  // The declared type of a file leaves its syntax errors out.
  const { parseDiagnostics = [] } = file as { readonly parseDiagnostics?: readonly ts.DiagnosticWithLocation[] };
  const [mistake] = parseDiagnostics;
  if (mistake !== undefined) {
    const message = ts.flattenDiagnosticMessageText(mistake.messageText, ' ');
    diagnostics.error('invalid-settings', message, source.position(mistake.start));
    return undefined;
  }
  const reader = { source, file, constants: findConstants(file), open: new Set<string>(), count: 0 };
  const [exported, call] = [findExport(file), findCall(file)];
  if (exported === undefined && call === undefined) {
    diagnostics.error('invalid-settings', 'this module exports no configuration', locateStart(source.file));
    return undefined;
  }
  const read = exported === undefined ? readOwnCall(reader, call) : readExpression(reader, exported, 0);
  if (reader.count <= MOST_VALUES) return read;
  diagnostics.error('invalid-settings', `a configuration has at most ${MOST_VALUES} values`, locateStart(source.file));
  return undefined;
}

/** Finds `export default …`, `module.exports = …` or `export = …`. */
function findExport(file: ts.SourceFile): ts.Expression | undefined {
  for (const statement of file.statements) {
    if (ts.isExportAssignment(statement)) return statement.expression;
    if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) continue;
    const { left, operatorToken, right } = statement.expression;
    const isAssigned = operatorToken.kind === ts.SyntaxKind.EqualsToken;
    if (isAssigned && /^(?:module\.exports|exports\.default|module\.exports\.default)$/.test(left.getText(file)))
      return right;
  }
  return undefined;
}

/** Finds the first call of the default export of openapi-typescript. */
function findCall(file: ts.SourceFile): ts.CallExpression | undefined {
  const names = file.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteralLike(statement.moduleSpecifier)) return [];
    return statement.moduleSpecifier.text === OPENAPI_TS ? [statement.importClause?.name?.text] : [];
  });
  const find = (node: ts.Node): ts.CallExpression | undefined =>
    ts.isCallExpression(node) && ts.isIdentifier(node.expression) && names.includes(node.expression.text)
      ? node
      : ts.forEachChild(node, find);
  return names.length === 0 ? undefined : find(file);
}

/** Reads `openapiTS('a.yaml', { … })` as `{ 'openapi-typescript': { document: 'a.yaml', options: { … } } }`. */
function readOwnCall(reader: LiteralReader, call: ts.CallExpression | undefined): Setting {
  const [document, options] = call?.arguments ?? [];
  const given = [
    ...(document === undefined ? [] : [['document', document] as const]),
    ...(options === undefined ? [] : [['options', options] as const]),
  ];
  const start = at(reader, call ?? reader.file);
  const createMap = (entries: readonly (readonly [string, SettingEntry])[]): Setting => ({
    kind: 'map',
    entries: new Map(entries),
    at: start,
  });
  const value = createMap(
    given.map(([key, node]) => [key, { value: readExpression(reader, node, 0), at: at(reader, node) }]),
  );
  return createMap([[OPENAPI_TS, { value, at: start }]]);
}

/** Finds the constants at the top of a module, by name. */
function findConstants(file: ts.SourceFile): ReadonlyMap<string, ts.Expression> {
  const constants = new Map<string, ts.Expression>();
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement) || !(statement.declarationList.flags & ts.NodeFlags.Const)) continue;
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && initializer !== undefined) constants.set(name.text, initializer);
  }
  return constants;
}

function at({ source, file }: LiteralReader, node: ts.Node): Position {
  return source.position(node.getStart(file));
}

function codeAt(reader: LiteralReader, node: ts.Node, what: string): CodeSetting {
  return { kind: 'code', what, at: at(reader, node) };
}

function readExpression(reader: LiteralReader, node: ts.Expression, depth: number): Setting {
  reader.count++;
  if (reader.count > MOST_VALUES || depth > DEEPEST) return codeAt(reader, node, 'nested too deeply');
  const inner = withoutTypes(node);
  if (ts.isObjectLiteralExpression(inner)) return readObject(reader, inner, depth);
  if (ts.isArrayLiteralExpression(inner)) return readArray(reader, inner, depth);
  if (ts.isIdentifier(inner)) return readName(reader, inner, depth);
  if (ts.isCallExpression(inner)) return readCall(reader, inner, depth);
  const value = readLiteral(inner);
  if (value !== undefined) return { kind: 'value', value, at: at(reader, inner) };
  if (ts.isNewExpression(inner) && inner.expression.getText(reader.file) === 'URL') {
    // `new URL('a.yaml', import.meta.url)` is a path from the folder of the file; one argument is an address.
    const [path, base] = inner.arguments ?? [];
    const isOwn = base === undefined || base.getText(reader.file) === 'import.meta.url';
    const read = path === undefined || !isOwn ? undefined : readExpression(reader, path, depth + 1);
    if (read !== undefined && readText(read) !== undefined) return { ...read, at: at(reader, inner) };
  }
  const usual = readDefault(reader, inner, depth);
  if (usual !== undefined) return usual;
  const text = joinText(reader, inner, depth);
  if (text !== undefined) return { kind: 'value', value: text.slice(0, LONGEST_TEXT), at: at(reader, inner) };
  if (ts.isRegularExpressionLiteral(inner))
    return { ...codeAt(reader, inner, 'a regular expression'), pattern: inner.text };
  return codeAt(reader, inner, describeCode(reader, inner));
}

/** Removes parentheses and types: `(x)`, `x as T`, `x satisfies T`, `x!` and `<T>x` → `x`. */
function withoutTypes(node: ts.Expression): ts.Expression {
  let inner = node;
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isAsExpression(inner) ||
    ts.isSatisfiesExpression(inner) ||
    ts.isNonNullExpression(inner) ||
    ts.isTypeAssertionExpression(inner)
  )
    inner = inner.expression;
  return inner;
}

function readLiteral(node: ts.Expression): string | number | boolean | null | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (node.kind === ts.SyntaxKind.NullKeyword) return null;
  if (!ts.isPrefixUnaryExpression(node)) return undefined;
  const { operator, operand } = node;
  if (operator === ts.SyntaxKind.MinusToken && ts.isNumericLiteral(operand)) return -Number(operand.text);
  // Minifiers write `!0` for true and `!1` for false.
  return operator === ts.SyntaxKind.ExclamationToken && ts.isNumericLiteral(operand)
    ? Number(operand.text) === 0
    : undefined;
}

function describeCode({ file }: LiteralReader, node: ts.Expression): string {
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return 'a function';
  const text = node.getText(file);
  return text.length > 60 || /[\r\n]/.test(text) ? 'an expression' : `the expression \`${text}\``;
}

function readName(reader: LiteralReader, name: ts.Identifier, depth: number): Setting {
  const constant = reader.constants.get(name.text);
  if (name.text === 'undefined') return { kind: 'value', value: null, at: at(reader, name) };
  if (constant === undefined || reader.open.has(name.text))
    return { ...codeAt(reader, name, `\`${name.text}\`, which is no constant of this module`), name: name.text };
  reader.open.add(name.text);
  const value = readExpression(reader, constant, depth + 1);
  reader.open.delete(name.text);
  return value;
}

/** Reads `defineConfig({…})` and `defineConfig(() => ({…}))` as the object, and `path.join('a', 'b')` as a path; other calls are code. */
function readCall(reader: LiteralReader, call: ts.CallExpression, depth: number): Setting {
  const name = calleeName(call.expression);
  const [argument, ...others] = call.arguments;
  if (name === 'resolve' || name === 'join') {
    // `path.resolve(__dirname, 'a', 'b')` is a path from the folder of the file.
    const own = /^(?:__dirname|import\.meta\.dirname|process\.cwd\(\))$/;
    const parts = call.arguments.filter((arg, index) => index > 0 || !own.test(arg.getText(reader.file)));
    const texts = parts.map((arg) => readText(readExpression(reader, arg, depth + 1)));
    if (texts.length > 0 && !texts.includes(undefined))
      return { kind: 'value', value: texts.join('/'), at: at(reader, call) };
  }
  if (!WRAPPERS.has(name) || argument === undefined || others.length > 0)
    return codeAt(reader, call, describeCode(reader, call));
  const given = withoutTypes(argument);
  if (ts.isArrowFunction(given) && !ts.isBlock(given.body)) return readExpression(reader, given.body, depth + 1);
  return readExpression(reader, given, depth + 1);
}

/** Returns the last name of a callee; compilers write `(0, module.defineConfig)(…)`. */
function calleeName(callee: ts.Expression): string {
  const inner = withoutTypes(callee);
  if (ts.isBinaryExpression(inner) && inner.operatorToken.kind === ts.SyntaxKind.CommaToken)
    return calleeName(inner.right);
  if (ts.isIdentifier(inner)) return inner.text;
  return ts.isPropertyAccessExpression(inner) ? inner.name.text : '';
}

/** Reads `process.env.API ?? 'a.yaml'` as its default, if that is a literal. */
function readDefault(reader: LiteralReader, node: ts.Expression, depth: number): Setting | undefined {
  if (!ts.isBinaryExpression(node)) return undefined;
  const { kind } = node.operatorToken;
  if (kind !== ts.SyntaxKind.QuestionQuestionToken && kind !== ts.SyntaxKind.BarBarToken) return undefined;
  const stated = readExpression(reader, node.left, depth + 1);
  const usual = readExpression(reader, node.right, depth + 1);
  if (stated.kind !== 'code' || usual.kind !== 'value') return undefined;
  return { ...usual, instead: stated.what, at: at(reader, node) };
}

/** Joins a template, or a sum, of strings that are known; returns `undefined` for any other expression. */
function joinText(reader: LiteralReader, node: ts.Expression, depth: number): string | undefined {
  const read = (part: ts.Expression): string | undefined => readText(readExpression(reader, part, depth + 1));
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [read(node.left), read(node.right)];
    return left === undefined || right === undefined ? undefined : left + right;
  }
  if (!ts.isTemplateExpression(node)) return undefined;
  const spans = node.templateSpans.map(({ expression, literal }) => [read(expression), literal.text] as const);
  if (spans.some(([value]) => value === undefined)) return undefined;
  return node.head.text + spans.map(([value = '', text]) => value + text).join('');
}

function readArray(reader: LiteralReader, node: ts.ArrayLiteralExpression, depth: number): Setting {
  const items = node.elements.flatMap((element): readonly Setting[] => {
    if (ts.isOmittedExpression(element)) return [];
    if (!ts.isSpreadElement(element)) return [readExpression(reader, element, depth + 1)];
    const spread = readExpression(reader, element.expression, depth + 1);
    return spread.kind === 'list' ? spread.items : [spread];
  });
  return { kind: 'list', items, at: at(reader, node) };
}

function readObject(reader: LiteralReader, node: ts.ObjectLiteralExpression, depth: number): Setting {
  const entries = new Map<string, SettingEntry>();
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) {
      const spread = readExpression(reader, property.expression, depth + 1);
      if (spread.kind === 'map') for (const [key, entry] of spread.entries) entries.set(key, entry);
      else
        entries.set(`...${property.expression.getText(reader.file).slice(0, 60)}`, toEntry(reader, property, spread));
      continue;
    }
    entries.set(
      readPropertyKey(reader, property),
      toEntry(reader, property, readPropertyValue(reader, property, depth)),
    );
  }
  return { kind: 'map', entries, at: at(reader, node) };
}

function toEntry(reader: LiteralReader, property: ts.ObjectLiteralElementLike, value: Setting): SettingEntry {
  return { value, at: at(reader, property) };
}

function readPropertyValue(
  reader: LiteralReader,
  property: Exclude<ts.ObjectLiteralElementLike, ts.SpreadAssignment>,
  depth: number,
): Setting {
  if (ts.isPropertyAssignment(property)) return readExpression(reader, property.initializer, depth + 1);
  if (ts.isShorthandPropertyAssignment(property)) return readName(reader, property.name, depth + 1);
  return codeAt(reader, property, 'a function');
}

/** Returns the name of a property; a computed one that is no literal as it is written: `[name]`. */
function readPropertyKey(
  { file }: LiteralReader,
  { name }: Exclude<ts.ObjectLiteralElementLike, ts.SpreadAssignment>,
): string {
  if (ts.isComputedPropertyName(name) && ts.isStringLiteralLike(name.expression)) return name.expression.text;
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text;
  return name.getText(file).slice(0, 60);
}
