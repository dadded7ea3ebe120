import { ts } from 'ts-morph';
import type { TextFile } from 'speccast';
import { parse } from '../parse.js';

/** The name that hostile texts try to assign; it must never be an identifier. */
const MARKER = 'hacked';

/** Lists unsafe paths and code with the marker in the files of a package; the list has to be empty. */
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

/** Lists identifiers that are the marker; in literals and comments it is allowed. */
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
