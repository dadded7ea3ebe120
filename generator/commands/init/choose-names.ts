import { basename } from 'node:path';
import { isPackageName, toServiceName } from '../../api/tools/names.js';
import { SERVICE_NAME } from '../../config/read-config.js';
import type { Diagnostics } from '../../diagnostics.js';
import { isDiscovery } from '../../spec/discovery/convert-discovery.js';
import { readVersion } from '../../spec/openapi/spec-version.js';
import { isJsonObject } from '../../json.js';
import { readYaml } from '../../spec/read/read-yaml.js';
import { SourceText } from '../../spec/read/source-text.js';
import type { SpecText } from '../../spec/read/spec-text.js';
import { Positions } from '../../spec/read/positions.js';
import { WrongUsage } from '../terminal/console.js';

/** Sources of the names of a service and its package. */
export interface NameSources {
  /** Folder of the project, absolute. */
  readonly folder: string;
  /** `name` of its package.json, if it has one. */
  readonly project?: string | undefined;
  /** Title of the user's spec, if there is one. */
  readonly title?: string | undefined;
  /** As asked for by `--name` and `--package`. */
  readonly name?: string | undefined;
  readonly packageName?: string | undefined;
}

/** Longest name of a service: it is a part of paths. */
const LONGEST = 100;

/** Name of the service; throws `WrongUsage` on one that speccast.yaml would not take. */
export function chooseService({ name, title }: NameSources): string {
  if (name === undefined) return title === undefined ? 'petstore' : toServiceName(title);
  if (SERVICE_NAME.test(name) && name.length <= LONGEST) return name;
  throw new WrongUsage(
    `--name takes a name in kebab-case of at most ${LONGEST} characters, such as "petstore", not ${JSON.stringify(name)}`,
  );
}

/** Name of the package: one of the project's scope, or of a scope called like the project. Throws `WrongUsage` on one that npm would not take. */
export function choosePackage(service: string, { packageName, project, folder }: NameSources): string {
  if (packageName !== undefined && !isPackageName(packageName))
    throw new WrongUsage(`--package takes the name of an npm package, not ${JSON.stringify(packageName)}`);
  if (packageName !== undefined && packageName === project)
    throw new WrongUsage(`--package takes another name than ${project}, which is that of the project itself`);
  if (packageName !== undefined) return packageName;
  // Names of old packages are not always such that npm would take them today.
  const own = project !== undefined && isPackageName(project) ? project : projectName(project ?? folder);
  const scope = own.startsWith('@') ? own.slice(1).split('/', 1)[0] : own;
  const chosen = `@${scope}/${service}`;
  return chosen === own ? `${chosen}-client` : chosen;
}

/** Name of a project that has none, from its folder; never that of something it depends on. */
export function projectName(folder: string): string {
  const words =
    basename(folder)
      .normalize('NFKD')
      // An accent is no end of a word.
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const name = words.join('-').slice(0, LONGEST);
  if (name === '') return 'project';
  return ['speccast', 'typescript'].includes(name) ? `${name}-project` : name;
}

/** Title of a document, empty where it has none; mistakes of its text are reported. */
export function readTitle({ file, text }: SpecText, diagnostics: Diagnostics): string {
  const positions = new Positions();
  const root = readYaml({ source: new SourceText(file, '', text), positions, diagnostics });
  if (!isJsonObject(root)) return '';
  // Nothing can be made of another format; all else is reported when it is generated from.
  if (!isDiscovery(root)) readVersion(root, positions, diagnostics);
  // Discovery documents have it at the root.
  const { info, title } = root;
  const found = isJsonObject(info) ? info['title'] : title;
  return typeof found === 'string' ? found : '';
}
