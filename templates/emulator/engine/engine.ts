import { type Clock, createClock, fixedTime } from './clock.js';
import type { Exchange } from './exchange.js';
import { Faults } from './faults/faults.js';
import { type HostileMode, hostileModeOf, type Hostility, hostilityFor } from './hostile/hostility.js';
import { Journal } from './journal/journal.js';
import type { EmulatorOptions } from './options.js';
import type { Call, Caller, CallInput, EmulatorPlan, Uploads } from './plan/plan.js';
import { newNotes } from './profiles/notes.js';
import { Quota } from './quota/quota.js';
import { idFrom } from './sampling/ids.js';
import { seedRows, seedSamples, timeOf, type Scenario } from './seed.js';
import type { Shared } from './shared.js';
import type { Row } from './store/row-index.js';
import { emptyWorld, Transaction, type World } from './store/world.js';

const callers = '~callers';

/** What a world begins with, where that is not the seed. */
interface Origin {
  readonly world: World;
  /** The world that a reset leads back to. */
  readonly start: World;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Name by which requests reach it; the base world has none. */
  readonly name?: string | undefined;
}

/** One running world of an emulator: its state and its clock. */
export class Engine {
  readonly shared: Shared;
  readonly clock: Clock;
  /** Name by which requests reach it; absent: the base world. */
  readonly name: string | undefined;
  readonly faults: Faults;
  readonly quota: Quota;
  readonly journal: Journal;
  world: World;
  #hostile: HostileMode | undefined;
  readonly #start: World;

  constructor(shared: Shared, origin?: Origin) {
    this.shared = shared;
    this.name = origin?.name;
    this.clock = createClock(shared.options.now);
    this.faults = new Faults(shared);
    this.quota = new Quota(shared.plan, this.clock);
    this.journal = new Journal(shared.plan, shared.options.journal);
    this.#hostile = hostileModeOf(shared.options.hostile);
    this.#resetClock();
    this.world = origin?.world ?? this.freshWorld();
    if (origin !== undefined) this.clock.set(origin.time);
    else if (shared.options.scenario !== undefined) this.seed(shared.options.scenario);
    this.#start = origin?.start ?? this.world;
  }

  /** Adds the callers and rows of a scenario. */
  seed({ callers = {}, tables = {} }: Scenario): void {
    const ids = Object.entries(callers).map(([name, token]): [string, string] => [name, this.callerFor(token).ownId]);
    const transaction = this.#begin(this.world);
    const scope = `seed ${transaction.nextNumber('~seeds')}`;
    const { rules } = this.shared;
    seedRows({ tables }, { tables: transaction, rules, scope, now: this.clock.now(), ids: Object.fromEntries(ids) });
    this.world = transaction.commit();
  }

  /** Goes back to the seed, the scenario and the time of the start, without faults, and with nothing noted or spent. */
  reset(): void {
    this.faults.clear();
    this.quota.reset();
    this.journal.clear();
    this.#hostile = hostileModeOf(this.options.hostile);
    this.world = this.#start;
    this.#resetClock();
  }

  /** What stands before the paths of links that lead back into this world. */
  get prefix(): string {
    return this.name === undefined || this.shared.worldInPath === undefined ? '' : `/w/${this.name}`;
  }

  /** By how much the clock was moved, in milliseconds. */
  get moved(): number {
    return this.clock.now() - (this.options.now ?? fixedTime)();
  }

  set moved(milliseconds: number) {
    this.clock.reset();
    this.clock.advance(milliseconds);
  }

  /** The address of a request without what names the world. */
  addressOf(request: Request): URL {
    const url = new URL(request.url);
    const found = this.shared.worldInPath?.(url.pathname);
    if (found !== undefined) url.pathname = found.pathname;
    return url;
  }

  /** The address of a request with its world in it: whoever goes on from there stays in this world. */
  publicAddressOf(request: Request): URL {
    const url = new URL(request.url);
    if (this.shared.worldInPath?.(url.pathname) === undefined) url.pathname = this.prefix + url.pathname;
    return url;
  }

  /** What decides on the liberties of the answer to a request; undefined where none are taken. */
  hostilityOf({ request: { method }, url, notes }: Exchange): Hostility | undefined {
    return this.#hostile && hostilityFor(this.#hostile, { method, url }, notes.freedoms);
  }

  /** A second world with the same state and time, which goes its own way. */
  fork(name?: string): Engine {
    return new Engine(this.shared, { world: this.world, start: this.#start, time: this.clock.now(), name });
  }

  get plan(): EmulatorPlan {
    return this.shared.plan;
  }

  /** Takes bytes in several requests, where the plan has that. */
  get uploads(): Uploads<Engine> | undefined {
    // A plan cannot name the engine that is made from it; all protocols are written for this one.
    return this.plan.uploads as Uploads<Engine> | undefined;
  }

  get options(): EmulatorOptions {
    return this.shared.options;
  }

  /** The world as the seed describes it. */
  freshWorld(): World {
    const tables = this.#begin(emptyWorld);
    seedRows(this.plan.seed.world, {
      tables,
      rules: this.shared.rules,
      scope: `${this.shared.seed}`,
      now: this.clock.now(),
    });
    seedSamples(this.plan, tables, this.shared.seed);
    return tables.commit();
  }

  /** Who a token stands for; the first time, the world gets what the seed gives each caller. */
  callerFor(token: string): Caller {
    const tables = this.#begin(this.world);
    const caller = this.#callerFor(token, tables);
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
  dryRun(input: CallInput, handler: (call: Call) => void): void {
    handler(this.#callOf(input, this.#begin(this.world)));
  }

  #resetClock(): void {
    this.clock.reset();
    const time = timeOf(this.options.scenario ?? {});
    if (time !== undefined) this.clock.set(time);
  }

  #callOf({ token, ...input }: CallInput, tables: Transaction): Call {
    const { seed, rules, profile } = this.shared;
    return {
      params: {},
      notes: newNotes(),
      ...input,
      ...(token === undefined ? {} : { caller: this.#callerFor(token, tables) }),
      emulator: this.plan,
      tables,
      now: this.clock.now(),
      rules,
      profile,
      noteHidden: this.shared.tally.noteHidden,
      nextId: (prefix, length) => idFrom(`${seed} id ${tables.nextNumber('~ids')}`, { prefix, length }),
      nextNumber: (sequence) => tables.nextNumber(sequence),
    };
  }

  #callerFor(token: string, tables: Transaction): Caller {
    const known = tables.get(callers, token);
    // The last caller stands last.
    if (known !== undefined && tables.last(callers) === known) return callerOf(known);
    if (known !== undefined) tables.remove(callers, token);
    const row = known ?? this.#createCaller(token, tables);
    tables.put(callers, row);
    return callerOf(row);
  }

  /** Gives a new caller what the seed has for each. */
  #createCaller(token: string, tables: Transaction): Row {
    const userId = idFrom(`${this.shared.seed} ${token}`, { length: 22 });
    const seeded = seedRows(this.plan.seed.caller, {
      tables,
      rules: this.shared.rules,
      scope: userId,
      now: this.clock.now(),
    });
    const table = this.plan.settings.caller?.table;
    const own = table === undefined ? undefined : seeded[table]?.[0];
    return {
      id: token,
      userId,
      ownId: table === undefined || own === undefined ? userId : this.shared.keyOf(table, own),
    };
  }

  #begin(world: World): Transaction {
    return new Transaction(world, this.shared.keyOf, this.shared.orderOf);
  }
}

function callerOf(row: Row): Caller {
  return { token: String(row['id']), userId: String(row['userId']), ownId: String(row['ownId']) };
}
