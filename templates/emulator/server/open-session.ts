import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '@speccast/runtime';
import { parseExactly, HttpError, readMember } from '@speccast/runtime/requests';
import type { ControlledEmulator, ControlOptions } from '../control/input/controlled-emulator.js';
import { withControl, withReadiness } from '../control/with-control.js';
import { findEntry, fetchTo } from '../world/direct-fetch.js';
import { findEngine } from '../world/engines.js';
import { getSignInPlan } from '../features/sign-in/sign-in-plan.js';
import { signInProblem } from '../features/sign-in/sign-in.js';
import { FlagMistake, type Flags } from './read-flags.js';
import { envelope } from '../respond/envelope.js';
import { serve, type ServedEmulator } from './serve.js';
import { type Member, type Place, placeServices, serveSeveral } from './several.js';
import { defined } from '../values/defined.js';
import { isSafe } from '../values/safe-method.js';
import {
  type KeptEmulator,
  openStateFile,
  type StateFile,
  type StateOptions,
} from '../features/state-log/state-file.js';
import { formatSummary, formatViolation, type Locate } from '../features/proxy/contract-report.js';
import { withReplay } from '../features/proxy/with-replay.js';
import { withUpstream } from '../features/proxy/with-upstream.js';
import type { SignInOptions, Scenario, EmulatorOptions } from '../plan/options.js';

/** An emulator that a command serves. */
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
  /** Resolves to true if the command has failed: the traffic with a real service contradicted the spec. */
  readonly close: () => Promise<boolean>;
}

