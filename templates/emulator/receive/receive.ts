import { newNotes } from '../plan/notes.js';
import type { Received } from '../plan/plan.js';

/** Facts about a request that a real service should have handled. */
type Background = Pick<Received, 'source' | 'violations'>;

const backgrounds = new WeakMap<Request, Background>();

/** Remembers facts about a request until `receive`. */
export function noteBackground(request: Request, background: Background): void {
  backgrounds.set(request, background);
}

/** Starts the way of a request. */
export function receive(request: Request): Received {
  const known = backgrounds.get(request);
  return { request, url: new URL(request.url), notes: newNotes(), started: performance.now(), ...known };
}
