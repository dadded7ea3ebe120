import type { Command, ExitCode } from '../../generator/commands/terminal/console.js';

/** How a command is called in a test. */
export interface RunOptions {
  readonly args: readonly string[];
  readonly cwd: string;
  /** Stops a command that runs until it is told to. */
  readonly signal?: AbortSignal;
}

/** What a command wrote and how it ended. */
export interface Ran {
  readonly code: ExitCode;
  readonly out: string;
  /** Without the excerpts and hints below complaints, which print-diagnostics.test.ts is about. */
  readonly err: string;
}

/** Runs a command as the command line would, without a process. */
export async function runCommand(
  command: Command,
  { args, cwd, signal = new AbortController().signal }: RunOptions,
): Promise<Ran> {
  const written = { out: '', err: '' };
  const console = {
    out: (text: string) => void (written.out += text),
    err: (text: string) => void (written.err += text),
    interactive: false,
  };
  const code = await command({ args, cwd, console, untilStopped: () => signal });
  return { code, out: written.out, err: withoutHelp(written.err) };
}

function withoutHelp(text: string): string {
  return text.replace(/^ {2}(?:hint: .*| *\d* \| .*)\n/gm, '');
}
