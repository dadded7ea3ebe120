import { readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { CONFIG_FILES } from '../../config/read-config.js';
import { Diagnostics, errorAt, locateStart, type Diagnostic, type Failure } from '../../diagnostics.js';
import type { Leftover } from '../../migrate/settings/section.js';
import type { Migrated, OverlayAction } from '../../migrate/migration.js';
import { SpecFacts } from '../../migrate/spec-facts.js';
import { exists, toPosixPath } from '../../output/disk.js';
import type { Json } from '../../json.js';
import { loadYaml } from '../../spec/read/libraries.js';
import { readYaml } from '../../spec/read/read-yaml.js';
import { SourceText, type SpecText } from '../../spec/read/source-text.js';
import { Positions } from '../../spec/read/positions.js';
import type { OpenedMigration } from './open-migration.js';

/** Files and keys for a service that another generator had. */
export interface PlannedMigration {
  /** The old configuration, as diagnostics name it. */
  readonly file: string;
  /** Further keys of the service, those of its overlay included. */
  readonly keys: ReadonlyMap<string, Json>;
  /** The overlay, and the list of settings without a counterpart, from the folder of the project. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** File with that list, by its name in the configuration and from the folder of the project; absent where everything has one. */
  readonly list?: { readonly name: string; readonly path: string };
  /** Settings without a counterpart, as warnings. */
  readonly leftovers: readonly Diagnostic[];
}

/** Compares an old configuration with the document of its service; mistakes of the document are reported elsewhere. */
export function compareMigration({ draft }: OpenedMigration, { file, text }: SpecText): Migrated {
  const context = {
    source: new SourceText(file, '', text),
    positions: new Positions(),
    diagnostics: new Diagnostics(),
  };
  return draft.migrate(new SpecFacts(readYaml(context) ?? null));
}

/** Chooses the folder of plain source, from that of the project: the old output `src/api`, or `src/api-speccast` where that is not empty. */
export function chooseSource({ source }: Migrated, { path }: OpenedMigration, root: string): string | undefined {
  if (source === undefined) return undefined;
  const full = resolve(dirname(path), source);
  const folder = toPosixPath(relative(root, full));
  return isUsed(full) ? `${folder}-speccast` : folder;
}

function isUsed(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && (!stats.isDirectory() || readdirSync(path).length > 0);
}

/** The service and the project that a migration is planned for. */
interface PlanOptions {
  readonly project: PlannedFor;
  /** `out`: folder of the generated files, from that of the project. */
  readonly choices: { readonly service: string; readonly out: string; readonly output: string };
}

/** A project: its absolute folder, and the path of its configuration from there. */
interface PlannedFor {
  readonly folder: string;
  readonly config?: { readonly path: string };
  readonly nameFile: (path: string) => string;
}

/** Keys of speccast.yaml that become fields of package.json, which plain source does not have. */
const PACKAGE_KEYS = new Set(['license', 'repository']);

/** Plans the files of a migration. Fails if one of them exists. */
export function planMigration(
  { tool, file, path }: OpenedMigration,
  { keys, actions, leftovers, source }: Migrated,
  { project, choices: { service, out, output } }: PlanOptions,
): PlannedMigration | Failure {
  const { folder, config, nameFile } = project;
  const base = dirname(config?.path ?? CONFIG_FILES[0]);
  const overlay = `${service}/${tool}.overlay.yaml`;
  const list = `${service}/${tool}.leftovers.md`;
  const at = (name: string): string => toPosixPath(join(base, name));
  const files = [
    ...(actions.length === 0 ? [] : [{ path: at(overlay), text: printOverlay(actions, { service, file }) }]),
    ...(leftovers.length === 0 ? [] : [{ path: at(list), text: printLeftovers(leftovers, file) }]),
  ];
  const taken = files.filter(({ path }) => exists(join(folder, path)));
  const message = 'this file exists already, so the settings of the other generator cannot be written';
  if (taken.length > 0)
    return { diagnostics: taken.map(({ path }) => errorAt('unwritable-output', message, locateStart(nameFile(path)))) };
  const isSource = output === 'source';
  const beside = isSource && source !== undefined ? sayBeside(resolve(dirname(path), source), out, project) : [];
  const own = [...keys].filter(([key]) => key !== 'importExtension' && !(isSource && PACKAGE_KEYS.has(key)));
  return {
    file,
    keys: new Map([...(actions.length === 0 ? [] : [['overlays', [overlay]] as const]), ...own]),
    files,
    ...(leftovers.length > 0 && { list: { name: list, path: at(list) } }),
    leftovers: [
      ...leftovers.map(({ key, message: advice, at: position }): Diagnostic => ({
        severity: 'warning',
        code: 'no-counterpart',
        message: `${key}: ${advice}`,
        at: position,
      })),
      ...beside,
    ],
  };
}

/** Reports that the old output stays, and that the generated code is beside it. */
function sayBeside(source: string, out: string, { folder, nameFile }: PlannedFor): readonly Diagnostic[] {
  const own = toPosixPath(relative(folder, source));
  if (!isUsed(source) || out !== `${own}-speccast`) return [];
  const name = nameFile(own);
  const message = `this exists already and is not changed; generated code goes into ${name}-speccast`;
  return [{ severity: 'warning', code: 'kept-file', message, at: locateStart(name) }];
}

/** Prints the overlay with the settings of the old configuration, `file`, for the document of a service. */
function printOverlay(
  actions: readonly OverlayAction[],
  { service, file }: { readonly service: string; readonly file: string },
): string {
  const overlay = { overlay: '1.0.0', info: { title: `What ${file} says of ${service}`, version: '1.0.0' }, actions };
  const head = '# Names, paging and servers, taken over once; it is yours, and nothing writes it again.\n';
  return head + printYaml(overlay);
}

/** Prints JSON as YAML with a line for each value. */
export function printYaml(value: Json | object): string {
  return loadYaml().stringify(value, { lineWidth: 0, singleQuote: true, aliasDuplicateObjects: false });
}

/** Prints the list of settings without a counterpart in Markdown. */
function printLeftovers(leftovers: readonly Leftover[], file: string): string {
  const head = ['# No counterpart', '', `What ${toInlineCode(file)} says, and no key of speccast does:`, ''];
  const rows = leftovers.map(({ key, message, at }) => {
    const line = message.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll('<', '&lt;');
    return `- ${at.line}:${at.column} ${toInlineCode(key)}: ${line.slice(0, 600)}`;
  });
  return [...head, ...rows, ''].join('\n');
}

/** Prints a text of a configuration as inline code, so that Markdown does not interpret it. */
function toInlineCode(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}`]+/gu, ' ').slice(0, 300);
  return `\`${line}\``;
}
