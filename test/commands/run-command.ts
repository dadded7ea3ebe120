import { onTestFinished } from 'vitest';
import { runCommandLine } from '../../generator/commands/command-line.js';

// All tests import the command line from this file.
export { runCommandLine };

/** Options of a command in a test. */
export interface RunOptions {
  readonly args: readonly string[];
  readonly cwd: string;
  /** Stops a command that runs until it is stopped. */
  readonly signal?: AbortSignal;
  /** Folder of its caches. Default: no caches. */
  readonly caches?: string;
  /** Replies to its questions, one for each, then empty ones. Questions are a part of its output. Default: it cannot ask. */
  readonly replies?: readonly string[] | undefined;
  /** Called after each output. */
  readonly onWrite?: () => void;
}

/** Output and exit code of a command. */
export interface CommandResult {
  /** 0 for success, 1 for a failure, 2 for wrong usage. */
  readonly code: number;
  readonly out: string;
  /** Errors and warnings without excerpts and hints, which print-diagnostics.test.ts tests. */
  readonly err: string;
}

/** Runs `speccast <name> <args>` in this process. */
export async function runCommand(name: string, options: RunOptions): Promise<CommandResult> {
  return startCommand(name, { signal: new AbortController().signal, ...options }).ended;
}

/** Returns the result of a wrong call: the message, and the command that prints help. */
export function wrongUsage(name: string, message: string): CommandResult {
  return { code: 2, out: '', err: `speccast: ${message}\n\`speccast help ${name}\` lists its flags, with examples.\n` };
}

/** A command that runs until it is stopped. */
export interface Running {
  /** Output so far. */
  readonly written: { readonly out: string; readonly err: string };
  readonly ended: Promise<CommandResult>;
  readonly stop: () => Promise<CommandResult>;
}

/** Starts a command that runs until it is stopped. */
export function startCommand(name: string, { args, cwd, signal, caches, replies, onWrite }: RunOptions): Running {
  const stopped = new AbortController();
  const written = { out: '', err: '' };
  const left = [...(replies ?? [])];
  const write = (to: 'out' | 'err', text: string): void => {
    written[to] += text;
    onWrite?.();
  };
  const console = {
    out: (text: string) => write('out', text),
    err: (text: string) => write('err', text),
    interactive: false,
    ...(replies !== undefined && {
      ask: async (question: string) => {
        write('out', `${question}\n`);
        return left.shift() ?? '';
      },
    }),
  };
  const code = runCommandLine([name, ...args], {
    cwd,
    console,
    caches,
    untilStopped: () => signal ?? stopped.signal,
  });
  const ended = code.then((code) => ({ code, out: written.out, err: withoutHelp(written.err) }));
  const stop = async (): Promise<CommandResult> => {
    stopped.abort();
    return ended;
  };
  return { written, ended, stop };
}

/** A `speccast mock` that runs until it is stopped. */
export interface RunningMock extends Running {
  /** The first of its addresses. */
  readonly url: string;
  readonly urls: readonly string[];
}

/** Starts `speccast mock` and waits for its addresses. Rejects with its output if it ends before. */
export async function serveMock(options: RunOptions): Promise<RunningMock> {
  let resolve = (): void => {};
  const wrote = new Promise<void>((done) => (resolve = done));
  const running: Running = startCommand('mock', {
    ...options,
    args: options.args.includes('--port') ? options.args : ['--port', '0', ...options.args],
    onWrite: () => {
      if (running.written.out !== '') resolve();
    },
  });
  const ended = running.ended.then(({ err }) => Promise.reject(new Error(err)));
  await Promise.race([wrote, ended]);
  ended.catch(() => {});
  const urls = running.written.out.trim().split('\n');
  return { ...running, url: urls[0] ?? '', urls };
}

/** Runs `speccast mock`, and stops it as soon as it serves. */
export async function failMock(cwd: string, ...args: readonly string[]): Promise<CommandResult> {
  return runCommand('mock', { args: ['--port', '0', ...args], cwd, signal: AbortSignal.abort() });
}

/** Starts `speccast mock`, and stops it at the end of the test. */
export async function startMock(cwd: string, ...args: readonly string[]): Promise<RunningMock> {
  const mock = await serveMock({ args, cwd });
  onTestFinished(async () => void (await mock.stop()));
  return mock;
}

function withoutHelp(text: string): string {
  return text.replace(/^ {2}(?:hint: .*| *\d* \| .*)\n/gm, '');
}
