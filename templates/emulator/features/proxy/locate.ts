import type { JsonObject } from '@speccast/runtime';
import { positionOf } from '@speccast/runtime/validators';

/** Finds where the spec states what a JSON pointer of the document points to: `openapi.yaml:12:7`; undefined if it is unknown. */
export type Locate = (pointer: string) => Promise<string | undefined> | string | undefined;

/** Finds positions in `openapi.json` of a package. */
export function locateIn(document: JsonObject): Locate {
  return (pointer) => {
    if (!pointer.startsWith('#/')) return undefined;
    const steps = pointer
      .slice(2)
      .split('/')
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const { line, column } = positionOf(document, steps);
    return `openapi.json:${line}:${column}`;
  };
}
