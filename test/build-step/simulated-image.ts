import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** What a Dockerfile makes, in a folder that stands for the root of the image's file system. */
export interface SimulatedImage {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly workdir: string;
  /** The other instructions by their words: `USER` → `node`; the last of each counts. */
  readonly stated: Readonly<Record<string, string>>;
  /** Returns a command that an instruction states as JSON: `["sh", "/opt/start.sh"]` → `sh`, `<root>/opt/start.sh`. */
  readonly readCommand: (word: 'ENTRYPOINT' | 'HEALTHCHECK') => readonly string[];
}

/** What is built from. */
interface BuildContext {
  /** Folder that COPY takes files from. */
  readonly context: string;
  /** Root of the image. */
  readonly root: string;
  /** Values of ARG, and further variables of the commands. */
  readonly args: Readonly<Record<string, string>>;
  /** Numbers that stand for the user of the image, as whom nothing of this machine is known. */
  readonly owner: { readonly uid: number; readonly gid: number };
}

/** The instructions of a Dockerfile, each as one line. */
export function instructionsOf(dockerfile: string): readonly string[] {
  const lines = dockerfile.replace(/^\s*#.*\n/gm, '').replace(/\\\n\s*/g, '');
  return lines.split('\n').filter((line) => line !== '');
}

/**
 * Does what the instructions of a Dockerfile say, on this machine and without its base image: paths from the root are paths in a
 * folder, which its stages share. Throws for a command that fails.
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
