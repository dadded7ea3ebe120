import { ts } from 'ts-morph';
import { hasModifier, importedFrom, isType } from '../prove/node-parts.js';

/** A range of a text, by offsets, and its replacement. Default: an empty text. */
type Span = readonly [start: number, end: number, instead?: string];

/**
 * Removes the types of a module, so that it is JavaScript: `const a: A = b as A;` → `const a = b;`. Supports only syntax that the
 * proof of inertness allows. The TypeScript compiler would take several times as long, because it prints the whole tree. `rename`
 * replaces the specifiers of imports.
 */
export function stripTypes(source: ts.SourceFile, rename: (specifier: string) => string): string {
  const { text } = source;
  const spans: Span[] = [];
  const remove = (start: number, end: number): void => void spans.push([start, end]);

  function visit(node: ts.Node): void {
    if (isType(node) || isTypeOnly(node)) return remove(node.getFullStart(), node.end);
    if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node)) return node.isTypeOnly ? removeItem(node) : undefined;
    spans.push(...findTypeSpans(node, text));
    const from = importedFrom(node);
    if (from !== undefined && ts.isStringLiteral(from))
      spans.push([from.getStart(source), from.end, `'${rename(from.text)}'`]);
    ts.forEachChild(node, (child) => {
      // `findTypeSpans` has removed the type of an annotation, together with its colon.
      const isWhole =
        ts.isHeritageClause(child) || ts.isInterfaceDeclaration(child) || ts.isTypeAliasDeclaration(child);
      const hasWhole = ts.isSourceFile(node) || ts.isBlock(node) || ts.isClassLike(node);
      if (isWhole || hasWhole || !isType(child)) visit(child);
    });
  }

  function removeItem(node: ts.Node): void {
    remove(node.getFullStart(), node.end + (text[node.end] === ',' ? 1 : 0));
  }

  for (const statement of source.statements) visit(statement);
  return without(text, spans);
}

function without(text: string, spans: readonly Span[]): string {
  let [kept, end] = ['', 0];
  for (const [from, to, instead = ''] of spans.toSorted(([left], [right]) => left - right)) {
    kept += text.slice(end, Math.max(end, from)) + instead;
    end = Math.max(end, to);
  }
  return kept + text.slice(end);
}

/** Returns whether a declaration or import exists for the compiler only. */
function isTypeOnly(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node)) return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  if (ts.isFunctionDeclaration(node)) return node.body === undefined;
  return ts.isPropertyDeclaration(node) && hasModifier(node, ts.SyntaxKind.DeclareKeyword);
}

/** Finds the types of a node: annotations, type parameters and arguments, and `as T`, `satisfies T` or `!` after an expression. */
function findTypeSpans(node: ts.Node, text: string): readonly Span[] {
  const spans: Span[] = [];
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isNonNullExpression(node))
    spans.push([node.expression.end, node.end]);
  const isAnnotated =
    ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isPropertyDeclaration(node) || ts.isFunctionLike(node);
  if (isAnnotated && node.type !== undefined) spans.push([node.type.pos - 1, node.type.end]);
  if ((ts.isParameter(node) || ts.isPropertyDeclaration(node)) && node.questionToken !== undefined)
    spans.push([node.questionToken.pos, node.questionToken.end]);
  if ((ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)) && node.exclamationToken !== undefined)
    spans.push([node.exclamationToken.pos, node.exclamationToken.end]);
  if (ts.isFunctionLike(node) || ts.isClassLike(node)) spans.push(...inBrackets(node.typeParameters, text));
  if (ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isExpressionWithTypeArguments(node))
    spans.push(...inBrackets(node.typeArguments, text));
  if (ts.isPropertyDeclaration(node) || ts.isMethodDeclaration(node) || ts.isAccessor(node))
    for (const { kind, pos, end } of ts.getModifiers(node) ?? []) if (FOR_COMPILER.has(kind)) spans.push([pos, end]);
  return spans;
}

/** Returns the range of a list of types with its angle brackets. */
function inBrackets(list: ts.NodeArray<ts.Node> | undefined, text: string): readonly Span[] {
  if (list === undefined) return [];
  closing.lastIndex = list.end;
  return closing.test(text) ? [[list.pos - 1, closing.lastIndex]] : [];
}

/** End of a list of types: spaces and comments, then `>`. */
const closing = /(?:\s|\/\*[^]*?\*\/|\/\/.*\n)*>/y;

/** Modifiers of members that exist for the compiler only. */
const FOR_COMPILER: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ReadonlyKeyword,
  ts.SyntaxKind.OverrideKeyword,
]);
