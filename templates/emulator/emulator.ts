import { checkInterface, runtimeInterface, withCommon } from '@speccast/runtime';
import { HttpError } from '@speccast/runtime/requests';
import type { Clock } from './world/clock.js';
import { fetchTo, throwIfAborted } from './world/direct-fetch.js';
import { Engine, noOperation } from './world/engine.js';
import { registerEngine } from './world/engines.js';
import { type Exchange, openExchange } from './plan/exchange.js';
import { handle } from './world/handle.js';
import { logCalls } from './world/journal/describe-call.js';
import type { EmulatorOptions } from './options.js';
import { type Caller, emulatorInterface, type EmulatorPlan, type SeedTables } from './plan/plan.js';
import { withDocument } from './plan/with-document.js';
import { asksForMethod, overrideMethod } from './receive/override-method.js';
import { listAliases } from './receive/router.js';
import { shareWith } from './respond/sharing.js';
import { type Scenario, tableNames } from './world/seed.js';
import { addScenario } from './world/seed-world.js';
import { Shared } from './world/shared.js';
import { createTokenList, type TokenList } from './features/tokens/token-list.js';
import type { World } from './store/world.js';
import { createState, type EmulatorState } from './world/tools/state.js';
import { type AnyCalls, type AnyControls, createTestTools, type TestTools } from './world/tools/test-tools.js';
import { loadState, type SavedState, saveState } from './world/save-state.js';
import { resolveWorld } from './receive/world-name.js';
import type { WebhookTools } from './features/webhooks/webhooks.js';
import { type WorldList, Worlds } from './world/worlds.js';
import { withExactIntegers } from './plan/exact-integers.js';

/** The state of an emulator at one moment. Any emulator of the same service can `restore` it. */
export interface Snapshot {
  /** Name of the service. */
  readonly service: string;
  readonly world: World;
  readonly time: number;
}

/** A service that responds to requests from its own state, without a network. */
export interface Emulator<
  Rows extends object = Record<string, Record<string, unknown>>,
  Controls extends object = AnyControls,
  Calls extends object = AnyCalls,
> extends TestTools<Rows, Controls, Calls> {
  /** The `baseUrl` to pass to a client together with `fetch`. */
  readonly baseUrl: string;
  /** Address of the real service, if the spec names one: what a client calls by default. */
  readonly serviceUrl?: string;
  /** Prefixes of the paths that take bytes, such as `/upload`. */
  readonly aliases: readonly string[];
  /**
   * Responds to a request as the service would, whatever its origin. A request selects a world by name: with `/w/<name>`
   * before its path, the header `x-mock-world`, or `~<name>` after its token or key (`t1~w1` is the caller `t1`).
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** The caller that a token belongs to. Creates the caller's initial rows on first use. */
  readonly as: (token: string) => Caller;
  /** The tables. Reading and writing them needs no credentials. */
  readonly state: EmulatorState<Rows>;
  /**
   * Adds rows by table. `${name}` becomes a new id, or the id of the caller whose token `callers` lists under that name. With
   * `replace`, the tables have no other rows.
   */
  readonly seed: (tables: SeedTables, callers?: Scenario['callers'], options?: { readonly replace?: boolean }) => void;
  /** Returns to the initial seed, scenario and time. Removes callers and faults, and clears journal and quota. */
  readonly reset: () => void;
  readonly snapshot: () => Snapshot;
  /** Throws a `TypeError` for a snapshot of another service. */
  readonly restore: (snapshot: Snapshot) => void;
  /** The state as JSON: rows, bytes and the offset of the clock, without named worlds, faults and journal. Contains the callers' tokens. */
  readonly save: () => SavedState;
  /** Restores a saved state, also one of another process. Throws a `TypeError` if it is not a state of this service. */
  readonly load: (saved: unknown) => void;
  /** A second emulator that starts with this one's state and is independent of it from then on. */
  readonly fork: () => Emulator<Rows, Controls, Calls>;
  /**
   * The world with a name, forked from this one when the name is first used. Its `baseUrl` contains the name. Throws an
   * `HttpError` if the name is invalid or its world was dropped.
   */
  readonly world: (name: string) => Emulator<Rows, Controls, Calls>;
  /** The world that a request selects; this one if the request names none. Throws an `HttpError` as `world` does. */
  readonly worldOf: (request: Request) => Emulator<Rows, Controls, Calls>;
  /** The named worlds that exist. */
  readonly worlds: WorldList;
  /** The tokens that this world issued: to clients that signed in, and to tests. */
  readonly tokens: TokenList;
  /** The clock of this world. Delayed calls continue when it reaches their time, and webhooks that are due are sent. */
  readonly clock: Clock;
  /** Sends the webhooks and callbacks of the spec, and tells what became of them. */
  readonly webhooks: WebhookTools;
}

/** Starts an emulator. Throws an `Error` if the plan was generated for another version of the emulator or runtime. */
export function startEmulator<
  Rows extends object,
  Controls extends object = AnyControls,
  Calls extends object = AnyCalls,
>(given: EmulatorPlan, options: EmulatorOptions = {}): Emulator<Rows, Controls, Calls> {
  const { name, runtime } = given.service;
  checkInterface(name, given.emulator, emulatorInterface);
  checkInterface(name, runtime, runtimeInterface);
  const plan = withExactIntegers(withDocument(given));
  const { below = '' } = options;
  const [first, ...others] = plan.basePaths;
  const put = (paths: readonly string[]): string[] => paths.map((path) => below + path);
  const operations = plan.operations.map(({ basePaths, ...one }) => ({
    ...one,
    ...(basePaths !== undefined && { basePaths: put(basePaths) }),
    operation: withCommon(plan.service, one.operation),
  }));
  const whole: EmulatorPlan = { ...plan, basePaths: [below + first, ...put(others)], operations };
  const engine = new Engine(new Shared(whole, options));
  for (const feature of engine.features) feature.check?.(engine);
  return run<Rows, Controls, Calls>(engine).emulator;
}

