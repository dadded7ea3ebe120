import { checkInterface, runtimeInterface, withCommon } from '@speccast/runtime';
import type { Clock } from './clock.js';
import { fetchTo } from './direct-fetch.js';
import { Engine } from './engine.js';
import { type Exchange, openExchange } from './exchange.js';
import { handle } from './handle.js';
import type { EmulatorOptions } from './options.js';
import { type Caller, emulatorInterface, type EmulatorPlan, type SeedTables } from './plan/plan.js';
import { withDocument } from './plan/with-document.js';
import { aliasesOf } from './request/router.js';
import type { Scenario } from './seed.js';
import { Shared } from './shared.js';
import type { World } from './store/world.js';
import { createState, type EmulatorState } from './testing/state.js';
import { type AnyCalls, type AnyControls, createTestTools, type TestTools } from './testing/test-tools.js';
import { loadState, type SavedState, saveState } from './worlds/save-state.js';
import { resolveWorld } from './worlds/world-name.js';
import { type WorldList, Worlds } from './worlds/worlds.js';

/** The state of an emulator at one moment; good for `restore` of any emulator of the same service. */
export interface Snapshot {
  readonly world: World;
  readonly time: number;
}

/** A service that answers requests from its own state, without a network. */
export interface Emulator<
  Rows extends object = Record<string, Record<string, unknown>>,
  Controls extends object = AnyControls,
  Calls extends object = AnyCalls,
> extends TestTools<Rows, Controls, Calls> {
  /** Address to give to a client together with `fetch`. */
  readonly baseUrl: string;
  /** Address of the real service, where the spec names one: what a client calls that is told none. */
  readonly serviceUrl?: string;
  /** What may stand before the path of the address where bytes are sent: `/upload`. */
  readonly aliases: readonly string[];
  /**
   * Answers a request as the service would; any origin is taken. A request is for the world that it names: by `/w/<name>`
   * before its path, the header `x-mock-world`, or `~<name>` after its token or key (`t1~w1` is the caller `t1`).
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** Who a token stands for, with what each caller starts with in place. */
  readonly as: (token: string) => Caller;
  /** The tables, readable and writable without credentials. */
  readonly state: EmulatorState<Rows>;
  /** Adds rows by table; `${name}` stands for a new id, or for that of a caller whose token is given under that name. */
  readonly seed: (tables: SeedTables, callers?: Scenario['callers']) => void;
  /** Goes back to the seed, scenario and time of the start; callers are forgotten, faults end, journal and quota are emptied. */
  readonly reset: () => void;
  readonly snapshot: () => Snapshot;
  readonly restore: (snapshot: Snapshot) => void;
  /** The state as JSON: rows, bytes and how far the clock was moved; not named worlds, faults and journal. It holds the callers' tokens. */
  readonly save: () => SavedState;
  /** Goes back to a state that was saved, also by another process; throws a `TypeError` where it is none of this service. */
  readonly load: (saved: unknown) => void;
  /** A second emulator that starts with this one's state and shares nothing after. */
  readonly fork: () => Emulator<Rows, Controls, Calls>;
  /**
   * The world of a name, a fork of this one as it is when the name is first used; its `baseUrl` leads into it. Throws a
   * `HttpError` where the name is none, or that of a world that was dropped.
   */
  readonly world: (name: string) => Emulator<Rows, Controls, Calls>;
  /** The world that a request is for: the one that it names, else this one. Throws a `HttpError` as `world` does. */
  readonly worldOf: (request: Request) => Emulator<Rows, Controls, Calls>;
  /** The named worlds there are. */
  readonly worlds: WorldList;
  /** Waiting calls heed what it is told. */
  readonly clock: Clock;
}

/** Brings a plan to life; throws an `Error` where it was generated for another emulator or runtime. */
export function startEmulator<
  Rows extends object,
  Controls extends object = AnyControls,
  Calls extends object = AnyCalls,
