import type { Operation, OperationGroup, Api } from '../../api/api.js';
import { NameScope } from '../../api/tools/names.js';
import { printDataType, paramsTypes } from '../code/call-types.js';
import { readResult, optionsName, queryKinds, type QueryKind } from '../code/operation-result.js';
import { paramsAreOptional } from '../code/operation-params.js';
import { Imports, runtime } from '../code/imports.js';
import { assertPropertyName, literal } from '../code/literals.js';
import { exportStructure, interfaceStructure, type PropertyParts } from '../code/structures.js';
import { code, createTemplates, type Templates } from '../code/templates.js';
import type { EmitContext } from '../emit-context.js';
import { allGroups } from '../layout.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import { groupPairs } from '../../iterables.js';
import { toObject } from '../../json.js';

/** The context of this emitter. */
interface QueryTools extends Pick<EmitContext, 'api' | 'layout'> {
  readonly templates: Templates;
  readonly invalidations: Invalidations;
}

/** A symbol that `@speccast/runtime/tanstack` exports. */
function tanstack(name: string): CodeSymbol {
  return { name, module: 'runtime/tanstack' };
}

/** Emits `tanstack/*.ts`: keys, and options of queries and mutations, for TanStack Query; a file a resource. */
export function emitTanstack({ api, layout, assets }: EmitContext): readonly SourceFile[] {
  const templates = createTemplates(assets.templates);
  const tools: QueryTools = { api, layout, templates, invalidations: createInvalidations(api) };
  const groups = allGroups(api.groups);
  return [...groups.map((group) => emitGroup(group, tools)), emitKeys(tools), emitIndex(groups)];
}

const keysModule = 'tanstack/all-keys';

/** `tanstack/playlists` : `PlaylistsKeys`, the keys of a resource. */
function keysType({ typeName, module }: OperationGroup): CodeSymbol {
  return { name: `${typeName}Keys`, module: `tanstack/${module}` };
}

/** Emits `tanstack/index.ts`. */
function emitIndex(groups: readonly OperationGroup[]): SourceFile {
  const modules = ['all-keys', ...groups.map(({ module }) => module)];
  const body = [
    ...modules.map((module) => exportStructure(`./${module}.js`, '*', false)),
    "export type { ClientOrCore, DataKey, Failure, InfiniteQueryOptions, LinkedPage, MutationOptions, MutationSettings, PageParams, QueryKey, QueryOptions } from '@speccast/runtime/tanstack';",
  ];
  return { kind: 'source', path: 'src/tanstack/index.ts', imports: [], body };
}

/** Emits `tanstack/all-keys.ts`: the keys of all resources. */
function emitKeys({ api, templates }: QueryTools): SourceFile {
  // A resource can have the name of the service.
  const reserved = allGroups(api.groups).map((group) => keysType(group).name);
  const name = new NameScope({ reserved }).claim([`${api.typeName}Keys`, `All${api.typeName}Keys`]);
  const imports = new Imports(keysModule, [name, 'keys']);
  const body = [
    interfaceStructure({
      name,
      base: imports.useType(tanstack('GroupKeys')),
      docs: ['Keys of the queries of the service, by resource and method.'],
      properties: groupProperties(api.groups, imports),
    }),
    templates.render('tanstack/all-keys.hbs', {
      type: name,
      createKeys: imports.use(tanstack('createKeys')),
      path: code(literal([api.name])),
    }),
  ];
  return imports.toFile(body);
}

function groupProperties(groups: readonly OperationGroup[], imports: Imports): readonly PropertyParts[] {
  return groups.map((group) => ({
    name: group.property,
    required: true,
    type: imports.useType(keysType(group)),
    docs: [`Of the resource \`${group.path.join('.')}\`.`],
  }));
}

/** Parameters and constants of the templates of functions: an operation can have the same name. */
const LOCAL = ['client', 'params', 'options', 'settings', 'own', 'asked', 'call'];

