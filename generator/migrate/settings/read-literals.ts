import { ts } from 'ts-morph';
import { locateStart, type Diagnostics, type Position } from '../../diagnostics.js';
import type { SourceText } from '../../spec/read/source-text.js';
import { readText, type CodeSetting, type Setting, type SettingEntry, type ValueSetting } from './setting.js';

/** Maximum number of values in a configuration. The values of a constant count at each use. */
const MOST_VALUES = 50_000;

/** Deepest nesting of values; the parser of TypeScript itself ends at a few thousand levels. */
const DEEPEST = 100;

/** Maximum length of a string that is joined from parts, in characters. */
const LONGEST_TEXT = 10_000;

/** The generator that programs call as a function; the arguments of the call become settings under this key. */
export const OPENAPI_TS = 'openapi-typescript';

/** Functions that return their argument, by any name that imports give them. */
const WRAPPERS = new Set(['defineConfig', 'defineUserConfig', 'defineTransformer', 'defineOptions', 'freeze']);

/** The state of reading one module. */
interface LiteralReader {
  readonly source: SourceText;
  readonly constants: ReadonlyMap<string, ts.Expression>;
  /** Constants that are being read. One that refers to itself is a setting of the kind `code`. */
  readonly open: Set<string>;
  count: number;
  depth: number;
}

/**
 * Reads the export of a configuration in TypeScript or JavaScript, without running it: literals, constants of the module,
 * spreads of them, and the argument of `defineConfig`. Any other expression becomes a setting of the kind `code`. Returns `undefined`
 * if an error was reported.
 */
export function readLiterals(source: SourceText, diagnostics: Diagnostics): Setting | undefined {
  try {
    return readModule(source, diagnostics);
  } catch (error) {
    // A long chain such as `a + a + …` can exhaust the stack, here or in the parser.
    if (!(error instanceof RangeError)) throw error;
    diagnostics.error('invalid-settings', 'this is nested too deeply to be read', locateStart(source.file));
    return undefined;
  }
}

