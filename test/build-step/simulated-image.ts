import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What a Dockerfile makes, in a folder that stands for the root of the image's file system. */
export interface SimulatedImage {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly workdir: string;
  readonly user: string;
  readonly volumes: readonly string[];
  readonly entrypoint: readonly string[];
  readonly healthcheck: readonly string[];
}

/** What is built from. */
interface BuildContext {
  /** Folder that COPY takes files from. */
  readonly context: string;
  /** Folder in which the stages are made. */
  readonly folder: string;
  /** Values of ARG, and further variables of the commands. */
  readonly args: Readonly<Record<string, string>>;
  /** Numbers that stand for the user of the image, as whom nothing of this machine is known. */
  readonly owner: { readonly uid: number; readonly gid: number };
}

interface Stage {
  readonly root: string;
  readonly env: Record<string, string>;
  cwd: string;
  user: string;
  readonly volumes: string[];
  entrypoint: readonly string[];
  healthcheck: readonly string[];
}

/** The instructions of a Dockerfile, each as one line. */
export function instructionsOf(dockerfile: string): readonly string[] {
  const lines = dockerfile.replace(/^\s*#.*\n/gm, '').replace(/\\\n\s*/g, '');
  return lines.split('\n').filter((line) => line !== '');
}

/**
 * Does what the instructions of a Dockerfile say, on this machine and without its base image: paths from the root are paths in a
 * folder. Throws for an instruction that it does not know, and for a command that fails.
 */
export function simulateBuild(instructions: readonly string[], build: BuildContext): SimulatedImage {
  const stages = new Map<string, Stage>();
  const args: Record<string, string> = {};
  let stage: Stage | undefined;
  for (const line of instructions) {
    const [, word = '', rest = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
    if (word === 'ARG') declare(rest, args, build.args);
    else if (word === 'FROM') {
      stage = newStage(join(build.folder, `stage-${stages.size}`));
      stages.set(/ AS (\S+)$/.exec(rest)?.[1] ?? '', stage);
    } else if (stage === undefined) throw new Error(`${word} stands before FROM.`);
    else follow({ word, rest }, { stage, stages, args, build });
  }
  if (stage === undefined) throw new Error('There is no stage.');
  const { cwd: workdir, ...image } = stage;
  return { ...image, workdir };
}

interface Scene {
  readonly stage: Stage;
  readonly stages: ReadonlyMap<string, Stage>;
  readonly args: Readonly<Record<string, string>>;
  readonly build: BuildContext;
}

function newStage(root: string): Stage {
  mkdirSync(root, { recursive: true });
  const env = { PATH: process.env['PATH'] ?? '' };
  return { root, env, cwd: root, user: 'root', volumes: [], entrypoint: [], healthcheck: [] };
}

function declare(rest: string, args: Record<string, string>, stated: Readonly<Record<string, string>>): void {
  const [, name = '', value = ''] = /^(\w+)=(?:"(.*)"|(.*))$/.exec(rest) ?? [];
  args[name] = stated[name] ?? (value || (/^\w+=([^"]*)$/.exec(rest)?.[1] ?? ''));
}

function follow({ word, rest }: { word: string; rest: string }, scene: Scene): void {
  const { stage, args } = scene;
  const within = (path: string): string => join(stage.root, path);
  if (word === 'WORKDIR') {
    stage.cwd = within(rest);
    mkdirSync(stage.cwd, { recursive: true });
  } else if (word === 'COPY') copy(rest, scene);
  else if (word === 'RUN') run(rest, scene);
  else if (word === 'ENV') {
    for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g))
      stage.env[name] = filled(value, { ...args, ...stage.env }).replace(
        /(^|:)(?=\/(?:opt|tmp)\/)/g,
        `$1${stage.root}`,
      );
  } else if (word === 'USER') stage.user = rest;
  else if (word === 'VOLUME') stage.volumes.push(rest);
  else if (word === 'ENTRYPOINT') stage.entrypoint = mapped(rest, stage);
  else if (word === 'HEALTHCHECK') stage.healthcheck = mapped(rest.slice(rest.indexOf('CMD ') + 4), stage);
  else if (!['EXPOSE', 'STOPSIGNAL'].includes(word)) throw new Error(`What does ${word} do?`);
}

/** A command as JSON, with paths of the image. */
function mapped(json: string, { root }: Stage): readonly string[] {
  const words: readonly string[] = JSON.parse(json);
  return words.map((word) => (word.startsWith('/') ? join(root, word) : word));
}

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{?(\w+)\}?/g, (_found, name: string) => values[name] ?? '');
}

function copy(rest: string, { stage, stages, build }: Scene): void {
  const words = rest.split(' ');
  const from = words[0]?.startsWith('--from=') === true ? words.shift()?.slice(7) : undefined;
  const target = words.pop() ?? '';
  const to = target.startsWith('/') ? join(stage.root, target) : join(stage.cwd, target);
  if (from !== undefined) {
    for (const path of words)
      cpSync(join(stages.get(from)?.root ?? '', path), to, { recursive: true, verbatimSymlinks: true });
    return;
  }
  for (const pattern of words)
    for (const name of readdirSync(build.context).filter((one) => matches(pattern, one)))
      cpSync(join(build.context, name), target.endsWith('/') ? join(to, name) : to, { recursive: true });
}

function matches(pattern: string, name: string): boolean {
  return pattern.startsWith('*') ? name.endsWith(pattern.slice(1)) : name === pattern;
}

function run(command: string, { stage, args, build }: Scene): void {
  const here = command
    .replace(/(?<=\s)\/(?=(?:state|opt|spec)\b)/g, `${stage.root}/`)
    .replaceAll('node:node', `${build.owner.uid}:${build.owner.gid}`);
  const env = { ...build.args, ...args, ...stage.env, HOME: process.env['HOME'] ?? '' };
  const { status, stderr } = spawnSync('sh', ['-ec', here], { cwd: stage.cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`RUN ${here}\n${stderr}`);
  if (!existsSync(stage.cwd)) throw new Error('A command removed its folder.');
}
