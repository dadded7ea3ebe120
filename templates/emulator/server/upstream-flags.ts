import type { UpstreamFlags } from '../features/proxy/traffic.js';
import { readUpstreamAddress } from '../features/proxy/upstream-address.js';
import { FlagMistake, readChoice, readTime } from './flag-values.js';

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

/** Options that need `--upstream`. */
const needs = ['upstream-timeout', 'fallback', 'record', 'fail-on', 'json'] as const;

/** Options that set the state, which a recording or the real service has. */
const stateFlags = ['scenario', 'state', 'hostile'] as const;

/** Reads these options. Throws a `FlagMistake` for invalid ones. */
export function readUpstreamFlags(values: Readonly<Record<string, string | undefined>>): UpstreamFlags {
  const { upstream, record, replay, fallback, 'upstream-timeout': timeout, 'fail-on': failOn } = values;
  for (const name of needs)
    if (values[name] && upstream === undefined) throw new FlagMistake(`--${name} needs an --upstream`);
  for (const one of ['upstream', 'replay'])
    for (const other of [...stateFlags, 'upstream'])
      if (one !== other && values[one] && values[other])
        throw new FlagMistake(`--${one} and --${other} do not go together`);
  return {
    ...(typeof upstream === 'string' && { upstream: readAddress(upstream) }),
    ...(typeof timeout === 'string' && { upstreamTimeout: readTime('upstream-timeout', timeout) }),
    ...(fallback && { fallback: readChoice('fallback', fallback, ['emulator']) }),
    ...(typeof record === 'string' && { record }),
    ...(typeof replay === 'string' && { replay }),
    ...(failOn && { failOn: readChoice('fail-on', failOn, ['violations', 'warnings', 'never']) }),
    ...(values['json'] && { json: true }),
  };
}

function readAddress(text: string): string {
  try {
    return readUpstreamAddress(text, '').href;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new FlagMistake(`--upstream: ${error.message}`);
  }
}
