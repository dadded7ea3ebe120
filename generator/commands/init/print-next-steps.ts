/** What decides what there is to do next. */
export interface Situation {
  /** Folder of the project from the current one; empty where that is it. */
  readonly folder: string;
  readonly service: string;
  /** The spec from the folder of the project. */
  readonly spec: string;
  /** Which scripts of package.json are those of speccast. */
  readonly scripts: ReadonlySet<string>;
  /** Whether the project is a workspace of another one. */
  readonly nested: boolean;
}

/** What to do next: each command can be pasted into a shell as it is. */
export function printNextSteps({ folder, service, spec, scripts, nested }: Situation): string {
  const steps: readonly Step[] = [
    ...(folder === '' ? [] : [[`cd ${shellWord(folder)}`, ''] as const]),
    ['npm install', 'installs speccast and what builds packages'],
    [scripts.has('generate') ? 'npm run generate' : 'npx speccast generate', `writes generated/${service}`],
    scripts.has('build') ? ['npm run build', 'builds it'] : [buildOf(service, nested), 'builds it'],
    ...(scripts.has('test') ? [['npm test', 'calls its emulator'] as const] : []),
  ];
  const later: readonly Step[] = [
    ['npx speccast generate --watch', 'after each save'],
    [`npx speccast mock ${service}`, 'serves the emulator'],
    ['npx speccast generate --check', 'for CI: exits 1 where something was not generated'],
    [`npm pack ${nested ? './' : '--workspace='}generated/${service}`, 'packs the package'],
  ];
  const numbered = explained(steps).map((line, index) => `  ${index + 1}. ${line}\n`);
  const others = explained(later).map((line) => `  ${line}\n`);
  return `\nNext:\n${numbered.join('')}\nThen change ${spec}, with these at hand:\n${others.join('')}`;
}

/** A command, and what it does; empty where that is plain. */
type Step = readonly [command: string, does: string];

/** Commands with comments, one below the other. */
function explained(steps: readonly Step[]): readonly string[] {
  const width = Math.max(...steps.map(([command]) => command.length));
  return steps.map(([command, does]) => (does === '' ? command : `${command.padEnd(width)}  # ${does}`));
}

/** A path as one word of a shell. */
function shellWord(path: string): string {
  return /^[\w./@:+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** The command that builds one generated package. */
export function buildOf(service: string, nested: boolean): string {
  return `npm run build ${nested ? '--prefix ' : '--workspace='}generated/${service}`;
}