/** An emulator, and the function that responds to requests to its world. */
interface Running<Rows extends object, Controls extends object, Calls extends object> {
  readonly emulator: Emulator<Rows, Controls, Calls>;
  readonly respond: (exchange: Exchange) => Promise<Response>;
}

/** The members that `createTestTools` does not make. */
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
  registerEngine(engine);
  logCalls(engine);
  const worlds: Worlds<Running<Rows, Controls, Calls>> =
    siblings ?? new Worlds(shared.options.worlds || usualWorlds, (name) => run(engine.fork(name), worlds));
  const tables = tableNames(plan);
  const stated = plan.service.baseUrl ?? '';
  const page = globalThis.location?.href;
  const serviceUrl = URL.canParse(stated, page) && stated !== '' ? new URL(stated, page).href : undefined;
  const baseUrl = `https://${plan.service.name}.test${engine.prefix}${plan.basePaths[0]}`;
  const running = (exchange: Exchange): Promise<Response> => respond(engine, exchange);
  const emulator: Emulator<Rows, Controls, Calls> = Object.assign(
    createTestTools<Rows, Controls, Calls>(engine, tables),
    {
      baseUrl,
      ...(serviceUrl !== undefined && { serviceUrl }),
      aliases: listAliases(plan),
      clock: pumping(engine, engine.faults.waits.heed(clock)),
      webhooks: engine.webhooks.tools,
      fetch: fetchTo(async (request) => enter(await open(shared, worlds, request), running)),
      as: (token) => engine.callerFor(token),
      state: createState<Rows>(tables, (work) => engine.run({ plan: noOperation, baseUrl }, work)),
      seed: (tables, callers = {}, { replace = false } = {}) => addScenario(engine, { tables, callers, replace }),
      reset: () => engine.reset(),
      snapshot: () => ({ service: plan.service.name, world: engine.filledWorld(), time: clock.now() }),
      restore: (snapshot) => restore(engine, snapshot),
      save: () => saveState(engine),
      load: (saved) => {
        loadState(engine, saved);
        engine.webhooks.deliveries.cancel();
      },
      fork: () => run<Rows, Controls, Calls>(engine.fork()).emulator,
      world: (name) => worlds.open(name).emulator,
      worldOf: (request) => {
        const exchange = openExchange(request);
        const named = resolveWorld(shared, worlds, exchange);
        if (exchange.error !== undefined) throw exchange.error;
        return named?.emulator ?? emulator;
      },
      worlds,
      tokens: createTokenList(engine),
    } satisfies OwnMembers<Rows, Controls, Calls>,
  );
  engine.forward = async (request) => running(withinWorld(await open(shared, worlds, request), emulator));
  return { emulator, respond: running };
}

function restore(engine: Engine, { service, world, time }: Snapshot): void {
  const { name } = engine.plan.service;
  if (service !== name) throw new TypeError(`It is a state of ${JSON.stringify(service)}, not of ${name}.`);
  engine.webhooks.deliveries.cancel();
  engine.world = world;
  engine.clock.set(time);
}

/** Starts the exchange of a request, with the method that it asks for, and finds the world that it selects. */
async function open<One>(shared: Shared, worlds: Worlds<One>, request: Request): Promise<Opened<One>> {
  const exchange = openExchange(request);
  if (asksForMethod(request)) await overrideMethod(shared, exchange);
  return { exchange, named: resolveWorld(shared, worlds, exchange) };
}

/** Responds in the world that a request selects, else in the one given. */
function enter(
  { exchange, named }: Opened<{ readonly respond: (exchange: Exchange) => Promise<Response> }>,
  running: (exchange: Exchange) => Promise<Response>,
): Promise<Response> {
  return (named?.respond ?? running)(exchange);
}

interface Opened<One> {
  readonly exchange: Exchange;
  readonly named: One | undefined;
}

/** The exchange of a request that one to a world contains. Rejects (400) one that selects another world. */
function withinWorld({ exchange, named }: Opened<{ readonly emulator: object }>, emulator: object): Exchange {
  if (named === undefined || named.emulator === emulator) return exchange;
  throw new HttpError(400, 'invalidWorld', 'A request of a batch cannot select another world.');
}

async function respond(engine: Engine, exchange: Exchange): Promise<Response> {
  const { request } = exchange;
  throwIfAborted(request);
  if (engine.options.now === undefined) engine.clock.advance(1000);
  let response: Response | undefined;
  try {
    response = await handle(engine, exchange);
    shareWith(exchange.request, response, engine.plan);
  } finally {
    // A request whose connection broke is part of the journal, too.
    engine.journal.note(exchange, response, { time: engine.clock.now(), caller: engine.findOwnId(exchange.sender) });
    if (response !== undefined) engine.shared.tally.note(exchange, response.status);
  }
  engine.webhooks.noteCall(exchange, response);
  engine.webhooks.deliveries.pump();
  throwIfAborted(request);
  return response;
}

/** A clock whose moves change the rows whose time has come, and send the webhooks that have become due. */
function pumping(engine: Engine, clock: Clock): Clock {
  const moved = (move: () => void): void => {
    move();
    engine.passTime();
    engine.webhooks.deliveries.pump();
  };
  return {
    ...clock,
    set: (time) => moved(() => clock.set(time)),
    advance: (milliseconds) => moved(() => clock.advance(milliseconds)),
  };
}
