import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** Where a configuration may stand, the usual place first. */
export const CONFIG_FILES = ['specs/speccast.yaml', 'speccast.yaml'] as const;

/** The configuration that was named, or the one that is there; the usual place where there is none. */
export function findConfig(cwd: string, named?: string): string {
  return named ?? CONFIG_FILES.find((file) => existsSync(resolve(cwd, file))) ?? CONFIG_FILES[0];
}
