import { code, literalCode, render, useAll } from '../code/templates.js';
import type { UseType } from '../code/types.js';
import type { Operation, OperationGroup } from '../../api/api.js';
import { NameScope } from '../../api/tools/names.js';
import { printDataType, paramsTypes } from '../code/call-types.js';
import { readResult, optionsName, queryKinds, type QueryKind } from '../code/operation-result.js';
import { paramsAreOptional } from '../code/operation-params.js';
import { Imports, runtime } from '../code/imports.js';
import { assertPropertyName, literal } from '../code/literals.js';
import { exportStructure, interfaceStructure, type PropertyParts } from '../code/structures.js';
import type { EmitContext } from '../emit-context.js';
import { allGroups } from '../layout.js';
import type { CodeSymbol, SourceFile, Statement } from '../source-file.js';
import { groupPairs } from '../../iterables.js';
import { toObject } from '../../json.js';

/** The context in which the module of a resource is emitted. */
interface QueryTools extends EmitContext {
  readonly group: OperationGroup;
  readonly imports: Imports;
  /** Names of the functions, by operation and kind: `pets.list query`. */
  readonly functionNames: ReadonlyMap<string, string>;
  readonly readers: Readers;
}

/** Paths of the resources that read a table, by the name of the table. */
type Readers = ReadonlyMap<string, readonly (readonly string[])[]>;

/** Returns a symbol that `@speccast/runtime/tanstack` exports. */
function tanstack(name: string): CodeSymbol {
  return { name, module: 'runtime/tanstack' };
}

/** Emits `tanstack/*.ts`: one file for each resource, with keys and options of queries and mutations for TanStack Query. */
export function emitTanstack(context: EmitContext): readonly SourceFile[] {
  const groups = allGroups(context.api.groups);
  const readers = groupPairs(
    context.api.operations.flatMap((one) => listTables(one, READS).map((table) => [table, one.group] as const)),
  );
  return [
    ...groups.map((group) => emitGroup(group, context, readers)),
    emitKeys(context),
    new Imports('tanstack/index').toFile([
      ...['all-keys', ...groups.map(({ module }) => module)].map((module) => exportStructure(`./${module}.js`, '*')),
      "export type { ClientOrCore, DataKey, Failure, InfiniteQueryOptions, LinkedPage, MutationOptions, MutationSettings, PageParams, QueryKey, QueryOptions } from '@speccast/runtime/tanstack';",
    ]),
  ];
}

/** Returns the type `PlaylistsKeys` in `tanstack/playlists`: the keys of a resource. */
function keysType({ typeName, module }: OperationGroup): CodeSymbol {
  return { name: `${typeName}Keys`, module: `tanstack/${module}` };
}

/** Emits `tanstack/all-keys.ts`: the keys of all resources. */
function emitKeys(context: EmitContext): SourceFile {
  const { api } = context;
  // The keys of a resource with the name of the service would have the same type name.
  const reserved = allGroups(api.groups).map((group) => keysType(group).name);
  const type = new NameScope({ reserved }).claim([`${api.typeName}Keys`, `All${api.typeName}Keys`]);
  const imports = new Imports('tanstack/all-keys', [type, 'keys']);
  const keys = interfaceStructure({
    name: type,
    base: imports.useType(tanstack('GroupKeys')),
    docs: ['Keys of the queries of the service, by resource and method.'],
    properties: groupProperties(api.groups, imports),
  });
  const view = { type, createKeys: imports.use(tanstack('createKeys')), path: literalCode([api.name]) };
  return imports.toFile([keys, render(context, 'tanstack/all-keys.hbs', view)]);
}

function groupProperties(groups: readonly OperationGroup[], imports: Imports): readonly PropertyParts[] {
  return groups.map((group) => ({
    name: group.property,
    required: true,
    type: imports.useType(keysType(group)),
    docs: [`Of the resource \`${group.path.join('.')}\`.`],
  }));
}

/** Names of parameters and constants in the templates of functions, which imports must not have. */
const LOCAL = ['client', 'params', 'options', 'settings', 'own', 'asked', 'call'];

/** Emits `tanstack/<resource>.ts`: the keys of a resource, and the options of its queries and mutations. */
function emitGroup(group: OperationGroup, context: EmitContext, readers: Readers): SourceFile {
  const { name: type, module } = keysType(group);
  const operations = context.layout.operationsOf(group);
  const functions = operations.flatMap((operation) => queryKinds(operation).map((kind) => ({ operation, kind })));
  const functionNames = nameFunctions(functions);
  const imports = new Imports(module, [type, 'keys', 'Part', ...LOCAL, ...functionNames.values()]);
  const tools = { ...context, group, imports, functionNames, readers };
  const body: Statement[] = [
    interfaceStructure({
      name: type,
      base: imports.useType(tanstack('GroupKeys')),
      docs: [`Keys of the queries of \`${group.path.join('.')}\`.`],
      properties: [
        ...operations.map((operation) => keyProperty(operation, tools)),
        ...groupProperties(group.groups, imports),
      ],
    }),
  ];
  if (functions.length > 0) {
    const path = literalCode([context.api.name, ...group.path]);
    const view = { type, createKeys: imports.use(tanstack('createKeys')), path };
    body.push(render(context, 'tanstack/own-keys.hbs', view));
  }
  return imports.toFile([...body, ...functions.map((one) => emitFunction(one, tools))]);
}

interface FunctionParts {
  readonly operation: Operation;
  readonly kind: QueryKind;
}

