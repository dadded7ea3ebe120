import { resolve } from 'node:path';
import type { Position } from '../diagnostics.js';
import { PATIENCE, type EmitterConfig } from '../emit/emitter-module.js';
import { isJsonObject, type Json } from '../json.js';
import type { Mapping } from './mapping.js';

/** Templates of the user's own: a folder of them, or the files that take the place of some. */
export interface TemplatesConfig {
  readonly folder?: string;
  /** Absolute paths of files by the names of the templates that they replace. */
  readonly files?: Readonly<Record<string, { readonly path: string; readonly at: Position }>>;
  readonly at: Position;
}

/** Most milliseconds that it can be given. */
const MOST = 600_000;

/** Paths of modules of emitters: `emitters/quotas.ts`. */
const MODULE = /^\P{Cc}+\.(?:ts|js|mjs)$/u;

/** Returns why a path cannot be that of an emitter's module, or `undefined` where it can. */
export function describeWrongEmitter(path: string): string | undefined {
  return MODULE.test(path) ? undefined : 'an emitter is a file that ends in .ts, .js or .mjs';
}

/** Reads `emitters` of a service: modules, each by its path or with options. */
export function readEmitters(service: Mapping): readonly EmitterConfig[] {
  const list = service.value('emitters');
  if (list === undefined) return [];
  if (!Array.isArray(list)) return service.report('emitters', '`emitters` must be a list of modules') ?? [];
  return list.flatMap((entry: Json, index) => readEntry(service, entry, service.reader.positions.ofValue(list, index)));
}

function readEntry({ reader }: Mapping, entry: Json, at: Position): readonly EmitterConfig[] {
  const { folder, positions, diagnostics } = reader;
  const reject = (message: string): readonly [] => {
    diagnostics.error('invalid-config', message, at);
    return [];
  };
  const parts: Record<string, Json | undefined> = isJsonObject(entry) ? entry : { module: entry };
  const { module, options = {}, timeoutMs = PATIENCE, ...others } = parts;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    return reject(`an emitter has a \`module\`, \`options\` and \`timeoutMs\`, not ${JSON.stringify(unknown)}`);
  if (typeof module !== 'string' || !MODULE.test(module))
    return reject('an emitter is the path of a module, such as "emitters/quotas.ts", or has it as `module`');
  if (!isJsonObject(options)) return reject('`options` of an emitter must be a mapping');
  if (typeof timeoutMs !== 'number' || !Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > MOST)
    return reject(`\`timeoutMs\` of an emitter is a number of milliseconds up to ${MOST}`);
  const optionsAt: EmitterConfig['optionsAt'] = (owner, key, atKey) =>
    Object.hasOwn(owner, key) ? (atKey ? positions.ofKey(owner, key) : positions.ofValue(owner, key)) : at;
  return [{ path: resolve(folder, module), options, timeoutMs, at, optionsAt }];
}

/** Reads `templates` of a service: a folder, or files by the names of the templates that they replace. */
export function readTemplates(service: Mapping): TemplatesConfig | undefined {
  const value = service.value('templates');
  const { folder, positions, diagnostics } = service.reader;
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) {
    const named = service.string('templates');
    return named === undefined ? undefined : { folder: resolve(folder, named), at: service.at('templates') };
  }
  const files: Record<string, { readonly path: string; readonly at: Position }> = {};
  for (const [name, path] of Object.entries(value)) {
    const at = positions.ofValue(value, name);
    if (typeof path !== 'string' || !/^\P{Cc}+\.hbs$/u.test(path) || !/^\P{Cc}+\.hbs$/u.test(name))
      diagnostics.error(
        'invalid-config',
        'a template, such as "client/client.hbs", is replaced by a file of its kind',
        at,
      );
    else files[name] = { path: resolve(folder, path), at };
  }
  return { files, at: service.at('templates') };
}

/** Lists the folder of own templates, or the path of each. */
export function templatePaths({ folder, files = {} }: Partial<TemplatesConfig> = {}): readonly string[] {
  return [...(folder === undefined ? [] : [folder]), ...Object.values(files).map(({ path }) => path)];
}
