import { RuleBook } from './contract/rule-book.js';
import { Tally } from './contract/tally.js';
import type { EmulatorOptions } from './options.js';
import type { OrderRule, ResourceRules } from './plan/behaviour.js';
import type { EmulatorPlan, Profile } from './plan/plan.js';
import { applyProfile } from './profiles/apply-profile.js';
import { createRouter, type Router } from './request/router.js';
import { keyOf } from './rows/rows.js';
import type { Row } from './store/row-index.js';
import { createWorldInPath, usesWorldPath, type WorldInPath } from './worlds/world-path.js';

const usualMaxBytes = 64 * 1024 * 1024;

const noRules: ResourceRules = {};

/** What all worlds of one emulator have in common: its plan, its options, and what follows from them. Never changed. */
export class Shared {
  readonly plan: EmulatorPlan;
  readonly options: EmulatorOptions;
  readonly profile: Profile;
  /** Number that all ids follow from. */
  readonly seed: number;
  /** Longest body taken, in bytes. */
  readonly maxBodyBytes: number;
  readonly route: Router;
  /** Finds operations by the paths of their own to which bytes are sent. */
  readonly uploadRoute: Router;
  /** Reads the named world out of a path; absent where paths name none. */
  readonly worldInPath: WorldInPath | undefined;
  /** What requests have exercised, in all worlds. */
  readonly tally: Tally;
  readonly #rules: ReadonlyMap<string, ResourceRules>;
  #rulebook: RuleBook | undefined;

  constructor(stated: EmulatorPlan, options: EmulatorOptions) {
    this.profile = options.profile ?? 'documented';
    const plan = applyProfile(stated, this.profile);
    this.plan = plan;
    this.options = options;
    this.seed = options.seed ?? 1;
    this.maxBodyBytes = options.maxBodyBytes ?? usualMaxBytes;
    this.route = createRouter(plan.operations);
    this.uploadRoute = createRouter(plan.operations, ({ operation }) => operation.media?.uploadPath);
    this.worldInPath = options.worlds === false || usesWorldPath(plan) ? undefined : createWorldInPath(plan);
    this.tally = new Tally(plan, () => this.rulebook);
    this.#rules = new Map(plan.resources.map(({ table, rules }) => [table, rules]));
  }

  /** All rules that the spec declares; made when it is first asked for. */
  get rulebook(): RuleBook {
    return (this.#rulebook ??= new RuleBook(this.plan));
  }

  /** Rules of a table; empty ones for a table that no schema describes. */
  readonly rules = (table: string): ResourceRules => this.#rules.get(table) ?? noRules;

  readonly keyOf = (table: string, row: Row): string => keyOf(this.rules(table), row);

  /** Where the rows of a table have their position, if they have one. */
  readonly orderOf = (table: string): OrderRule | undefined => this.rules(table).order;
}
