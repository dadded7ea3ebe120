import { basename, dirname, join, relative, resolve } from 'node:path';
import { isPackageName, toServiceName } from '../../api/tools/names.js';
import { copyName, printAddress } from '../../config/address.js';
import { CONFIG_FILES, SERVICE_NAME } from '../../config/read-config.js';
import { checkList } from '../../config/read-options.js';
import { errorAt, locateStart, type Diagnostic, type Diagnostics, type Failure } from '../../diagnostics.js';
import { PARTS } from '../../emit/emit-context.js';
import { compact, isJsonObject, readInner, type Json } from '../../json.js';
import { DEFAULT_OUTPUT, type OutputSettings } from '../../options.js';
import { exists, isInside, readIfAllowed, toPosixPath } from '../../output/disk.js';
import { isDiscovery } from '../../spec/discovery/convert-discovery.js';
import { readVersion } from '../../spec/openapi/spec-version.js';
import { loadJsonc } from '../../spec/read/libraries.js';
import { Positions } from '../../spec/read/positions.js';
import { readYaml } from '../../spec/read/read-yaml.js';
import { SourceText, type SpecText } from '../../spec/read/source-text.js';
import type { FetchedSpec } from '../address/fetch-spec.js';
import { copyFiles, printCopy } from '../address/spec-copy.js';
import type { PlannedMigration } from '../migrate/plan-migration.js';
import { WrongUsage, type Console } from '../terminal/console.js';
import { workspacePackages, type OpenedProject } from './open-project.js';
import { dependsOn, type PackageJson } from './package-json.js';
import { isLicense } from '../../emit/ownership.js';

/** The service that `init` creates, as flags, replies and the project decide it. */
export interface InitChoices extends OutputSettings {
  /** Kebab-case name of the service. */
  readonly service: string;
  readonly packageName: string;
  /** Absolute path of the user's document. Default: the example. */
  readonly spec?: string;
  /** Copy of the document, if it has an address. */
  readonly copy?: PlannedCopy;
  /** Files and keys that are taken over from another generator. */
  readonly migration?: PlannedMigration;
  /** Folder of the generated files, from that of the project, with forward slashes. */
  readonly out: string;
  /** Fields of package.json that the project's own does not state. */
  readonly license?: string;
  readonly author?: string;
}

/** The program that runs the tests of a project. */
export type Runner = 'node:test' | 'vitest';

