import { join, relative } from 'node:path';
import { toPosixPath } from '../../output/disk.js';
import type { InitChoices } from './init-choices.js';
import type { Plan } from './make-plan.js';
import type { OpenedProject } from './open-project.js';

/** A command, and its effect; empty if the command explains itself. */
type Step = readonly [command: string, does: string];

/** Prints the next steps, as commands that can be pasted into a shell. */
export function printNextSteps(project: OpenedProject, choices: InitChoices, plan: Plan): string {
  const { manager, folder, nameFile } = project;
  const { exec } = manager;
  const { service, out, parts, output } = choices;
  const later: readonly Step[] = [
    [`${exec} speccast generate --watch`, 'generates again when the spec changes'],
    ...(parts.includes('emulator') ? [[`${exec} speccast mock ${service}`, 'serves the emulator'] as const] : []),
    [`${exec} speccast generate --check`, 'for CI: exits 1 if generated files are out of date'],
    ...(output === 'package' ? [[`(cd ${shellWord(out)} && ${manager.pack})`, 'packs the package'] as const] : []),
  ];
  const steps = listSteps(project, choices, plan);
  const place = nameFile('.');
  const first = place === '.' ? steps : [[`cd ${shellWord(place)}`, ''] as const, ...steps];
  const numbered = explained(first).map((line, index) => `  ${index + 1}. ${line}\n`);
  const others = explained(later).map((line) => `  ${line}\n`);
  const spec = toPosixPath(relative(folder, choices.spec ?? join(folder, 'specs', service, 'openapi.yaml')));
  const then = choices.copy === undefined ? `change ${spec}` : `update ${spec} with \`${exec} speccast pull\``;
  return `\nNext:\n${numbered.join('')}\nThen ${then}. Useful commands:\n${others.join('')}`;
}

function listSteps(project: OpenedProject, { output, packageName }: InitChoices, plan: Plan): readonly Step[] {
  const { manager, folder, workspaces } = project;
  // In the folder of a workspace, npm installs the packages of that workspace only.
  const install =
    manager.name === 'npm' && workspaces.isAbove
      ? `npm install --prefix ${shellWord(toPosixPath(relative(folder, workspaces.folder)))}`
      : manager.install;
  // `bun test` starts Bun's test runner, not the script `test`.
  const runTest = manager.name === 'bun' ? 'bun run test' : `${manager.name} test`;
  const isBuilt = plan.scripts.has(manager.installScript);
  const does =
    output === 'source'
      ? 'installs the dependencies'
      : `installs${isBuilt ? ', links and builds' : ' and links'} ${packageName}`;
  return [
    [install, does],
    ...(output === 'source' || isBuilt ? [] : [[`${manager.exec} speccast build`, 'builds the package'] as const]),
    ...(plan.test === undefined
      ? []
      : [
          [
            plan.scripts.has('test') ? runTest : `${manager.exec} vitest run ${plan.test}`,
            'calls the emulator with the client',
          ] as const,
        ]),
  ];
}

/** Prints commands with comments, one below the other. */
function explained(steps: readonly Step[]): readonly string[] {
  const width = Math.max(...steps.map(([command]) => command.length));
  return steps.map(([command, does]) => (does === '' ? command : `${command.padEnd(width)}  # ${does}`));
}

/** Quotes a path as one word of a shell, where it needs that. */
function shellWord(path: string): string {
  return /^[\w./@:+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