/** Options of a session: how it keeps its state, and its output. */
interface SessionOptions extends StateOptions {
  readonly out?: (text: string) => void;
  readonly err?: (text: string) => void;
}

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
  const { control, host, port, http2, https, controlToken } = flags;
  // Other addresses than loopback can be reached from other machines.
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|::1)$/.test(host);
  const token = controlToken ?? (control && !isLocal ? randomUUID() : undefined);
  // A single service has no name, and stays at the root.
  const named = all.length === 1 ? [] : all;
  const places = placeServices(
    named.map(({ name = 'service', create }) => ({ name, bases: listBases(create({ journal: false })) })),
  );
  const members: OpenMember[] = [];
  const close = async () => (await Promise.all(members.map((member) => member.close()))).includes(true);
  try {
    for (const [index, one] of all.entries())
      members.push(await openMember(flags, { ...one, name: '', ...places[index] }, { ...options, token }));
    const [first] = members;
    const respond = !first || members.length > 1 ? serveSeveral(members) : first.respond;
    const front = { baseUrl: `http://localhost${first?.base ?? ''}`, fetch: fetchTo(respond) };
    const pair = https && { key: readText('https-key', https.key), cert: readText('https-cert', https.cert) };
    const server = await serve(front, defined({ port, host, http2, https: pair }));
    const { origin } = new URL(server.url);
    const fragment = token === undefined ? '' : `#token=${token}`;
    const consoles = members.map(({ name }) => `${origin}${name && `/${name}`}/__mock/ui${fragment}`);
    return {
      url: server.url,
      urls: members.map(({ base }) => origin + base),
      consoleUrls: control ? consoles : [],
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

/** Lists base paths without a trailing slash. */
function listBases(emulator: ControlledEmulator) {
  const { basePaths, operations } = findEngine(emulator).plan;
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
  const { name, below, locate } = served;
  const { token, out = () => {}, err = () => {} } = options;
  const file = await openState(flags, name, options);
  const journal = flags.log ? { log: (line: string) => err(`${line}\n`) } : undefined;
  const own = defined({ below, mediaStore: file?.media, journal });
  let emulator = await createKept(served, flags, own, file);
  const { baseUrl } = emulator;
  warnOfReplaced(emulator, err);
  const traffic = openTraffic(emulator, flags, { out, err, locate });
  let respond = createEntry(traffic.emulator, flags, served, token);
  const bases = listBases(emulator);
  const prefixes = ['', ...(findEngine(emulator).plan.settings.aliases ?? [])];
  return {
    name,
    base: new URL(baseUrl).pathname.replace(/\/+$/, ''),
    paths: prefixes.flatMap((prefix) => bases.map((base) => prefix + base)),
    hasControl: flags.control,
    signsIn: (one) => getSignInPlan(findEngine(emulator).plan)?.endpoints.some(({ path }) => path === one) === true,
    respond: async (request) => {
      const turn = file?.begin() ?? 0;
      const response = await respond(request);
      const failure = await file?.keep({ turn, isRead: isSafe(request.method) });
      if (failure === undefined) return response;
      await response.body?.cancel();
      return envelope(507, 'insufficientStorage', failure);
    },
    replace: (next, keep) => {
      const fresh = create(next, flags, own);
      const { world, ...snapshot } = emulator.snapshot();
      // Values that the code of the old spec derived from this world are cached by the object. A copy has none.
      if (keep === 'state') fresh.restore({ ...snapshot, world: { ...world } });
      emulator = fresh;
      respond = createEntry(fresh, flags, next, token);
      file?.follow(fresh);
    },
    close: async () => {
      await file?.close();
      return traffic.close();
    },
  };
}

/**
 * Wraps the emulator as the options require: to replay a recording (`--replay`), to pass requests on (`--upstream`), or not at all.
 * `close` completes the recording, prints the summary, and resolves to true if the command has failed. Throws an `Error` with a
 * sentence for an unusable address, file or recording.
 */
function openTraffic(
  emulator: Kept,
  flags: Flags,
  { locate, out, err }: Required<Pick<SessionOptions, 'out' | 'err'>> & { readonly locate: Locate | undefined },
) {
  const close = () => Promise.resolve(false);
  const { upstream: url, upstreamTimeout: timeoutMs, record, fallback, json, failOn = 'violations', replay } = flags;
  if (replay !== undefined) {
    const replaying = withReplay(emulator, replay);
    for (const warning of replaying.warnings) err(`warning: ${warning}.\n`);
    return { emulator: replaying, close };
  }
  if (url === undefined) return { emulator, close };
  const passing = withUpstream(emulator, {
    ...defined({ url, timeoutMs, record, fallback, locate }),
    onCall: (all, fresh) => {
      if (json) for (const one of all) out(`${JSON.stringify({ type: 'violation', ...one })}\n`);
      else for (const one of fresh) err(`${formatViolation(one)}\n`);
    },
    onProblem: (message) => err(`${message}.\n`),
  });
  return {
    emulator: passing,
    close: async () => {
      await passing.close();
      const summary = passing.contract();
      if (json) out(`${JSON.stringify({ type: 'summary', ...summary })}\n`);
      else err(formatSummary(summary));
      const { errors, warnings } = summary;
      return failOn !== 'never' && (errors > 0 || (failOn === 'warnings' && warnings > 0));
    },
  };
}

/** Opens the state file of a service. Each of several services has a file of its own in a folder. */
async function openState({ state, stateSync: sync }: Flags, name: string, options: StateOptions) {
  if (state === undefined) return undefined;
  if (name !== '') mkdirSync(state, { recursive: true });
  return openStateFile(name === '' ? state : join(state, `${name}.state`), { sync, ...options });
}

/** Prints the tables that a scenario has replaced, and the others that refer to them. */
function warnOfReplaced(emulator: ControlledEmulator, err: (text: string) => void) {
  const { options, plan } = findEngine(emulator);
  const { replace = false, tables = {} } = options.scenario ?? {};
  const names = Object.keys(tables);
  if (!replace || names.length === 0) return;
  const left = plan.resources
    .filter(({ rules: { references = [] } }) => references.some((one) => names.includes(one.table)))
    .flatMap(({ table }) => (names.includes(table) ? [] : table))
    .join(', ');
  const more = left && ` Rows of ${left} may refer to rows that are gone.`;
  err(`The scenario replaces all rows of ${names.join(', ')}.${more}\n`);
}

type Kept = ReturnType<Served['create']>;

/** Creates an emulator with the state of a file. Releases the file if that fails. */
async function createKept(served: Served, flags: Flags, own: EmulatorOptions, file?: StateFile) {
  let emulator: Kept;
  try {
    emulator = create(served, flags, own);
  } catch (error) {
    await file?.close();
    throw error;
  }
  // `load` releases the file itself if it fails.
  await file?.load(emulator);
  return emulator;
}

function create(served: Served, flags: Flags, own: EmulatorOptions): Kept {
  const { seed, profile, auth, signIn, hostile, scenario, maxBody, webhooks, empty } = flags;
  const options = defined({
    seed,
    profile,
    auth,
    hostile,
    webhooks,
    empty,
    now: Date.now,
    maxBodyBytes: maxBody,
    signIn: signIn ? readSignIn(signIn) : undefined,
    scenario: scenario ? readScenario(scenario) : undefined,
    ...own,
  });
  try {
    return served.create(options);
  } catch (error) {
    // Only a scenario has tables and rows that can be wrong.
    if (!(error instanceof HttpError)) throw error;
    throw new Error(`${scenario}: ${error.message}`, { cause: error });
  }
}

function createEntry(
  emulator: ControlledEmulator,
  { control }: Flags,
  { document }: Served,
  token: string | undefined,
) {
  const options = defined({ token, document });
  const { fetch }: ServedEmulator = control ? withControl(emulator, options) : withReadiness(emulator);
  return findEntry(fetch) ?? fetch;
}

/** Reads a file as JSON. The message of the parser quotes the file, so it is left out for secret ones. */
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

type Test = (value: unknown) => boolean;

const isBoolean: Test = (value) => typeof value === 'boolean';
const areTexts: Test = (value) => isJsonObject(value) && Object.values(value).every((one) => typeof one === 'string');

/** Tests of the members of a scenario, and the expected values for messages. The emulator itself checks the time. */
const scenarioMembers: Readonly<Record<string, readonly [Test, string]>> = {
  time: [() => true, ''],
  recorded: [isBoolean, 'true or false'],
  replace: [isBoolean, 'true or false'],
  owners: [areTexts, 'an object of ids'],
  callers: [areTexts, 'an object of tokens'],
  tables: [
    (value) =>
      isJsonObject(value) && Object.values(value).every((rows) => Array.isArray(rows) && rows.every(isJsonObject)),
    'an object of arrays of objects',
  ],
};

function readScenario(path: string): Scenario {
  const value = readJson('scenario', path);
  if (!isJsonObject(value)) throw new FlagMistake(`${path} has to contain a JSON object`);
  for (const [name, member] of Object.entries(value)) {
    const [test, expected] = readMember(scenarioMembers, name) ?? [];
    if (!test) throw new FlagMistake(`${path} can have time, callers, tables and replace, not ${name}`);
    if (!test(member)) throw new FlagMistake(`${name} of ${path} has to be ${expected}`);
  }
  // It was just checked.
  return value as unknown as Scenario;
}

function readText(flag: string, path: string) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new FlagMistake(`--${flag}: ${path} cannot be read`);
  }
}
