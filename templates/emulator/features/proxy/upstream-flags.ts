import { FlagMistake, readTime } from '../../server/flag-values.js';
import { UpstreamAddress } from './upstream-address.js';

/** What makes the command fail when it stops. */
export type FailOn = 'violations' | 'warnings' | 'never';

/** The options that concern a real service and recordings of it. */
export interface UpstreamFlags {
  /** Address of the real service. */
  readonly upstream?: string;
  /** In milliseconds. */
  readonly upstreamTimeout?: number;
  /** What responds where the service lacks something. */
  readonly fallback?: 'emulator';
  readonly record?: string;
  readonly replay?: string;
  /** Default: `violations`. */
  readonly failOn?: FailOn;
  readonly json?: true;
}

/** The help text of these options. */
export const upstreamFlagsHelp = `  --upstream <url>           passes requests on to this service, and tells how they and its responses contradict the spec; a
                             path in it takes the place of the base path of the spec
  --upstream-timeout <time>  how long the service may be silent, such as 500ms or 2m; default 30s; then it is a 504
  --fallback emulator        responds itself where that service cannot be reached or is silent, or responds with a 404, 405 or
                             501 that the spec does not have
  --record <file.har>        records the calls there, and the rows that they tell of in <file>.scenario.json, without
                             credentials
  --replay <file.har>        responds as recorded, and with the emulator after changes and to other calls
  --fail-on <what>           when it stops, exits with 1 after violations (default) or also after warnings, or never
  --json                     with --upstream, prints each violation and the summary as a line of JSON after the address
`;

/** The same for `parseArgs`. */
export const upstreamOptions = {
  upstream: { type: 'string' },
  'upstream-timeout': { type: 'string' },
  fallback: { type: 'string' },
  record: { type: 'string' },
  replay: { type: 'string' },
  'fail-on': { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** Which options need which other one. */
const needs = ['upstream-timeout', 'fallback', 'record', 'fail-on', 'json'] as const;

/** Options that say what the state is, which a recording or the real service does. */
const ofState = ['scenario', 'state', 'hostile'] as const;

type Values = Readonly<Record<string, string | boolean | undefined>>;

/** Reads these options. Throws a `FlagMistake` for invalid ones. */
export function readUpstreamFlags(values: Values): UpstreamFlags {
  const { upstream, record, replay, json } = values;
  const isGiven = (name: string): boolean => values[name] !== undefined && values[name] !== false;
  for (const name of needs)
    if (isGiven(name) && upstream === undefined) throw new FlagMistake(`--${name} needs an --upstream`);
  for (const one of ['upstream', 'replay'])
    for (const other of [...ofState, ...(one === 'replay' ? ['upstream'] : [])])
      if (isGiven(one) && isGiven(other)) throw new FlagMistake(`--${one} and --${other} do not go together`);
  const { 'upstream-timeout': timeout, 'fail-on': failOn, fallback } = values;
  if (fallback !== undefined && fallback !== 'emulator')
    throw new FlagMistake(`--fallback takes emulator, not ${JSON.stringify(fallback)}`);
  return {
    ...(typeof upstream === 'string' && { upstream: readAddress(upstream) }),
    ...(typeof timeout === 'string' && { upstreamTimeout: readTime('upstream-timeout', timeout) }),
    ...(fallback === 'emulator' && { fallback }),
    ...(typeof record === 'string' && { record }),
    ...(typeof replay === 'string' && { replay }),
    ...(failOn !== undefined && { failOn: readFailOn(failOn) }),
    ...(json === true && { json }),
  };
}

function readAddress(text: string): string {
  try {
    return new UpstreamAddress(text, '').href;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new FlagMistake(`--upstream: ${error.message}`);
  }
}

function readFailOn(text: string | boolean): FailOn {
  if (text === 'violations' || text === 'warnings' || text === 'never') return text;
  throw new FlagMistake(`--fail-on takes violations or warnings or never, not ${JSON.stringify(text)}`);
}
