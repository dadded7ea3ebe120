import { withCommon } from '../with-common.js';
import type { Clock } from './clock.js';
import { Engine } from './engine.js';
import { handle } from './handle.js';
import { aliasesOf } from './locate.js';
import type { EmulatorOptions } from './options.js';
import { plant } from './plant.js';
import type { Caller, EmulatorPlan, SeedTables } from './plan.js';
import { redactUrl } from './redact-url.js';
import { createState, type EmulatorState } from './state.js';
import { Transaction, type World } from './world.js';
import { keyOf } from './rows.js';

/** A request that an emulator has answered. */
export interface JournalEntry {
  readonly method: string;
  /** As it was sent, but for keys, tokens and names of upload sessions in its query. */
  readonly url: string;
  /** `operationId`, where the request led to an operation. */
  readonly operation?: string;
  readonly status: number;
  /** Why it was refused. */
  readonly reason?: string;
}

/** The state of an emulator at one moment; good for `restore` of any emulator of the same service. */
export interface Snapshot {
  readonly world: World;
  readonly time: number;
}

/** A service that answers requests from its own state, without a network. */
export interface Emulator<Rows extends object = Record<string, Record<string, unknown>>> {
  /** Address to give to a client together with `fetch`. */
  readonly baseUrl: string;
  /** Address of the real service, where the spec names one: what a client calls that is told none. */
  readonly serviceUrl?: string;
  /** What may stand before the path of the address where bytes are sent: `/upload`. */
  readonly aliases: readonly string[];
  /** Answers a request as the service would; any origin is taken. */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** Who a token stands for, with what each caller starts with in place. */
  readonly as: (token: string) => Caller;
  /** The tables, readable and writable without credentials. */
  readonly state: EmulatorState<Rows>;
  /** Adds rows by table; `${name}` stands for a new id. */
  readonly seed: (tables: SeedTables) => void;
  /** Goes back to the world of the start; callers are forgotten, the journal is emptied. */
  readonly reset: () => void;
  readonly snapshot: () => Snapshot;
  readonly restore: (snapshot: Snapshot) => void;
  /** A second emulator that starts with this one's state and shares nothing after. */
  readonly fork: () => Emulator<Rows>;
  readonly clock: Clock;
  /** The requests answered so far. */
  readonly journal: readonly JournalEntry[];
}

/** Brings a plan to life. */
export function startEmulator<Rows extends object>(plan: EmulatorPlan, options: EmulatorOptions = {}): Emulator<Rows> {
  const operations = plan.operations.map((one) => ({ ...one, operation: withCommon(plan.service, one.operation) }));
  return run(new Engine({ ...plan, operations }, options));
}

function run<Rows extends object>(engine: Engine): Emulator<Rows> {
  const { plan, options, clock } = engine;
  const journal: JournalEntry[] = [];
  const baseUrl = `https://${plan.service.name}.test${plan.basePaths[0]}`;
  const emulator: Emulator<Rows> = {
    baseUrl,
    ...(plan.service.baseUrl === undefined ? {} : { serviceUrl: plan.service.baseUrl }),
    aliases: aliasesOf(plan),
    clock,
    journal,
    fetch: (input, init) => answer(engine, journal, new Request(input, init)),
    as: (token) => engine.meet(token),
    state: createState<Rows>(tableNames(plan), (work) => engine.run({ plan: noOperation, baseUrl }, work)),
    seed: (tables) => seed(engine, tables),
    reset: () => {
      engine.world = engine.freshWorld();
      journal.length = 0;
    },
    snapshot: () => ({ world: engine.world, time: clock.now() }),
    restore: ({ world, time }) => {
      engine.world = world;
      clock.set(time);
    },
    fork: () => {
      const copy = new Engine(plan, options, engine.world);
      copy.clock.set(clock.now());
      return run(copy);
    },
  };
  return emulator;
}

async function answer(engine: Engine, journal: JournalEntry[], request: Request): Promise<Response> {
  request.signal.throwIfAborted();
  if (engine.options.now === undefined) engine.clock.advance(1000);
  const { response, operation, reason } = await handle(engine, request);
  const { method, url } = request;
  const { plan } = engine;
  journal.push({
    method,
    url: redactUrl(url, plan.service, plan.uploads === undefined ? [] : [plan.uploads.parameter]),
    status: response.status,
    ...(operation === undefined ? {} : { operation }),
    ...(reason === undefined ? {} : { reason }),
  });
  request.signal.throwIfAborted();
  return response;
}

function seed(engine: Engine, tables: SeedTables): void {
  const transaction = new Transaction(engine.world, (table, row) => keyOf(engine.rules(table), row));
  plant(
    { tables },
    {
      tables: transaction,
      rules: engine.rules,
      scope: `seed ${transaction.nextNumber('~seeds')}`,
      now: engine.clock.now(),
    },
  );
  engine.world = transaction.commit();
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
