import { checkInterface, runtimeInterface, withCommon } from '@speccast/runtime';
import { HttpError } from '@speccast/runtime/requests';
import { contract } from './features/contract/contract.js';
import type { CoverageProbe } from './features/contract/tally.js';
import { createControls } from './features/faults/faults.js';
import type { FaultList, OperationControl } from './features/faults/operation-control.js';
import { faultRules } from './features/faults/fault-rules.js';
import { hostile } from './features/hostile/hostility.js';
import { createTokenList, type TokenList } from './features/tokens/token-list.js';
import { noWebhooks } from './features/webhooks/no-webhooks.js';
import type { Webhooks, WebhookTools } from './features/webhooks/webhooks.js';
import { withExactIntegers, withDocument } from './plan/prepare-plan.js';
import type { EmulatorOptions, Scenario } from './plan/options.js';
import { type Caller, emulatorInterface, type EmulatorPlan, type Received, type SeedTables } from './plan/plan.js';
import { overrideMethod, receive } from './receive/receive.js';
import { listAliases } from './receive/router.js';
import { Shared } from './receive/shared.js';
import { resolveWorld, type WorldList, Worlds } from './receive/worlds.js';
import type { Clock } from './world/clock.js';
import { fetchTo } from './world/direct-fetch.js';
import { Engine, type Feature } from './world/engine.js';
import { registerEngine } from './world/engines.js';
import { handle } from './world/handle.js';
import { logCalls } from './world/describe-call.js';
import { loadState, type SavedState, saveState, type Snapshot } from './world/save-state.js';
import { tableNames, addScenario } from './world/seed.js';
import {
  type AnyCalls,
  createState,
  createTestTools,
  type EmulatorState,
  type TestTools,
} from './world/tools/test-tools.js';

/** Controls of faults by the names of operations (`pets.insert`), for emulators without generated types. */
export interface AnyControls {
  readonly [name: string]: AnyControls & OperationControl;
}

/** Rows by table, for emulators without generated types. */
type AnyRows = Record<string, Record<string, unknown>>;

/** A service that responds to requests from its own state, without a network. */
export interface Emulator<
  Rows extends object = AnyRows,
  Controls extends object = AnyControls,
  Calls extends object = AnyCalls,
> extends TestTools<Rows, Controls, Calls> {
  /** The `baseUrl` to pass to a client together with `fetch`. */
  readonly baseUrl: string;
  /** Base URL of the real service, which clients call by default; absent if the spec names none. */
  readonly serviceUrl?: string;
  /** Prefixes of the paths for uploads, such as `/upload`. */
  readonly aliases: readonly string[];
  /**
   * Responds to a request as the service would, whatever its origin. A request selects a world by name: with `/w/<name>`
   * before its path, the header `x-mock-world`, or `~<name>` after its token or key (`t1~w1` is the caller `t1`).
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** Returns the caller that a token belongs to. Creates the caller's initial rows on first use. */
  readonly as: (token: string) => Caller;
  /** The fault rules, including those of `on`, as plain data. */
  readonly faults: FaultList;
  /** The coverage of the contract by the requests so far, in all worlds. `coverage.reset()` clears it. */
  readonly coverage: CoverageProbe;
  /** The tables. Reading and writing them needs no credentials. */
  readonly state: EmulatorState<Rows>;
  /**
   * Adds rows by table. `${name}` becomes a new id, or the id of the caller whose token `callers` lists under that name. With
   * `replace`, removes all other rows of these tables.
   */
  readonly seed: (tables: SeedTables, callers?: Scenario['callers'], options?: { readonly replace?: boolean }) => void;
  /** Returns to the initial seed, scenario and time. Removes callers and faults, and clears journal and quota. */
  readonly reset: () => void;
  /** Returns the state and the time as they are now, for `restore`. */
  readonly snapshot: () => Snapshot;
  /** Restores a snapshot. Throws a `TypeError` for a snapshot of another service. */
  readonly restore: (snapshot: Snapshot) => void;
  /**
   * Returns the state as JSON: rows, bytes and the offset of the clock, without named worlds, faults and journal. Contains the callers'
   * tokens.
   */
  readonly save: () => SavedState;
  /** Restores a saved state, also one of another process. Throws a `TypeError` if it is not a state of this service. */
  readonly load: (saved: unknown) => void;
  /** Creates a second emulator, which starts with the state of this one and is independent of it from then on. */
  readonly fork: () => Emulator<Rows, Controls, Calls>;
  /**
   * Returns the world with a name, forked from this one when the name is first used. Its `baseUrl` contains the name. Throws an
   * `HttpError` if the name is invalid or its world was dropped.
   */
  readonly world: (name: string) => Emulator<Rows, Controls, Calls>;
  /** Returns the world that a request selects; this one if the request names none. Throws an `HttpError` as `world` does. */
  readonly worldOf: (request: Request) => Emulator<Rows, Controls, Calls>;
  /** The named worlds that exist. */
  readonly worlds: WorldList;
  /** The tokens that this world issued: to clients that signed in, and to tests. */
  readonly tokens: TokenList;
  /** The clock of this world. Delayed calls continue when it reaches their time, and webhooks that are due are sent. */
  readonly clock: Clock;
  /** Sends the webhooks and callbacks of the spec, and lists their deliveries. */
  readonly webhooks: WebhookTools;
}

/** Starts an emulator. Throws an `Error` if the plan was generated for another version of the emulator or runtime. */
export function startEmulator<
  Rows extends object,
  Controls extends object = AnyControls,
  Calls extends object = AnyCalls,
