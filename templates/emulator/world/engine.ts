import { type Clock, createClock } from './clock.js';
import { receive } from '../receive/receive.js';
import type { Change, Hooks } from './hooks.js';
import { Journal } from './journal/journal.js';
import type { EmulatorOptions, Scenario } from '../plan/options.js';
import type { Call, Caller, EmulatorPlan, OutgoingRequest, Received, Routed, Valid } from '../plan/plan.js';
import { createQuota, type Quota } from './quota.js';
import { readQuery } from '@speccast/runtime/parameters';
import { runSchedules } from '../act/rows/change-rows.js';
import type { Shared } from '../receive/shared.js';
import { idFrom } from '../values/ids.js';
import { readStartTime, addScenario, callers, freshWorld, seedCaller } from './seed.js';
import type { Row } from '../store/table.js';
import { findToken, type IssuedToken, tokenTable, toIssued } from '../receive/stored-tokens.js';
import { Transaction, type World } from '../store/world.js';

/** The plan of changes of the state without an operation. */
export const noOperation = {
  operation: { id: '', method: 'GET', path: '', responses: [], auth: [] },
  responses: [],
  behaviour: {},
} as const;

/**
 * A part of an emulator beside its operations, in a folder of its own. A plan lists the features that its spec needs; every emulator has
 * the features for tests.
 */
export interface Feature<Opened extends Hooks = Hooks> {
  /** Name that an engine finds its hooks by: `webhooks`. */
  readonly name: string;
  /**
   * Returns the hooks of the feature for a new world. `parent` are its hooks in the world that the new one is forked from. Throws a
   * `TypeError` for invalid options.
   */
  open(engine: Engine, parent?: Opened): Opened;
}

/** Creates a feature that serves requests for which there is no operation. The first of them loads its code. */
export function loadWhenUnrouted(
  name: string,
  load: () => Promise<(engine: Engine, received: Received) => Promise<Response | undefined> | Response | undefined>,
): Feature {
  return { name, open: (engine) => ({ serveUnrouted: async (received) => (await load())(engine, received) }) };
}

/** One running world of an emulator: its state and its clock. */
export class Engine {
  readonly shared: Shared;
  readonly clock: Clock;
  /** Name that requests select this world by; absent for the base world. */
  readonly name: string | undefined;
  readonly quota: Quota;
  readonly journal: Journal;
  /** The features of this world. */
  readonly hooks: readonly Hooks[];
  /** The tables whose changes are reported to features. */
  readonly #watched: readonly string[];
  world: World;
  /** Handles a further request to this world, such as one of a batch. */
  forward: (request: Request) => Promise<Response> = () => Promise.reject(new Error('The emulator is not running.'));
  readonly #features: readonly Feature[];
  /** The world that a reset restores. */
  #start: World;
  #startTime: number | undefined;
  /** The number of times that the world was reset. */
  resets = 0;

  /** With a parent, it starts from the state and time of that one, else from the seed. `name` is absent for the base world. */
  constructor(shared: Shared, features: readonly Feature[], parent?: Engine, name?: string) {
    this.shared = shared;
    this.name = name;
    this.clock = createClock(shared.options.now);
    this.quota = createQuota(shared, this.clock);
    this.#features = features;
    this.hooks = features.map((feature) => feature.open(this, parent?.find(feature)));
    this.#watched = this.hooks.flatMap(({ watched = [] }) => watched);
    const secrets = this.hooks.flatMap(({ secretParameters = [] }) => secretParameters);
    this.journal = new Journal(shared.plan, secrets, shared.options.journal);
    this.#startTime = readStartTime(shared.options.scenario ?? {});
    this.#resetClock();
    this.world = parent?.world ?? freshWorld(shared, this.clock.now());
    if (parent) this.clock.set(parent.clock.now());
    else if (shared.options.scenario) addScenario(this, shared.options.scenario, true);
    this.#start = parent ? parent.#start : this.world;
  }

  /** Resets the world to a scenario, which later resets restore. */
  startWith(scenario: Scenario): void {
    addScenario(this, scenario, true);
    this.#start = this.filledWorld();
    this.#startTime = readStartTime(scenario) ?? this.#startTime;
    this.#resetClock();
  }

  /** Restores the initial seed, scenario and time, and clears faults, journal and quota. */
  reset(): void {
    this.resets += 1;
    this.quota.reset();
    this.journal.clear();
    for (const hooks of this.hooks) hooks.reset?.();
    this.world = this.#start;
    this.#resetClock();
  }

  /** Prefix of the paths of links to this world. */
  get prefix(): string {
    return this.name === undefined || !this.shared.worldInPath ? '' : `/w/${this.name}`;
  }

  /** The offset of the clock, in milliseconds. */
  get moved(): number {
    return this.clock.offset();
  }

