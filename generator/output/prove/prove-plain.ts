import type { PlainFile } from '../../emit/source-file.js';
import type { Finding } from './prove-inert.js';
import { provePage } from './prove-page.js';
import { provePackageJson } from './prove-package-json.js';

/** What goes against a file that is no TypeScript, and where in it. */
export interface PlainFinding {
  readonly reason: string;
  readonly text: string;
  /** Offset in the file. */
  readonly start: number;
}

/** Files without a word of the spec. */
const FIXED: ReadonlySet<string> = new Set(['LICENSE', 'build.js']);

/**
 * Proves of a file that is no TypeScript that nothing of the spec in it acts on whoever installs or reads the package: JSON is
 * data and package.json says nothing but what emitters say; pages have no HTML, and links only to files of the package
 * and to a few addresses of ours. Returns what goes against that.
 */
export function provePlain({ path, text }: PlainFile): readonly Finding[] {
  return reasonsAgainst(path, text).map(({ start, reason, text: found }) => ({
    path,
    reason,
    text: found.slice(0, 200),
    line: lineAt(text, start),
  }));
}

function reasonsAgainst(path: string, text: string): readonly PlainFinding[] {
  if (path === 'package.json') return provePackageJson(text);
  if (path.endsWith('.json')) return proveJson(text);
  if (path.endsWith('.md')) return provePage(text);
  return FIXED.has(path) ? [] : [{ reason: 'is a file that no emitter writes', text: path, start: 0 }];
}

/** What was serialised is what is read: the same text comes out again, but for spaces and line ends between its parts. */
function proveJson(text: string): readonly PlainFinding[] {
  return isSerialised(text) ? [] : [{ reason: 'is no JSON as it is written here', text, start: 0 }];
}

function isSerialised(text: string): boolean {
  try {
    return isSpaced(text, JSON.stringify(JSON.parse(text)));
  } catch {
    return false;
  }
}

/** Whether a text is another one with spaces and line ends. */
function isSpaced(text: string, compact: string): boolean {
  let at = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === compact.charCodeAt(at)) at++;
    else if (code !== SPACE && code !== LINE_END) return false;
  }
  return at === compact.length;
}

const [SPACE, LINE_END] = [0x20, 0x0a];

/** Line of an offset, from 1. */
function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
