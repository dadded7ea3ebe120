import type { Diagnostics } from '../../diagnostics.js';
import type { OwnedFile } from '../../emit/define-emitter.js';
import type { EmitContext, EmittedEntry, OwnTemplate } from '../../emit/emit-context.js';
import type { EmitterModule } from '../../emit/emitter-module.js';
import { repeatedSubpaths } from '../../emit/package/package-json.js';
import type { OutputFile } from '../../emit/source-file.js';
import { MANIFEST } from '../write/manifest.js';

/** Runs the user's own emitters, and reports their mistakes. Without emitters, nothing is loaded. */
export async function emitOwn(
  emitters: readonly EmitterModule[],
  context: EmitContext,
  diagnostics: Diagnostics,
): Promise<readonly OwnedFile[]> {
  if (emitters.length === 0) return [];
  const { runEmitters } = await import('./run-emitters.js');
  const { files, diagnostics: found } = await runEmitters(emitters, context);
  diagnostics.add(found);
  return files;
}

/** Lists the files that package.json names: modules with subpaths or packages, and published pages. */
export function listEmittedEntries(own: readonly OwnedFile[]): readonly EmittedEntry[] {
  return own.flatMap(({ file }) => {
    if (file.kind === 'plain') return file.isPublished ? [{ path: file.path }] : [];
    const { path, subpath, packages } = file;
    return subpath || packages ? [{ path, subpath, packages, isModule: true }] : [];
  });
}

/** Reports files and subpaths that exist twice; `others` are the files of speccast's own emitters. */
export function checkOwnPaths(
  own: readonly OwnedFile[],
  others: readonly OutputFile[],
  context: EmitContext,
  diagnostics: Diagnostics,
): void {
  if (own.length === 0) return;
  const taken = new Map([...others.map(({ path }) => path), MANIFEST].map((path) => [path.toLowerCase(), 'speccast']));
  const subpaths = new Set(repeatedSubpaths(context));
  for (const { file, owner } of own) {
    const reject = (problem: string): void =>
      diagnostics.error('invalid-emitter', `the emitter ${JSON.stringify(owner.name)} ${problem}`, owner.at);
    const path = file.path.toLowerCase();
    const isNear = (one: string): boolean => `${one}/`.startsWith(`${path}/`) || path.startsWith(`${one}/`);
    const [near, maker] = [...taken].find(([one]) => isNear(one)) ?? [];
    if (near !== undefined)
      reject(
        near === path
          ? `writes to ${JSON.stringify(file.path)}, which ${maker} has written`
          : `writes to ${JSON.stringify(file.path)}, but ${maker} has written a file above or below this path`,
      );
    else taken.set(path, `the emitter ${JSON.stringify(owner.name)}`);
    if (file.kind === 'source' && file.subpath !== undefined && subpaths.has(file.subpath))
      reject(`exports ${JSON.stringify(file.subpath)}, which the package has already`);
  }
}

/** Reports an error that a template of the user's own threw; returns false for any other error. */
export function reportTemplateError(
  error: unknown,
  templates: ReadonlyMap<string, OwnTemplate>,
  diagnostics: Diagnostics,
): boolean {
  const message = error instanceof Error ? error.message : String(error);
  const [, name = '', line, reason] = /^templates\/([^:]+):(?: line (\d+):)? ?([^]*)$/.exec(message) ?? [];
  const own = templates.get(name);
  if (own === undefined) return false;
  const text = (reason ?? message).replace(/\s+/g, ' ');
  diagnostics.error('invalid-template', text, { file: own.file, line: Number(line ?? 1), column: 1 });
  return true;
}