/** Emits `tanstack/<resource>.ts`: the keys of a resource, and the options of its queries and mutations. */
function emitGroup(group: OperationGroup, tools: QueryTools): SourceFile {
  const { api, layout, templates } = tools;
  const { name: type, module } = keysType(group);
  const operations = layout.operationsOf(group);
  const kinds = operations.map((operation) => ({ operation, kinds: queryKinds(operation) }));
  const names = nameFunctions(kinds);
  const imports = new Imports(module, [type, 'keys', 'Part', ...LOCAL, ...names.values()]);
  const local = { imports, names };
  const keys = interfaceStructure({
    name: type,
    base: imports.useType(tanstack('GroupKeys')),
    docs: [`Keys of the queries of \`${group.path.join('.')}\`.`],
    properties: [...kinds.map((one) => keyProperty(one, local, tools)), ...groupProperties(group.groups, imports)],
  });
  const functions = kinds.flatMap(({ operation, kinds: own }) =>
    own.map((kind) => emitFunction({ operation, kind, group }, local, tools)),
  );
  const ownKeys = (): string =>
    templates.render('tanstack/own-keys.hbs', {
      type,
      createKeys: imports.use(tanstack('createKeys')),
      path: code(literal([api.name, ...group.path])),
    });
  const body = [keys, ...(functions.length === 0 ? [] : [ownKeys()]), ...functions];
  return imports.toFile(body);
}

interface Kinds {
  readonly operation: Operation;
  readonly kinds: readonly QueryKind[];
}

const TITLES: Readonly<Record<QueryKind, string>> = {
  query: 'Options of a query of',
  infinite: 'Options of an infinite query of',
  linked: 'Options of an infinite query of',
  mutation: 'Options of a mutation of',
};

/** The names of the functions, by operation and kind; a number tells apart what `list` and `listInfinite` would share. */
function nameFunctions(all: readonly Kinds[]): ReadonlyMap<string, string> {
  const [names, taken] = [new Map<string, string>(), new Set<string>()];
  for (const { operation, kinds } of all)
    for (const kind of kinds) {
      const name = optionsName(operation, kind);
      const free = taken.has(name) ? `${name}2` : name;
      taken.add(free);
      names.set(`${operation.id} ${kind}`, free);
    }
  return names;
}

interface Local {
  readonly imports: Imports;
  readonly names: ReadonlyMap<string, string>;
}

/** The types of the options of an operation, as source text. */
function printOptionTypes(
  operation: Operation,
  { imports }: Local,
  { layout }: QueryTools,
): Readonly<Record<'typeParameters' | 'params' | 'failure', string>> {
  const useSymbol = (symbol: CodeSymbol): string => imports.useType(symbol);
  const { typeParameters, params } = paramsTypes(operation, layout, useSymbol);
  const reason = layout.reason(operation);
  const failure = imports.useType(tanstack('Failure'));
  return {
    typeParameters,
    params,
    failure: reason === undefined ? failure : `${failure}<${useSymbol(reason)}>`,
  };
}

/** The type of the data of an operation; that of a query is null for a response without a body. */
function dataType(operation: Operation, isQuery: boolean, { imports }: Local, { layout }: QueryTools): string {
  const { shape, empty } = readResult(operation);
  if (isQuery && shape === undefined) return 'null';
  const data = printDataType(operation, layout, (symbol) => imports.useType(symbol));
  return isQuery && empty ? `Exclude<${data}, undefined | void> | null` : data;
}

function keyProperty({ operation, kinds }: Kinds, local: Local, tools: QueryTools): PropertyParts {
  const name = { name: operation.property, required: true, docs: [`Of \`${operation.id}\`.`] };
  const use = (symbol: string): string => local.imports.useType(tanstack(symbol));
  if (!kinds.includes('query')) return { ...name, type: use('GroupKeys') };
  const { typeParameters, params, failure } = printOptionTypes(operation, local, tools);
  const key = `${use('DataKey')}<${dataType(operation, true, local, tools)}, ${failure}>`;
  if (typeParameters === '') return { ...name, type: `${use('OperationKeys')}<${params}, ${key}>` };
  return { ...name, type: `${use('GroupKeys')} & (${typeParameters}(params: ${params}) => ${key})` };
}

