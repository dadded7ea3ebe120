import { WrongUsage } from '../terminal/console.js';

/** Headers of requests, by name. */
export type Headers = Readonly<Record<string, string>>;

/**
 * Headers from `--header <Name>=<VARIABLE>`: each value is that of an environment variable, because a command line is seen by
 * others and remembered by shells. No message repeats what is after the `=`, which may be a value that was given by mistake.
 */
export function readHeaders(flags: readonly string[] | undefined): Headers {
  return Object.fromEntries((flags ?? []).map((flag) => readHeader(flag)));
}

function readHeader(flag: string): readonly [name: string, value: string] {
  const [, name, variable] = /^([\w-]+)=([A-Za-z_]\w*)$/.exec(flag) ?? [];
  if (name === undefined || variable === undefined)
    throw new WrongUsage('--header takes <Name>=<VARIABLE>, a header and the environment variable that has its value');
  // A line end at the end is what `$(cat file)` leaves on some systems.
  const value = process.env[variable]?.trim();
  if (value === undefined || value === '')
    throw new WrongUsage(
      `--header ${name}=…: there is no environment variable of this name; the value itself is not given`,
    );
  if (!/^[\t\x20-\x7e]+$/.test(value))
    throw new WrongUsage(`--header ${name}=…: the variable has characters that no header has`);
  if (FIXED.has(name.toLowerCase())) throw new WrongUsage(`--header ${name}=…: this header is not for credentials`);
  return [name, value];
}

/** Headers that say how a response is sent. */
const FIXED: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'host',
  'range',
  'connection',
  'content-length',
  'transfer-encoding',
  'expect',
  'te',
  'upgrade',
  'if-none-match',
  'if-modified-since',
]);
