import { describeWrongAddress } from '../../config/address.js';
import { errorAt, type Failure } from '../../diagnostics.js';
import type { Migrated } from '../../migrate/migration.js';
import { isAddress } from '../../spec/references/reference.js';
import type { SpecText } from '../../spec/read/spec-text.js';
import { openMigration, type FromOptions, type OpenedMigration } from '../migrate/open-migration.js';
import { chooseSource, compareMigration, planMigration } from '../migrate/plan-migration.js';
import type { Asked } from './asked.js';
import type { OpenedProject } from './open-project.js';
import { dependsOn } from './package-json.js';

/** A service of another generator, compared with its document. */
export interface TakenOver {
  readonly opened: OpenedMigration;
  readonly migrated: Migrated;
}

/** Flags that another configuration may say instead. */
interface OutputFlags {
  readonly package?: string | undefined;
  readonly source?: string | undefined;
  readonly parts?: string | undefined;
}

/** Opens what `--from` names; nothing of it is run. */
export function openFrom(options: FromOptions): OpenedMigration | Failure {
  const opened = openMigration(options);
  if ('diagnostics' in opened || !isAddress(opened.spec)) return opened;
  const wrong = describeWrongAddress(opened.spec);
  if (wrong === undefined) return opened;
  return { diagnostics: [errorAt('refused-address', wrong, opened.draft.spec?.at ?? opened.draft.at)] };
}

/** Compares another generator's configuration with the document of its service. */
export function takeOver(opened: OpenedMigration, document: SpecText): TakenOver {
  return { opened, migrated: compareMigration(opened, document) };
}

/** Flags with what the old configuration says of those that are not given. */
export function withOutput<T extends OutputFlags>(
  flags: T,
  { opened, migrated }: TakenOver,
  { folder, packageJson, name }: OpenedProject,
): T {
  const { packageName } = migrated;
  // The package that the other generator made may be this project, or one that it uses until all of it has changed over.
  const isTaken =
    packageName === undefined ||
    packageName === name ||
    (packageJson !== undefined && dependsOn(packageJson, packageName));
  const isChosen = flags.package !== undefined || flags.source !== undefined;
  const source = chooseSource(migrated, opened, folder);
  return {
    ...flags,
    ...(isChosen ? {} : source === undefined ? (isTaken ? {} : { package: packageName }) : { source }),
    ...(flags.parts === undefined && migrated.parts !== undefined && { parts: migrated.parts.join(',') }),
  };
}

/** Adds the files and keys that are taken over. */
export function withMigration(
  asked: Asked,
  { opened, migrated }: TakenOver,
  { project, nameOf }: { readonly project: OpenedProject; readonly nameOf: (path: string) => string },
): Asked | Failure {
  const migration = planMigration(opened, migrated, {
    service: asked.service,
    folder: project.folder,
    config: project.config?.path,
    out: asked.out,
    isSource: asked.output === 'source',
    nameOf,
  });
  if ('diagnostics' in migration) return migration;
  const extension = migrated.keys.get('importExtension');
  const importExtension = extension === '.ts' || extension === 'none' ? extension : asked.importExtension;
  return { ...asked, migration, ...(asked.output === 'source' && { importExtension }) };
}
