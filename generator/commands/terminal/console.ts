import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Diagnostic } from '../../diagnostics.js';
import type { Change } from '../../compare/changes/change.js';

/** Outputs of a command; tests pass their own. */
export interface Console {
  /** Standard output: results. */
  readonly out: (text: string) => void;
  /** Standard error: all other text for people. */
  readonly err: (text: string) => void;
  /** True on a terminal that a person watches: progress is shown there. */
  readonly interactive: boolean;
  /** True if text on standard error may have colours. Default: false. */
  readonly colors?: boolean;
  /** Asks one question and returns the line that was typed, without spaces around it; absent without a terminal. */
  readonly ask?: (question: string) => Promise<string>;
}

/** The call of a command. */
export interface CommandInput {
  readonly args: readonly string[];
  readonly console: Console;
  /** Folder that relative paths start from. */
  readonly cwd: string;
  /** For commands that run until they are stopped: starts to listen, and returns a signal that SIGINT or SIGTERM aborts. */
  readonly untilStopped: () => AbortSignal;
  /** The user's folder for caches; without it, nothing is cached. */
  readonly caches?: string | undefined;
}

/** Exit codes of every command. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** One of the codes in `EXIT`. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A command. */
export type Command = (input: CommandInput) => Promise<ExitCode>;

/** Thrown for a wrong call; the message is printed together with the usage. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** Prints one JSON object: `{files, diagnostics}`, and the members of `more`. */
export function printJson(
  console: Console,
  files: readonly string[],
  diagnostics: readonly Diagnostic[],
  more: object = {},
): void {
  const flat = diagnostics.map(({ severity, code, message, at, repair }) => ({
    severity,
    code,
    message,
    ...at,
    ...(repair !== undefined && { repair }),
  }));
  console.out(`${JSON.stringify({ files, diagnostics: flat, ...more }, null, 2)}\n`);
}

/** Turns a change into the JSON that `--json` prints, with a flat position, as diagnostics have it. */
export function toJsonChange({ kind, code, message, subject, operations, direction, at, side }: Change): object {
  return { kind, code, message, subject, operations, ...(direction !== undefined && { direction }), ...at, side };
}

/** Returns the user's folder for caches; `named` is `XDG_CACHE_HOME`, which the XDG specification ignores if it is empty or a relative path. */
export function cachesFolder(named: string | undefined): string {
  return named !== undefined && isAbsolute(named) ? named : join(homedir(), '.cache');
}
