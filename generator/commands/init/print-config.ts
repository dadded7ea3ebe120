import { dirname, join, relative } from 'node:path';
import type { Document } from 'yaml';
import { PARTS } from '../../emit/emit-context.js';
import { compact, type Json, type JsonObject } from '../../json.js';
import { loadYaml } from '../../spec/read/libraries.js';
import { printYaml } from '../migrate/plan-migration.js';
import { toPosixPath } from '../../output/disk.js';
import type { Asked } from './asked.js';
import type { OpenedConfig, OpenedProject } from './open-project.js';
import { readTemplate } from './read-template.js';

/** Prints a new `specs/speccast.yaml`, which explains its keys. */
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

/** Adds a service to the text of a configuration, and changes nothing else. */
export function addService(project: OpenedProject, { path, text }: OpenedConfig, asked: Asked): string {
  const { service, license, author } = asked;
  const own = Object.entries(compact({ license, author })).map(([key, one]) => [key, scalar(one)] as const);
  const entries = [...listServiceKeys(project, dirname(path), asked), ...own];
  const lines = [
    `${service}:`,
    ...[...entries.map(([key, value]) => `${key}: ${value}`), ...migratedLines(asked)].map((line) => `  ${line}`),
  ];
  const values: JsonObject = loadYaml().parse(entries.map(([key, one]) => `${key}: ${one}\n`).join(''));
  const value = { ...values, ...migratedKeys(asked) };
  const added = addToYaml(text, { to: 'services', key: service, value, lines });
  // It was read before without a mistake.
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
  const note = list && `# What has no counterpart of what the other generator was told is listed in ${list.name}.`;
  return [...text.split('\n'), note ?? ''].filter((line) => line !== '');
}

function migratedKeys({ migration }: Asked): JsonObject {
  return Object.fromEntries(migration?.keys ?? []);
}

/** Lists the keys of a service with their values as YAML; paths start from the folder of the configuration. */
function listServiceKeys(
  { folder }: OpenedProject,
  configFolder: string,
  asked: Asked,
): readonly (readonly [key: string, value: string])[] {
  const { service, packageName, output, parts, importExtension, out } = asked;
  const from = (path: string): string => toPosixPath(relative(join(folder, configFolder), path));
  const spec = asked.spec ?? join(folder, 'specs', service, 'openapi.yaml');
  const isSource = output === 'source';
  return Object.entries(
    compact({
      spec: scalar(asked.copy?.address ?? from(spec)),
      output: isSource ? output : undefined,
      package: isSource ? undefined : `'${packageName}'`,
      importExtension: isSource && importExtension !== '.js' ? importExtension : undefined,
      parts: parts.length < PARTS.length ? `[${parts.join(', ')}]` : undefined,
      out: scalar(from(join(folder, out))),
    }),
  );
}

/** Prints a text as a value of YAML: `@acme/pets` → `'@acme/pets'`. */
function scalar(text: string): string {
  const isPlain = /^[A-Za-z./][\w./-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off)$/i.test(text);
  return isPlain ? text : `'${text.replaceAll("'", "''")}'`;
}

/** An entry that is added to a mapping or a list at the root of a YAML text. */
interface Addition {
  /** Key of the collection, at the root. */
  readonly to: string;
  /** Key of the entry; absent in a list. */
  readonly key?: string;
  readonly value: Json;
  /** The same as text, without indentation; a list has its dash. */
  readonly lines: readonly string[];
}

/**
 * Adds an entry behind the last one of a collection, and leaves every other character as it is. A collection that is not written in
 * lines (`[a, b]`) is printed anew, with its comments. `undefined` where the text is no YAML.
 */
export function addToYaml(text: string, addition: Addition): string | undefined {
  const { parseDocument, isCollection } = loadYaml();
  const document = parseDocument(text);
  if (document.errors.length > 0) return undefined;
  const node = document.get(addition.to, true);
  if (!isCollection(node) || node.flow === true || node.items.length === 0) return addNode(document, addition);
  return node.range ? addLines(text, node.range, addition) : addNode(document, addition);
}

function addLines(text: string, [start, valueEnd]: readonly [number, number, number], { lines }: Addition): string {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const lineStart = text.lastIndexOf('\n', start) + 1;
  const [indent = ''] = /^[ \t]*/.exec(text.slice(lineStart)) ?? [];
  // The range of a collection includes the comments and empty lines at its end.
  const content = text.slice(0, valueEnd).replace(/(?:\r?\n[ \t]*(?:#[^\r\n]*)?)*$/, '').length;
  const rest = text.slice(content);
  // Comments below the last entry that stand further in are its own.
  const [own = ''] = new RegExp(`^[^\\r\\n]*(?:\\r?\\n${indent}[ \\t]+#[^\\r\\n]*)*`).exec(rest) ?? [];
  const added = lines.map((line) => `${lineEnd}${indent}${line}`).join('');
  const after = rest.slice(own.length);
  return `${text.slice(0, content)}${own}${added}${after === '' ? lineEnd : after}`;
}

function addNode(document: Document, { to, key, value }: Addition): string {
  const { isMap, isSeq } = loadYaml();
  const node = document.get(to, true);
  if (isMap(node) && key !== undefined) node.set(key, document.createNode(value));
  else if (isSeq(node)) node.add(document.createNode(value));
  else document.set(to, document.createNode(key === undefined ? [value] : { [key]: value }));
  return document.toString({ lineWidth: 0 });
}
