import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { findUnsampled } from '../values/samples/find-unsampled.js';
import { openSession, type Served, type Session } from './open-session.js';
import { FlagMistake } from './flag-values.js';
import { flagsHelp, readFlags, type Flags } from './read-flags.js';
import { FileInUse } from '../features/state-log/lock-file.js';
import { DamagedState } from '../features/state-log/state-errors.js';

/** The environment of a command, which tests and other commands replace. */
export interface CommandHost {
  readonly args: readonly string[];
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Resolves when the command is to stop. */
  readonly stopped: () => Promise<void>;
  /** Whether `err` is a terminal: then a line about each request is printed. */
  readonly isTerminal?: boolean;
  /** Called with the session, whose emulators it may replace. */
  readonly onStart?: (session: Session) => void;
}

/**
 * Serves emulators with the options of the command line, prints the base URL of each on a line, and stops on SIGINT or SIGTERM.
 * Resolves to the exit code, and sets it without a host: 0 done, 1 failed, 2 wrong usage.
 */
export async function runCommand(
  served: Served | readonly Served[] | Served['create'],
  host?: CommandHost,
): Promise<number> {
  const whole = typeof served === 'function' ? [{ create: served }] : [served].flat();
  if (host !== undefined) return run(whole, host);
  const code = await run(whole, ownHost());
  process.exitCode = code;
  return code;
}

async function run(served: readonly Served[], host: CommandHost): Promise<number> {
  try {
    const flags = readFlags(host.args, process.env);
    if (flags !== 'help' && served.length > 1) rejectForSeveral(flags);
    if (flags !== 'help') return await serveUntilStopped({ log: host.isTerminal === true, ...flags }, served, host);
    host.out(`Options:\n${flagsHelp}`);
    return 0;
  } catch (error) {
    if (!(error instanceof FlagMistake)) throw error;
    host.err(`${error.message}.\n\nOptions:\n${flagsHelp}`);
    return 2;
  }
}

async function serveUntilStopped(flags: Flags, served: readonly Served[], host: CommandHost): Promise<number> {
  // Called before the server listens, so that no signal is missed.
  const stopped = host.stopped();
  const session = await openSession(flags, served, { out: host.out, err: host.err }).catch((error: unknown) =>
    messageOf(error, flags),
  );
  if (typeof session === 'string') {
    host.err(`${session}\n`);
    return 1;
  }
  host.out(`${session.urls.join('\n')}\n`);
  for (const url of session.consoleUrls) host.err(`Console: ${url}\n`);
  host.onStart?.(session);
  const [first] = served;
  const watcher =
    flags.watch && first ? watchScenario(flags, host, () => session.replace(first, 'nothing')) : undefined;
  try {
    // The code of a mock may be removed after the last of them.
    await Promise.all([stopped, ...served.map((one) => tellUnsampled(one, host.err))]);
  } finally {
    watcher?.close();
  }
  return (await session.close()) ? 1 : 0;
}

/** Most patterns that are told. */
const mostTold = 10;

/** Tells for which patterns no value can be made. */
async function tellUnsampled({ document, locate }: Served, err: CommandHost['err']): Promise<void> {
  const whole = typeof document === 'function' ? await document() : document;
  for (const pointer of findUnsampled(whole ?? {}).slice(0, mostTold)) {
    const at = (await locate?.(pointer)) ?? pointer;
    err(`${at} warning: no value can be made for the pattern. Responses leave it out, marked with x-mock-sample.\n`);
  }
}

/** Options that say what one service is or was, as the others cannot have the same. */
const forOne = { scenario: 'scenario', 'sign-in': 'signIn', upstream: 'upstream', replay: 'replay' } as const;

function rejectForSeveral(flags: Flags): void {
  for (const [name, key] of Object.entries(forOne))
    if (flags[key] !== undefined) throw new FlagMistake(`--${name} is for one service: serve that one by itself`);
}

function messageOf(error: unknown, { host, port, state }: Flags): string {
  if (error instanceof FlagMistake) throw error;
  if (error instanceof FileInUse || error instanceof DamagedState) return error.message;
  // Only the state file has a path.
  if (state !== undefined && error instanceof Error && 'path' in error)
    return `The state cannot be kept in ${state}: ${reasonOf(error)}`;
  // Errors without a system code, such as for another version, have a message.
  return error instanceof Error && !('code' in error)
    ? error.message
    : `Cannot listen on ${host}:${port}: ${reasonOf(error)}`;
}

const reasons: ReadonlyMap<unknown, string> = new Map([
  ['EADDRINUSE', 'the port is in use; --port 0 finds a free one'],
  ['EADDRNOTAVAIL', 'this machine has no such address'],
  ['ENOTFOUND', 'no address has that name'],
  ['EACCES', 'that is not allowed'],
  ['ENOENT', 'there is no such folder'],
  ['ENOTDIR', 'there is no such folder'],
  ['EISDIR', 'that is a folder'],
  ['EPERM', 'that is not allowed'],
  ['EROFS', 'the file system can only be read'],
  ['ENOSPC', 'the disk is full'],
]);

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return ('code' in error ? reasons.get(error.code) : undefined) ?? error.message;
}

/** Editors write a file in several steps, or replace it. Watching its folder reports both. */
function watchScenario({ scenario = '' }: Flags, { err }: CommandHost, begin: () => void): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  const restart = (): void => {
    try {
      begin();
      err('The scenario has changed: the emulator begins anew.\n');
    } catch (error) {
      err(`The scenario is left as it was: ${error instanceof Error ? error.message : String(error)}.\n`);
    }
  };
  const watcher = watch(dirname(scenario), (_event, name) => {
    if (name !== basename(scenario)) return;
    clearTimeout(timer);
    timer = setTimeout(restart, 100);
  });
  return {
    close: () => {
      clearTimeout(timer);
      watcher.close();
    },
  };
}

function ownHost(): CommandHost {
  return {
    args: process.argv.slice(2),
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isTerminal: process.stderr.isTTY,
    stopped: () =>
      new Promise((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
      }),
  };
}