function readModule(source: SourceText, diagnostics: Diagnostics): Setting | undefined {
  const file = ts.createSourceFile('config.ts', source.text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
  // `as`: TypeScript does not declare `parseDiagnostics`, the syntax errors of a file.
  const { parseDiagnostics = [] } = file as { readonly parseDiagnostics?: readonly ts.DiagnosticWithLocation[] };
  const [mistake] = parseDiagnostics;
  if (mistake !== undefined) {
    const message = ts.flattenDiagnosticMessageText(mistake.messageText, ' ');
    diagnostics.error('invalid-settings', message, source.position(mistake.start));
    return undefined;
  }
  const reader = { source, constants: findConstants(file), open: new Set<string>(), count: 0, depth: 0 };
  const [exported, call] = [findExport(file), findCall(file)];
  const read = exported ? readExpression(reader, exported) : call && readOwnCall(reader, call);
  if (read !== undefined && reader.count <= MOST_VALUES) return read;
  const message = read ? `a configuration has at most ${MOST_VALUES} values` : 'this module exports no configuration';
  diagnostics.error('invalid-settings', message, locateStart(source.file));
  return undefined;
}

/** Finds `export default …`, `module.exports = …` or `export = …`. */
function findExport(file: ts.SourceFile): ts.Expression | undefined {
  for (const statement of file.statements) {
    if (ts.isExportAssignment(statement)) return statement.expression;
    if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) continue;
    const { left, operatorToken, right } = statement.expression;
    const isAssigned = operatorToken.kind === ts.SyntaxKind.EqualsToken;
    if (isAssigned && /^(?:module\.exports(?:\.default)?|exports\.default)$/.test(left.getText())) return right;
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
function readOwnCall(reader: LiteralReader, call: ts.CallExpression): Setting {
  const at = locate(reader, call);
  const entries = ['document', 'options'].flatMap((key, index): (readonly [string, SettingEntry])[] => {
    const node = call.arguments[index];
    return node === undefined ? [] : [[key, { value: readExpression(reader, node), at: locate(reader, node) }]];
  });
  const value: Setting = { kind: 'map', entries: new Map(entries), at };
  return { kind: 'map', entries: new Map([[OPENAPI_TS, { value, at }]]), at };
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

function locate({ source }: LiteralReader, node: ts.Node): Position {
  return source.position(node.getStart());
}

function toValue(reader: LiteralReader, node: ts.Node, value: ValueSetting['value']): Setting {
  return { kind: 'value', value, at: locate(reader, node) };
}

function toCode(reader: LiteralReader, node: ts.Node, what: string = describeCode(node)): CodeSetting {
  return { kind: 'code', what, at: locate(reader, node) };
}

function describeCode(node: ts.Node): string {
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return 'a function';
  const text = node.getText();
  return text.length > 60 || /[\r\n]/.test(text) ? 'an expression' : `the expression \`${text}\``;
}

function readExpression(reader: LiteralReader, node: ts.Expression): Setting {
  reader.count++;
  if (reader.count > MOST_VALUES || reader.depth > DEEPEST) return toCode(reader, node, 'nested too deeply');
  reader.depth++;
  const setting = readWithoutTypes(reader, withoutTypes(node));
  reader.depth--;
  return setting;
}

function readWithoutTypes(reader: LiteralReader, node: ts.Expression): Setting {
  if (ts.isObjectLiteralExpression(node)) return readObject(reader, node);
  if (ts.isArrayLiteralExpression(node)) return readArray(reader, node);
  if (ts.isIdentifier(node)) return readName(reader, node);
  if (ts.isCallExpression(node)) return readCall(reader, node);
  if (ts.isRegularExpressionLiteral(node))
    return { ...toCode(reader, node, 'a regular expression'), pattern: node.text };
  const value = readLiteral(node);
  if (value !== undefined) return toValue(reader, node, value);
  if (ts.isNewExpression(node) && node.expression.getText() === 'URL') {
    // `new URL('a.yaml', import.meta.url)` is a path from the folder of the file; one argument is an address.
    const [path, base] = node.arguments ?? [];
    const isOwn = base === undefined || base.getText() === 'import.meta.url';
    const read = path && isOwn ? readExpression(reader, path) : undefined;
    if (read && readText(read) !== undefined) return { ...read, at: locate(reader, node) };
  }
  let text: Setting | undefined;
  if (ts.isBinaryExpression(node)) text = readBinary(reader, node);
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map(({ expression, literal }) => [
      readText(readExpression(reader, expression)),
      literal.text,
    ]);
    text = joinTexts(reader, node, [node.head.text, ...spans.flat()]);
  }
  return text ?? toCode(reader, node);
}

/** Removes parentheses and types: `(x)`, `x as T`, `x satisfies T`, `x!` and `<T>x` → `x`. */
function withoutTypes(node: ts.Expression): ts.Expression {
  const isWrapper =
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isTypeAssertionExpression(node);
  return isWrapper ? withoutTypes(node.expression) : node;
}

function readLiteral(node: ts.Expression): ValueSetting['value'] | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (node.kind === ts.SyntaxKind.NullKeyword) return null;
  if (!ts.isPrefixUnaryExpression(node) || !ts.isNumericLiteral(node.operand)) return undefined;
  const number = Number(node.operand.text);
  if (node.operator === ts.SyntaxKind.MinusToken) return -number;
  // Minifiers write `!0` for true and `!1` for false.
  return node.operator === ts.SyntaxKind.ExclamationToken ? number === 0 : undefined;
}

function readName(reader: LiteralReader, name: ts.Identifier): Setting {
  const { text } = name;
  const constant = reader.constants.get(text);
  if (text === 'undefined') return toValue(reader, name, null);
  if (constant === undefined || reader.open.has(text))
    return { ...toCode(reader, name, `\`${text}\`, which is not a constant of this module`), name: text };
  reader.open.add(text);
  const value = readExpression(reader, constant);
  reader.open.delete(text);
  return value;
}

/** Reads `defineConfig({…})` and `defineConfig(() => ({…}))` as the object, and `path.join('a', 'b')` as a path; other calls are code. */
function readCall(reader: LiteralReader, call: ts.CallExpression): Setting {
  const name = readCalleeName(call.expression);
  if (name === 'resolve' || name === 'join') {
    // `path.resolve(__dirname, 'a', 'b')` is a path from the folder of the file.
    const own = /^(?:__dirname|import\.meta\.dirname|process\.cwd\(\))$/;
    const parts = call.arguments.filter((arg, index) => index > 0 || !own.test(arg.getText()));
    const texts = parts.map((arg) => readText(readExpression(reader, arg)));
    const joined = texts.length > 0 ? joinTexts(reader, call, texts, '/') : undefined;
    if (joined !== undefined) return joined;
  }
  const [argument, ...others] = call.arguments;
  if (!WRAPPERS.has(name) || argument === undefined || others.length > 0) return toCode(reader, call);
  const config = withoutTypes(argument);
  return readExpression(reader, ts.isArrowFunction(config) && !ts.isBlock(config.body) ? config.body : config);
}

/** Returns the last name of a callee; compilers write `(0, module.defineConfig)(…)`. */
function readCalleeName(callee: ts.Expression): string {
  const inner = withoutTypes(callee);
  if (ts.isBinaryExpression(inner) && inner.operatorToken.kind === ts.SyntaxKind.CommaToken)
    return readCalleeName(inner.right);
  if (ts.isIdentifier(inner)) return inner.text;
  return ts.isPropertyAccessExpression(inner) ? inner.name.text : '';
}

/** Reads `'a' + 'b'` as a text, and `process.env.API ?? 'a.yaml'` as its default, if that is a literal. */
function readBinary(reader: LiteralReader, node: ts.BinaryExpression): Setting | undefined {
  const [left, right] = [readExpression(reader, node.left), readExpression(reader, node.right)];
  const operator = node.operatorToken.getText();
  if (operator === '+') return joinTexts(reader, node, [readText(left), readText(right)]);
  if (!/^(?:\?\?|\|\|)$/.test(operator) || left.kind !== 'code' || right.kind !== 'value') return undefined;
  return { ...right, instead: left.what, at: locate(reader, node) };
}

/** Joins strings that are all known; returns `undefined` if one is not. */
function joinTexts(
  reader: LiteralReader,
  node: ts.Node,
  texts: readonly (string | undefined)[],
  between: string = '',
): Setting | undefined {
  return texts.includes(undefined) ? undefined : toValue(reader, node, texts.join(between).slice(0, LONGEST_TEXT));
}

function readArray(reader: LiteralReader, node: ts.ArrayLiteralExpression): Setting {
  const items = node.elements.flatMap((element): readonly Setting[] => {
    if (ts.isOmittedExpression(element)) return [];
    if (!ts.isSpreadElement(element)) return [readExpression(reader, element)];
    const spread = readExpression(reader, element.expression);
    return spread.kind === 'list' ? spread.items : [spread];
  });
  return { kind: 'list', items, at: locate(reader, node) };
}

function readObject(reader: LiteralReader, node: ts.ObjectLiteralExpression): Setting {
  const entries = new Map<string, SettingEntry>();
  for (const property of node.properties) {
    const at = locate(reader, property);
    if (ts.isSpreadAssignment(property)) {
      const value = readExpression(reader, property.expression);
      if (value.kind === 'map') for (const [key, entry] of value.entries) entries.set(key, entry);
      else entries.set(`...${property.expression.getText().slice(0, 60)}`, { value, at });
      continue;
    }
    const { name } = property;
    // `['a']` is the key `a`. For another computed name, the key is its source: `[name]`.
    const key = ts.isComputedPropertyName(name) && ts.isStringLiteralLike(name.expression) ? name.expression : name;
    const isPlain = ts.isIdentifier(key) || ts.isStringLiteralLike(key) || ts.isNumericLiteral(key);
    let value: Setting;
    if (ts.isPropertyAssignment(property)) value = readExpression(reader, property.initializer);
    else if (ts.isShorthandPropertyAssignment(property)) value = readName(reader, property.name);
    else value = toCode(reader, property, 'a function');
    entries.set(isPlain ? key.text : name.getText().slice(0, 60), { value, at });
  }
  return { kind: 'map', entries, at: locate(reader, node) };
}