  set moved(milliseconds: number) {
    this.clock.reset();
    this.clock.advance(milliseconds);
  }

  /** The URL of a request with the name of the world, so that links derived from it stay in this world. */
  readPublicAddress(request: Request): URL {
    const url = new URL(request.url);
    if (this.shared.worldInPath?.(url.pathname) === undefined) url.pathname = this.prefix + url.pathname;
    return url;
  }

  /** Finds the hooks that a feature has opened; undefined if the plan does not list it. */
  find<Opened extends Hooks>({ name }: Partial<Feature<Opened>>): Opened | undefined {
    const index = this.#features.findIndex((one) => one.name === name);
    // The feature of this name has opened them.
    return this.hooks[index] as Opened | undefined;
  }

  /** Finds the hooks of a feature that every emulator has. */
  require<Opened extends Hooks>(feature: Feature<Opened>): Opened {
    const hooks = this.find(feature);
    if (!hooks) throw new Error(`The emulator was started without ${feature.name}.`);
    return hooks;
  }

  /** Returns the first result of a hook that is not undefined. */
  ask<Result>(question: (hooks: Hooks) => Result | undefined): Result | undefined {
    for (const hooks of this.hooks) {
      const result = question(hooks);
      if (result !== undefined) return result;
    }
    return undefined;
  }

  /** Responds to a request: by `proceed`, or by a feature in its place. */
  around(routed: Routed, proceed: () => Promise<Response>): Promise<Response> {
    let respond = proceed;
    for (const hooks of this.hooks) {
      const inner = respond;
      respond = () => hooks.around?.(routed, inner) ?? inner();
    }
    return respond();
  }

  /** Records a request in the journal and calls `noteEnd` of features. `response` is undefined if the connection broke. */
  note(received: Received, response: Response | undefined): void {
    this.journal.note(received, response, { time: this.clock.now(), caller: this.findOwnId(received.token) });
    this.noteEnd(received, response);
  }

  /** Calls `noteEnd` of features at the end of a request. */
  noteEnd(received: Received, response: Response | undefined): void {
    for (const hooks of this.hooks) hooks.noteEnd?.(received, response);
  }

  /** Creates a second world with the same state and time, independent of this one. */
  fork(name?: string): Engine {
    return new Engine(this.shared, this.#features, this, name);
  }

  get plan(): EmulatorPlan {
    return this.shared.plan;
  }

  get options(): EmulatorOptions {
    return this.shared.options;
  }

  /** Finds a row of a table by its key. */
  findRow(table: string, key: string): Row | undefined {
    return this.#begin(this.world).get(table, key);
  }

  /** Returns the world with the rows of all of its tables, unused ones included. */
  filledWorld(): World {
    if (this.world.pending.size > 0) this.change((tables) => tables.fillAll());
    return this.world;
  }

  /** Finds the user and scopes of a token that the emulator issued in this world. */
  readonly findIssued = (token: string): IssuedToken | undefined => {
    if (!this.world.tables.has(tokenTable)) return undefined;
    const found = this.change((tables) => findToken(tables, token, this.name));
    return found && toIssued(found, this.clock.now());
  };

  /** Returns the caller that a token belongs to. On first use of the token, adds the rows that the seed has for each caller. */
  callerFor(token: string): Caller {
    return this.change((tables) => this.#callerFor(token, tables));
  }

  /** Returns the key of the row that represents the caller of a token; undefined if the token is unused. */
  findOwnId(token: string | undefined): string | undefined {
    const row = token === undefined ? undefined : this.findRow(callers, token);
    return row && toCaller(row).ownId;
  }

  /** Runs a handler in a transaction: commits when it returns, discards its changes when it throws. */
  run<Result>(input: Valid, handler: (call: Call) => Result): Result {
    this.passTime();
    const tables = this.#begin(this.world);
    const requests: OutgoingRequest[] = [];
    const result = handler(this.#createCall(input, tables, requests));
    this.#commit(tables, input, requests);
    return result;
  }

  /** Changes the rows whose scheduled time has come (`x-schedule`), and notifies webhooks and capabilities. */
  passTime(): void {
    if (!this.plan.resources.some(({ rules }) => rules.schedule !== undefined)) return;
    const tables = this.#begin(this.world);
    runSchedules({ emulator: this.plan, rules: this.shared.rules, tables, now: this.clock.now() });
    if (tables.commit() !== this.world) this.#commit(tables, this.outside, []);
  }

  /** Changes the state without a call: commits when `work` returns, discards its changes when it throws. */
  change<Result>(work: (tables: Transaction) => Result): Result {
    const tables = this.#begin(this.world);
    const result = work(tables);
    this.world = tables.commit();
    return result;
  }

  /** Restores an earlier world, and notifies webhooks and capabilities. Their requests are sent, but their own changes are discarded. */
  putBack(world: World): void {
    const before = this.world;
    this.world = world;
    this.#tell(before, world, (work) => {
      const requests: OutgoingRequest[] = [];
      work(this.#createCall(this.outside, this.#begin(world), requests));
      this.#send(requests);
    });
  }

  /** Replaces the world by a saved one. Its changes are not reported to webhooks and capabilities. */
  replace(world: World): void {
    this.world = world;
    for (const hooks of this.hooks) hooks.replace?.();
  }

  /** Creates a call that reads a world, by default the current one. Its changes are discarded. */
  readCall(world: World = this.world, input: Valid = this.outside): Call {
    return this.#createCall(input, this.#begin(world));
  }

  /** The base URL of this world without a server: `https://pets.test/w/blue/v3`. */
  get baseUrl(): string {
    const { service, basePaths } = this.plan;
    return `https://${service.name}.test${this.prefix}${basePaths[0]}`;
  }

  /** The input of a call without a request. */
  get outside(): Valid {
    const { baseUrl } = this;
    return {
      ...receive(new Request(baseUrl)),
      plan: noOperation,
      path: {},
      query: readQuery(''),
      baseUrl,
      params: {},
      read: () => Promise.resolve({ params: {} }),
    };
  }

  #commit(tables: Transaction, { token, notes }: Valid, requests: readonly OutgoingRequest[]): void {
    const [before, after] = [this.world, tables.commit()];
    this.world = after;
    if (this.#watched.some((table) => before.tables.get(table) !== after.tables.get(table)))
      this.#tell(this.withFirstRows(before, this.#watched, token), after);
    this.#send(requests);
    notes.states = [notes.states?.[0] ?? before, this.world];
  }

  /** Adds the first rows of tables and of a caller to a world before a call, so that they do not count as changes of the call. */
  withFirstRows(world: World, names: readonly string[], token?: string): World {
    const tables = this.#begin(world);
    for (const table of names) tables.rows(table);
    if (token !== undefined) this.#callerFor(token, tables);
    return tables.commit();
  }

  #tell(before: World, after: World, change: Change = (work) => this.run(this.outside, work)): void {
    for (const hooks of this.hooks) hooks.noteChanges?.(before, after, change);
  }

  #send(requests: readonly OutgoingRequest[]): void {
    if (requests.length > 0) for (const hooks of this.hooks) hooks.send?.(requests);
  }

