import type { OutputSettings } from '../../options.js';
import type { PlannedMigration } from '../migrate/plan-migration.js';
import type { PlannedCopy } from './plan-copy.js';

/** A checked call of `init`, with a document of the user or with the example. */
export interface Asked extends OutputSettings {
  /** Kebab-case name of the service. */
  readonly service: string;
  readonly packageName: string;
  /** Document of the user, absolute; absent: the example. */
  readonly spec?: string;
  /** Its copy, where it has an address. */
  readonly copy?: PlannedCopy;
  /** Files and keys that are taken over from another generator. */
  readonly migration?: PlannedMigration;
  /** Folder of what is generated, from that of the project, with forward slashes. */
  readonly out: string;
  /** Fields of package.json that the project's own does not state. */
  readonly license?: string;
  readonly author?: string;
}

/** The program that runs the tests of a project. */
export type Runner = 'node:test' | 'vitest';