/** The copy of a spec that was fetched. */
export interface PlannedCopy {
  readonly address: string;
  /** Its root file, absolute. */
  readonly spec: string;
  /** Files that are new, from the folder of the project. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** Replies to the questions of `init`; none without a terminal. */
export interface Replies {
  /** Folder for plain source; absent: a package. */
  readonly source?: string;
  readonly author?: string;
  readonly license?: string;
}

/**
 * Asks for facts that neither flags nor package.json state. An empty line means the default in brackets. `isChosen`: flags decide
 * between package and source, so that question is left out.
 */
export async function askQuestions(
  { ask }: Console,
  { isChosen, project: { config, packageJson } }: { readonly isChosen: boolean; readonly project: OpenedProject },
): Promise<Replies> {
  if (ask === undefined) return {};
  const kind = isChosen
    ? ''
    : await ask('A package to publish or share, or plain source for this application? [package]/source: ');
  if (/^s(?:ource)?$/i.test(kind)) return { source: (await ask('Folder of the source [src/api]: ')) || 'src/api' };
  if (config !== undefined) return {};
  const isStated = (key: string): boolean => Boolean(packageJson?.value[key]);
  const author = isStated('author') ? '' : await ask('Author of the package, such as `You <you@example.com>` [none]: ');
  let license: string | undefined = isStated('license') ? '' : undefined;
  while (license === undefined) {
    const reply = await ask('Licence, such as MIT or Apache-2.0 [UNLICENSED]: ');
    if (reply === '' || isLicense(reply)) license = reply;
  }
  return compact({ author: author || undefined, license: license || undefined });
}

/** Sources of the names of a service and its package. */
export interface NameSources {
  /** Folder of the project, absolute. */
  readonly folder: string;
  /** `name` of its package.json, if it has one. */
  readonly project?: string | undefined;
  /** Title of the user's spec, if there is one. */
  readonly title?: string | undefined;
  /** Values of `--name` and `--package`. */
  readonly name?: string | undefined;
  readonly packageName?: string | undefined;
}

/** Maximum length of the name of a service, which is a part of paths. */
const LONGEST = 100;

/** Chooses the name of the service; throws `WrongUsage` on a name that is not valid in speccast.yaml. */
export function chooseService({ name, title }: NameSources): string {
  if (name === undefined) return title === undefined ? 'petstore' : toServiceName(title);
  if (SERVICE_NAME.test(name) && name.length <= LONGEST) return name;
  throw new WrongUsage(
    `--name takes a name in kebab-case of at most ${LONGEST} characters, such as "petstore", not ${JSON.stringify(name)}`,
  );
}

/** Chooses the name of the package: `@acme/pets` in a project `@acme/shop` or `acme`. Throws `WrongUsage` on a name that npm would not accept. */
export function choosePackage(service: string, { packageName, project, folder }: NameSources): string {
  if (packageName !== undefined && !isPackageName(packageName))
    throw new WrongUsage(`--package takes the name of an npm package, not ${JSON.stringify(packageName)}`);
  if (packageName !== undefined && packageName === project)
    throw new WrongUsage(`--package takes another name than ${project}, which is that of the project itself`);
  if (packageName !== undefined) return packageName;
  // The name of an old project may be one that npm accepts no longer.
  const own = project !== undefined && isPackageName(project) ? project : projectName(project ?? folder);
  const scope = own.startsWith('@') ? own.slice(1).split('/', 1)[0] : own;
  const chosen = `@${scope}/${service}`;
  return chosen === own ? `${chosen}-client` : chosen;
}

/** Names a project without a name after its folder: `My Shop` → `my-shop`. A folder `typescript` → `typescript-project`, as a project cannot have the name of its dependency. */
export function projectName(folder: string): string {
  const words =
    basename(folder)
      .normalize('NFKD')
      // Removes accents, which would otherwise split words: `café` → `cafe`.
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const name = words.join('-').slice(0, LONGEST);
  if (name === '') return 'project';
  return ['speccast', 'typescript'].includes(name) ? `${name}-project` : name;
}

/** Reads the title of a document, empty if it has none; reports mistakes of its text. */
export function readTitle({ file, text }: SpecText, diagnostics: Diagnostics): string {
  const positions = new Positions();
  const root = readYaml({ source: new SourceText(file, '', text), positions, diagnostics });
  if (!isJsonObject(root)) return '';
  // Only an unknown format is reported here; the generator reports other mistakes later.
  if (!isDiscovery(root)) readVersion(root, positions, diagnostics);
  // Discovery documents have the title at the root.
  const { info, title } = root;
  const found = isJsonObject(info) ? info['title'] : title;
  return typeof found === 'string' ? found : '';
}

/** Parses `--parts client,validators`; throws `WrongUsage` on unknown parts. */
export function chooseParts(text: string | undefined): OutputSettings['parts'] {
  if (text === undefined) return PARTS;
  const names = text.split(',').map((name) => name.trim());
  const wrong = checkList('parts', names, {});
  if (wrong !== undefined) throw new WrongUsage(`--parts: ${wrong.message}`);
  return PARTS.filter((part) => names.includes(part));
}

/** Bundlers that do not resolve an import of `./a.js` to `a.ts`. */
const LITERAL = ['next', 'webpack', 'metro', 'expo', 'react-native'];

/** Chooses the extension of imports that the compiler and the bundler of a project resolve. */
export function chooseExtension(
  folder: string,
  packageJson: PackageJson | undefined,
): OutputSettings['importExtension'] {
  const options = ['tsconfig.json', 'tsconfig.app.json'].map((file) => {
    const value: Json | undefined = loadJsonc().parse(readIfAllowed(join(folder, file)) ?? '{}');
    return readInner(value, 'compilerOptions');
  });
  const isSet = (key: string, value: RegExp): boolean => options.some((one) => value.test(String(one[key])));
  if (isSet('moduleResolution', /^node(?:16|next)$/i) || isSet('module', /^node(?:16|18|20|next)$/i)) {
    return isSet('rewriteRelativeImportExtensions', /^true$/) ? '.ts' : '.js';
  }
  if (packageJson !== undefined && LITERAL.some((name) => dependsOn(packageJson, name))) return 'none';
  const takesTypeScript =
    isSet('allowImportingTsExtensions', /^true$/) || isSet('rewriteRelativeImportExtensions', /^true$/);
  return takesTypeScript ? '.ts' : DEFAULT_OUTPUT.importExtension;
}

/** Plans the copy of a fetched spec beside the configuration, where `generate` looks for it. Fails if one of its files exists. */
export function planCopy(
  { folder, config, nameFile }: OpenedProject,
  { service, address, fetched }: { readonly service: string; readonly address: string; readonly fetched: FetchedSpec },
): PlannedCopy | Failure {
  const spec = join(folder, dirname(config?.path ?? CONFIG_FILES[0]), service, copyName(address));
  const texts = [...printCopy(spec, address, copyFiles(spec, fetched))];
  const files = texts.map(([path, text]) => ({ path: toPosixPath(relative(folder, path)), text }));
  const taken = files.filter(({ path }) => exists(join(folder, path)));
  if (taken.length === 0) return { address, spec, files };
  const message = `the copy of ${printAddress(address)} cannot be written: this file is in its place`;
  return { diagnostics: taken.map(({ path }) => errorAt('unwritable-copy', message, locateStart(nameFile(path)))) };
}

/** Reports a name or a folder that is in use already; `undefined` if all of them are free. */
export function findTaken(
  { config, packageJson, folder, workspaces, nameFile }: OpenedProject,
  { service, packageName, out, output }: InitChoices,
): Diagnostic | undefined {
  const taken = (message: string, path: string = config?.path ?? ''): Diagnostic =>
    errorAt('taken-name', message, locateStart(nameFile(path)));
  const outFolder = resolve(folder, out);
  for (const other of config?.services ?? []) {
    if (other.name === service) return taken(`the name ${JSON.stringify(service)} is taken by another service`);
    if (output === 'package' && other.packageName === packageName)
      return taken(`the package name ${packageName} is taken by the service ${JSON.stringify(other.name)}`);
    if (isInside(outFolder, other.out) || isInside(other.out, outFolder))
      return taken(`the folder ${out} is taken: it overlaps with that of the service ${JSON.stringify(other.name)}`);
  }
  if (output === 'source') return undefined;
  if (packageJson !== undefined && dependsOn(packageJson, packageName))
    return taken(`the package name ${packageName} is taken by a dependency of this project`, 'package.json');
  const own = toPosixPath(relative(workspaces.folder, outFolder));
  const found = workspacePackages(workspaces).find(({ path, name }) => name === packageName && path !== own);
  if (found === undefined) return undefined;
  const path = relative(folder, join(workspaces.folder, found.path, 'package.json'));
  return taken(`the package name ${packageName} is taken by a workspace`, path);
}
