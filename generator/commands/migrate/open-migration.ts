import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { toServiceName } from '../../api/tools/names.js';
import { describeWrongAddress } from '../../config/address.js';
import { Diagnostics, errorAt, locateStart, type Failure } from '../../diagnostics.js';
import { TOOLS, type ServiceDraft, type Tool } from '../../migrate/migration.js';
import { readMigration } from '../../migrate/read-migration.js';
import { isJsonObject } from '../../json.js';
import { loadJsonc, loadYaml } from '../../spec/read/libraries.js';
import { didYouMean } from '../../spec/suggest.js';
import { isAddress } from '../../spec/references/reference.js';
import { describeMissing } from '../sources/read-sources.js';
import { readIfAllowed, toPosixPath } from '../../output/disk.js';
import { WrongUsage } from '../terminal/console.js';

/** The values of `--from` and of the flags that go with it. */
export interface FromOptions {
  /** A file, or a tool. */
  readonly from: string;
  readonly cwd: string;
  /** Folder of the project, absolute. */
  readonly root: string;
  /** Values of `--name` and `--spec`. */
  readonly name?: string | undefined;
  readonly spec?: string | undefined;
}

/** A service of another generator that is taken over. */
export interface OpenedMigration {
  readonly tool: Tool;
  /** The old configuration, absolute, and as diagnostics name it. */
  readonly path: string;
  readonly file: string;
  readonly draft: ServiceDraft;
  /** Name of the service, if the old configuration has several. */
  readonly name?: string;
  /** The document: a path from the current folder, or an address. */
  readonly spec: string;
}

/** Files in which the tools look for their configurations, the usual one first. */
const USUAL: Readonly<Record<Tool, readonly string[]>> = {
  stainless: ['.stainless/stainless.yml', 'stainless.yml', 'openapi.stainless.yml', 'stainless-config.yml'].flatMap(
    (name) => [name, name.replace(/yml$/, 'yaml')],
  ),
  'hey-api': ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map((ending) => `openapi-ts.config.${ending}`),
  orval: ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map((ending) => `orval.config.${ending}`),
  'openapi-typescript': ['redocly.yaml', 'redocly.yml', '.redocly.yaml', 'package.json'],
};

/** Finds and reads the configuration of another generator, without running it, and chooses the service by `--name`. */
export function openMigration(options: FromOptions): OpenedMigration | Failure {
  const { path, tool: named } = findSettings(options);
  const file = toPosixPath(relative(options.cwd, path)) || '.';
  const text = readIfAllowed(path);
  if (text === undefined)
    return { diagnostics: [errorAt('unreadable-file', describeMissing(file, path), locateStart(file))] };
  const diagnostics = new Diagnostics({ strict: true });
  const old = readMigration({ file, text }, named, diagnostics);
  if (old === undefined) return { diagnostics: diagnostics.list };
  const { tool, services } = old;
  const draft = chooseDraft(services, file, options);
  if ('diagnostics' in draft) return draft;
  const spec = findSpec(draft, path, options);
  if (typeof spec !== 'string') return spec;
  const wrong = isAddress(spec) ? describeWrongAddress(spec) : undefined;
  if (wrong !== undefined) return { diagnostics: [errorAt('unsafe-address', wrong, draft.spec?.at ?? draft.at)] };
  const name = services.length > 1 && draft.name !== undefined ? toServiceName(draft.name) : undefined;
  return { tool, path, file, draft, spec, ...(name !== undefined && { name }) };
}

/** Finds the file that is named, or the usual one of the tool that is named. */
function findSettings({ from, cwd, root }: FromOptions): { readonly path: string; readonly tool?: Tool } {
  const path = resolve(cwd, from);
  const tool = TOOLS.find((one) => one === from);
  if (tool === undefined) {
    if (existsSync(path) || /[./\\]/.test(from)) return { path };
    throw new WrongUsage(
      `--from takes a file or one of ${TOOLS.join(', ')}, not ${JSON.stringify(from)}${didYouMean(from, TOOLS)}`,
    );
  }
  const usual = USUAL[tool].map((name) => join(root, name));
  const candidates = usual.filter((one) => existsSync(one) && statSync(one).isFile());
  // A configuration of Redocly need not be one of openapi-typescript.
  const first = candidates.find((one) => !/redocly/.test(one) || /openapi-ts\b/.test(readIfAllowed(one) ?? ''));
  if (first !== undefined) return { path: first, tool };
  throw new WrongUsage(
    `there is no configuration of ${tool} in ${toPosixPath(relative(cwd, root)) || 'this folder'}; name it by --from <file>`,
  );
}

