import type { Profile } from '../plan/plan.js';
import type { WebhookOptions } from '../plan/options.js';
import { parseArgs } from 'node:util';
import { readMember } from '@speccast/runtime/requests';
import { defined } from '../values/defined.js';
import { readUpstreamAddress } from '../features/proxy/client-links.js';

/** The help text of the options that concern a real service and recordings. */
const upstreamFlagsHelp = `  --upstream <url>           passes requests on to this service, and reports contradictions to the spec; a path in the URL
                             replaces the base path of the spec
  --upstream-timeout <time>  longest time without a response, such as 500ms or 2m; default 30s; then responds with a 504
  --fallback emulator        the emulator responds if the service cannot be reached or exceeds the timeout, or responds with a
                             404, 405 or 501 that the spec does not declare
  --record <file.har>        records the calls of the service, and the rows in its responses in <file>.scenario.json, without
                             credentials
  --replay <file.har>        responds as recorded; the emulator responds to other calls, and to calls after a change
  --fail-on <what>           exits with 1 after violations (default), also after warnings (warnings), or never
  --json                     with --upstream, prints each violation and the summary as a line of JSON after the address
`;

/** The options of the command line. */
export interface Flags {
  readonly port: number;
  readonly host: string;
  readonly seed: number;
  readonly profile: Profile;
  /** Accepts only known tokens. */
  readonly auth?: 'strict';
  /** File with the options of the sign-in as JSON. */
  readonly signIn?: string;
  /** Seed of the hostile mode; absent if it is off. */
  readonly hostile?: number;
  /** File with a scenario as JSON. */
  readonly scenario?: string;
  /** File that the state is loaded from and kept in. */
  readonly state?: string;
  /** Writes changes to disk before they are acknowledged. */
  readonly stateSync: boolean;
  /** Maximum length of a body, in bytes. */
  readonly maxBody?: number;
  /** A receiver of all webhooks, the secret that signs them, and the hosts that they may be sent to. */
  readonly webhooks?: Pick<WebhookOptions, 'url' | 'secret' | 'allow'>;
  /** Restarts the emulator when the scenario changes. */
  readonly watch: boolean;
  /** Files with key and certificate in PEM format. */
  readonly https?: { readonly key: string; readonly cert: string };
  readonly http2: boolean;
  /** Prints a line about each request. Default: in a terminal. */
  readonly log?: boolean;
  /** Starts without rows. */
  readonly empty: boolean;
  readonly control: boolean;
  readonly controlToken?: string;
  /** Address of the real service. */
  readonly upstream?: string;
  /** In milliseconds. */
  readonly upstreamTimeout?: number;
  /** The emulator responds to requests that the service cannot respond to. */
  readonly fallback?: 'emulator';
  readonly record?: string;
  readonly replay?: string;
  /** Violations that make the command fail when it stops. Default: `violations`. */
  readonly failOn?: 'violations' | 'warnings' | 'never';
  readonly json?: boolean;
}

/** The help text of the options. */
export const flagsHelp: string = `  --port <number>            port to listen on; default 0, a free port
  --host <address>           address to listen on; default 127.0.0.1, this machine only
  --seed <number>            seed of all generated ids; default 1
  --profile <name>           documented (default), vendor or lenient
  --auth strict              accepts only tokens that it issued or that the scenario names; default any
  --sign-in <file.json>      {"clients", "redirectUris", "user", "users", ...}: how users sign in
  --hostile <seed>           varies responses in every way that the documents allow; the number selects the variants
  --scenario <file.json>     {"time", "callers", "tables", "replace"} to start with, and to return to on reset
  --empty                    starts without samples, and without rows of a seed that callers could add
  --log | --no-log           prints a line about each request, or does not; default: in a terminal
  --state <file>             keeps the state there, and bytes in <file>.media, before a change is acknowledged; it holds the
                             callers' tokens, so only you may read it; named worlds are not kept
  --state-sync off           leaves it to the system when changes are written to disk: faster, and a power cut may lose some
  --max-body <size>          longest accepted body, such as 500000 or 2GiB; default 64MiB, and
                             any size for uploads of bytes, which are not held in memory
  --webhook-url <address>    receives all webhooks, in addition to the subscribed receivers
  --webhook-secret <secret>  secret or private key that signs webhooks; default: derived from the seed
  --webhook-allow <hosts>    other hosts than this machine that webhooks may be sent to, separated by commas, or any
  --watch                    restarts the emulator when the scenario changes
  --https-key <file.pem> --https-cert <file.pem>
                             listens over HTTPS
  --http2                    serves HTTP/2, too
  --control-token <token>    required by the control plane at /__mock; default: none, and only this machine may use it; safer
                             in the variable EMULATOR_CONTROL_TOKEN, which lists of processes do not show
  --no-control               turns the control plane off, except /__mock/ready
${upstreamFlagsHelp}`;

