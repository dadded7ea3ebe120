import { posix } from 'node:path';
import type { TextFile } from './text-file.js';

const FOLDER = 'src/runtime/';

/** In every import of a file of the runtime by another one. */
const RUNTIME = '/runtime/';

/** Copies of the runtime files that printed files reach by imports, directly or through each other, byte for byte. */
export function copyRuntime(files: readonly TextFile[], runtime: ReadonlyMap<string, string>): TextFile[] {
  const copies = new Map<string, TextFile>();
  const copy = (target: string): void => {
    const text = target.startsWith(FOLDER) ? runtime.get(target.slice(FOLDER.length)) : undefined;
    if (text === undefined || copies.has(target)) return;
    copies.set(target, { path: target, text });
    for (const next of importsOf(target, text)) copy(next);
  };
  const folders = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    if (!path.endsWith('.ts')) continue;
    const folder = posix.dirname(path);
    const seen = folders.get(folder) ?? new Set();
    folders.set(folder, seen);
    for (const specifier of runtimeSpecifiers(text)) seen.add(specifier);
  }
  for (const [folder, specifiers] of folders) {
    for (const specifier of specifiers) copy(`${posix.join(folder, specifier)}.ts`);
  }
  return [...copies.values()];
}

/** What a printed file may import from the runtime, without the ending; text that only looks like that does no harm. */
function runtimeSpecifiers(text: string): readonly string[] {
  const found: string[] = [];
  for (let at = text.indexOf(RUNTIME); at !== -1; at = text.indexOf(RUNTIME, at + 1)) {
    const specifier = text.slice(text.lastIndexOf("'", at) + 1, text.indexOf("'", at));
    if (specifier.startsWith('.') && specifier.endsWith('.js')) found.push(specifier.slice(0, -'.js'.length));
  }
  return found;
}

/** Paths of the modules that a file of the runtime imports, exports from or takes types from. */
function importsOf(path: string, text: string): readonly string[] {
  const specifiers = [...text.matchAll(/\b(?:from|import)\s*\(?['"](\.[^'"\n]+)\.js['"]/g)].map(
    ([, specifier]) => specifier ?? '',
  );
  const types = [...text.matchAll(/^\/\/\/ <reference path="(\.[^"\n]+)\.ts"/gm)].map(
    ([, specifier]) => specifier ?? '',
  );
  return [...specifiers, ...types].map((specifier) => `${posix.join(posix.dirname(path), specifier)}.ts`);
}
