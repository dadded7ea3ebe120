import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isJsonObject } from '@speccast/runtime';
import { parseExactly } from '@speccast/runtime/requests';
import type { ControlledEmulator, ControlOptions } from '../control/controlled-emulator.js';
import { withControl } from '../control/with-control.js';
import { entryOf, fetchTo } from '../engine/direct-fetch.js';
import type { Snapshot } from '../engine/emulator.js';
import type { EmulatorOptions } from '../engine/options.js';
import type { Scenario } from '../engine/seed.js';
import { signInProblem, type SignInOptions } from '../engine/sign-in/sign-in-options.js';
import { FlagMistake } from './flag-values.js';
import type { Flags } from './read-flags.js';
import { envelope } from './reject-malformed.js';
import { serve, type ServedEmulator } from './serve.js';
import { type KeptEmulator, openStateFile, type StateFile, type StateOptions } from './state/state-file.js';
import type { Locate } from './upstream/locate.js';
import { openTraffic, type Traffic, type TrafficOutput } from './upstream/traffic.js';

/** The emulator of a command. */
export interface Served {
  /** Creates the emulator. */
  readonly create: (options: EmulatorOptions) => ControlledEmulator & KeptEmulator;
  /** OpenAPI document of the service, for the control plane. */
  readonly document?: ControlOptions['document'];
  /** Finds positions in the spec. Default: those in the `openapi.json` of the package. */
  readonly locate?: Locate;
}

/** A running server with its emulator. */
export interface Session {
  /** Base URL of the service. */
  readonly url: string;
  /** URL of the console, including the token; absent without a control plane. */
  readonly consoleUrl?: string;
  /** Replaces the emulator: after a change of the spec with the same state if possible, or after a change of the scenario. */
  readonly replace: (served: Served, keep: 'state' | 'nothing') => void;
  /** Resolves to whether the command has failed: the traffic with a real service contradicted the spec. */
  readonly close: () => Promise<boolean>;
}

/** How a session keeps its state, and where it prints. */
export interface SessionOptions extends StateOptions, Partial<TrafficOutput> {}

/**
 * Serves an emulator. Throws a `FlagMistake`, `FileInUse`, `DamagedState` or `RecordingMistake` with a sentence, and the errors
 * of `listen`.
 */