/** Texts of options by name; `'true'` for those that take none. */
type FlagTexts = Readonly<Record<string, string | undefined>>;

/**
 * Parses the options. Returns `help` for `--help`. Throws a `FlagMistake` for invalid options. The environment has the default of
 * `--control-token`: other users of the machine cannot see it, unlike options.
 */
export function readFlags(
  args: readonly string[],
  environment: { readonly EMULATOR_CONTROL_TOKEN?: string | undefined } = {},
): Flags | 'help' {
  let flags: FlagTexts;
  try {
    flags = parseFlags(args, flagsHelp);
  } catch (error) {
    throw new FlagMistake(String(error instanceof Error ? error.message.split('. ', 1)[0] : error));
  }
  if (flags['help']) return 'help';
  const empty = Object.keys(flags).find((name) => flags[name] === '');
  if (empty !== undefined) throw new FlagMistake(`--${empty} takes a value`);
  const { host = '127.0.0.1', scenario, state, watch, log, 'no-log': noLog, 'no-control': noControl } = flags;
  const { 'https-key': key, 'https-cert': cert, 'control-token': token, 'state-sync': sync = 'on' } = flags;
  if ((key === undefined) !== (cert === undefined)) throw new FlagMistake('--https-key and --https-cert go together');
  if (noControl && token) throw new FlagMistake('--no-control and --control-token do not go together');
  if (sync !== 'on' && state === undefined) throw new FlagMistake('--state-sync needs a --state');
  if (log && noLog) throw new FlagMistake('--log and --no-log do not go together');
  if (watch && scenario === undefined) throw new FlagMistake('--watch needs a --scenario');
  return defined({
    port: readNumber(flags, 'port', 65_535) ?? 0,
    host,
    seed: readNumber(flags, 'seed', 4_294_967_295) ?? 1,
    profile: readChoice(flags, 'profile', ['documented', 'vendor', 'lenient']) ?? 'documented',
    signIn: flags['sign-in'],
    auth: readChoice(flags, 'auth', ['any', 'strict']) === 'strict' ? ('strict' as const) : undefined,
    hostile: readNumber(flags, 'hostile', 4_294_967_295),
    scenario,
    state,
    stateSync: readChoice(flags, 'state-sync', ['on', 'off']) !== 'off',
    maxBody: readFlag(flags, 'max-body', 'a number of bytes, or one with KiB, MiB or GiB', (text) => {
      const bytes = readAmount(text, { '': 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 });
      return Number.isSafeInteger(bytes) ? bytes : undefined;
    }),
    webhooks: readWebhooks(flags),
    watch: 'watch' in flags,
    https: key && cert ? { key, cert } : undefined,
    http2: 'http2' in flags,
    log: log || noLog ? log !== undefined : undefined,
    empty: 'empty' in flags,
    control: !noControl,
    controlToken: noControl ? undefined : token || environment.EMULATOR_CONTROL_TOKEN || undefined,
    ...readUpstreamFlags(flags),
  });
}

