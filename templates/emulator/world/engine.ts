import { type Clock, createClock } from './clock.js';
import type { Exchange } from '../plan/exchange.js';
import { Faults } from '../features/faults/faults.js';
import { type HostileMode, startHostileMode, hostilityFor } from '../features/hostile/hostility.js';
import { Journal } from './journal/journal.js';
import type { EmulatorOptions } from '../options.js';
import type { Call, Caller, CallInput, EmulatorPlan, Feature, OutgoingRequest, Uploads } from '../plan/plan.js';
import { newNotes } from '../plan/notes.js';
import { Quota } from './quota.js';
import { runSchedules } from '../act/rows/change-rows.js';
import { idFrom } from '../values/ids.js';
import { readStartTime, type Scenario } from './seed.js';
import { addScenario, callers, freshWorld, seedCaller } from './seed-world.js';
import type { Shared } from './shared.js';
import type { Row } from '../store/table.js';
import { Transaction, type World } from '../store/world.js';
import { whyUnsendable } from '../features/webhooks/check-target.js';
import { heardTables, toMessage, tellListeners } from '../features/webhooks/outgoing.js';
import { Webhooks } from '../features/webhooks/webhooks.js';
import type { Hostility } from '../plan/freedoms.js';

/** A placeholder for what is done to the state without an operation. */
export const noOperation = {
  operation: { id: '', method: 'GET', path: '', responses: [], auth: [] },
  responses: [],
  behaviour: {},
} as const;

/** The initial state of a world that does not start from the seed. */
interface Origin {
  readonly world: World;
  /** The world that a reset restores. */
  readonly start: World;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Name that requests select it by; absent for the base world. */
  readonly name?: string | undefined;
}

/** One running world of an emulator: its state and its clock. */
export class Engine {
  readonly shared: Shared;
  readonly clock: Clock;
  /** Name that requests select this world by; absent for the base world. */
  readonly name: string | undefined;
  readonly faults: Faults;
  readonly quota: Quota;
  readonly journal: Journal;
  readonly webhooks: Webhooks;
  world: World;
  /** Handles a further request to this world, such as one of a batch. */
  forward: (request: Request) => Promise<Response> = () => Promise.reject(new Error('The emulator is not running.'));
  #hostile: HostileMode | undefined;
  /** The world that a reset restores. */
  #start: World;
  #startTime: number | undefined;
  /** The tables whose changes somebody is told of. */
  readonly #watched: readonly string[];
  /** True while capabilities are told of changes; they are not told of those that they make then. */
  #isTelling = false;
  /** The number of times that the world was reset. */
  resets = 0;

