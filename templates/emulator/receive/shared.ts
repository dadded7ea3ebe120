import type { ResourceRules } from '../plan/behaviour.js';
import type { EmulatorPlan, Profile } from '../plan/plan.js';
import { applyProfile } from '../plan/prepare-plan.js';
import { readKey } from '../act/rows/rows.js';
import type { Row } from '../store/table.js';
import { createWorldInPath, type WorldInPath } from './router.js';
import type { EmulatorOptions } from '../plan/options.js';

/** The parts that all worlds of an emulator share: plan, options, and facts that are derived from them. Immutable. */
export class Shared {
  readonly plan: EmulatorPlan;
  readonly options: EmulatorOptions;
  readonly profile: Profile;
  /** Seed of all generated ids. */
  readonly seed: number;
  /** Longest accepted body, in bytes. */
  readonly maxBodyBytes: number;
  /** Reads the name of a world from a path; absent if paths do not contain one. */
  readonly worldInPath: WorldInPath | undefined;
  readonly #rules: ReadonlyMap<string, ResourceRules>;

  constructor(stated: EmulatorPlan, options: EmulatorOptions) {
    this.profile = options.profile ?? 'documented';
    const plan = applyProfile(stated, this.profile);
    this.plan = plan;
    this.options = options;
    this.seed = options.seed ?? 1;
    this.maxBodyBytes = options.maxBodyBytes ?? 64 * 1024 * 1024;
    this.worldInPath = options.worlds === false ? undefined : createWorldInPath(plan);
    this.#rules = new Map(plan.resources.map(({ table, rules }) => [table, rules]));
  }

  /** The rules of a table; empty for tables without a schema. */
  readonly rules = (table: string): ResourceRules => this.#rules.get(table) ?? {};

  readonly keyOf = (table: string, row: Row): string => readKey(this.rules(table), row);
}
