import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ts as types } from 'ts-morph';
import type { TextFile } from './text-file.js';
import { ts } from './typescript.js';

/** Writes the sources of a package as JavaScript into a folder, without judging types: `src/a.ts` becomes `a.js`. */
export function transpileFiles(files: readonly TextFile[], folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  for (const { path, text } of files) {
    if (!path.startsWith('src/') || !path.endsWith('.ts') || path.endsWith('.d.ts')) continue;
    const target = join(folder, path.slice('src/'.length).replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, ts.transpileModule(text, { fileName: path, compilerOptions }).outputText);
  }
}

const compilerOptions: types.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
};
