import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { ts } from 'ts-morph';
import type { TextFile } from './text-file.js';

/** Options of `transpileFiles`. */
export interface TranspileOptions {
  /** Paths of the modules to write: `src/mocks/index.ts`. */
  readonly entries: readonly string[];
  readonly folder: string;
  /** Returns the URL of a package that Node cannot find from the folder. */
  readonly toUrl: (specifier: string) => string | undefined;
}

/**
 * Writes the entries of a package, and the modules that they import, as JavaScript into a folder, without checking types:
 * `src/a.ts` → `a.js`. Writing all modules would take twice as long.
 */
export function transpileFiles(files: readonly TextFile[], { entries, folder, toUrl }: TranspileOptions): void {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  const paths = new Set(entries);
  // `for … of` over a Set also visits the imported modules, which are added during the loop.
  for (const path of paths) {
    const text = texts.get(path);
    if (text === undefined) continue;
    const isModule = !path.endsWith('.json');
    const target = join(folder, isModule ? path.slice('src/'.length).replace(/\.ts$/, '.js') : path);
    mkdirSync(dirname(target), { recursive: true });
    const rename = (specifier: string): string => {
      if (specifier.startsWith('.')) paths.add(posix.join(posix.dirname(path), specifier.replace(/\.js$/, '.ts')));
      // The document is beside `src` in the package, but inside this folder.
      return toUrl(specifier) ?? (specifier === '../openapi.json' ? './openapi.json' : specifier);
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
    // `pos` is the offset of the quote before the name.
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
