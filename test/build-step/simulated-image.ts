import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** The result of a Dockerfile. A folder serves as the root of the image's file system. */
export interface SimulatedImage {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly workdir: string;
  /** The last of each other instruction: `USER node` → `{ USER: 'node' }`. */
  readonly stated: Readonly<Record<string, string>>;
  /** Returns the command of an instruction, which is written as JSON: `["sh", "/opt/start.sh"]` → `sh`, `<root>/opt/start.sh`. */
  readonly readCommand: (word: 'ENTRYPOINT' | 'HEALTHCHECK') => readonly string[];
}

/** Inputs of a build. */
interface BuildContext {
  /** Folder that COPY takes files from. */
  readonly context: string;
  /** Root of the image. */
  readonly root: string;
  /** Values of ARG, and further environment variables of the commands. */
  readonly args: Readonly<Record<string, string>>;
  /** User and group that replace the user `node` of the image, which this machine does not have. */
  readonly owner: { readonly uid: number; readonly gid: number };
}

/** Lists the instructions of a Dockerfile, each as one line. */
export function readInstructions(dockerfile: string): readonly string[] {
  const lines = dockerfile.replace(/^\s*#.*\n/gm, '').replace(/\\\n\s*/g, '');
  return lines.split('\n').filter((line) => line !== '');
}

/**
 * Executes the instructions of a Dockerfile on this machine, without its base image. Absolute paths are paths in `root`, which all stages
 * share: `/opt/a` → `<root>/opt/a`. Throws if a command fails.
 */
export function simulateBuild(
  instructions: readonly string[],
  { context, root, args, owner }: BuildContext,
): SimulatedImage {
  const env: Record<string, string> = { PATH: process.env['PATH'] ?? '', ...args };
  const stated: Record<string, string> = {};
  let workdir = root;
  const inRoot = (text: string): string => text.replace(/(?<=^|[\s":=])(?=\/(?:opt|spec|state|tmp)\b)/g, root);
  const run = (command: string, cwd: string): void => {
    const line = command.replace('node:node', `${owner.uid}:${owner.gid}`);
    const { status, stderr } = spawnSync('sh', ['-ec', line], {
      cwd,
      env: { HOME: process.env['HOME'], ...env },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${line}\n${stderr}`);
  };
  for (const [, word = '', rest = ''] of instructions.map((line) => /^(\S+) (.*)$/.exec(line) ?? [])) {
    if (word === 'RUN') run(inRoot(rest), workdir);
    else if (word === 'WORKDIR') {
      workdir = inRoot(rest);
      mkdirSync(workdir, { recursive: true });
    } else if (word === 'COPY' && !rest.startsWith('--from=')) {
      const [, files = '', to = ''] = /^(.*) (\S+)$/.exec(rest) ?? [];
      const target = join(to.startsWith('/') ? '' : workdir, inRoot(to));
      run(`mkdir -p ${target.replace(/[^/]*$/, '')} && cp ${files} ${target}`, context);
    } else if (word === 'ARG' || word === 'ENV') {
      for (const [, name = '', quoted, plain = ''] of rest.matchAll(/(\w+)=(?:"(.*?)"|(\S+))/g)) {
        const value = inRoot(quoted ?? plain).replace(/\$\{?(\w+)\}?/g, (_, known: string) => env[known] ?? '');
        if (word === 'ENV' || args[name] === undefined) env[name] = value;
      }
    } else stated[word] = rest;
  }
  const readCommand = (word: string): readonly string[] =>
    JSON.parse(inRoot(/\[.*\]/.exec(stated[word] ?? '')?.[0] ?? '[]'));
  return { root, env, workdir, stated, readCommand };
}
