import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { KEPT, MANIFEST, exists, fileHash, printManifest, readManifest, readText } from './manifest.js';
import type { TextFile } from './text-file.js';

/** An output folder as it is, next to what it should be. */
export interface Comparison {
  /** Everything that should be there, the manifest included; not what is made once and is there. */
  readonly wanted: readonly TextFile[];
  /** Texts that stand where wanted and stale files stand. */
  readonly current: ReadonlyMap<string, string>;
  /** Generated files that are no longer produced. */
  readonly stale: readonly TextFile[];
  /** Paths of generated files that were edited since. */
  readonly edited: readonly string[];
  /** Wanted paths that are taken by something that was not generated. */
  readonly foreign: readonly string[];
}

/** Thrown where writing would replace a file that was not generated, or leave the folder. */
export class OutputRefused extends Error {
  override readonly name = 'OutputRefused';
}

/** Reads what stands in an output folder where the files should stand. */
export function compareOutput(folder: string, files: readonly TextFile[]): Comparison {
  const manifest = readManifest(folder);
  const wanted = [...files, printManifest(files)].filter(({ path }) => !(KEPT.has(path) && exists(join(folder, path))));
  const paths = new Set(wanted.map((file) => file.path));
  const current = readTexts(folder, new Set([...paths, ...manifest.keys()]));
  const isForeign = ({ path, text }: TextFile): boolean =>
    current.has(path) && current.get(path) !== text && path !== MANIFEST && !manifest.has(path);
  return {
    wanted,
    current,
    stale: [...current].filter(([path]) => !paths.has(path)).map(([path, text]) => ({ path, text })),
    edited: [...current]
      .filter(([path, text]) => (manifest.get(path) ?? fileHash(text)) !== fileHash(text))
      .map(([path]) => path),
    foreign: wanted.filter(isForeign).map((file) => file.path),
  };
}

function readTexts(folder: string, paths: ReadonlySet<string>): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const checked = new Set<string>();
  for (const path of paths) {
    refuseObstacles(folder, path, checked);
    const text = readText(join(folder, path));
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}

/** Refuses links, and folders and files that stand in each other's place. */
function refuseObstacles(folder: string, path: string, checked: Set<string>): void {
  const steps = path.split('/');
  if (/(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path))
    throw new OutputRefused(`${join(folder, MANIFEST)} names a file outside the folder: ${path}`);
  for (let length = 1; length <= steps.length; length++) {
    const step = join(folder, ...steps.slice(0, length));
    if (checked.has(step)) continue;
    checked.add(step);
    const stats = lstatSync(step, { throwIfNoEntry: false });
    if (stats === undefined) return;
    if (stats.isSymbolicLink())
      throw new OutputRefused(`${step} is a symbolic link; output is not written through links`);
    const wanted = length < steps.length ? 'folder' : 'file';
    if (stats.isDirectory() !== (wanted === 'folder'))
      throw new OutputRefused(`${step} stands where a ${wanted} has to stand; move or remove it`);
  }
}