>(generated: EmulatorPlan, options: EmulatorOptions = {}): Emulator<Rows, Controls, Calls> {
  const { name, runtime } = generated.service;
  checkInterface(name, generated.emulator, emulatorInterface);
  checkInterface(name, runtime, runtimeInterface);
  const plan = withExactIntegers(withDocument(generated));
  const { below = '' } = options;
  const [first, ...others] = plan.basePaths;
  const put = (paths: readonly string[]) => paths.map((path) => below + path);
  const operations = plan.operations.map(({ basePaths, ...one }) => ({
    ...one,
    ...(basePaths && { basePaths: put(basePaths) }),
    operation: withCommon(plan.service, one.operation),
  }));
  const whole: EmulatorPlan = { ...plan, basePaths: [below + first, ...put(others)], operations };
  // `as`: a plan cannot refer to the engine that runs it; all features of the package are written for this one.
  const declared = (plan.features ?? []) as readonly Feature[];
  const engine = new Engine(new Shared(whole, options), [...declared, faultRules, hostile, contract]);
  // `as`: the types of rows, controls and calls are those of the plan: the same spec gives both.
  return run(engine).emulator as unknown as Emulator<Rows, Controls, Calls>;
}

/** An emulator, and the function that responds to requests to its world. */
interface Running {
  readonly emulator: Emulator;
  readonly respond: (received: Received) => Promise<Response>;
}

const usualWorlds = 1000;

function run(engine: Engine, siblings?: Worlds<Running>): Running {
  const { plan, clock, shared } = engine;
  registerEngine(engine);
  logCalls(engine);
  const worlds: Worlds<Running> =
    siblings ?? new Worlds(shared.options.worlds || usualWorlds, (name) => run(engine.fork(name), worlds));
  const tables = tableNames(plan);
  const stated = plan.service.baseUrl;
  const page = globalThis.location?.href;
  const serviceUrl = stated && URL.canParse(stated, page) && new URL(stated, page).href;
  const respond = (received: Received) => handle(engine, received);
  const faults = engine.require(faultRules).rules;
  const controls = () => createControls<AnyControls>(plan.operations, faults);
  const tools = createTestTools<AnyRows, AnyControls, AnyCalls>(engine, tables, controls);
  const own: Omit<Emulator, keyof typeof tools> = {
    baseUrl: engine.baseUrl,
    ...(serviceUrl && { serviceUrl }),
    aliases: listAliases(plan),
    clock: createMovingClock(engine),
    // Found by its name: an import of the feature would add it to the bundles of all emulators.
    webhooks: engine.find<Webhooks>({ name: 'webhooks' })?.tools ?? noWebhooks,
    faults,
    coverage: engine.require(contract).coverage,
    fetch: fetchTo(async (request) => {
      const { received, named } = await open(shared, worlds, request);
      return (named?.respond ?? respond)(received);
    }),
    as: (token) => engine.callerFor(token),
    state: createState(tables, (work) => engine.run(engine.outside, work)),
    seed: (tables, callers = {}, { replace = false } = {}) => addScenario(engine, { tables, callers, replace }),
    reset: () => engine.reset(),
    snapshot: () => ({ service: plan.service.name, world: engine.filledWorld(), time: clock.now() }),
    restore: (snapshot) => restore(engine, snapshot),
    save: () => saveState(engine),
    load: (saved) => loadState(engine, saved),
    fork: () => run(engine.fork()).emulator,
    world: (name) => worlds.open(name).emulator,
    worldOf: (request) => findWorld(shared, worlds, request)?.emulator ?? emulator,
    worlds,
    tokens: createTokenList(engine),
  };
  const emulator: Emulator = Object.assign(tools, own);
  engine.forward = async (request) => {
    const { received, named } = await open(shared, worlds, request);
    if (!named || named.emulator === emulator) return respond(received);
    throw new HttpError(400, 'invalidWorld', 'A request of a batch cannot select another world.');
  };
  return { emulator, respond };
}

function restore(engine: Engine, { service, world, time }: Snapshot): void {
  const { name } = engine.plan.service;
  if (service !== name) throw new TypeError(`The snapshot is of ${JSON.stringify(service)}, not of ${name}.`);
  engine.replace(world);
  engine.clock.set(time);
}

/** Finds the world that a request selects; undefined if it names none. Throws an `HttpError` for an invalid name. */
function findWorld(shared: Shared, worlds: Worlds<Running>, request: Request): Running | undefined {
  const received = receive(request);
  const named = resolveWorld(shared, worlds, received);
  if (received.error) throw received.error;
  return named;
}

/** Receives a request, applies its method override, and finds the world that it selects. */
async function open(shared: Shared, worlds: Worlds<Running>, request: Request) {
  const received = receive(request);
  await overrideMethod(shared, received);
  return { received, named: resolveWorld(shared, worlds, received) };
}

/** Creates a clock. A move of it makes scheduled changes of rows, ends delays, and sends webhooks that are due. */
function createMovingClock(engine: Engine): Clock {
  const { clock } = engine;
  const move = (change: (milliseconds: number) => void) => (milliseconds: number) => {
    const before = clock.now();
    change(milliseconds);
    engine.passTime();
    for (const hooks of engine.hooks) hooks.passTime?.(clock.now() - before);
  };
  return { ...clock, set: move(clock.set), advance: move(clock.advance) };
}
