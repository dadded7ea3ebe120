import type { OutputSettings } from '../../emit/emit-context.js';
import type { PlannedMigration } from '../migrate/plan-migration.js';
import type { PlannedCopy } from './plan-copy.js';

/** What is asked for, all of it checked: with a document of the user, or with the example. */
export interface Asked extends OutputSettings {
  /** Kebab-case name of the service. */
  readonly service: string;
  readonly packageName: string;
  /** Document of the user, absolute; absent: the example. */
  readonly spec?: string;
  /** Its copy, where it has an address. */
  readonly copy?: PlannedCopy;
  /** What is taken over from another generator. */
  readonly migration?: PlannedMigration;
  /** Folder of what is generated, from that of the project, with forward slashes. */
  readonly out: string;
  /** What package.json of the package says, where that of the project does not. */
  readonly license?: string;
  readonly author?: string;
}

/** What runs the test of a project. */
export type Runner = 'node:test' | 'vitest';
