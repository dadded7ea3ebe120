import { buildOf } from './plan-project.js';

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

/** What to do next: each numbered line can be pasted into a shell as it stands behind its number. */
export function printNextSteps({ folder, service, spec, scripts, nested }: Situation): string {
  const steps: (readonly [command: string, does: string])[] = [
    ...(folder === '' ? [] : [[`cd ${shellWord(folder)}`, ''] as const]),
    ['npm install', 'installs speccast and what builds packages'],
    [scripts.has('generate') ? 'npm run generate' : 'npx speccast generate', `writes generated/${service}`],
    scripts.has('build') ? ['npm run build', 'builds it'] : [buildOf(service, nested), 'builds it'],
    ...(scripts.has('test') ? [['npm test', 'calls its emulator'] as const] : []),
  ];
  const width = Math.max(...steps.map(([command]) => command.length));
  const lines = steps.map(
    ([command, does], index) => `  ${index + 1}. ${does === '' ? command : `${command.padEnd(width)}  # ${does}`}`,
  );
  return `
Next:
${lines.join('\n')}

Then change ${spec} with \`npx speccast generate --watch\` running beside it; \`npx speccast mock ${service}\` serves the
emulator, \`npx speccast generate --check\` is for CI, and \`npm pack ${nested ? './' : '--workspace='}generated/${service}\` packs the package.
`;
}

/** A path as one word of a shell. */
function shellWord(path: string): string {
  return /^[\w./@:+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
