import { ts } from 'ts-morph';

/** A directive in a comment: `// @ts-nocheck` → `silences the compiler in a comment`. */
export interface CommentReason {
  readonly reason: string;
  /** The line of the comment that has them. */
  readonly text: string;
  /** Offset of the comment in its file. */
  readonly start: number;
}

/** Words in comments that some tool obeys, and their effect. */
const DIRECTIVES: readonly (readonly [words: RegExp, reason: string])[] = [
  // More than the compiler itself takes for such a directive.
  [/^[\s*/]*@ts-(?:ignore|expect-error|nocheck)\b|^[^\n]*@ts-nocheck/m, 'silences the compiler in a comment'],
  // Without its first two slashes.
  [/^\/\s*<(?:reference|amd-)[^\n]*/, 'refers to a file in a comment'],
  [/^[^\n]*@jsx\w*/im, 'directs the compiler in a comment'],
  [/^[^\n]*[@#]__(?!PURE__ $)[A-Z_]+__/m, 'directs a bundler in a comment'],
  [/^[^\n]*[@#]\s*source(?:Mapping)?URL/m, 'names a source in a comment'],
];

const ANY = /@ts-|<reference|<amd-|@jsx|[@#]__(?!PURE__ \*\/)|[@#]\s*source(?:Mapping)?URL/i;

/** Finds the directives in the comments of a file. */
export function commentReasons(file: ts.SourceFile): readonly CommentReason[] {
  return ANY.test(file.text) ? [...commentsIn(file, file)].flatMap((range) => checkComment(file.text, range)) : [];
}

/** Walks the comments before and behind each token. */
function* commentsIn(node: ts.Node, file: ts.SourceFile): Iterable<ts.CommentRange> {
  const children = node.getChildren(file).filter((child) => !ts.isJSDoc(child));
  for (const child of children) yield* commentsIn(child, file);
  if (children.length > 0) return;
  yield* ts.getLeadingCommentRanges(file.text, node.pos) ?? [];
  yield* ts.getTrailingCommentRanges(file.text, node.end) ?? [];
}

function checkComment(text: string, { kind, pos, end }: ts.CommentRange): readonly CommentReason[] {
  const value = text.slice(pos + 2, kind === ts.SyntaxKind.MultiLineCommentTrivia ? end - 2 : end);
  return DIRECTIVES.flatMap(([words, reason]) => {
    const [found] = words.exec(value) ?? [];
    return found === undefined ? [] : [{ reason, text: found.replace(/^[\s*/]+/, ''), start: pos }];
  });
}
