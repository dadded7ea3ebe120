import type { Scenario } from '@speccast/video-platform/mocks';
import { readYaml } from '../../rows.js';

/**
 * Two queries whose responses differ by the value of a parameter: `['hl=es', '']`. They continue the one of the operation; after
 * `?` a query stands alone. One that begins with `!` is rejected, with `~` it may be.
 */
export type Trial = readonly [one: string, other: string];

/** A call of an operation that succeeds, and a trial for each of its parameters, by name. */
export interface OperationTrials {
  readonly query?: string;
  /** JSON, bytes beside it, or an image alone. */
  readonly sent?: {
    readonly json?: object;
    readonly media?: string;
    readonly mediaType?: string;
    readonly image?: boolean;
  };
  readonly trials?: Readonly<Record<string, Trial>>;
}

/** Trials by operation. `fields`, `prettyPrint`, pages and conditions are tried with the call of the operation. */
export const trials: Readonly<Record<'video' | 'ads', Readonly<Record<string, OperationTrials>>>> = read('trials.yaml');

/**
 * The world in which parameters are tried: rows that differ in everything that a parameter can ask for; `first-user` owns most of
 * them.
 */
export const scenario: Scenario = read('world.yaml');

function read<T>(name: string): T {
  return readYaml<T>(new URL(name, import.meta.url));
}