interface FunctionParts {
  readonly operation: Operation;
  readonly kind: QueryKind;
  readonly group: OperationGroup;
}

function emitFunction({ operation, kind, group }: FunctionParts, local: Local, tools: QueryTools): string {
  const { api, layout, templates, invalidations } = tools;
  const { imports, names } = local;
  const { typeParameters, params, failure } = printOptionTypes(operation, local, tools);
  const isOptional = paramsAreOptional(operation);
  const result = dataType(operation, kind !== 'mutation', local, tools);
  const view = {
    docs: [`${TITLES[kind]} \`${operation.id}\`.`],
    name: names.get(`${operation.id} ${kind}`) ?? '',
    typeParameters: code(typeParameters),
    client: imports.useType(tanstack('ClientOrCore')),
    coreOf: imports.use(tanstack('coreOf')),
    call: imports.use(layout.method(operation)),
    key: code(`keys.${assertPropertyName(operation.property)}`),
  };
  if (kind === 'mutation') {
    const stale = [group.path, ...invalidations(operation, group)].map((path) => literal([api.name, ...path]));
    const type = isOptional ? `${params} | undefined` : params;
    return templates.render('tanstack/mutation.hbs', {
      ...view,
      settings: imports.useType(tanstack('MutationSettings')),
      type: code(`${imports.useType(tanstack('MutationOptions'))}<${result}, ${failure}, ${type}>`),
      make: imports.use(tanstack('mutationOptions')),
      params: code(isOptional ? 'params = {}' : 'params'),
      stale: code(stale.join(', ')),
    });
  }
  const options = imports.useType(runtime('CallOptions'));
  const given = { ...view, options, params: code(`params: ${params}${isOptional ? ' = {}' : ''}`) };
  if (kind === 'query')
    return templates.render('tanstack/query.hbs', {
      ...given,
      type: code(`${imports.useType(tanstack('QueryOptions'))}<${result}, ${failure}>`),
      make: imports.use(tanstack('queryOptions')),
    });
  const page = kind === 'linked' ? `${imports.useType(tanstack('LinkedPage'))}<${result}>` : result;
  return templates.render('tanstack/infinite.hbs', {
    ...given,
    type: code(`${imports.useType(tanstack('InfiniteQueryOptions'))}<${page}, ${failure}>`),
    make: imports.use(tanstack(kind === 'linked' ? 'linkedQueryOptions' : 'infiniteQueryOptions')),
    operation: imports.use(layout.descriptor(operation)),
  });
}

/** The paths of the resources, beside its own, whose queries a write makes stale. */
type Invalidations = (operation: Operation, group: OperationGroup) => readonly (readonly string[])[];

/** Members of an action that name the table that it changes. */
const CHANGES = ['insert', 'update', 'patch', 'delete', 'of'];

/** Members of an action that name the table that it reads. */
const READS = ['list', 'get'];

/** Finds which resources read the tables that a write changes, where the spec says so (`x-action`). */
function createInvalidations({ operations }: Api): Invalidations {
  const readers = groupPairs(
    operations.flatMap((one) => listTables(one, READS).map((table) => [table, one.group] as const)),
  );
  return (operation, { path }) => {
    const all = listTables(operation, CHANGES).flatMap((table) => readers.get(table) ?? []);
    const others = all.map((one) => one.join('.')).filter((one) => one !== path.join('.'));
    return [...new Set(others)].map((one) => one.split('.'));
  };
}

function listTables({ extensions }: Operation, members: readonly string[]): readonly string[] {
  const action = toObject(extensions['x-action']);
  return members.flatMap((member) => {
    const table = action[member];
    return typeof table === 'string' ? [table] : [];
  });
}
