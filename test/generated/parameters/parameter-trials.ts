import type { Scenario } from '@speccast/video-platform/mocks';
import { readYaml } from '../../rows.js';

/**
 * Two queries of an operation whose results have to differ: `['hl=es', '']`. Each is added to the query of the operation. A query that
 * begins with `?` replaces it: `?id=a`. A query that begins with `!` has to be rejected; one with `~` may be.
 */
export type Trial = readonly [one: string, other: string];

/** A successful call of an operation, and a trial for each of its parameters, by name. */
export interface OperationTrials {
  readonly query?: string;
  /** The body: JSON, JSON with media, or an image alone. */
  readonly sent?: {
    readonly json?: object;
    readonly media?: string;
    readonly mediaType?: string;
    readonly image?: boolean;
  };
  readonly trials?: Readonly<Record<string, Trial>>;
}

/** Trials by operation. `fields`, `prettyPrint`, `part`, pages and conditional headers need none: their trials are the same for all operations. */
export const trials: Readonly<Record<'video' | 'ads', Readonly<Record<string, OperationTrials>>>> = read('trials.yaml');

/** The rows for the trials. They differ in each member that a parameter selects or sorts by; most belong to `first-user`. */
export const scenario: Scenario = read('world.yaml');

function read<T>(name: string): T {
  return readYaml<T>(new URL(name, import.meta.url));
}
