import { dirname, join, relative } from 'node:path';
import type { Document } from 'yaml';
import { PARTS } from '../../emit/emit-context.js';
import { compact, type Json, type JsonObject } from '../../json.js';
import { loadYaml } from '../../spec/read/libraries.js';
import { printYaml } from '../migrate/plan-migration.js';
import { toPosixPath } from '../../output/disk.js';
import type { InitChoices } from './init-choices.js';
import type { OpenedConfig, OpenedProject } from './open-project.js';
import { readTemplate } from './read-template.js';

/** Prints a new `specs/speccast.yaml`, which explains its keys. */
export function printConfig(project: OpenedProject, choices: InitChoices): string {
  const { service, license, author } = choices;
  const entries = new Map(listServiceKeys(project, 'specs', choices));
  const spec = entries.get('spec') ?? '';
  entries.delete('spec');
  const comments: Readonly<Record<string, string>> = {
    package: 'Name of the package on npm, and its version. Default: the version of the last release, or 0.1.0.',
    output: 'Plain source for an application, without package.json and build.',
    importExtension: 'Extension of imports between modules: ".js", ".ts" or none.',
    parts: 'Parts to generate. All parts: client, validators, emulator.',
    out: 'Folder of the generated files. Commit them, but do not edit them.',
  };
  const lines = [...entries].flatMap(([key, value]) => [
    ...(comments[key] === undefined ? [] : [`    # ${comments[key]}`]),
    `    ${key}: ${value}`,
    ...(key === 'package' ? ['    # version: 0.1.0'] : []),
  ]);
  lines.push(...migratedLines(choices).map((line) => `    ${line}`));
  return (
    readTemplate('specs/speccast.yaml')
      .replaceAll('__name__', service)
      // Functions, because `replace` would interpret a `$` in a path.
      .replace('__spec__', () => spec)
      .replace('    # __output__', () => lines.join('\n'))
      .replace(/^# license: .*$/m, (line) => (license === undefined ? line : `license: ${scalar(license)}`))
      .replace(/^# author: .*$/m, (line) => (author === undefined ? line : `author: ${scalar(author)}`))
  );
}

/** Adds a service to the text of a configuration, and changes nothing else. */
export function addService(project: OpenedProject, { path, text }: OpenedConfig, choices: InitChoices): string {
  const { service, license, author } = choices;
  const own = Object.entries(compact({ license, author })).map(([key, one]) => [key, scalar(one)] as const);
  const entries = [...listServiceKeys(project, dirname(path), choices), ...own];
  const lines = [
    `${service}:`,
    ...[...entries.map(([key, value]) => `${key}: ${value}`), ...migratedLines(choices)].map((line) => `  ${line}`),
  ];
  const values: JsonObject = loadYaml().parse(entries.map(([key, one]) => `${key}: ${one}\n`).join(''));
  const value = { ...values, ...migratedKeys(choices) };
  const added = addToYaml(text, { to: 'services', key: service, value, lines });
  // The text was parsed without a mistake before, so it can be edited.
  if (added === undefined) throw new Error(`${path} cannot be edited`);
  return added;
}

/** Prints the keys that come from the configuration of another generator, and a comment that names the list of settings without a counterpart. */
function migratedLines(choices: InitChoices): readonly string[] {
  const { migration } = choices;
  if (migration === undefined) return [];
  const keys = migratedKeys(choices);
  const text = Object.keys(keys).length === 0 ? '' : printYaml(keys);
  const { list } = migration;
  const note = list && `# Settings of the other generator without a counterpart are listed in ${list.name}.`;
  return [...text.split('\n'), note ?? ''].filter((line) => line !== '');
}

function migratedKeys({ migration }: InitChoices): JsonObject {
  return Object.fromEntries(migration?.keys ?? []);
}

/** Lists the keys of a service with their values as YAML; paths start from the folder of the configuration. */
function listServiceKeys(
  { folder }: OpenedProject,
  configFolder: string,
  choices: InitChoices,
): readonly (readonly [key: string, value: string])[] {
  const { service, packageName, output, parts, importExtension, out } = choices;
  const from = (path: string): string => toPosixPath(relative(join(folder, configFolder), path));
  const spec = choices.spec ?? join(folder, 'specs', service, 'openapi.yaml');
  const isSource = output === 'source';
  return Object.entries(
    compact({
      spec: scalar(choices.copy?.address ?? from(spec)),
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
  /** The entry as text, without indentation: `key: value`, or `- value` in a list. */
  readonly lines: readonly string[];
}

/**
 * Adds an entry after the last one of a collection, and keeps every other character. If the collection is written on one line
 * (`[a, b]`), is empty or missing, the document is printed again, with its comments. `undefined` if the text is no YAML.
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
  // Comments below the last entry that are indented further belong to that entry.
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
