import type { Diagnostic } from '../../diagnostics.js';
import type { Change } from '../../compare/changes/change.js';

/** Outputs of a command; tests pass their own. */
export interface Console {
  /** Standard output: results. */
  readonly out: (text: string) => void;
  /** Standard error: everything said to people beside the result. */
  readonly err: (text: string) => void;
  /** Whether progress is shown, as a person watches. */
  readonly interactive: boolean;
  /** Whether text on standard error may have colours. Default: false. */
  readonly colors?: boolean;
  /** Asks one question and gives the line that was typed, without spaces around it; absent where nobody can reply. */
  readonly ask?: (question: string) => Promise<string>;
}

/** The call of a command. */
export interface CommandInput {
  readonly args: readonly string[];
  readonly console: Console;
  /** Folder that relative paths start from. */
  readonly cwd: string;
  /** For commands that run until told to stop: from now on SIGINT and SIGTERM are told to this signal. */
  readonly untilStopped: () => AbortSignal;
  /** The folder where programs of this user keep what they can make again; absent where nothing is to be kept. */
  readonly caches?: string | undefined;
}

/** Exit codes of every command. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** One of the codes in `EXIT`. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A command: gets arguments, gives an exit code. */
export type Command = (input: CommandInput) => Promise<ExitCode>;

/** Thrown on a call that makes no sense; the message says why, and the usage follows. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** Prints everything as one JSON object: `{files, diagnostics}`, and what more there is to say. */
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

/** A change as `--json` prints it: its position flat, as that of a diagnostic. */
export function toJsonChange({ kind, code, message, subject, operations, direction, at, side }: Change): object {
  return { kind, code, message, subject, operations, ...(direction !== undefined && { direction }), ...at, side };
}
