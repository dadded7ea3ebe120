import { ts } from 'ts-morph';
import type { Position } from '../../diagnostics.js';
import { MARKS, PLAIN, TOP_LEVEL } from './allowed-syntax.js';
import { hasModifier, isOdd, isPlainName, isType, listPlainNames } from './node-parts.js';
import { reasonAgainst, reasonAgainstType } from './reason-against.js';
import { openScope, type Walk } from './scope.js';

/** Suspicious code in a generated file: code that no emitter writes. */
export interface Finding {
  /** The file. */
  readonly path: string;
  /** The code itself, shortened. */
  readonly text: string;
  /** Line in the generated file, from 1. */
  readonly line: number;
  /** The fault: `calls a global name`. */
  readonly reason: string;
  /** Position in a file of the user, if the code is from there. */
  readonly at?: Position;
}

/**
 * Proves that loading a module has no effect, and that its functions can only use the package's own runtime. The proof has three
 * rules. (1) Only syntax that emitters use is allowed. (2) Every name in an expression must be declared in the file, imported from a
 * file of the package, or one of a few harmless globals; so code cannot reach `eval`, `Function`, `process` or `globalThis`. (3) Code
 * may only call functions with such a name, and members that are not reflective, such as `constructor`; while the module loads, only
 * imported and local functions. So text of a spec that escaped from its literal or comment could do no harm. Returns the violations.
 */
export function proveInert(path: string, file: ts.SourceFile, modules: Walk['modules']): readonly Finding[] {
  const findings: Finding[] = [];
  const report = (start: number, text: string, reason: string): void => {
    const line = file.getLineAndCharacterOfPosition(start).line + 1;
    findings.push({ path, text: text.slice(0, LONGEST), line, reason });
  };
  const refuse = (node: ts.Node, reason: string): void => report(node.getStart(file), node.getText(file), reason);
  const mistake = mistakeIn(file);
  if (mistake !== undefined) {
    const line = file.text.lastIndexOf('\n', mistake.start - 1) + 1;
    // Shows the next line, too, which often has the cause.
    const lines = file.text.slice(line).split('\n', 2).join('\n').trim();
    report(mistake.start, lines, `does not parse: ${mistake.message}`);
    return findings;
  }
  for (const { text, start, reason } of commentReasons(file)) report(start, text, reason);
  for (const statement of file.statements)
    if (!TOP_LEVEL.has(statement.kind) || hasModifier(statement, ts.SyntaxKind.DefaultKeyword))
      refuse(statement, 'acts when it is loaded');
  const walk = { path, modules, scope: openScope(file), onLoad: true };
  for (const statement of file.statements) visit(statement, walk);
  return findings;

  function visit(node: ts.Node, outer: Walk): void {
    // Half of all nodes are leaves. They have no children and declare nothing, so most checks do not apply to them.
    const isLeaf = ts.isIdentifier(node) || ts.isLiteralExpression(node);
    if (!isLeaf && isType(node)) return visitType(node);
    const walk = isLeaf ? outer : enter(node, outer);
    const plain = PLAIN.has(node.kind) && (isLeaf || !isOdd(node));
    const reason = plain ? reasonAgainst(node, walk) : 'is syntax that no emitter uses';
    if (reason !== undefined) return refuse(node, reason);
    if (isLeaf) return;
    const names = listPlainNames(node);
    ts.forEachChild(node, (child) => {
      if (!MARKS.has(child.kind) && !(names.includes(child) && isPlainName(child))) visit(child, walk);
    });
  }

  function visitType(node: ts.Node): void {
    const reason = reasonAgainstType(node);
    if (reason !== undefined) return refuse(node, reason);
    ts.forEachChild(node, visitType);
  }
}

/** Maximum length of the code in a finding, in characters. */
const LONGEST = 200;

/** Returns the first syntax error, from a property that the parser sets on the file. A `ts.Program`, the official way, takes longer than the parser itself. */
export function mistakeIn(file: ts.SourceFile): { readonly start: number; readonly message: string } | undefined {
  // `as`: TypeScript does not declare `parseDiagnostics`.
  const { parseDiagnostics } = file as { readonly parseDiagnostics?: readonly ts.DiagnosticWithLocation[] };
  if (parseDiagnostics === undefined) throw new Error('this version of TypeScript has no `parseDiagnostics`');
  const [first] = parseDiagnostics;
  return first && { start: first.start, message: ts.flattenDiagnosticMessageText(first.messageText, ' ') };
}

function enter(node: ts.Node, outer: Walk): Walk {
  // The initializer of a property runs when an object is created, unless the property is static.
  const isProperty = ts.isPropertyDeclaration(node) && !hasModifier(node, ts.SyntaxKind.StaticKeyword);
  const isDeferred = isProperty || ts.isFunctionLike(node);
  const scope = openScope(node, outer.scope);
  return scope === outer.scope && !isDeferred ? outer : { ...outer, scope, onLoad: outer.onLoad && !isDeferred };
}

/** Directives in comments that compilers or bundlers obey, and the fault that they are reported as. */
const DIRECTIVES: readonly (readonly [words: RegExp, reason: string])[] = [
  // Matches more than the compiler itself recognizes.
  [/^[\s*/]*@ts-(?:ignore|expect-error|nocheck)\b|^[^\n]*@ts-nocheck/m, 'silences the compiler in a comment'],
  // The first two slashes of the comment are cut off before.
  [/^\/\s*<(?:reference|amd-)[^\n]*/, 'refers to a file in a comment'],
  [/^[^\n]*@jsx\w*/im, 'directs the compiler in a comment'],
  [/^[^\n]*[@#]__(?!PURE__ $)[A-Z_]+__/m, 'directs a bundler in a comment'],
  [/^[^\n]*[@#]\s*source(?:Mapping)?URL/m, 'names a source in a comment'],
];

const ANY = /@ts-|<reference|<amd-|@jsx|[@#]__(?!PURE__ \*\/)|[@#]\s*source(?:Mapping)?URL/i;

/** Finds directives in the comments of a file, with the offsets of the comments: `// @ts-nocheck` → `silences the compiler in a comment`. */
function commentReasons(
  file: ts.SourceFile,
): readonly { readonly reason: string; readonly text: string; readonly start: number }[] {
  if (!ANY.test(file.text)) return [];
  return [...commentsIn(file, file)].flatMap(({ kind, pos, end }) => {
    const value = file.text.slice(pos + 2, kind === ts.SyntaxKind.MultiLineCommentTrivia ? end - 2 : end);
    return DIRECTIVES.flatMap(([words, reason]) => {
      const [found] = words.exec(value) ?? [];
      return found === undefined ? [] : [{ reason, text: found.replace(/^[\s*/]+/, ''), start: pos }];
    });
  });
}

/** Yields the comments before and after each token. */
function* commentsIn(node: ts.Node, file: ts.SourceFile): Iterable<ts.CommentRange> {
  const children = node.getChildren(file).filter((child) => !ts.isJSDoc(child));
  for (const child of children) yield* commentsIn(child, file);
  if (children.length > 0) return;
  yield* ts.getLeadingCommentRanges(file.text, node.pos) ?? [];
  yield* ts.getTrailingCommentRanges(file.text, node.end) ?? [];
}