function chooseDraft(
  services: readonly ServiceDraft[],
  file: string,
  { name, from }: FromOptions,
): ServiceDraft | Failure {
  const [first, ...others] = services;
  if (first !== undefined && others.length === 0) return first;
  const known = services.map((one, index) => toServiceName(one.name ?? `service-${index + 1}`));
  const named = services.find((_, index) => name !== undefined && known[index] === name);
  if (named !== undefined) return named;
  const calls = known.map((one) => `\`speccast init --from ${from} --name ${one}\``);
  const message = `this configuration has ${services.length} services: ${calls.join(', ')}`;
  return { diagnostics: [errorAt('several-services', message, locateStart(file))] };
}

/** Finds the document: that of `--spec`, that of the configuration, or a file with a usual name. Returns its path from the current folder. */
function findSpec(draft: ServiceDraft, settings: string, { cwd, spec, root }: FromOptions): string | Failure {
  if (spec !== undefined) return spec;
  const stated = draft.spec;
  if (stated !== undefined && isAddress(stated.text)) return stated.text;
  const from = (path: string): string => toPosixPath(relative(cwd, path)) || '.';
  if (stated !== undefined) {
    const path = resolve(dirname(settings), stated.text);
    if (readIfAllowed(path) !== undefined) return from(path);
    const message = `${describeMissing(from(path), path)}; the configuration names it`;
    return { diagnostics: [errorAt('unnamed-document', message, stated.at)] };
  }
  const found = findDocument([dirname(settings), root]);
  if (found !== undefined) return isAddress(found) ? found : from(found);
  const message = `${basename(settings)} does not name its OpenAPI document`;
  return { diagnostics: [errorAt('unnamed-document', message, draft.at)] };
}

/** Names that OpenAPI documents usually have beside a configuration that does not name them. */
const DOCUMENTS = ['openapi', 'openapi.documented', 'openapi.transformed', 'swagger'].flatMap((stem) =>
  ['yaml', 'yml', 'json'].map((ending) => `${stem}.${ending}`),
);

/** Finds the document of a Stainless project, as an absolute path or an address. */
function findDocument(folders: readonly string[]): string | undefined {
  for (const folder of folders) {
    const found = inWorkspace(join(folder, 'workspace.json')) ?? inWorkspace(join(folder, '.stainless/workspace.json'));
    if (found !== undefined) return found;
  }
  const usual = folders.flatMap((folder) => DOCUMENTS.map((name) => join(folder, name)));
  const found = usual.find((path) => readIfAllowed(path) !== undefined);
  if (found !== undefined) return found;
  // Each package made by Stainless has a `.stats.yml` with `openapi_spec_url`.
  const addresses = folders.map((folder): unknown => {
    const document = loadYaml().parseDocument(readIfAllowed(join(folder, '.stats.yml')) ?? '');
    return document.errors.length > 0 ? undefined : document.get('openapi_spec_url');
  });
  return addresses.find((one): one is string => typeof one === 'string' && isAddress(one));
}

/** Reads the path of the document in `workspace.json`: `openapi_spec`, from the folder of that file or the one above. */
function inWorkspace(path: string): string | undefined {
  const value: unknown = loadJsonc().parse(readIfAllowed(path) ?? '');
  const named = isJsonObject(value) ? value['openapi_spec'] : undefined;
  if (typeof named !== 'string') return undefined;
  const folders = [dirname(path), dirname(dirname(path))];
  return folders.map((folder) => resolve(folder, named)).find((one) => readIfAllowed(one) !== undefined);
}