  constructor(shared: Shared, origin?: Origin) {
    this.shared = shared;
    this.name = origin?.name;
    this.clock = createClock(shared.options.now);
    this.faults = new Faults(shared);
    this.quota = new Quota(shared.plan, this.clock);
    this.journal = new Journal(shared.plan, shared.options.journal);
    this.webhooks = new Webhooks({
      shared,
      clock: this.clock,
      name: this.name,
      reading: (world = this.world) => this.#callOf(this.#outside, this.#begin(world)),
      change: (work) => this.run(this.#outside, work),
    });
    this.#watched = [...new Set([...this.webhooks.watched, ...heardTables(this.plan)])];
    this.#hostile = startHostileMode(shared.options.hostile);
    this.#startTime = readStartTime(shared.options.scenario ?? {});
    this.#resetClock();
    this.world = origin?.world ?? freshWorld(shared, this.clock.now());
    if (origin !== undefined) this.clock.set(origin.time);
    else if (shared.options.scenario !== undefined) addScenario(this, shared.options.scenario, true);
    this.#start = origin?.start ?? this.world;
  }

  /** Starts anew with a scenario, to which resets return from now on. */
  startWith(scenario: Scenario): void {
    addScenario(this, scenario, true);
    this.#start = this.filledWorld();
    this.#startTime = readStartTime(scenario) ?? this.#startTime;
    this.#resetClock();
  }

  /** Restores the initial seed, scenario and time, and clears faults, journal and quota. */
  reset(): void {
    this.resets += 1;
    this.faults.clear();
    this.quota.reset();
    this.journal.clear();
    this.webhooks.clear();
    this.#hostile = startHostileMode(this.options.hostile);
    this.world = this.#start;
    this.#resetClock();
  }

  /** Prefix of the paths of links to this world. */
  get prefix(): string {
    return this.name === undefined || this.shared.worldInPath === undefined ? '' : `/w/${this.name}`;
  }

  /** The offset of the clock, in milliseconds. */
  get moved(): number {
    return this.clock.offset();
  }

  set moved(milliseconds: number) {
    this.clock.reset();
    this.clock.advance(milliseconds);
  }

  /** The URL of a request without the name of the world. */
  readAddress(request: Request): URL {
    const url = new URL(request.url);
    const found = this.shared.worldInPath?.(url.pathname);
    if (found !== undefined) url.pathname = found.pathname;
    return url;
  }

  /** The URL of a request with the name of the world, so that links derived from it stay in this world. */
  readPublicAddress(request: Request): URL {
    const url = new URL(request.url);
    if (this.shared.worldInPath?.(url.pathname) === undefined) url.pathname = this.prefix + url.pathname;
    return url;
  }

  /** Decides which freedoms the response to a request takes in the hostile mode; undefined if that is off. */
  chooseHostility({ request: { method }, url, notes }: Exchange): Hostility | undefined {
    return this.#hostile && hostilityFor(this.#hostile, { method, url }, notes.freedoms);
  }

  /** A second world with the same state and time, independent of this one. */
  fork(name?: string): Engine {
    return new Engine(this.shared, { world: this.world, start: this.#start, time: this.clock.now(), name });
  }

  get plan(): EmulatorPlan {
    return this.shared.plan;
  }

  /** The protocol for uploads in several requests, if the plan has one. */
  get uploads(): Uploads<Engine> | undefined {
    // The type of a plan cannot refer to the engine that runs it. All protocols are written for this class.
    return this.plan.uploads as Uploads<Engine> | undefined;
  }

  /** The features beside the operations. */
  get features(): readonly Feature<Engine, Exchange>[] {
    // All features are written for this class, as all protocols are.
    return (this.plan.features ?? []) as readonly Feature<Engine, Exchange>[];
  }

  get options(): EmulatorOptions {
    return this.shared.options;
  }

  /** A row of a table by its key. */
  findRow(table: string, key: string): Row | undefined {
    return this.#begin(this.world).get(table, key);
  }

  /** The world with the rows of all of its tables, also of those that nobody has used yet. */
  filledWorld(): World {
    if (this.world.pending.size === 0) return this.world;
    const tables = this.#begin(this.world);
    tables.fillAll();
    this.world = tables.commit();
    return this.world;
  }

  /** The caller that a token belongs to. Adds the seed's rows for each caller when the token is first used. */
  callerFor(token: string): Caller {
    const tables = this.#begin(this.world);
    const caller = this.#callerFor(token, tables);
    this.world = tables.commit();
    return caller;
  }

  /** Key of the row that represents the caller of a token; undefined if nobody has used the token. */
  findOwnId(token: string | undefined): string | undefined {
    const known = token === undefined ? undefined : this.findRow(callers, token);
    return known === undefined ? undefined : toCaller(known).ownId;
  }

  /** Runs a handler in a transaction: commits when it returns, discards its changes when it throws. */
  run<Result>(input: CallInput, handler: (call: Call) => Result): Result {
    this.passTime();
    const tables = this.#begin(this.world);
    const requests: OutgoingRequest[] = [];
    const result = handler(this.#callOf(input, tables, requests));
    this.#commit(tables, input, requests);
    return result;
  }

  /** Changes the rows whose time the clock has passed (`x-schedule`), and tells webhooks and capabilities of it. */
  passTime(): void {
    if (!this.plan.resources.some(({ rules }) => rules.schedule !== undefined)) return;
    const tables = this.#begin(this.world);
    runSchedules(this.#callOf(this.#outside, tables));
    this.#commit(tables, this.#outside, []);
  }

  /** Changes the state by itself, for no call: commits when `work` returns, discards its changes when it throws. */
  change<Result>(work: (tables: Transaction) => Result): Result {
    const tables = this.#begin(this.world);
    const result = work(tables);
    this.world = tables.commit();
    return result;
  }

  /** Puts an earlier world back. Webhooks and capabilities are told what changes; what they send is sent, what they write is not kept. */
  putBack(world: World): void {
    const before = this.world;
    this.world = world;
    this.#tell(before, world, (work) => {
      const requests: OutgoingRequest[] = [];
      work(this.#callOf(this.#outside, this.#begin(world), requests));
      this.#send(requests);
    });
  }

  /** Runs a handler to see whether it throws, and discards its changes. */
  dryRun(input: CallInput, handler: (call: Call) => void): void {
    handler(this.#callOf(input, this.#begin(this.world)));
  }

  /** A call that no request makes. */
  get #outside(): CallInput {
    const { service, basePaths } = this.plan;
    return { plan: noOperation, baseUrl: `https://${service.name}.test${this.prefix}${basePaths[0]}` };
  }

  #commit(tables: Transaction, input: CallInput, requests: readonly OutgoingRequest[]): void {
    const [before, after] = [this.world, tables.commit()];
    this.world = after;
    if (this.#watched.some((table) => before.tables.get(table) !== after.tables.get(table)))
      this.#tell(this.withFirstRows(before, this.#watched, input.token), after);
    this.#send(requests);
    const { notes } = input;
    if (notes !== undefined) notes.states = [notes.states?.[0] ?? before, this.world];
  }

  /** A world before a call, with the first rows of tables and of its caller, which nobody inserts. */
  withFirstRows(world: World, names: readonly string[], token?: string): World {
    const tables = this.#begin(world);
    for (const table of names) tables.size(table);
    if (token !== undefined) this.#callerFor(token, tables);
    return tables.commit();
  }

  /** Tells webhooks and capabilities of changes. */
  #tell(
    before: World,
    after: World,
    change: (work: (call: Call) => void) => void = (work) => this.run(this.#outside, work),
  ): void {
    this.webhooks.noteChanges(before, after);
    const { listeners = [] } = this.plan;
    if (this.#isTelling || listeners.length === 0 || before === after) return;
    this.#isTelling = true;
    try {
      const reading = (world: World): Call => this.#callOf(this.#outside, this.#begin(world));
      tellListeners({ listeners, reading, change }, before, after);
    } finally {
      this.#isTelling = false;
    }
  }

  #send(requests: readonly OutgoingRequest[]): void {
    if (requests.length === 0) return;
    const messages = requests.map((request) =>
      toMessage(request, (outcome) => {
        this.run(this.#outside, (call) => void request.done?.(call, outcome));
      }),
    );
    this.webhooks.deliveries.add(messages);
  }

  #resetClock(): void {
    this.clock.reset();
    if (this.#startTime !== undefined) this.clock.set(this.#startTime);
  }

  #callOf({ token, ...input }: CallInput, tables: Transaction, requests: OutgoingRequest[] = []): Call {
    const { seed, rules, profile } = this.shared;
    const caller = token === undefined ? undefined : this.#callerFor(token, tables);
    // Ids follow from what the caller did before, not from what others did.
    const own = caller === undefined ? '' : ` ${caller.userId}`;
    return {
      params: {},
      notes: newNotes(),
      ...input,
      ...(caller === undefined ? {} : { caller }),
      emulator: this.plan,
      tables,
      now: this.clock.now(),
      rules,
      profile,
      noteHidden: this.shared.tally.noteHidden,
      nextId: (prefix, length) => idFrom(`${seed}${own} id ${tables.nextNumber(`~ids${own}`)}`, { prefix, length }),
      nextNumber: (sequence) => tables.nextNumber(sequence),
      send: (request) => void requests.push(request),
      whyUnsendable: (url) => whyUnsendable(url, this.options.webhooks ?? {}),
    };
  }

  #callerFor(token: string, tables: Transaction): Caller {
    const known = tables.get(callers, token);
    // The table keeps the callers in order of their last use.
    if (known !== undefined && tables.list(callers).at(-1) === known) return toCaller(known);
    if (known !== undefined) tables.remove(callers, token);
    const row = known ?? this.#createCaller(token, tables);
    tables.put(callers, row);
    return toCaller(row);
  }

  /** Adds a caller with the rows that the seed has for each caller. */
  #createCaller(token: string, tables: Transaction): Row {
    const userId = idFrom(`${this.shared.seed} ${token}`, { length: 22 });
    const seeded = seedCaller(this.shared, tables, userId, this.clock.now());
    const table = this.plan.settings.caller?.table;
    const own = table === undefined ? undefined : seeded[table]?.[0];
    return {
      id: token,
      userId,
      ownId: table === undefined || own === undefined ? userId : this.shared.keyOf(table, own),
    };
  }

  #begin(world: World): Transaction {
    return new Transaction(world, this.shared.keyOf);
  }
}

function toCaller(row: Row): Caller {
  return { token: String(row['id']), userId: String(row['userId']), ownId: String(row['ownId']) };
}
