import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isJsonObject } from '@speccast/runtime';
import { parseExactly } from '@speccast/runtime/requests';
import type { ControlledEmulator, ControlOptions } from '../control/controlled-emulator.js';
import { withControl, withReadiness } from '../control/with-control.js';
import { entryOf, fetchTo } from '../world/direct-fetch.js';
import { engineOf } from '../world/engines.js';
import type { Snapshot } from '../emulator.js';
import type { EmulatorOptions } from '../options.js';
import type { Scenario } from '../world/seed.js';
import { getSignInPlan } from '../features/sign-in/sign-in-plan.js';
import { signInProblem, type SignInOptions } from '../features/sign-in/sign-in-options.js';
import { FlagMistake } from './flag-values.js';
import type { Flags } from './read-flags.js';
import { envelope } from './reject-malformed.js';
import { serve, type ServedEmulator } from './serve.js';
import { type Place, placeServices } from './several/place-services.js';
import { type Member, serveSeveral } from './several/serve-several.js';
import {
  type KeptEmulator,
  openStateFile,
  type StateFile,
  type StateOptions,
} from '../features/state-log/state-file.js';
import type { Locate } from '../features/proxy/locate.js';
import { openTraffic, type Traffic, type TrafficOutput } from '../features/proxy/traffic.js';
import { HttpError } from '@speccast/runtime/requests';

/** The emulator of a command. */
export interface Served {
  /** Name in paths and files where several are served. Default: `service`. */
  readonly name?: string;
  /** Creates the emulator. */
  readonly create: (options: EmulatorOptions) => ControlledEmulator & KeptEmulator;
  /** OpenAPI document of the service, for the control plane. */
  readonly document?: ControlOptions['document'];
  /** Finds positions in the spec. Default: those in the `openapi.json` of the package. */
  readonly locate?: Locate;
}

/** A running server with its emulators. */
export interface Session {
  /** Base URL of the service; of several, the first. */
  readonly url: string;
  readonly urls: readonly string[];
  /** URLs of the consoles, including the token; empty without a control plane. */
  readonly consoleUrls: readonly string[];
  /**
   * Replaces an emulator, by default the first: after a change of the spec with the same state if possible, or after a change of
   * the scenario.
   */
  readonly replace: (served: Served, keep: 'state' | 'nothing', index?: number) => void;
  /** Resolves to whether the command has failed: the traffic with a real service contradicted the spec. */
  readonly close: () => Promise<boolean>;
}

/** How a session keeps its state, and where it prints. */
export interface SessionOptions extends StateOptions, Partial<TrafficOutput> {}

/**
 * Serves one emulator, or several on one port. Throws a `FlagMistake`, `FileInUse`, `DamagedState` or `RecordingMistake` with a
 * sentence, and the errors of `listen`.
 */
