import { parseArgs } from 'node:util';
import type { Profile } from '../plan/plan.js';
import type { WebhookOptions } from '../features/webhooks/delivery.js';
import { FlagMistake, readChoice, readNumber, readSize } from './flag-values.js';
import { readUpstreamFlags, upstreamFlagsHelp, upstreamOptions } from './upstream-flags.js';
import type { UpstreamFlags } from '../features/proxy/traffic.js';

/** The options of the command line. */
export interface Flags extends UpstreamFlags {
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
  /** Receiver of webhooks besides those that subscribed, secret of their signatures, and hosts that may get them. */
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
}

/** The help text of the options. */
export const flagsHelp: string = `  --port <number>            where it listens; default 0, a free port
  --host <address>           default 127.0.0.1, this machine only
  --seed <number>            what all ids follow from; default 1
  --profile <name>           documented (default), vendor or lenient
  --auth strict              accepts only tokens that it issued or that the scenario names; default any
  --sign-in <file.json>      {"clients", "redirectUris", "user", "users", ...}: how users sign in
  --hostile <seed>           takes every freedom that the documents leave, as the number says
  --scenario <file.json>     {"time", "callers", "tables", "replace"} to begin with, and to go back to on reset
  --empty                    starts without samples, and without rows of a seed that callers could add
  --log | --no-log           prints a line about each request, or does not; default: in a terminal
  --state <file>             keeps the state there, and bytes in <file>.media, before a change is acknowledged; it holds the
                             callers' tokens, so only you may read it; named worlds are not kept
  --state-sync off           leaves it to the system when changes are written to disk: faster, and a power cut may lose some
  --max-body <size>          longest body taken, such as 500000 or 2GiB; default 64MiB, and
                             any size for uploads of bytes, which are not held in memory
  --webhook-url <address>    gets all webhooks, besides those that subscribed
  --webhook-secret <secret>  what they are signed with, or a private key; default: one that follows from the seed
  --webhook-allow <hosts>    other hosts than this machine that webhooks may be sent to, joined by commas, or any
  --watch                    begins anew when the scenario changes
  --https-key <file.pem> --https-cert <file.pem>
                             listens over HTTPS
  --http2                    speaks HTTP/2, too
  --control-token <token>    the control plane at /__mock asks for it; without, only this machine is answered; better in the
                             variable EMULATOR_CONTROL_TOKEN, which lists of processes do not show
  --no-control               no control plane; /__mock/ready stays
${upstreamFlagsHelp}`;

const text = { type: 'string' } as const;
const isSet = { type: 'boolean', default: false } as const;

const options = {
  port: { type: 'string', default: '0' },
  host: { type: 'string', default: '127.0.0.1' },
  seed: { type: 'string', default: '1' },
  profile: { type: 'string', default: 'documented' },
  auth: { type: 'string', default: 'any' },
  'sign-in': text,
  hostile: text,
  scenario: text,
  state: text,
  'state-sync': { type: 'string', default: 'on' },
  'max-body': text,
  'webhook-url': text,
  'webhook-secret': text,
  'webhook-allow': text,
  watch: isSet,
  'https-key': text,
  'https-cert': text,
  http2: isSet,
  'control-token': text,
  'no-control': isSet,
  empty: isSet,
  log: isSet,
  'no-log': isSet,
  help: { type: 'boolean', short: 'h', default: false },
  ...upstreamOptions,
} as const;

/** Variables of the environment, which other users of the machine cannot see, unlike options. */
export interface FlagEnvironment {
  /** Default of `--control-token`. */
  readonly EMULATOR_CONTROL_TOKEN?: string | undefined;
}

/** Parses the options. Returns `help` for `--help`. Throws a `FlagMistake` for invalid options. */
export function readFlags(args: readonly string[], environment: FlagEnvironment = {}): Flags | 'help' {
  let values: ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];
  try {
    ({ values } = parseArgs({ args: [...args], options }));
  } catch (error) {
    throw new FlagMistake(String(error instanceof Error ? error.message.split('. ', 1)[0] : error));
  }
  if (values.help) return 'help';
  const { host, watch, http2, hostile, scenario, state, empty, log, 'no-log': noLog } = values;
  const { 'https-key': key, 'https-cert': cert, 'no-control': noControl, 'control-token': stated } = values;
  const { 'max-body': maxBody, 'sign-in': signIn, 'state-sync': sync } = values;
  for (const [name, text] of Object.entries(values)) if (text === '') throw new FlagMistake(`--${name} takes a value`);
  if ((key === undefined) !== (cert === undefined)) throw new FlagMistake('--https-key and --https-cert go together');
  if (noControl && stated !== undefined) throw new FlagMistake('--no-control and --control-token do not go together');
  const token = noControl ? undefined : stated || environment.EMULATOR_CONTROL_TOKEN;
  if (sync !== 'on' && state === undefined) throw new FlagMistake('--state-sync needs a --state');
  if (log && noLog) throw new FlagMistake('--log and --no-log do not go together');
  if (watch && scenario === undefined) throw new FlagMistake('--watch needs a --scenario');
  const webhooks = readWebhooks(values['webhook-url'], values['webhook-secret'], values['webhook-allow']);
  return {
    port: readNumber('port', values.port, 65_535),
    host,
    seed: readNumber('seed', values.seed, 4_294_967_295),
    profile: readChoice('profile', values.profile, ['documented', 'vendor', 'lenient']),
    ...(signIn && { signIn }),
    ...(readChoice('auth', values.auth, ['any', 'strict']) === 'strict' && { auth: 'strict' }),
    ...(hostile && { hostile: readNumber('hostile', hostile, 4_294_967_295) }),
    ...(scenario && { scenario }),
    ...(state && { state }),
    stateSync: readChoice('state-sync', sync, ['on', 'off']) === 'on',
    ...(maxBody && { maxBody: readSize('max-body', maxBody) }),
    ...(Object.keys(webhooks).length > 0 && { webhooks }),
    watch,
    ...(key && cert && { https: { key, cert } }),
    http2,
    ...((log || noLog) && { log }),
    empty,
    control: !noControl,
    ...(token && { controlToken: token }),
    ...readUpstreamFlags(values),
  };
}

function readWebhooks(url?: string, secret?: string, allow?: string): NonNullable<Flags['webhooks']> {
  if (url && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
    throw new FlagMistake('--webhook-url takes an address of HTTP');
  const hosts = allow === 'any' ? 'any' : allow?.split(',').map((host) => host.trim().toLowerCase());
  return { ...(url && { url }), ...(secret && { secret }), ...(hosts && { allow: hosts }) };
}