function readWebhooks(flags: FlagTexts): Flags['webhooks'] {
  const { 'webhook-url': url, 'webhook-secret': secret, 'webhook-allow': hosts } = flags;
  if (!url && !secret && !hosts) return undefined;
  if (url && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
    throw new FlagMistake('--webhook-url takes an http: or https: URL');
  const allow = hosts === 'any' ? ('any' as const) : hosts?.split(',').map((host) => host.trim().toLowerCase());
  return defined({ url, secret, allow });
}

function readUpstreamFlags(flags: FlagTexts) {
  const { upstream, record, replay } = flags;
  for (const name of ['upstream-timeout', 'fallback', 'record', 'fail-on', 'json'])
    if (flags[name] && upstream === undefined) throw new FlagMistake(`--${name} needs an --upstream`);
  // With these two options, the state is that of the recording or of the real service.
  for (const one of ['upstream', 'replay'])
    for (const other of ['scenario', 'state', 'hostile', 'upstream'])
      if (one !== other && flags[one] && flags[other])
        throw new FlagMistake(`--${one} and --${other} do not go together`);
  try {
    return defined({
      upstream: upstream && readUpstreamAddress(upstream, '').href,
      upstreamTimeout: readFlag(flags, 'upstream-timeout', 'a time such as 500ms, 30s or 2m', (text) => {
        const milliseconds = readAmount(text, { '': 1, ms: 1, s: 1000, m: 60_000 });
        // Node fires longer timers at once.
        return milliseconds > 0 && milliseconds <= 2_147_483_647 ? milliseconds : undefined;
      }),
      fallback: readChoice(flags, 'fallback', ['emulator']),
      record,
      replay,
      failOn: readChoice(flags, 'fail-on', ['violations', 'warnings', 'never']),
      json: flags['json'] ? true : undefined,
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new FlagMistake(`--upstream: ${error.message}`);
  }
}

/** A usage error. The message is a sentence without a full stop. */
export class FlagMistake extends Error {
  override readonly name = 'FlagMistake';
}

/**
 * Parses the options that a help text lists, and `--help`: `--port <number>` takes text, `--watch` does not and is `'true'`. Throws for others.
 */
export function parseFlags(args: readonly string[], help: string): FlagTexts {
  const options: Record<string, { readonly type: 'string' | 'boolean'; readonly short?: string }> = {
    help: { type: 'boolean', short: 'h' },
  };
  for (const [, names = ''] of help.matchAll(/^ {2}(--.*?)(?: {2}|$)/gm))
    for (const [, name = '', text] of names.matchAll(/--([\w-]+)( [<\w]\S+)?/g))
      options[name] = { type: text === undefined ? 'boolean' : 'string' };
  const { values } = parseArgs({ args: [...args], options });
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** Reads the value of an option; undefined without it. Throws a `FlagMistake` where `read` returns undefined. */
function readFlag<Value>(flags: FlagTexts, name: string, expected: string, read: (text: string) => Value | undefined) {
  const text = flags[name];
  const value = text === undefined ? undefined : read(text);
  if (text === undefined || value !== undefined) return value;
  throw new FlagMistake(`--${name} takes ${expected}, not ${JSON.stringify(text)}`);
}

function readNumber(flags: FlagTexts, name: string, limit: number) {
  return readFlag(flags, name, `a whole number up to ${limit}`, (text) =>
    /^\d{1,10}$/.test(text) && Number(text) <= limit ? Number(text) : undefined,
  );
}

function readChoice<Choice extends string>(flags: FlagTexts, name: string, choices: readonly Choice[]) {
  return readFlag(flags, name, choices.join(' or '), (text) => choices.find((one) => one === text));
}

/** Reads an amount with a unit, by the factors of units: `2GiB`, `30s`. Returns `NaN` for other texts. */
function readAmount(text: string, units: Readonly<Record<string, number>>) {
  const [, digits, unit = ''] = /^(\d{1,12})([a-z]*)$/i.exec(text) ?? [];
  return Number(digits) * (readMember(units, unit) ?? Number.NaN);
}
