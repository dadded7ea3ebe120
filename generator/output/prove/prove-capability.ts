import { posix } from 'node:path';
import { ts } from 'ts-morph';
import { isOfPackages } from '../../emit/own-packages.js';
import type { CapabilityFile } from '../../emit/source-file.js';
import { hasModifier, listSpecifiers } from './node-parts.js';
import { mistakeIn, type Finding } from './prove-inert.js';
import { CAPABILITIES, type Walk } from './scope.js';

/** Modules that every package depends on, and that run in browsers. */
const RUNTIME = ['', '/codecs', '/validators', '/webhooks', '/xml'].map((subpath) => `@speccast/runtime${subpath}`);

/** The folder of the user's own codecs. */
const CODECS = 'src/codecs/';

/** Globals through which a module could reach a network, files, processes, or other code. */
const OUTSIDE: ReadonlySet<string> = new Set(
  (
    'fetch XMLHttpRequest WebSocket WebTransport EventSource Worker SharedWorker importScripts localStorage sessionStorage ' +
    'indexedDB navigator process require Deno Bun eval Function globalThis window self'
  ).split(' '),
);

/** Further modules that capabilities may import, because they run only in the emulator. */
const EMULATOR = ['@speccast/emulator', '@speccast/emulator/capabilities'];

/**
 * Checks a file of capabilities, a codec or a module of the user. Its code is trusted, but it may import only modules that the
 * package has, and must export the registered names. A codec may also not use globals such as `fetch`. Returns the faults.
 */
export function proveCapability(
  { path, file, exports, packages }: CapabilityFile,
  source: ts.SourceFile,
  modules: Walk['modules'],
): readonly Finding[] {
  const findings: Finding[] = [];
  const isCapability = path.startsWith(CAPABILITIES);
  const isCodec = path.startsWith(CODECS);
  const report = (start: number, reason: string): void => {
    const { line, character } = source.getLineAndCharacterOfPosition(start);
    // The output has a header line that the file does not have, so line 0 there is line 1 here.
    const at = { file, line: Math.max(line, 1), column: character + 1 };
    findings.push({ path, text: '', line: line + 1, reason, at });
  };
  const mistake = mistakeIn(source);
  if (mistake !== undefined) report(mistake.start, `this does not parse: ${mistake.message}`);
  for (const specifier of listSpecifiers(source))
    if (!isAllowed(specifier)) report(specifier.getStart(source), explain(specifier));
  if (isCodec)
    for (const name of globalNames(source, OUTSIDE))
      report(name.getStart(source), `a codec may only convert values, and cannot use \`${name.text}\``);
  const exported = new Set(source.statements.flatMap(exportedBy));
  for (const name of exports)
    if (!exported.has(name)) {
      const what = isCodec && name !== 'codec' ? 'type' : 'constant';
      report(0, `this file does not export a ${what} \`${name}\``);
    }
  return findings;

  function isAllowed(specifier: ts.Node): boolean {
    if (!ts.isStringLiteralLike(specifier)) return false;
    if (isOfPackages(Object.keys(packages ?? {}), specifier.text)) return true;
    if (!isCapability) return RUNTIME.includes(specifier.text);
    const target = posix.join(posix.dirname(path), specifier.text).replace(/\.js$/, '.ts');
    const isOwn = specifier.text.startsWith('.') && target.startsWith(CAPABILITIES) && modules.has(target);
    return isOwn || [...RUNTIME, ...EMULATOR].includes(specifier.text);
  }

  function explain(specifier: ts.Node): string {
    const name = ts.isStringLiteralLike(specifier) ? JSON.stringify(specifier.text) : 'a computed name';
    if (isCapability)
      return `a capability cannot import ${name}; it imports @speccast/emulator/capabilities, @speccast/runtime, and files beside it ("./name.js")`;
    const others = isCodec ? 'the packages that its `packages` name, and no file beside it' : 'and no file beside it';
    return `a ${isCodec ? 'codec' : 'module'} cannot import ${name}; it imports ${RUNTIME.join(', ')}, which its users have, ${others}`;
  }
}

function exportedBy(statement: ts.Statement): readonly string[] {
  if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause))
    return statement.exportClause.elements.map(({ name }) => name.text);
  if (!hasModifier(statement, ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement)) return [statement.name.text];
  if (ts.isClassDeclaration(statement)) return [statement.name?.text ?? ''];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
}

/**
 * Finds identifiers in a file that refer to one of some globals: `fetch`, unless the file declares a `fetch` itself. Uses the type
 * checker, because code of people has more kinds of scopes than emitted code.
 */
export function globalNames(source: ts.SourceFile, globals: ReadonlySet<string>): readonly ts.Identifier[] {
  // Most code has none of these names, and the type checker is slow.
  if (![...globals].some((name) => source.text.includes(name))) return [];
  const checker = createFileChecker(source);
  const found: ts.Identifier[] = [];
  visit(source);
  return found;

  function visit(node: ts.Node): void {
    if (ts.isIdentifier(node) && globals.has(node.text) && isRead(node) && !isBound(node, checker)) found.push(node);
    ts.forEachChild(node, visit);
  }
}

/** Creates a type checker for a single file, without imports and libraries. */
function createFileChecker(source: ts.SourceFile): ts.TypeChecker {
  const options = { noLib: true, noResolve: true, types: [], target: ts.ScriptTarget.Latest };
  const program = ts.createProgram([source.fileName], options, {
    getSourceFile: (name) => (name === source.fileName ? source : undefined),
    getDefaultLibFileName: () => '',
    writeFile: () => {},
    getCurrentDirectory: () => '',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (name) => name === source.fileName,
    readFile: () => undefined,
  });
  return program.getTypeChecker();
}

/** Returns whether an identifier reads a value: it is no declaration, property, label or type. */
function isRead(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  if (ts.isExportSpecifier(parent)) return (parent.propertyName ?? parent.name) === node;
  if (('name' in parent && parent.name === node) || ('propertyName' in parent && parent.propertyName === node))
    return false;
  if (ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent)) return false;
  const isTyped = (one: ts.Node): boolean => ts.isTypeNode(one) && !ts.isExpressionWithTypeArguments(one);
  const outer = ts.findAncestor(node, (one) => isTyped(one) || ts.isStatement(one));
  return (
    outer === undefined || !(isTyped(outer) || ts.isInterfaceDeclaration(outer) || ts.isTypeAliasDeclaration(outer))
  );
}

/** Returns whether a name is declared in the file, by something that exists when the code runs. */
function isBound(node: ts.Identifier, checker: ts.TypeChecker): boolean {
  const { parent } = node;
  const symbol = ts.isShorthandPropertyAssignment(parent)
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : ts.isExportSpecifier(parent)
      ? checker.getExportSpecifierLocalTargetSymbol(parent)
      : checker.getSymbolAtLocation(node);
  return (symbol?.declarations ?? []).some((declaration) => {
    if (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration)) return false;
    // A declaration with `declare` does not exist when the code runs.
    return ts.findAncestor(declaration, (one) => hasModifier(one, ts.SyntaxKind.DeclareKeyword)) === undefined;
  });
}