>(given: EmulatorPlan, options: EmulatorOptions = {}): Emulator<Rows, Controls, Calls> {
  const { name, runtime } = given.service;
  checkInterface(name, given.emulator, emulatorInterface);
  checkInterface(name, runtime, runtimeInterface);
  const plan = withDocument(given);
  const operations = plan.operations.map((one) => ({ ...one, operation: withCommon(plan.service, one.operation) }));
  return run<Rows, Controls, Calls>(new Engine(new Shared({ ...plan, operations }, options))).emulator;
}

/** An emulator, and how it answers a request that has found its world. */
interface Running<Rows extends object, Controls extends object, Calls extends object> {
  readonly emulator: Emulator<Rows, Controls, Calls>;
  readonly respond: (exchange: Exchange) => Promise<Response>;
}

/** What is not made by `createTestTools`. */
type OwnMembers<Rows extends object, Controls extends object, Calls extends object> = Omit<
  Emulator<Rows, Controls, Calls>,
  keyof TestTools<Rows, Controls, Calls>
>;

const usualWorlds = 1000;

function run<Rows extends object, Controls extends object, Calls extends object>(
  engine: Engine,
  siblings?: Worlds<Running<Rows, Controls, Calls>>,
): Running<Rows, Controls, Calls> {
  const { plan, clock, shared } = engine;
  const worlds: Worlds<Running<Rows, Controls, Calls>> =
    siblings ?? new Worlds(shared.options.worlds || usualWorlds, (name) => run(engine.fork(name), worlds));
  const tables = tableNames(plan);
  const baseUrl = `https://${plan.service.name}.test${engine.prefix}${plan.basePaths[0]}`;
  const running = (exchange: Exchange): Promise<Response> => respond(engine, exchange);
  const emulator: Emulator<Rows, Controls, Calls> = Object.assign(
    createTestTools<Rows, Controls, Calls>(engine, tables),
    {
      baseUrl,
      ...(plan.service.baseUrl === undefined ? {} : { serviceUrl: plan.service.baseUrl }),
      aliases: aliasesOf(plan),
      clock: engine.faults.waits.heed(clock),
      fetch: fetchTo((request) => {
        const exchange = openExchange(request);
        return (resolveWorld(shared, worlds, exchange)?.respond ?? running)(exchange);
      }),
      as: (token) => engine.callerFor(token),
      state: createState<Rows>(tables, (work) => engine.run({ plan: noOperation, baseUrl }, work)),
      seed: (tables, callers = {}) => engine.seed({ tables, callers }),
      reset: () => engine.reset(),
      snapshot: () => ({ world: engine.world, time: clock.now() }),
      restore: ({ world, time }) => {
        engine.world = world;
        clock.set(time);
      },
      save: () => saveState(engine),
      load: (saved) => loadState(engine, saved),
      fork: () => run<Rows, Controls, Calls>(engine.fork()).emulator,
      world: (name) => worlds.open(name).emulator,
      worldOf: (request) => {
        const exchange = openExchange(request);
        const named = resolveWorld(shared, worlds, exchange);
        if (exchange.error !== undefined) throw exchange.error;
        return named?.emulator ?? emulator;
      },
      worlds,
    } satisfies OwnMembers<Rows, Controls, Calls>,
  );
  return { emulator, respond: running };
}

async function respond(engine: Engine, exchange: Exchange): Promise<Response> {
  const { request } = exchange;
  request.signal.throwIfAborted();
  if (engine.options.now === undefined) engine.clock.advance(1000);
  let response: Response | undefined;
  try {
    response = await handle(engine, exchange);
  } finally {
    // A request whose connection broke was sent all the same.
    engine.journal.note(exchange, response, engine.clock.now());
    if (response !== undefined) engine.shared.tally.note(exchange, response.status);
  }
  request.signal.throwIfAborted();
  return response;
}

function tableNames({ resources, seed: { world, caller } }: EmulatorPlan): readonly string[] {
  return [
    ...new Set([...resources.map(({ table }) => table), ...Object.keys(world.tables), ...Object.keys(caller.tables)]),
  ];
}

/** Stands in for an operation where the state is changed directly. */
const noOperation = {
  operation: { id: '', method: 'GET', path: '', responses: [], auth: [] },
  responses: [],
  behaviour: {},
} as const;
