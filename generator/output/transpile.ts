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
    const target = join(folder, path.slice('src/'.length).replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    const written = transpileModule(path, text, (specifier) => {
      if (specifier.startsWith('.')) wanted.add(posix.join(posix.dirname(path), specifier.replace(/\.js$/, '.ts')));
      // The document, which is beside `src`, comes into the folder.
      return addressOf(specifier) ?? (specifier === '../openapi.json' ? './openapi.json' : specifier);
    });
    writeFileSync(target, written);
  }
}

/** A module as JavaScript, without judging types. `rename` gives other names of what it imports, at once or later. */
export function transpileModule(path: string, text: string, rename: (specifier: string) => string): string {
  const { outputText } = ts.transpileModule(text, { fileName: path, compilerOptions });
  let [written, end] = ['', 0];
  for (const { fileName, pos } of ts.preProcessFile(outputText, true, true).importedFiles) {
    // The name begins after its quote.
    const start = pos + 1;
    written += outputText.slice(end, start) + rename(fileName);
    end = start + fileName.length;
  }
  return written + outputText.slice(end);
}

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
};
