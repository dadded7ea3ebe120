import { posix } from 'node:path';
import type { TextFile } from './text-file.js';

const FOLDER = 'src/runtime/';

/** Copies of the runtime files that printed files reach by imports, directly or through each other, byte for byte. */
export function copyRuntime(files: readonly TextFile[], runtime: ReadonlyMap<string, string>): TextFile[] {
  const copies = new Map<string, TextFile>();
  const follow = ({ path, text }: TextFile): void => {
    for (const target of importsOf(path, text)) {
      const copied = runtime.get(target.slice(FOLDER.length));
      if (!target.startsWith(FOLDER) || copied === undefined || copies.has(target)) continue;
      copies.set(target, { path: target, text: copied });
      follow({ path: target, text: copied });
    }
  };
  for (const file of files) if (file.path.endsWith('.ts')) follow(file);
  return [...copies.values()];
}

/** Paths of the modules that a file imports, exports from or takes types from; text that only looks like that does no harm. */
function importsOf(path: string, text: string): readonly string[] {
  const specifiers = [...text.matchAll(/\b(?:from|import)\s*\(?['"](\.[^'"\n]+)\.js['"]/g)].map(
    ([, specifier]) => specifier ?? '',
  );
  const types = [...text.matchAll(/^\/\/\/ <reference path="(\.[^"\n]+)\.ts"/gm)].map(
    ([, specifier]) => specifier ?? '',
  );
  return [...specifiers, ...types].map((specifier) => `${posix.join(posix.dirname(path), specifier)}.ts`);
}
