import { onTestFinished } from 'vitest';
import { runCommandLine } from '../../generator/commands/command-line.js';

// The command line, for all tests: they import it from here alone.
export { runCommandLine };

/** How a command is called in a test. */
export interface RunOptions {
  readonly args: readonly string[];
  readonly cwd: string;
  /** Stops a command that runs until it is told to. */
  readonly signal?: AbortSignal;
  /** Where it keeps what it can make again; without it, nowhere. */
  readonly caches?: string;
  /** Lines that are typed where it asks, one a question and then empty ones; questions are a part of its output. Default: nobody can reply. */
  readonly replies?: readonly string[] | undefined;
  /** Called whenever it writes. */
  readonly onWrite?: () => void;
}

/** What a command wrote and how it ended. */
export interface Ran {
  /** 0, 1 where it failed, or 2 where the call makes no sense. */
  readonly code: number;
  readonly out: string;
  /** Without the excerpts and hints below complaints, which print-diagnostics.test.ts is about. */
  readonly err: string;
}

/** Runs `speccast <name> <args>` without a process of its own. */
export async function runCommand(name: string, options: RunOptions): Promise<Ran> {
  return startCommand(name, { signal: new AbortController().signal, ...options }).ended;
}

/** What a call that makes no sense comes to: the message, and where help is. */
export function wrongUsage(name: string, message: string): Ran {
  return { code: 2, out: '', err: `speccast: ${message}\n\`speccast help ${name}\` lists its flags, with examples.\n` };
}

/** A command that runs until it is stopped. */
export interface Running {
  /** All that it wrote so far. */
  readonly written: { readonly out: string; readonly err: string };
  readonly ended: Promise<Ran>;
  readonly stop: () => Promise<Ran>;
}

/** Starts a command that runs until it is stopped. */
export function startCommand(name: string, { args, cwd, signal, caches, replies, onWrite }: RunOptions): Running {
  const stopped = new AbortController();
  const written = { out: '', err: '' };
  const write = (to: 'out' | 'err', text: string): void => {
    written[to] += text;
    onWrite?.();
  };
  const console = {
    out: (text: string) => write('out', text),
    err: (text: string) => write('err', text),
    interactive: false,
    ...(replies !== undefined && { ask: replyWith(replies, (question) => write('out', `${question}\n`)) }),
  };
  const code = runCommandLine([name, ...args], {
    cwd,
    console,
    caches,
    untilStopped: () => signal ?? stopped.signal,
  });
  const ended = code.then((code) => ({ code, out: written.out, err: withoutHelp(written.err) }));
  const stop = async (): Promise<Ran> => {
    stopped.abort();
    return ended;
  };
  return { written, ended, stop };
}

function replyWith(
  replies: readonly string[],
  print: (question: string) => void,
): (question: string) => Promise<string> {
  const left = [...replies];
  return async (question) => {
    print(question);
    return left.shift() ?? '';
  };
}

/** A `speccast mock` that runs until it is stopped. */
export interface RunningMock extends Running {
  /** The first of its addresses. */
  readonly url: string;
  readonly urls: readonly string[];
}

/** Starts `speccast mock` and waits for its addresses; throws what it says where it ends before. */
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

/** Runs a `speccast mock` that is told to stop as soon as it serves. */
export async function failMock(cwd: string, ...args: readonly string[]): Promise<Ran> {
  return runCommand('mock', { args: ['--port', '0', ...args], cwd, signal: AbortSignal.abort() });
}

/** Starts `speccast mock` until the test is over. */
export async function startMock(cwd: string, ...args: readonly string[]): Promise<RunningMock> {
  const mock = await serveMock({ args, cwd });
  onTestFinished(async () => void (await mock.stop()));
  return mock;
}

function withoutHelp(text: string): string {
  return text.replace(/^ {2}(?:hint: .*| *\d* \| .*)\n/gm, '');
}
