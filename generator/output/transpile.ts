import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { ts } from 'ts-morph';
import type { TextFile } from './text-file.js';

/** What is written, where to, and how it imports from there. */
export interface TranspileOptions {
  /** Sources of the modules that are wanted: `src/mocks/index.ts`. */
  readonly entries: readonly string[];
  readonly folder: string;
  /** Address of a package that cannot be found by name from the folder. */
  readonly addressOf: (specifier: string) => string | undefined;
}

/**
 * Writes modules of a package, and those that they import, as JavaScript into a folder, without judging types: `src/a.ts`
 * becomes `a.js`. All of a package would take twice as long.
 */
export function transpileFiles(files: readonly TextFile[], { entries, folder, addressOf }: TranspileOptions): void {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  const wanted = new Set(entries);
  // What a module imports is added, and comes up in its turn.
  for (const path of wanted) {
    const text = texts.get(path);
    if (text === undefined) continue;
    if (path.endsWith('.json')) {
      writeFileSync(join(folder, path), text);
      continue;
    }
    const { outputText } = ts.transpileModule(text, { fileName: path, compilerOptions });
    const target = join(folder, path.slice('src/'.length).replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    const imports = ts.preProcessFile(outputText, true, true).importedFiles;
    // The document, which is beside `src`, comes into the folder.
    writeFileSync(target, redirect(outputText, imports, addressOf).replace("'../openapi.json'", "'./openapi.json'"));
    for (const imported of ownModules(path, imports)) wanted.add(imported);
  }
}

/** Sources of the modules of its own package that a module imports, at once or later. */
function ownModules(path: string, imports: readonly ts.FileReference[]): readonly string[] {
  const own = imports.map(({ fileName }) => fileName).filter((name) => name.startsWith('.'));
  return own.map((name) => posix.join(posix.dirname(path), name.replace(/\.js$/, '.ts')));
}

function redirect(
  code: string,
  imports: readonly ts.FileReference[],
  addressOf: TranspileOptions['addressOf'],
): string {
  let [written, end] = ['', 0];
  for (const { fileName, pos } of imports) {
    // The name begins after its quote.
    const start = pos + 1;
    written += code.slice(end, start) + (addressOf(fileName) ?? fileName);
    end = start + fileName.length;
  }
  return written + code.slice(end);
}

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
};