const TITLES: Readonly<Record<QueryKind, string>> = {
  query: 'Options of a query of',
  infinite: 'Options of an infinite query of',
  linked: 'Options of an infinite query of',
  mutation: 'Options of a mutation of',
};

/** Names the functions, by operation and kind. Equal names get a number: the infinite query of `list` and the query of `listInfinite`. */
function nameFunctions(all: readonly FunctionParts[]): ReadonlyMap<string, string> {
  const scope = new NameScope();
  return new Map(
    all.map(({ operation, kind }) => [`${operation.id} ${kind}`, scope.claim([optionsName(operation, kind)])]),
  );
}

/** Prints the types of an operation's options. The data of a query is `null` for a response without a body: TanStack rejects `undefined`. */
function printOptionTypes(
  operation: Operation,
  isQuery: boolean,
  { imports, layout }: QueryTools,
): Readonly<Record<'typeParameters' | 'params' | 'data' | 'failure', string>> {
  const use: UseType = (symbol) => imports.useType(symbol);
  const { shape, empty } = readResult(operation);
  const reason = layout.reason(operation);
  const failure = `${use(tanstack('Failure'))}${reason ? `<${use(reason)}>` : ''}`;
  const data = isQuery && shape === undefined ? 'null' : printDataType(operation, layout, use);
  const isNullable = isQuery && empty && shape !== undefined;
  return {
    ...paramsTypes(operation, layout, use),
    data: isNullable ? `Exclude<${data}, undefined | void> | null` : data,
    failure,
  };
}

function keyProperty(operation: Operation, tools: QueryTools): PropertyParts {
  const name = { name: operation.property, required: true, docs: [`Of \`${operation.id}\`.`] };
  const use = (symbol: string): string => tools.imports.useType(tanstack(symbol));
  if (!queryKinds(operation).includes('query')) return { ...name, type: use('GroupKeys') };
  const { typeParameters, params, data, failure } = printOptionTypes(operation, true, tools);
  const key = `${use('DataKey')}<${data}, ${failure}>`;
  if (typeParameters === '') return { ...name, type: `${use('OperationKeys')}<${params}, ${key}>` };
  return { ...name, type: `${use('GroupKeys')} & (${typeParameters}(params: ${params}) => ${key})` };
}

function emitFunction({ operation, kind }: FunctionParts, tools: QueryTools): string {
  const { api, layout, imports, functionNames, group } = tools;
  const { typeParameters, params, data, failure } = printOptionTypes(operation, kind !== 'mutation', tools);
  const isOptional = paramsAreOptional(operation);
  const use = (name: string): string => imports.useType(tanstack(name));
  const view = {
    docs: [`${TITLES[kind]} \`${operation.id}\`.`],
    name: functionNames.get(`${operation.id} ${kind}`) ?? '',
    typeParameters: code(typeParameters),
    ...useAll(imports, 'runtime/tanstack', { client: 'type ClientOrCore', coreOf: 'coreOf' }),
    call: imports.use(layout.method(operation)),
    key: code(`keys.${assertPropertyName(operation.property)}`),
  };
  if (kind === 'mutation') {
    const stale = [group.path, ...listStale(operation, tools)].map((path) => literal([api.name, ...path]));
    const type = isOptional ? `${params} | undefined` : params;
    return render(tools, 'tanstack/mutation.hbs', {
      ...view,
      settings: use('MutationSettings'),
      type: code(`${use('MutationOptions')}<${data}, ${failure}, ${type}>`),
      make: imports.use(tanstack('mutationOptions')),
      params: code(isOptional ? 'params = {}' : 'params'),
      stale: code(stale.join(', ')),
    });
  }
  const options = imports.useType(runtime('CallOptions'));
  const queryView = { ...view, options, params: code(`params: ${params}${isOptional ? ' = {}' : ''}`) };
  if (kind === 'query')
    return render(tools, 'tanstack/query.hbs', {
      ...queryView,
      type: code(`${use('QueryOptions')}<${data}, ${failure}>`),
      make: imports.use(tanstack('queryOptions')),
    });
  const page = kind === 'linked' ? `${use('LinkedPage')}<${data}>` : data;
  return render(tools, 'tanstack/infinite.hbs', {
    ...queryView,
    type: code(`${use('InfiniteQueryOptions')}<${page}, ${failure}>`),
    make: imports.use(tanstack(kind === 'linked' ? 'linkedQueryOptions' : 'infiniteQueryOptions')),
    operation: imports.use(layout.descriptor(operation)),
  });
}

/** Members of an action with the name of a table that it changes. */
const CHANGES = ['insert', 'update', 'patch', 'delete', 'of'];

/** Members of an action with the name of a table that it reads. */
const READS = ['list', 'get'];

/** Lists the paths of other resources that read the tables which a write changes, by their `x-action`: their queries are stale after it. */
function listStale(operation: Operation, { group, readers }: QueryTools): readonly (readonly string[])[] {
  const all = listTables(operation, CHANGES).flatMap((table) => readers.get(table) ?? []);
  const others = all.map((one) => one.join('.')).filter((one) => one !== group.path.join('.'));
  return [...new Set(others)].map((one) => one.split('.'));
}

function listTables({ extensions }: Operation, members: readonly string[]): readonly string[] {
  const action = toObject(extensions['x-action']);
  return members.flatMap((member) => (typeof action[member] === 'string' ? action[member] : []));
}
