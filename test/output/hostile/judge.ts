import { ts } from 'ts-morph';
import type { TextFile } from 'speccast';
import { parse } from '../parse.js';

/** What a hostile text may not become. */
const MARKER = 'hacked';

/** What is wrong with the files of a package that a hostile spec made; nothing is. */
export function judgeFiles(files: readonly TextFile[]): readonly string[] {
  return [...judgePaths(files.map(({ path }) => path)), ...files.flatMap(judgeFile)];
}

function judgePaths(paths: readonly string[]): readonly string[] {
  const odd = paths.filter(
    (path) => !/^(?:[A-Za-z0-9][A-Za-z0-9._-]{0,90}\/)*[A-Za-z0-9][A-Za-z0-9._-]{0,90}$/.test(path),
  );
  const devices = paths.filter((path) => /(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\/|$)|\.(?:\/|$)/i.test(path));
  const folded = new Set(paths.map((path) => path.toLowerCase()));
  return [...odd, ...devices, ...(folded.size < paths.length ? ['paths that differ in case only'] : [])];
}

function judgeFile({ path, text }: TextFile): readonly string[] {
  if (/\.m?ts$/.test(path)) return judgeCode(path, text);
  if (!path.endsWith('.json')) return [];
  JSON.parse(text);
  return [];
}

/** The marker may stand in literals and comments only: every name and every type is looked at. */
function judgeCode(path: string, text: string): readonly string[] {
  if (!text.includes(MARKER)) return [];
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === MARKER) found.push(`${path}: ${node.text}`);
    ts.forEachChild(node, visit);
  };
  visit(parse(text, path));
  return found;
}
