import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '@speccast/video-platform';
import type { CliIo } from '@speccast/video-platform/cli';
import { folderOfFile } from '../scratch-folder.js';

/** What a command line gave. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How bodies are given: by flags for their properties, as JSON, from a file, or on stdin. */
export type BodyWay = 'flags' | 'json' | 'file' | 'stdin';

/** Runs a package's command line. */
export type Run = (argv: readonly string[], io: CliIo) => Promise<number>;

/** What a command line is run with, where that is not the usual. */
export interface RunOptions extends Partial<Omit<CliIo, 'stdin' | 'stdout' | 'stderr'>> {
  readonly stdin?: string | Uint8Array;
  /** Width of the terminal; absent: the output goes elsewhere. */
  readonly columns?: number;
  /** True if stderr is a terminal, too. */
  readonly isStderrTTY?: boolean;
}

/** A folder of its own, as home of the settings and for files. */
export function scratchFolder(): string {
  return folderOfFile('cli');
}

/** Runs a command line in this process, and gives what it wrote. */
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

/** Something that calls operations as a client does, by command lines. */
export function commandLineClient<Client extends object>(run: Run, way: BodyWay, options: RunOptions): Client {
  const at = (path: readonly string[]): object =>
    new Proxy(() => undefined, {
      get: (_, name) => at([...path, String(name)]),
      apply: (_, __, [params]: readonly unknown[]) => callOf(run, path, Object(params ?? {}), { way, options }),
    });
  // The proxy has whatever a client has: what it is called with comes from a story that knows the client's types.
  return at([]) as Client;
}

interface How {
  readonly way: BodyWay;
  readonly options: RunOptions;
}

function callOf(run: Run, path: readonly string[], params: Readonly<Record<string, unknown>>, how: How): object {
  const send = async (): Promise<Ran> => {
    const { argv, stdin } = argumentsOf(path, params, how.way);
    const ran = await runInProcess(run, [...argv, '--json'], { ...how.options, ...(stdin !== undefined && { stdin }) });
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

/** The words of a command line for params of a client. */
export function argumentsOf(
  path: readonly string[],
  params: Readonly<Record<string, unknown>>,
  way: BodyWay,
): { readonly argv: readonly string[]; readonly stdin?: string } {
  const { body, media, ...rest } = params;
  const argv = [...path.map(kebab), ...Object.entries(rest).flatMap(([name, value]) => flagsOf(kebab(name), value))];
  if (media !== undefined) argv.push(...mediaFlags(media));
  if (body === undefined) return { argv };
  const text = JSON.stringify(body);
  if (way === 'stdin') return { argv: [...argv, '--body', '-'], stdin: text };
  if (way === 'file') {
    const file = join(scratchFolder(), 'body.json');
    writeFileSync(file, text);
    return { argv: [...argv, '--body', `@${file}`] };
  }
  // Flags can say no empty list and no empty object.
  if (way === 'json' || /\[\]|\{\}/.test(text)) return { argv: [...argv, `--body=${text}`] };
  return { argv: [...argv, ...Object.entries(Object(body)).flatMap(([name, value]) => flagsOf(kebab(name), value))] };
}

function flagsOf(name: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (Array.isArray(value))
    return value.flatMap((item) => [
      `--${name}`,
      typeof item === 'object' ? JSON.stringify(item) : String(item).replaceAll(',', '\\,'),
    ]);
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, item]) => flagsOf(`${name}.${kebab(key)}`, item));
  if (typeof value === 'boolean') return [value ? `--${name}` : `--no-${name}`];
  return [`--${name}`, String(value)];
}

function mediaFlags(media: unknown): readonly string[] {
  const { data = media, type } = Object(media);
  const file = join(scratchFolder(), 'media.bin');
  writeFileSync(file, data instanceof Blob ? 'not really a film' : data);
  return ['--media', file, ...(type ? ['--media-type', type] : [])];
}

function kebab(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
}
