import type { Answer } from './read-answer.js';
import { readPath } from './read-path.js';

/**
 * What a step keeps of its answer, by name. Paths lead into the JSON; those that begin with `@` into the answer itself:
 * `@body`, `@text`, `@bytes`, `@status`, `@headers.etag`, and `@sent`, the bytes of the media sent. Throws where there is nothing.
 */
export function keepValues(answer: Answer, keep: Readonly<Record<string, string>>): ReadonlyMap<string, unknown> {
  const kept = new Map<string, unknown>();
  for (const [name, path] of Object.entries(keep)) {
    const value = path.startsWith('@') ? readPath(answer, path.slice(1)) : readPath(answer.body, path);
    if (value === undefined) throw new Error(`the answer has nothing at ${path} to keep as ${name}`);
    kept.set(name, value);
  }
  return kept;
}