export async function openSession(flags: Flags, served: Served, options: SessionOptions = {}): Promise<Session> {
  const token = tokenFor(flags);
  const file =
    flags.state === undefined ? undefined : await openStateFile(flags.state, { sync: flags.stateSync, ...options });
  let emulator = await begin(flags, served, file);
  const traffic = trafficOf(emulator, flags, served, options);
  const current = { ...servedBy(traffic.emulator, flags, served, token) };
  const front = fetchTo(async (request) => {
    const turn = file?.begin() ?? 0;
    const response = await current.respond(request);
    return file === undefined ? response : acknowledge(file, request, response, turn);
  });
  const server = await listen(flags, { baseUrl: emulator.baseUrl, fetch: front }, file);
  const origin = new URL(server.url).origin;
  return {
    url: server.url,
    ...(flags.control && { consoleUrl: `${origin}/__mock/ui${token === undefined ? '' : `#token=${token}`}` }),
    replace: (next, keep) => {
      const fresh = create(flags, next, file);
      if (keep === 'state') fresh.restore(copyOf(emulator.snapshot()));
      emulator = fresh;
      Object.assign(current, servedBy(fresh, flags, next, token));
      file?.follow(fresh);
    },
    close: async () => {
      await server.close();
      await file?.close();
      return traffic.close();
    },
  };
}

function trafficOf(
  emulator: ControlledEmulator,
  flags: Flags,
  { locate }: Served,
  { out = () => {}, err = () => {} }: SessionOptions,
): Traffic<ControlledEmulator> {
  return openTraffic(emulator, flags, { out, err, locate });
}

/** Other addresses than loopback can be reached from other machines. */
function tokenFor({ host, control, controlToken }: Flags): string | undefined {
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|::1)$/.test(host);
  return controlToken ?? (control && !isLocal ? randomUUID() : undefined);
}

/** Creates the emulator with the state of the file. */
async function begin(
  flags: Flags,
  served: Served,
  file: StateFile | undefined,
): Promise<ControlledEmulator & KeptEmulator> {
  let isLoading = false;
  try {
    const emulator = create(flags, served, file);
    isLoading = true;
    await file?.load(emulator);
    return emulator;
  } catch (error) {
    // Loading releases the file itself.
    if (!isLoading) await file?.close();
    throw error;
  }
}

/** Sends a response when its changes are kept, else an error (507). */
async function acknowledge(file: StateFile, request: Request, response: Response, turn: number): Promise<Response> {
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
  const failure = await file.keep({ turn, isRead });
  if (failure === undefined) return response;
  await response.body?.cancel();
  return envelope(507, 'insufficientStorage', failure);
}

/** A snapshot without what was derived from its world by the code of the old spec. */
function copyOf({ world, ...snapshot }: Snapshot): Snapshot {
  return { ...snapshot, world: { ...world } };
}

function create(
  { seed, profile, auth, signIn, hostile, scenario, maxBody, webhooks }: Flags,
  served: Served,
  file: StateFile | undefined,
): ControlledEmulator & KeptEmulator {
  return served.create({
    seed,
    profile,
    ...(auth && { auth }),
    ...(signIn !== undefined && { signIn: readSignIn(signIn) }),
    now: Date.now,
    ...(maxBody !== undefined && { maxBodyBytes: maxBody }),
    ...(file && { mediaStore: file.media }),
    ...(webhooks && { webhooks }),
    ...(hostile !== undefined && { hostile }),
    ...(scenario !== undefined && { scenario: readScenario(scenario) }),
  });
}

function servedBy(
  emulator: ControlledEmulator,
  { control }: Flags,
  { document }: Served,
  token: string | undefined,
): { readonly respond: (request: Request) => Promise<Response> } {
  const options = { ...(token !== undefined && { token }), ...(document !== undefined && { document }) };
  const { fetch }: ServedEmulator = control ? withControl(emulator, options) : emulator;
  return { respond: entryOf(fetch) ?? fetch };
}

async function listen(
  { port, host, https, http2 }: Flags,
  emulator: ServedEmulator,
  file: StateFile | undefined,
): ReturnType<typeof serve> {
  try {
    const pair = https && { key: readText('https-key', https.key), cert: readText('https-cert', https.cert) };
    return await serve(emulator, { port, host, http2, ...(pair && { https: pair }) });
  } catch (error) {
    await file?.close();
    throw error;
  }
}

function readScenario(path: string): Scenario {
  return checkScenario(path, readJson('scenario', path));
}

/** The message of the parser quotes the file, which may hold secrets; it is left out for such files. */
function readJson(flag: string, path: string, isSecret = false): unknown {
  const text = readText(flag, path);
  try {
    return parseExactly(text, JSON.parse);
  } catch (error) {
    const why = isSecret ? '' : `: ${error instanceof Error ? error.message : 'it cannot be read'}`;
    throw new FlagMistake(`${path} is not valid JSON${why}`);
  }
}

function readSignIn(path: string): SignInOptions {
  const value = readJson('sign-in', path, true);
  const problem = signInProblem(value);
  if (problem !== undefined) throw new FlagMistake(`${path}: ${problem}`);
  // It was just checked.
  return value as SignInOptions;
}

function checkScenario(path: string, value: unknown): Scenario {
  if (!isJsonObject(value)) throw new FlagMistake(`${path} has to hold a JSON object`);
  const unknown = Object.keys(value).find(
    (name) => !['time', 'callers', 'tables', 'recorded', 'owners'].includes(name),
  );
  if (unknown !== undefined) throw new FlagMistake(`${path} may hold time, callers and tables, not ${unknown}`);
  const { callers = {}, tables = {}, owners = {}, recorded = false } = value;
  if (typeof recorded !== 'boolean') throw new FlagMistake(`recorded of ${path} has to be true or false`);
  if (!isJsonObject(owners) || !Object.values(owners).every((id) => typeof id === 'string'))
    throw new FlagMistake(`owners of ${path} has to be an object of ids`);
  if (!isJsonObject(callers) || !Object.values(callers).every((token) => typeof token === 'string'))
    throw new FlagMistake(`callers of ${path} has to be an object of tokens`);
  if (!isJsonObject(tables) || !Object.values(tables).every((rows) => Array.isArray(rows) && rows.every(isJsonObject)))
    throw new FlagMistake(`tables of ${path} has to be an object of arrays of objects`);
  // This was just checked; `timeOf` checks the time.
  return value as unknown as Scenario;
}

function readText(flag: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new FlagMistake(`--${flag}: ${path} cannot be read`);
  }
}
