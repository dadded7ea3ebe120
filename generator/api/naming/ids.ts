import { parsePointer } from '../../spec/references/pointer.js';

/** The steps of an id after its file: `#/components/schemas/Video` -> `['components', 'schemas', 'Video']`. */
export function stepsOf(id: string): readonly string[] {
  return parsePointer(id.slice(id.indexOf('#') + 1)) ?? [];
}

/** The file of an id relative to the root's folder; empty for the root file itself. */
export function fileOf(id: string): string {
  return id.slice(0, Math.max(id.indexOf('#'), 0));
}

/** The name an id ends in: `Video`; empty where it is a whole file. */
export function lastStep(id: string): string {
  return stepsOf(id).at(-1) ?? '';
}
