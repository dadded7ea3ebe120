import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { findUnsampled } from '../values/samples/find-unsampled.js';
import { openSession, type Served, type Session } from './open-session.js';
import { FlagMistake, flagsHelp, readFlags, type Flags } from './read-flags.js';

/** The environment of a command, which tests and other commands replace. */
export interface CommandHost {
  readonly args: readonly string[];
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Resolves when the command is to stop. */
  readonly stopped: () => Promise<void>;
  /** True if `err` is a terminal: then a line about each request is printed. */
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
  const services = typeof served === 'function' ? [{ create: served }] : [served].flat();
  const own = host ?? ownHost();
  const code = await run(services, own).catch((error: unknown) => {
    if (!(error instanceof FlagMistake)) throw error;
    own.err(`${error.message}.\n\nOptions:\n${flagsHelp}`);
    return 2;
  });
  if (!host) process.exitCode = code;
  return code;
}

/** Options that concern the state or the address of one service. */
const singleFlags = { scenario: 'scenario', 'sign-in': 'signIn', upstream: 'upstream', replay: 'replay' } as const;

async function run(served: readonly Served[], host: CommandHost) {
  const { out, err } = host;
  const flags = readFlags(host.args, process.env);
  if (flags === 'help') {
    out(`Options:\n${flagsHelp}`);
    return 0;
  }
  for (const [name, key] of Object.entries(singleFlags))
    if (served.length > 1 && flags[key] !== undefined)
      throw new FlagMistake(`--${name} is for one service: serve that one by itself`);
  // Called before the server listens, so that no signal is missed.
  const stopped = host.stopped();
  let session: Session;
  try {
    const log = flags.log ?? host.isTerminal ?? false;
    session = await openSession({ ...flags, log }, served, { out, err });
  } catch (error) {
    err(`${explainFailure(error, flags)}\n`);
    return 1;
  }
  out(`${session.urls.join('\n')}\n`);
  for (const url of session.consoleUrls) err(`Console: ${url}\n`);
  host.onStart?.(session);
  const [first] = served;
  const begin = () => first && session.replace(first, 'nothing');
  const unwatch = flags.watch ? watchScenario(flags, host, begin) : undefined;
  try {
    // The code of a mock may be removed after the last warning.
    await Promise.all([stopped, ...served.map((one) => warnUnsampled(one, err))]);
  } finally {
    unwatch?.();
  }
  return (await session.close()) ? 1 : 0;
}

const mostWarnings = 10;

/** Prints the patterns for which no value can be made. */
async function warnUnsampled({ document, locate }: Served, err: CommandHost['err']) {
  const known = (typeof document === 'function' ? await document() : document) ?? {};
  for (const pointer of findUnsampled(known).slice(0, mostWarnings)) {
    const at = (await locate?.(pointer)) ?? pointer;
    err(`${at} warning: no value can be made for the pattern. Responses leave it out, marked with x-mock-sample.\n`);
  }
}

/** Explains why a session could not be opened. Throws `FlagMistake`s again. */
function explainFailure(error: unknown, { host, port, state }: Flags) {
  if (!(error instanceof Error)) return `Cannot listen on ${host}:${port}: ${String(error)}`;
  if (error instanceof FlagMistake) throw error;
  // Errors without a code of the system have a message for users.
  if (!('code' in error)) return error.message;
  const reason = reasons[String(error.code)] ?? error.message;
  // Only the state file has a path.
  const isState = state !== undefined && 'path' in error;
  return isState ? `The state cannot be kept in ${state}: ${reason}` : `Cannot listen on ${host}:${port}: ${reason}`;
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use; --port 0 finds a free one',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'the host name is not known',
  EACCES: 'permission denied',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EISDIR: 'that is a folder',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
};

/**
 * Calls `begin` when the scenario changes, until the returned function is called. Watches the folder of the file, because editors write
 * a file in several steps or replace it.
 */
function watchScenario({ scenario = '' }: Flags, { err }: CommandHost, begin: () => void) {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(dirname(scenario), (_event, name) => {
    if (name !== basename(scenario)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      try {
        begin();
        err('The scenario has changed: the emulator was restarted.\n');
      } catch (error) {
        err(`The changed scenario was not loaded: ${error instanceof Error ? error.message : String(error)}.\n`);
      }
    }, 100);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
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