  #resetClock(): void {
    this.clock.reset();
    if (this.#startTime !== undefined) this.clock.set(this.#startTime);
  }

  #createCall(input: Valid, tables: Transaction, requests: OutgoingRequest[] = []): Call {
    const { seed, rules, profile } = this.shared;
    const caller = input.token === undefined ? undefined : this.#callerFor(input.token, tables);
    // Ids depend on earlier calls of the same caller, not on calls of others.
    const own = caller ? ` ${caller.userId}` : '';
    return {
      ...input,
      ...(caller && { caller }),
      emulator: this.plan,
      tables,
      now: this.clock.now(),
      rules,
      profile,
      nextId: (prefix, length) => idFrom(`${seed}${own} id ${tables.nextNumber(`~ids${own}`)}`, { prefix, length }),
      nextNumber: (sequence) => tables.nextNumber(sequence),
      send: (request) => {
        if (!this.hooks.some((hooks) => hooks.send))
          throw new Error(`${request.name} cannot be sent: the plan does not list \`webhooks\` among its features.`);
        requests.push(request);
      },
      whyUnsendable: (url) => this.ask((hooks) => hooks.whyUnsendable?.(url)),
    };
  }

  #callerFor(token: string, tables: Transaction): Caller {
    const known = tables.get(callers, token);
    const row = known ?? this.#createCaller(token, tables);
    // The table keeps the callers in order of their last use.
    if (!known || tables.list(callers).at(-1) !== known) {
      tables.remove(callers, token);
      tables.put(callers, row);
    }
    return toCaller(row);
  }

  /** Adds a caller with the rows that the seed has for each caller. */
  #createCaller(token: string, tables: Transaction): Row {
    const userId = idFrom(`${this.shared.seed} ${token}`, { length: 22 });
    const seeded = seedCaller(this.shared, tables, userId, this.clock.now());
    const { table = '' } = this.plan.settings.caller ?? {};
    const [own] = seeded[table] ?? [];
    return { id: token, userId, ownId: own ? this.shared.keyOf(table, own) : userId };
  }

  #begin(world: World): Transaction {
    return new Transaction(world, this.shared.keyOf);
  }
}

function toCaller(row: Row): Caller {
  return { token: String(row['id']), userId: String(row['userId']), ownId: String(row['ownId']) };
}
