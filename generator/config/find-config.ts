import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

/** Where a configuration may be, the usual location first. */
export const CONFIG_FILES = ['specs/speccast.yaml', 'speccast.yaml'] as const;

/** The configuration that was named, or the one that is there; the usual location where there is none. */
export function findConfig(cwd: string, named?: string): string {
  return named ?? CONFIG_FILES.find((file) => existsSync(resolve(cwd, file))) ?? CONFIG_FILES[0];
}

/** The nearest configuration in a folder above, from the current one; `undefined` where there is none. */
export function findAbove(cwd: string): string | undefined {
  for (let at = dirname(cwd); ; at = dirname(at)) {
    const found = CONFIG_FILES.map((file) => resolve(at, file)).find((path) => existsSync(path));
    if (found !== undefined) return relative(cwd, found).replaceAll('\\', '/');
    if (at === dirname(at)) return undefined;
  }
}
