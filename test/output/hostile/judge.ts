import type { Node } from 'oxc-parser';
import type { TextFile } from '../../../generator/output/text-file.js';
import { childrenOf, parseTypeScript } from '../../../generator/output/parse-typescript.js';

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
  const visit = (node: Node): void => {
    if (node.type === 'Identifier' && node.name === MARKER) found.push(`${path}: ${node.name}`);
    for (const child of childrenOf(node)) visit(child);
  };
  parseTypeScript(path, text).statements.forEach(visit);
  return found;
}
