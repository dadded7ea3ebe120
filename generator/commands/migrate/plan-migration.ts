import { readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { CONFIG_FILES } from '../../config/read-config.js';
import { Diagnostics, errorAt, locateStart, type Diagnostic, type Failure } from '../../diagnostics.js';
import type { Leftover } from '../../migrate/settings/section.js';
import type { Migrated } from '../../migrate/migration.js';
import { SpecFacts } from '../../migrate/spec-facts.js';
import { exists, toPosixPath } from '../../output/disk.js';
import type { Json } from '../../json.js';
import { readYaml } from '../../spec/read/read-yaml.js';
import { SourceText } from '../../spec/read/source-text.js';
import type { SpecText } from '../../spec/read/spec-text.js';
import { Positions } from '../../spec/read/positions.js';
import type { OpenedMigration } from './open-migration.js';
import { printLeftovers } from './print-leftovers.js';
import { printOverlay } from './print-overlay.js';

/** Files and keys for a service that another generator had. */
export interface PlannedMigration {
  /** The old configuration, as diagnostics name it. */
  readonly file: string;
  /** Further keys of the service, those of its overlay included. */
  readonly keys: ReadonlyMap<string, Json>;
  /** Overlay and list of what has no counterpart, from the folder of the project. */
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

/** Folder of plain source, from that of the project: that of the old output, or one beside it where that is not empty. */
export function chooseSource({ source }: Migrated, { path }: OpenedMigration, root: string): string | undefined {
  if (source === undefined) return undefined;
  const wanted = resolve(dirname(path), source);
  const folder = toPosixPath(relative(root, wanted));
  return isUsed(wanted) ? `${folder}-speccast` : folder;
}

function isUsed(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && (!stats.isDirectory() || readdirSync(path).length > 0);
}

/** The service and the project that a migration is planned for. */
interface PlanOptions {
  readonly service: string;
  /** Folder of the project, absolute. */
  readonly folder: string;
  /** Its configuration, from that folder, where it has one. */
  readonly config?: string | undefined;
  /** Folder of what is generated, from that of the project. */
  readonly out: string;
  readonly isSource: boolean;
  readonly nameOf: (path: string) => string;
}

/** Keys that are of package.json: plain source has none. */
const PACKAGE_KEYS = new Set(['license', 'repository']);

/** Plans the files of a migration; nothing may be there. */
export function planMigration(
  { tool, file, path }: OpenedMigration,
  { keys, actions, leftovers, source }: Migrated,
  { service, folder, config, out, isSource, nameOf }: PlanOptions,
): PlannedMigration | Failure {
  const base = dirname(config ?? CONFIG_FILES[0]);
  const overlay = `${service}/${tool}.overlay.yaml`;
  const list = `${service}/${tool}.leftovers.md`;
  const at = (name: string): string => toPosixPath(join(base, name));
  const files = [
    ...(actions.length === 0 ? [] : [{ path: at(overlay), text: printOverlay(actions, { service, file }) }]),
    ...(leftovers.length === 0 ? [] : [{ path: at(list), text: printLeftovers(leftovers, file) }]),
  ];
  const taken = files.filter(({ path }) => exists(join(folder, path)));
  const message = 'this file is in the way of what is taken over from the other generator';
  if (taken.length > 0)
    return { diagnostics: taken.map(({ path }) => errorAt('refused-output', message, locateStart(nameOf(path)))) };
  const beside = isSource && source !== undefined ? sayBeside(source, { path, folder, out, nameOf }) : [];
  const own = [...keys].filter(([key]) => key !== 'importExtension' && !(isSource && PACKAGE_KEYS.has(key)));
  return {
    file,
    keys: new Map([...(actions.length === 0 ? [] : [['overlays', [overlay]] as const]), ...own]),
    files,
    ...(leftovers.length > 0 && { list: { name: list, path: at(list) } }),
    leftovers: [...leftovers.map(describeLeftover), ...beside],
  };
}

function describeLeftover({ key, message, at }: Leftover): Diagnostic {
  return { severity: 'warning', code: 'no-counterpart', message: `${key}: ${message}`, at };
}

/** Says that the old output stays where it is, and what is generated goes beside it. */
function sayBeside(
  source: string,
  { path, folder, out, nameOf }: Pick<PlanOptions, 'folder' | 'out' | 'nameOf'> & { readonly path: string },
): readonly Diagnostic[] {
  const wanted = resolve(dirname(path), source);
  if (!isUsed(wanted) || out !== `${toPosixPath(relative(folder, wanted))}-speccast`) return [];
  const name = nameOf(toPosixPath(relative(folder, wanted)));
  const message = `this is there already and stays as it is; what is generated goes into ${name}-speccast`;
  return [{ severity: 'warning', code: 'kept-file', message, at: locateStart(name) }];
}
