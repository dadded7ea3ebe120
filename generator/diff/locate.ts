import type { Position } from '../diagnostics.js';
import { createLocator } from '../spec/references/locate-pointer.js';
import { printPointer } from '../spec/references/pointer.js';
import type { SpecDocument } from '../spec/spec-document.js';

/** Finds the place of what stands at the end of some keys of a document; `undefined` where there is nothing. */
export type Locate = (steps: readonly (string | number)[]) => Position | undefined;

/** Finds places in a document that was read; references on the way are followed. */
export function createLocate(document: SpecDocument): Locate {
  const locate = createLocator(document);
  const folder = document.file.slice(0, document.file.lastIndexOf('/') + 1);
  return (steps) => {
    const found = locate(`#${printPointer(steps.map(String))}`);
    if (found?.value === undefined) return undefined;
    return { ...found.at, file: `${folder}${found.at.file}` };
  };
}
