import { formatFiles } from './format.js';
import type { Part } from './lay-out.js';
import type { TextFile } from './text-file.js';

/** A printed file: its parts in order, some of which prettier still has to lay out. */
export interface PrintedFile {
  readonly path: string;
  readonly parts: readonly Part[];
}

/** Stands between rough parts while prettier has them: a comment of its own line, which no part contains. */
const BETWEEN = '// speccast: the next part\n';

/** Has prettier lay out the rough parts, all of a file at once, and puts the files together. */
export async function formatParts(files: readonly PrintedFile[]): Promise<readonly TextFile[]> {
  const rough = files.filter(({ parts }) => parts.some((part) => part.rough));
  const jobs = rough.map(({ path, parts }) => ({ path, text: roughText(parts), parser: 'typescript' as const }));
  const formatted = new Map((await formatFiles(jobs)).map(({ path, text }) => [path, text.split(BETWEEN)]));
  return files.map(({ path, parts }) => ({ path, text: joinParts(parts, formatted.get(path) ?? []) }));
}

function roughText(parts: readonly Part[]): string {
  return parts
    .filter((part) => part.rough)
    .map((part) => part.text)
    .join(`\n${BETWEEN}\n`);
}

function joinParts(parts: readonly Part[], formatted: readonly string[]): string {
  let next = 0;
  const texts = parts.map((part) => {
    if (!part.rough) return part.text;
    const text = formatted[next++];
    if (text === undefined) throw new Error('prettier gave back fewer parts than it was given');
    return `${part.text.startsWith('\n') ? '\n' : ''}${text.trim()}\n`;
  });
  return texts.join('');
}
