import { dirname, join, relative } from 'node:path';
import { PARTS } from '../../emit/emit-context.js';
import type { JsonObject } from '../../json.js';
import { printYaml } from '../migrate/print-overlay.js';
import { toPosixPath } from '../../output/disk.js';
import { addToYaml } from './edit-yaml.js';
import type { Asked } from './asked.js';
import type { OpenedConfig, OpenedProject } from './open-project.js';
import { readTemplate } from './read-template.js';

/** A new `specs/speccast.yaml`, which explains its keys. */
export function printConfig(project: OpenedProject, asked: Asked): string {
  const { service, license, author } = asked;
  const entries = new Map(listServiceKeys(project, 'specs', asked));
  const spec = entries.get('spec') ?? '';
  entries.delete('spec');
  const comments: Readonly<Record<string, string>> = {
    package: 'Name of the package on npm, and its version: without, that of the last release, which is 0.1.0 at first.',
    output: 'Plain source for an application, without a package.json and without a build.',
    importExtension: 'How its modules name each other: ".js", ".ts" or none.',
    parts: 'What is generated of client, validators and emulator.',
    out: 'Its folder. What is in it is generated: commit it, and never edit it.',
  };
  const lines = [...entries].flatMap(([key, value]) => [
    ...(comments[key] === undefined ? [] : [`    # ${comments[key]}`]),
    `    ${key}: ${value}`,
    ...(key === 'package' ? ['    # version: 0.1.0'] : []),
  ]);
  lines.push(...migratedLines(asked).map((line) => `    ${line}`));
  return (
    readTemplate('specs/speccast.yaml')
      .replaceAll('__name__', service)
      // Functions, because `$` in a path is no reference to a group.
      .replace('__spec__', () => spec)
      .replace('    # __output__', () => lines.join('\n'))
      .replace(/^# license: .*$/m, (line) => (license === undefined ? line : `license: ${scalar(license)}`))
      .replace(/^# author: .*$/m, (line) => (author === undefined ? line : `author: ${scalar(author)}`))
  );
}

/** The configuration of a project with one more service, and otherwise as it was. */
export function addService(project: OpenedProject, { path, text }: OpenedConfig, asked: Asked): string {
  const { service, license, author } = asked;
  const own = [license === undefined ? [] : [['license', scalar(license)] as const]].flat();
  const more = [...own, ...(author === undefined ? [] : [['author', scalar(author)] as const])];
  const entries = [...listServiceKeys(project, dirname(path), asked), ...more];
  const lines = [
    `${service}:`,
    ...[...entries.map(([key, value]) => `${key}: ${value}`), ...migratedLines(asked)].map((line) => `  ${line}`),
  ];
  const value = { ...Object.fromEntries(entries.map(([key, one]) => [key, plain(one)])), ...migratedKeys(asked) };
  const added = addToYaml(text, { to: 'services', key: service, value, lines });
  // It was read before, without a mistake.
  if (added === undefined) throw new Error(`${path} cannot be edited`);
  return added;
}

/** Prints the keys that another generator's configuration comes to, and a comment that names the list of all others. */
function migratedLines(asked: Asked): readonly string[] {
  const { migration } = asked;
  if (migration === undefined) return [];
  const keys = migratedKeys(asked);
  const text = Object.keys(keys).length === 0 ? '' : printYaml(keys);
  const { list } = migration;
  const note =
    list === undefined
      ? []
      : [`# What has no counterpart of what the other generator was told is listed in ${list.name}.`];
  return [...text.split('\n').filter((line) => line !== ''), ...note];
}

function migratedKeys({ migration }: Asked): JsonObject {
  return Object.fromEntries(migration?.keys ?? []);
}

/** The keys of a service with their values as YAML; paths start from the folder of the configuration. */
function listServiceKeys(
  { folder }: OpenedProject,
  configFolder: string,
  asked: Asked,
): readonly (readonly [key: string, value: string])[] {
  const { service, packageName, output, parts, importExtension, out } = asked;
  const from = (path: string): string => toPosixPath(relative(join(folder, configFolder), path));
  const spec = asked.spec ?? join(folder, 'specs', service, 'openapi.yaml');
  const isSource = output === 'source';
  return [
    ['spec', scalar(asked.copy?.address ?? from(spec))],
    ...(isSource ? ([['output', 'source']] as const) : ([['package', `'${packageName}'`]] as const)),
    ...(isSource && importExtension !== '.js' ? ([['importExtension', importExtension]] as const) : []),
    ...(parts.length < PARTS.length ? ([['parts', `[${parts.join(', ')}]`]] as const) : []),
    ['out', scalar(from(join(folder, out)))],
  ];
}

/** Text as a value of YAML. */
function scalar(text: string): string {
  const isPlain = /^[A-Za-z./][\w./-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off)$/i.test(text);
  return isPlain ? text : `'${text.replaceAll("'", "''")}'`;
}

/** Reads a value that `scalar` or a list of parts has printed: `'@acme/pets'` → `@acme/pets`. */
function plain(text: string): string | readonly string[] {
  if (text.startsWith('[')) return text.slice(1, -1).split(', ');
  return text.startsWith("'") ? text.slice(1, -1).replaceAll("''", "'") : text;
}