export async function openSession(
  flags: Flags,
  served: Served | readonly Served[],
  options: SessionOptions = {},
): Promise<Session> {
  const all = [served].flat();
  const token = tokenFor(flags);
  const members: OpenMember[] = [];
  const close = async (): Promise<boolean> => {
    const ends: boolean[] = [];
    for (const member of members) ends.push(await member.close());
    return ends.includes(true);
  };
  try {
    for (const one of placeAll(all)) members.push(await openMember(flags, one, { ...options, token }));
    const [first] = members;
    const front = first === undefined || members.length > 1 ? serveSeveral(members) : first.respond;
    const server = await listen(flags, { baseUrl: `http://localhost${first?.base ?? ''}`, fetch: fetchTo(front) });
    const { origin } = new URL(server.url);
    const shown = token === undefined ? '' : `#token=${token}`;
    const below = (name: string): string => (members.length > 1 ? `/${name}` : '');
    return {
      url: server.url,
      urls: members.map(({ base }) => origin + base),
      consoleUrls: flags.control ? members.map(({ name }) => `${origin}${below(name)}/__mock/ui${shown}`) : [],
      replace: (next, keep, index = 0) => members[index]?.replace(next, keep),
      close: async () => {
        await server.close();
        return close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Services with their places; a single one has no name, and stays at the root. */
function placeAll(all: readonly Served[]): readonly (Served & Place)[] {
  if (all.length === 1) return all.map((one) => ({ ...one, name: '' }));
  const services = all.map(({ name = 'service', create }) => ({ name, bases: basesOf(create({ journal: false })) }));
  const places = placeServices(services);
  return all.map((one, index) => ({ ...one, name: '', ...places[index] }));
}

/** Base paths without a trailing slash. */
function basesOf(emulator: ControlledEmulator): readonly string[] {
  const { basePaths, operations } = engineOf(emulator).plan;
  return [...new Set([...basePaths, ...operations.flatMap(({ basePaths: own = [] }) => own)])];
}

interface OpenMember extends Member {
  readonly replace: Session['replace'];
  readonly close: () => Promise<boolean>;
}

/** Starts the emulator of one service, with its state, traffic and control plane. */
async function openMember(
  flags: Flags,
  served: Served & Place,
  options: SessionOptions & { readonly token: string | undefined },
): Promise<OpenMember> {
  const { name, below } = served;
  const path = flags.state === undefined || name === '' ? flags.state : join(flags.state, `${name}.state`);
  if (path !== undefined && name !== '') mkdirSync(dirname(path), { recursive: true });
  const file = path === undefined ? undefined : await openStateFile(path, { sync: flags.stateSync, ...options });
  const { err = () => {} } = options;
  const creation = { flags, file, below, log: flags.log === true ? (line: string) => err(`${line}\n`) : undefined };
  let emulator = await begin(served, creation);
  const { baseUrl } = emulator;
  for (const sentence of describeReplaced(emulator)) err(`${sentence}\n`);
  const traffic = trafficOf(emulator, flags, served, options);
  const current = { ...servedBy(traffic.emulator, flags, served, options.token) };
  const bases = basesOf(emulator);
  return {
    name,
    base: new URL(baseUrl).pathname.replace(/\/+$/, ''),
    paths: ['', ...(engineOf(emulator).plan.settings.aliases ?? [])].flatMap((alias) =>
      bases.map((one) => alias + one),
    ),
    hasControl: flags.control,
    signsIn: (one) => getSignInPlan(engineOf(emulator).plan)?.find(one) !== undefined,
    respond: async (request) => {
      const turn = file?.begin() ?? 0;
      const response = await current.respond(request);
      return file === undefined ? response : acknowledge(file, request, response, turn);
    },
    replace: (next, keep) => {
      const fresh = create(next, creation);
      if (keep === 'state') fresh.restore(copyOf(emulator.snapshot()));
      emulator = fresh;
      Object.assign(current, servedBy(fresh, flags, next, options.token));
      file?.follow(fresh);
    },
    close: async () => {
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

/** Says which tables a scenario has replaced, and which others refer to them. */
function describeReplaced(emulator: ControlledEmulator): readonly string[] {
  const { options, plan } = engineOf(emulator);
  const { replace = false, tables = {} } = options.scenario ?? {};
  const names = Object.keys(tables);
  if (!replace || names.length === 0) return [];
  const referring = plan.resources.flatMap(({ table, rules: { references = [] } }) =>
    !names.includes(table) && references.some((one) => names.includes(one.table)) ? [table] : [],
  );
  const left =
    referring.length === 0 ? '' : ` Rows of ${[...new Set(referring)].join(', ')} may refer to rows that are gone.`;
  return [`The scenario replaces all rows of ${names.join(', ')}.${left}`];
}

/** What an emulator of a command is created with. */
interface Creation {
  readonly flags: Flags;
  readonly file: StateFile | undefined;
  readonly below: string | undefined;
  readonly log: ((line: string) => void) | undefined;
}

/** Creates the emulator with the state of the file. */
async function begin(served: Served, creation: Creation): Promise<ControlledEmulator & KeptEmulator> {
  const { file } = creation;
  let isLoading = false;
  try {
    const emulator = create(served, creation);
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

function create(served: Served, { flags, file, below, log }: Creation): ControlledEmulator & KeptEmulator {
  const { seed, profile, auth, signIn, hostile, scenario, maxBody, webhooks, empty } = flags;
  const options = {
    seed,
    profile,
    ...(auth && { auth }),
    ...(signIn !== undefined && { signIn: readSignIn(signIn) }),
    now: Date.now,
    empty,
    ...(below !== undefined && { below }),
    ...(log !== undefined && { journal: { log } }),
    ...(maxBody !== undefined && { maxBodyBytes: maxBody }),
    ...(file && { mediaStore: file.media }),
    ...(webhooks && { webhooks }),
    ...(hostile !== undefined && { hostile }),
    ...(scenario !== undefined && { scenario: readScenario(scenario) }),
  };
  try {
    return served.create(options);
  } catch (error) {
    // Of what it is given, only a scenario has tables and rows.
    if (!(error instanceof HttpError)) throw error;
    throw new Error(`${scenario}: ${error.message}`, { cause: error });
  }
}

function servedBy(
  emulator: ControlledEmulator,
  { control }: Flags,
  { document }: Served,
  token: string | undefined,
): { readonly respond: (request: Request) => Promise<Response> } {
  const options = { ...(token !== undefined && { token }), ...(document !== undefined && { document }) };
  const { fetch }: ServedEmulator = control ? withControl(emulator, options) : withReadiness(emulator);
  return { respond: entryOf(fetch) ?? fetch };
}

function listen({ port, host, https, http2 }: Flags, emulator: ServedEmulator): ReturnType<typeof serve> {
  const pair = https && { key: readText('https-key', https.key), cert: readText('https-cert', https.cert) };
  return serve(emulator, { port, host, http2, ...(pair && { https: pair }) });
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
    (name) => !['time', 'callers', 'tables', 'replace', 'recorded', 'owners'].includes(name),
  );
  if (unknown !== undefined)
    throw new FlagMistake(`${path} may hold time, callers, tables and replace, not ${unknown}`);
  const { callers = {}, tables = {}, owners = {}, recorded = false, replace = false } = value;
  for (const [name, one] of Object.entries({ recorded, replace }))
    if (typeof one !== 'boolean') throw new FlagMistake(`${name} of ${path} has to be true or false`);
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
