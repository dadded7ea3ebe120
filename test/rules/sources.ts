import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';

/** Root folder of the repository. */
export const root: string = fileURLToPath(new URL('../..', import.meta.url));

/** Paths of the files below a folder of the repository whose names end so, from the root. */
export function filesBelow(folder: string, ending: string): readonly string[] {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name));
  const own = paths.filter((path) => !/[\\/](?:node_modules|dist)[\\/]/.test(path.slice(root.length - 1)));
  return own.map((path) => path.slice(root.length).replaceAll('\\', '/')).toSorted();
}

/** Text of a file of the repository. */
export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Files that were parsed, for the other tests of a worker; they go where memory is short. */
const parsed = new Map<string, WeakRef<ts.SourceFile>>();

/** A parsed TypeScript file of the repository. */
export function parse(path: string): ts.SourceFile {
  const file = parsed.get(path)?.deref() ?? ts.createSourceFile(path, textOf(path), ts.ScriptTarget.ES2022, true);
  parsed.set(path, new WeakRef(file));
  return file;
}

/** All nodes of a file, parents before children. */
export function nodesOf(node: ts.Node): readonly ts.Node[] {
  const nodes = [node];
  // A list hands out what is added to it.
  for (const one of nodes) ts.forEachChild(one, (child) => void nodes.push(child));
  return nodes;
}

/** Where a node begins: `path:line`. */
export function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`;
}

/** Lines from the first to the last of a node. */
export function linesOf(node: ts.Node): number {
  const file = node.getSourceFile();
  const line = (position: number): number => file.getLineAndCharacterOfPosition(position).line;
  return line(node.getEnd()) - line(node.getStart(file)) + 1;
}

/** What is written by hand and shipped. */
export const handwritten: readonly string[] = [
  ...filesBelow('generator', '.ts'),
  ...filesBelow('templates/runtime', '.ts'),
  ...filesBelow('templates/emulator', '.ts'),
  ...filesBelow('templates/emulator', '.tsx'),
  ...filesBelow('specs', '.ts'),
];

/** What is generated and committed. */
export const generated: readonly string[] = filesBelow('generated', '.ts').filter((path) => !path.endsWith('.d.ts'));
