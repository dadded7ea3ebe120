import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '@speccast/video-platform';
import type { CliIo } from '@speccast/video-platform/cli';
import { folderOfFile } from '../scratch-folder.js';

/** The exit code and output of a command line. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Form of a request body: a flag for each property, `--body <json>`, `--body @file` or stdin. */
export type BodyWay = 'flags' | 'json' | 'file' | 'stdin';

/** The exported function `run` of a package's `cli`. */
export type Run = (argv: readonly string[], io: CliIo) => Promise<number>;

/** Differences from the usual environment: no input, no terminal, a new folder. */
export interface RunOptions extends Partial<Omit<CliIo, 'stdin' | 'stdout' | 'stderr'>> {
  readonly stdin?: string | Uint8Array;
  /** Width of the terminal. Default: standard output is no terminal. */
  readonly columns?: number;
  /** Default: false. */
  readonly isStderrTTY?: boolean;
}

/** Creates a folder for settings and files. */
export function scratchFolder(): string {
  return folderOfFile('cli');
}

/** Runs a command line in this process, and returns its exit code and output. */
export async function runInProcess(run: Run, argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { stdin = '', columns, isStderrTTY = false, cwd = scratchFolder(), env = {}, ...rest } = options;
  const written = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  const output = (name: 'stdout' | 'stderr', isTTY: boolean): CliIo['stdout'] => ({
    isTTY,
    columns,
    write: (chunk, done) => {
      written[name].push(Buffer.from(chunk));
      done?.();
    },
  });
  async function* input(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(stdin);
  }
  const code = await run(argv, {
    cwd,
    env: { XDG_CONFIG_HOME: cwd, ...env },
    stdin: input(),
    stdout: output('stdout', columns !== undefined),
    stderr: output('stderr', isStderrTTY),
    ...rest,
  });
  const text = (name: 'stdout' | 'stderr'): string => Buffer.concat(written[name]).toString();
  return { code, stdout: text('stdout'), stderr: text('stderr') };
}

/** Creates an object that is called like a client and runs command lines: `client.videos.list({ id: ['a'] })` → `videos list --id a --json`. */
export function createCommandLineClient<Client extends object>(run: Run, way: BodyWay, options: RunOptions): Client {
  const at = (path: readonly string[]): object =>
    new Proxy(() => undefined, {
      get: (_, name) => at([...path, String(name)]),
      apply: (_, __, [params]: readonly unknown[]) => startCall(run, path, Object(params ?? {}), { way, options }),
    });
  // `as`: the proxy has every member that a client can have.
  return at([]) as Client;
}

/** Returns an object that runs a command line once it is awaited, like the promise of a client's call. */
function startCall(
  run: Run,
  path: readonly string[],
  params: Readonly<Record<string, unknown>>,
  { way, options }: { readonly way: BodyWay; readonly options: RunOptions },
): object {
  const send = async (): Promise<Ran> => {
    const { argv, stdin } = toArguments(path, params, way);
    const ran = await runInProcess(run, [...argv, '--json'], { ...options, ...(stdin !== undefined && { stdin }) });
    if (ran.code === 0) return ran;
    const { error } = JSON.parse(ran.stderr);
    throw error.status === undefined ? new Error(ran.stderr) : new ApiError(path.join('.'), error.message, error);
  };
  const data = async (): Promise<unknown> => {
    const { stdout } = await send();
    return stdout === '' ? undefined : JSON.parse(stdout);
  };
  let sent: Promise<unknown> | undefined;
  return {
    text: async () => (await send()).stdout,
    result: () =>
      data().then(
        (value) => ({ ok: true, data: value }),
        (error: unknown) => ({ ok: false, error }),
      ),
    // oxlint-disable-next-line unicorn/no-thenable -- calls of clients are awaited
    then: (done?: (value: unknown) => unknown, failed?: (error: unknown) => unknown) =>
      (sent ??= data()).then(done, failed),
  };
}

/** Returns the arguments of a command line, and its input, for the params of a client's call. */
function toArguments(
  path: readonly string[],
  params: Readonly<Record<string, unknown>>,
  way: BodyWay,
): { readonly argv: readonly string[]; readonly stdin?: string } {
  const { body, media, ...rest } = params;
  const argv = [
    ...path.map(toKebabCase),
    ...Object.entries(rest).flatMap(([name, value]) => toFlags(toKebabCase(name), value)),
  ];
  if (media !== undefined) argv.push(...toMediaFlags(media));
  if (body === undefined) return { argv };
  const text = JSON.stringify(body);
  if (way === 'stdin') return { argv: [...argv, '--body', '-'], stdin: text };
  if (way === 'file') {
    const file = join(scratchFolder(), 'body.json');
    writeFileSync(file, text);
    return { argv: [...argv, '--body', `@${file}`] };
  }
  // There is no flag for an empty list or an empty object.
  if (way === 'json' || /\[\]|\{\}/.test(text)) return { argv: [...argv, `--body=${text}`] };
  return {
    argv: [...argv, ...Object.entries(Object(body)).flatMap(([name, value]) => toFlags(toKebabCase(name), value))],
  };
}

/** Returns the flags of a value: `{ title: 'a' }` of `snippet` → `--snippet.title a`. */
function toFlags(name: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (Array.isArray(value))
    return value.flatMap((item) => [
      `--${name}`,
      typeof item === 'object' ? JSON.stringify(item) : String(item).replaceAll(',', '\\,'),
    ]);
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, item]) => toFlags(`${name}.${toKebabCase(key)}`, item));
  if (typeof value === 'boolean') return [value ? `--${name}` : `--no-${name}`];
  return [`--${name}`, String(value)];
}

/** Writes the media of a call into a file, and returns the flags that send it. */
function toMediaFlags(media: unknown): readonly string[] {
  const { data = media, type } = Object(media);
  const file = join(scratchFolder(), 'media.bin');
  writeFileSync(file, data instanceof Blob ? 'not really a film' : data);
  return ['--media', file, ...(type ? ['--media-type', type] : [])];
}

function toKebabCase(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
}
