import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { ts } from 'ts-morph';
import type { TextFile } from './text-file.js';

/** Options of `transpileFiles`. */
export interface TranspileOptions {
  /** Sources of the modules that are wanted: `src/mocks/index.ts`. */
  readonly entries: readonly string[];
  readonly folder: string;
  /** Address of a package that cannot be found by name from the folder. */
  readonly addressOf: (specifier: string) => string | undefined;
}

/**
 * Writes the entries of a package, and the modules that they import, as JavaScript into a folder, without checking types:
 * `src/a.ts` → `a.js`. Writing all modules would take twice as long.
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
    const isModule = !path.endsWith('.json');
    const target = join(folder, isModule ? path.slice('src/'.length).replace(/\.ts$/, '.js') : path);
    mkdirSync(dirname(target), { recursive: true });
    const rename = (specifier: string): string => {
      if (specifier.startsWith('.')) wanted.add(posix.join(posix.dirname(path), specifier.replace(/\.js$/, '.ts')));
      // The document, which is beside `src`, comes into the folder.
      return addressOf(specifier) ?? (specifier === '../openapi.json' ? './openapi.json' : specifier);
    };
    writeFileSync(target, isModule ? transpileModule(path, text, rename) : text);
  }
}

/** Transpiles a module to JavaScript without checking types. `rename` replaces specifiers: `./a.js` → `./b.js`. */
export function transpileModule(path: string, text: string, rename: (specifier: string) => string): string {
  return renameImports(ts.transpileModule(text, { fileName: path, compilerOptions }).outputText, rename);
}

/** Replaces the module specifiers of JavaScript. */
export function renameImports(outputText: string, rename: (specifier: string) => string): string {
  let [written, end] = ['', 0];
  for (const { fileName, pos } of ts.preProcessFile(outputText, true, true).importedFiles) {
    // The name begins after its quote.
    const start = pos + 1;
    written += outputText.slice(end, start) + rename(fileName);
    end = start + fileName.length;
  }
  return written + outputText.slice(end);
}

/** Options for JavaScript that Node runs as modules. */
export const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
};
