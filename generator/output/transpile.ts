import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { ts as types } from 'ts-morph';
import type { TextFile } from './text-file.js';
import { ts } from './typescript.js';

/**
 * Writes modules of a package, and those that they import, as JavaScript into a folder, without judging types: `src/a.ts`
 * becomes `a.js`. All of a package would take twice as long.
 */
export function transpileFiles(files: readonly TextFile[], entries: readonly string[], folder: string): void {
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
    // The document, which is beside `src`, comes into the folder.
    writeFileSync(target, outputText.replace("'../openapi.json'", "'./openapi.json'"));
    for (const imported of importsOf(path, outputText)) wanted.add(imported);
  }
}

/** Sources of the modules of its own package that a module imports, at once or later. */
function importsOf(path: string, code: string): readonly string[] {
  const names = ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName);
  const own = names.filter((name) => name.startsWith('.'));
  return own.map((name) => posix.join(posix.dirname(path), name.replace(/\.js$/, '.ts')));
}

const compilerOptions: types.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
};
