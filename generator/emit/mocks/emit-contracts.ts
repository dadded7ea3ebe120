import type { Api, Operation } from '../../api/api.js';
import { isJsonObject } from '../../spec/read/json.js';
import type { Json, JsonObject } from '../../spec/read/json.js';
import { emulator } from '../code/syntax/imports.js';
import type { Imports } from '../code/syntax/imports.js';
import { literal } from '../code/syntax/literals.js';
import { code } from '../code/templates/templates.js';
import type { Code } from '../code/templates/templates.js';
import { valuesByModule, type ByModule, type MockTools } from './behaviour-value.js';

/** The constant with the sources of the operations of a resource and of their rules; none where the package names no sources. */
export function contractsStatement(module: string, imports: Imports, tools: MockTools): readonly string[] {
  const contracts = tools.contracts.get(module);
  if (contracts === undefined) return [];
  const view = {
    name: tools.layout.mocks(module, 'Contracts').name,
    type: imports.useType(emulator('OperationContract')),
    contracts: code(literal(contracts)),
  };
  return [tools.templates.render('mocks/contracts.hbs', view)];
}

/** What the plan says of contracts; empty where the package names no sources. */
export function contractView(
  tools: MockTools,
  imports: Imports,
): { readonly contracts: readonly string[]; readonly sources: Code } | '' {
  if (tools.api.citesSources !== true) return '';
  const sources = { ...serviceSources(tools.api), ...sourcesOfTables(tools) };
  const contracts = [...tools.contracts.keys()].map((module) => imports.use(tools.layout.mocks(module, 'Contracts')));
  if (contracts.length + Object.keys(sources).length === 0) return '';
  return { contracts, sources: code(literal(sources)) };
}

/** Where the operations of each module and their rules are stated; empty where the package names no sources. */
export function contractsByModule(api: Api): ByModule {
  return api.citesSources === true ? valuesByModule(api, operationContract) : new Map();
}

function sourcesOfTables({ resources }: MockTools): JsonObject {
  return Object.assign(
    {},
    ...resources.flatMap(({ table, model }) =>
      model === undefined ? [] : [tableSources(table, model.schema.doc.source, model.extensions)],
    ),
  );
}

/** The extensions that make rules. */
const ruled = [
  'action',
  'selectors',
  'filters',
  'paging',
  'requires',
  'refuses',
  'limit',
  'media',
  'visibility',
  'references',
  'closed',
  'order',
  'enums',
];

/** What an operation states beside its behaviour (`OperationContract` of the emulator): where it is stated. */
function operationContract(operation: Operation): JsonObject | undefined {
  const source = operation.doc.source ?? 'public';
  const declared = withoutValue(sourcesIn(operation.extensions), source);
  const sources = { ...parameterSources(operation, source), ...declared };
  const isSilent = Object.keys(sources).length === 0;
  if (source === undefined && isSilent) return undefined;
  return { ...(source !== undefined && { source }), ...(!isSilent && { sources }) };
}

/** Where the rules of a table are stated, by the name of the table and `table#rule`. */
export function tableSources(table: string, source: string | undefined, extensions: JsonObject): JsonObject {
  const own = withoutValue(sourcesIn(extensions), source);
  return {
    ...(source === undefined ? {} : { [table]: source }),
    ...Object.fromEntries(Object.entries(own).map(([name, value]) => [`${table}#${name}`, value])),
  };
}

/** Where rules of all operations are stated: those of credentials, and what only overlays name. */
export function serviceSources(api: Api): JsonObject {
  if (api.citesSources !== true) return {};
  const schemes = api.securitySchemes.map(({ doc }) => doc.source).filter((one) => one !== undefined);
  const { source } = api.doc;
  const common = ['ifMatch', 'fields', 'paging', 'upload'].map((name): [string, Json] => [`*#${name}`, 'public']);
  return {
    ...Object.fromEntries(common),
    ...(schemes[0] === undefined ? {} : { '*#auth/key': schemes[0], '*#auth/token': schemes.at(-1) ?? schemes[0] }),
    ...(source === undefined
      ? {}
      : Object.fromEntries(
          ['route', 'method', 'json', 'multipart', 'size', 'parameters'].map((one) => [`*#${one}`, source]),
        )),
  };
}

/** Of parameters, most of which are public facts, only those that are stated elsewhere are named. */
function parameterSources({ parameters }: Operation, source: string | undefined): Readonly<Record<string, string>> {
  if (source === undefined) return {};
  const sources = parameters.map(({ name, doc, overlaid }) => ({
    name,
    own: overlaid === true ? 'public' : doc.source,
  }));
  const usual = sources.some(({ own }) => own === 'public') ? 'public' : source;
  return {
    ...(usual === source ? {} : { parameters: usual }),
    ...Object.fromEntries(
      sources.flatMap(({ name, own = source }): [string, string][] =>
        own === usual ? [] : [[`parameters/${name}`, own]],
      ),
    ),
  };
}

/** The `x-source` inside the extensions, by the paths of the rules that they make. */
function sourcesIn(extensions: JsonObject): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of ruled) collect(extensions[`x-${name}`] ?? null, name, found);
  return found;
}

function collect(value: Json, path: string, found: Record<string, string>): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, `${path}/${nameOf(path, item, index)}`, found);
    return;
  }
  if (!isJsonObject(value)) return;
  const source = value['x-source'];
  const name = path === 'limit' ? `limit/${nameOf(path, value, 0)}` : path;
  if (typeof source === 'string') found[name] = source;
  if (Array.isArray(source)) found[name] = source.filter((one) => typeof one === 'string').join(', ');
  for (const [member, inner] of Object.entries(value))
    if (!member.startsWith('x-')) collect(inner, `${path}/${member}`, found);
}

/** References are told apart by their paths, limits by their reasons, all else by its number. */
function nameOf(path: string, item: Json, index: number): string {
  if (!isJsonObject(item)) return String(index);
  if (path === 'references' && typeof item['path'] === 'string') return item['path'];
  if (path === 'limit') return typeof item['reason'] === 'string' ? item['reason'] : 'limitExceeded';
  return String(index);
}

function withoutValue(entries: Readonly<Record<string, string>>, value: string | undefined): JsonObject {
  return Object.fromEntries(Object.entries(entries).filter(([, one]) => one !== value));
}
