import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { toServiceName } from '../../api/tools/names.js';
import { Diagnostics, errorAt, locateStart, type Failure } from '../../diagnostics.js';
import { TOOLS, type ServiceDraft, type Tool } from '../../migrate/migration.js';
import { readMigration } from '../../migrate/read-migration.js';
import { didYouMean } from '../../spec/suggest.js';
import { isAddress } from '../../spec/references/reference.js';
import { describeMissing } from '../sources/read-sources.js';
import { readIfAllowed, toPosixPath } from '../../output/disk.js';
import { WrongUsage } from '../terminal/console.js';
import { findDocument } from './find-document.js';

/** The values of `--from` and of the flags that go with it. */
export interface FromOptions {
  /** A file, or a tool. */
  readonly from: string;
  readonly cwd: string;
  /** Folder of the project, absolute. */
  readonly root: string;
  /** As asked for by `--name` and `--spec`. */
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
  /** Name of the service, where the old configuration gives several. */
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

/** Finds and reads the configuration of another generator, and the service of it that is asked for. */
export function openMigration(options: FromOptions): OpenedMigration | Failure {
  const found = findSettings(options);
  const path = found.path;
  const file = toPosixPath(relative(options.cwd, path)) || '.';
  const text = readIfAllowed(path);
  if (text === undefined)
    return { diagnostics: [errorAt('unreadable-file', describeMissing(file, path), locateStart(file))] };
  const diagnostics = new Diagnostics({ strict: true });
  const leaving = readMigration({ file, text }, found.tool, diagnostics);
  if (leaving === undefined) return { diagnostics: diagnostics.list };
  const { tool, services } = leaving;
  const draft = chooseDraft(services, file, options);
  if ('diagnostics' in draft) return draft;
  const spec = findSpec(draft, path, options);
  if (typeof spec !== 'string') return spec;
  const name = services.length > 1 && draft.name !== undefined ? toServiceName(draft.name) : undefined;
  return { tool, path, file, draft, spec, ...(name !== undefined && { name }) };
}

/** The file that is named, or the usual one of the tool that is named. */
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

/** The document, from the current folder: as asked for, as the configuration says, or as it is usually called. */
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
