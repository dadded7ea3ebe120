import type { Json, JsonObject } from '../json.js';
import type { ResourceRules } from './behaviour.js';
import { createClock, type Clock } from './clock.js';
import { idFrom } from './ids.js';
import type { EmulatorOptions } from './options.js';
import { plant } from './plant.js';
import { plantSamples } from './plant-samples.js';
import type { Call, Caller, EmulatorPlan, OperationPlan, ReceivedMedia, Row } from './plan.js';
import { createRouter, type Router } from './router.js';
import { keyOf } from './rows.js';
import { emptyWorld, Transaction, type World } from './world.js';

/** What a handler is called with, before it is bound to the state. */
export interface CallInput {
  readonly plan: OperationPlan;
  readonly params?: JsonObject;
  readonly body?: Json;
  readonly media?: ReceivedMedia;
  /** Token of the one who calls. */
  readonly token?: string;
  readonly ifMatch?: string;
  readonly baseUrl: string;
}

const callers = '~callers';
const usualMaxBytes = 64 * 1024 * 1024;

/** An emulator at work: its plan, its clock and its world. */
export class Engine {
  readonly plan: EmulatorPlan;
  readonly options: EmulatorOptions;
  readonly clock: Clock;
  /** Longest body taken, in bytes. */
  readonly maxBodyBytes: number;
  readonly route: Router;
  /** Finds operations by the paths of their own to which bytes are sent. */
  readonly uploadRoute: Router;
  readonly #rules: ReadonlyMap<string, ResourceRules>;
  world: World;

  constructor(plan: EmulatorPlan, options: EmulatorOptions, world?: World) {
    this.plan = plan;
    this.options = options;
    this.clock = createClock(options.now);
    this.maxBodyBytes = options.maxBodyBytes ?? usualMaxBytes;
    this.route = createRouter(plan.operations);
    this.uploadRoute = createRouter(plan.operations, ({ operation }) => operation.media?.uploadPath);
    this.#rules = new Map(plan.resources.map(({ table, rules }) => [table, rules]));
    this.world = world ?? this.freshWorld();
  }

  /** The world as the seed describes it. */
  freshWorld(): World {
    const tables = this.#begin(emptyWorld);
    plant(this.plan.seed.world, {
      tables,
      rules: this.rules,
      scope: `${this.options.seed ?? 1}`,
      now: this.clock.now(),
    });
    plantSamples(this.plan, tables, this.options.seed ?? 1);
    return tables.commit();
  }

  /** Who a token stands for; the first time, the world gets what the seed gives each caller. */
  meet(token: string): Caller {
    const tables = this.#begin(this.world);
    const caller = this.#meet(token, tables);
    this.world = tables.commit();
    return caller;
  }

  /** Runs a handler; what it changed stays when it returns, and is gone when it throws. */
  run<Result>(input: CallInput, handler: (call: Call) => Result): Result {
    const tables = this.#begin(this.world);
    const result = handler(this.#callOf(input, tables));
    this.world = tables.commit();
    return result;
  }

  /** Runs a handler to see whether it throws; nothing that it changed stays. */
  rehearse(input: CallInput, handler: (call: Call) => void): void {
    handler(this.#callOf(input, this.#begin(this.world)));
  }

  readonly rules = (table: string): ResourceRules => this.#rules.get(table) ?? noRules;

  readonly #keyOf = (table: string, row: Row): string => keyOf(this.rules(table), row);

  #callOf({ token, ...input }: CallInput, tables: Transaction): Call {
    const seed = this.options.seed ?? 1;
    return {
      params: {},
      ...input,
      ...(token === undefined ? {} : { caller: this.#meet(token, tables) }),
      emulator: this.plan,
      tables,
      now: this.clock.now(),
      rules: this.rules,
      nextId: (prefix, length) => idFrom(`${seed} id ${tables.nextNumber('~ids')}`, { prefix, length }),
      nextNumber: (sequence) => tables.nextNumber(sequence),
    };
  }

  #meet(token: string, tables: Transaction): Caller {
    const known = tables.get(callers, token);
    // The last caller stands last.
    if (known !== undefined && tables.list(callers).at(-1) === known) return callerOf(known);
    if (known !== undefined) tables.remove(callers, token);
    const row = known ?? this.#welcome(token, tables);
    tables.put(callers, row);
    return callerOf(row);
  }

  /** Gives a new caller what the seed has for each. */
  #welcome(token: string, tables: Transaction): Row {
    const userId = idFrom(`${this.options.seed ?? 1} ${token}`, { length: 22 });
    const planted = plant(this.plan.seed.caller, { tables, rules: this.rules, scope: userId, now: this.clock.now() });
    const table = this.plan.settings.caller?.table;
    const own = table === undefined ? undefined : planted[table]?.[0];
    return {
      id: token,
      userId,
      ownId: table === undefined || own === undefined ? userId : keyOf(this.rules(table), own),
    };
  }

  #begin(world: World): Transaction {
    return new Transaction(world, this.#keyOf);
  }
}

const noRules: ResourceRules = {};

function callerOf(row: Row): Caller {
  return { token: String(row['id']), userId: String(row['userId']), ownId: String(row['ownId']) };
}
