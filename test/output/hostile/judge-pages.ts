import { parsers } from 'prettier/plugins/markdown';
import type { TextFile } from 'speccast';

/** A node of the Markdown syntax tree of prettier's parser. */
interface PageNode {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  readonly children?: readonly PageNode[];
}

/** Lists HTML, pictures, links that run code and links outside the package in the pages of a package: `README.md: HTML <b>`. */
export function judgePages(files: readonly TextFile[]): readonly string[] {
  const paths = new Set(files.map(({ path }) => path));
  return files
    .filter(({ path }) => path.endsWith('.md') || path === 'llms.txt')
    .flatMap((file) => judgePage(file, paths));
}

function judgePage({ path, text }: TextFile, paths: ReadonlySet<string>): readonly string[] {
  // as: the types of the parser require all options of prettier, and it uses none.
  const page = parsers.markdown.parse(text, {} as never) as PageNode;
  return [...walk(page)].flatMap((node) => judgeNode(node, paths).map((reason) => `${path}: ${reason}`));
}

function* walk(node: PageNode): Iterable<PageNode> {
  yield node;
  for (const child of node.children ?? []) yield* walk(child);
}

function judgeNode(
  { type, value = '', url = '', children = [] }: PageNode,
  paths: ReadonlySet<string>,
): readonly string[] {
  if (type === 'html') return [`HTML ${value}`];
  if (type === 'image') return [`a picture of ${url}`];
  if (type !== 'link' || /^(?:https?:\/\/|mailto:)/.test(url) || isBare(children, url)) return [];
  const inside = paths.has(url.replace(/#.*$/, '')) || /^#[\p{L}\p{N}_-]+$/u.test(url);
  return inside ? [] : [`a link to ${url}`];
}

/** Returns whether the text of a link is its URL. */
function isBare([text]: readonly PageNode[], url: string): boolean {
  return text?.type === 'text' && text.value === url;
}
