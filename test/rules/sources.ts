import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';

/** Root folder of the repository. */
export const root: string = fileURLToPath(new URL('../..', import.meta.url));

/** Lists the files below a folder whose names have an ending, as paths from the root. Leaves out `node_modules` and `dist`. */
export function filesBelow(folder: string, ending: string): readonly string[] {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name));
  const own = paths.filter((path) => !/[\\/](?:node_modules|dist)[\\/]/.test(path.slice(root.length - 1)));
  return own.map((path) => path.slice(root.length).replaceAll('\\', '/')).toSorted();
}

/** Reads a file of the repository by its path from the root. */
export function readFromRoot(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Parsed files, for other tests in the same process. Weak references let the engine free them. */
const parsed = new Map<string, WeakRef<ts.SourceFile>>();

/** Parses a TypeScript file of the repository. */
export function parse(path: string): ts.SourceFile {
  const file = parsed.get(path)?.deref() ?? ts.createSourceFile(path, readFromRoot(path), ts.ScriptTarget.ES2022, true);
  parsed.set(path, new WeakRef(file));
  return file;
}

/** Lists a node and all nodes below it, parents before children. */
export function listAllNodes(node: ts.Node): readonly ts.Node[] {
  const nodes = [node];
  // Iterating a list also visits elements that are added meanwhile.
  for (const one of nodes) ts.forEachChild(one, (child) => void nodes.push(child));
  return nodes;
}

/** Returns the position of a node: `path:line`. */
export function locateNode(node: ts.Node): string {
  const file = node.getSourceFile();
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`;
}

/** Counts the lines of a node. */
export function countNodeLines(node: ts.Node): number {
  const file = node.getSourceFile();
  const line = (position: number): number => file.getLineAndCharacterOfPosition(position).line;
  return line(node.getEnd()) - line(node.getStart(file)) + 1;
}

/** Handwritten files that are published. */
export const handwritten: readonly string[] = [
  ...filesBelow('generator', '.ts'),
  ...filesBelow('templates/runtime', '.ts'),
  ...filesBelow('templates/emulator', '.ts'),
  ...filesBelow('templates/emulator', '.tsx'),
  ...filesBelow('specs', '.ts'),
];

/** Generated files that are committed. */
export const generated: readonly string[] = filesBelow('generated', '.ts').filter((path) => !path.endsWith('.d.ts'));
