import type { Api } from '../../api/api.js';
import { code, createTemplates, type Code } from '../code/templates.js';
import type { EmitContext } from '../emit-context.js';
import type { Part } from '../../options.js';
import type { SourceFile, CodeSymbol, ImportLine, Statement } from '../source-file.js';
import {
  emitApiError,
  emitErrorBodies,
  apiErrorReason,
  apiErrorSymbol,
  errorBodiesSymbol,
  hasErrorBodies,
  isErrorOfSymbol,
  reasonSymbols,
} from './emit-errors.js';
import {
  emitQuotaMeter,
  emitServerAddress,
  emitSignIn,
  hasServerChoice,
  quotaMeterSymbol,
  serverAddressesSymbol,
  serverAddressSymbol,
} from './emit-option-helpers.js';
import { emitResource, type ClientTools, groupViews } from './emit-resource.js';
import { CUSTOM, hasCustomIndex, usedClass } from '../custom-code.js';
import { allGroups, serviceSymbol } from '../layout.js';
import { docLines } from '../code/doc-comments.js';
import { Imports, runtime } from '../code/imports.js';
import { operationSymbols } from '../code/call-types.js';
import { type ApiFeatures, findFeatures, takesMedia } from '../code/api-features.js';
import { commonParamsSymbol } from '../code/operation-params.js';
import { groupBy } from '../../iterables.js';
import { exportStructure, exportStructures } from '../code/structures.js';
import { ownCodecSymbol } from '../code/types.js';

/**
 * Emits `client/*.ts` (a free function an operation, a class a resource), `client/client.ts`,
 * and the entries `index.ts` (with those of folders) and `operations.ts` of the package. Without a client `index.ts` has types
 * alone.
 */
export function emitClient(context: EmitContext): readonly SourceFile[] {
  const { api, layout, assets, parts, argumentStyle = 'object' } = context;
  const clientClass: ClientTools['clientClass'] = (group) => usedClass(layout.resource(group), context);
  const templates = createTemplates(assets.templates);
  const tools: ClientTools = { api, layout, parts, argumentStyle, clientClass, templates };
  const index = emitIndex(tools, hasCustomIndex(context) ? [`./${CUSTOM}/index.js`] : []);
  if (!parts.includes('client')) return index;
  const resources = allGroups(api.groups).map((group) => emitResource(group, tools));
  return [
    ...resources,
    emitClientFile(tools),
    ...emitApiError(tools),
    ...emitErrorBodies(tools),
    ...emitQuotaMeter(tools),
    ...emitServerAddress(tools),
    ...index,
    emitOperationsEntry(tools),
    ...emitNodeEntry(api),
    ...emitSignIn(tools),
  ];
}

const module = 'client/client';

/** The class that holds all resources: `PetStore`. */
function clientSymbol(api: Api): CodeSymbol {
  return { name: api.typeName, module };
}

/** The function that makes a client: `createPetStore`. */
function createSymbol(api: Api): CodeSymbol {
  return { name: `create${api.typeName}`, module };
}

/** Emits `client/client.ts`: the class that holds all resources, and the function that makes it. */
function emitClientFile(tools: ClientTools): SourceFile {
  const { api, templates, parts } = tools;
  const client = clientSymbol(api).name;
  const create = createSymbol(api).name;
  const imports = new Imports(module, [client, create]);
  const classView = {
    docs: docLines(api.doc.summary === undefined ? { ...api.doc, summary: `Client of ${api.title}.` } : api.doc),
    name: client,
    base: imports.use(runtime('BaseClient')),
    core: imports.useType(runtime('Core')),
    clientOptions: optionsType(imports, parts),
    groups: groupViews(api.groups, imports, tools),
  };
  const createView = {
    create,
    client,
    clientOptions: optionsType(imports, parts),
    createCore: imports.use(runtime('createCore')),
    service: imports.use(serviceSymbol),
  };
  const body = [templates.render('client/client.hbs', classView), templates.render('client/create.hbs', createView)];
  return imports.toFile(body);
}

/** Prints the type of the options of a client: without `validate` in a package without validators. */
function optionsType(imports: Imports, parts: readonly Part[]): Code {
  const type = imports.useType(runtime('ClientOptions'));
  return code(parts.includes('validators') ? type : `Omit<${type}, 'validate'>`);
}

/** Folders whose types have an index of their own: one for all would be too long to read. */
const folders = ['models/', 'operations/'];

/**
 * Emits `index.ts`, the entry of the package: client, errors, credentials, and all types by name, those of models and
 * operations by way of `models/index.ts` and `operations/index.ts`. Where a model has the name of something of ours, the
 * model gets an alias: `ApiErrorModel`. `others` are modules of which it exports everything.
 */
function emitIndex(tools: ClientTools, others: readonly string[]): readonly SourceFile[] {
  const exports = new Imports('index');
  if (tools.parts.includes('client')) {
    for (const symbol of [createSymbol(tools.api), clientSymbol(tools.api), ...exportedValues(tools)])
      exports.use(symbol);
    for (const symbol of exportedTypes(tools)) exports.useType(symbol);
  }
  const enums = (tools.api.enums ?? []).map(({ name }) => tools.layout.enumType(name));
  for (const symbol of enums) exports.use(symbol);
  const values = new Set(enums.map(({ name, module }) => `${module} ${name}`));
  for (const symbol of dataTypes(tools)) if (!values.has(`${symbol.module} ${symbol.name}`)) exports.useType(symbol);
  const lines = exports.lines();
  const indexes = folders.flatMap((folder) => folderIndex(folder, lines));
  const named = lines.filter(({ module }) => !folders.some((folder) => module.startsWith(folder)));
  const stars = indexes.map(({ path }) => {
    const isOfTypes = enums.length === 0 || !path.startsWith('src/models/');
    return exportStructure(path.replace(/^src/, '.').replace(/ts$/, 'js'), '*', isOfTypes);
  });
  const all = [
    ...exportStructures(named),
    // The codecs of the user's own: each is `codec` in its module, and `moneyCodec` outside.
    ...(tools.api.codecs ?? []).flatMap((codec) => {
      if (codec.own !== true) return [];
      const { module, name } = ownCodecSymbol(codec, 'codec');
      return [exportStructure(`./${module}.js`, [`${name} as ${codec.id}Codec`])];
    }),
    ...stars,
    ...others.map((path) => exportStructure(path, '*', false)),
  ];
  // Without an export it would be no module.
  return [indexFile('src/index.ts', all.length === 0 ? ['export {};'] : all), ...indexes];
}

/**
 * Emits the index of a folder. Of operations it exports all that the module of a resource has, so that it names no operation;
 * of a module with a name that something else has, too, it exports each by its name or alias.
 */
function folderIndex(folder: string, lines: readonly ImportLine[]): readonly SourceFile[] {
  const own = lines.filter(({ module }) => module.startsWith(folder));
  const body =
    folder === 'models/'
      ? exportStructures(own, folder)
      : starExports(own, folder, ({ module }) => module !== serviceSymbol.module, true);
  return own.length === 0 ? [] : [indexFile(`src/${folder}index.ts`, body)];
}

/** Exports of `*` from the modules of `lines`, of names where a line has an alias or is not of an `isWhole` module. */
function starExports(
  lines: readonly ImportLine[],
  folder: string,
  isWhole: (line: ImportLine) => boolean,
  typeOnly: boolean,
): readonly Statement[] {
  return [...groupBy(lines, ({ module }) => module)].flatMap(([module, own]) =>
    own.every((one) => one.alias === undefined && isWhole(one))
      ? [exportStructure(`./${module.slice(folder.length)}.js`, '*', typeOnly)]
      : exportStructures(own, folder),
  );
}

function indexFile(path: string, body: SourceFile['body']): SourceFile {
  return { kind: 'source', path, imports: [], body };
}

/** Names of values and types of the runtime that packages export: all of them, and those whose API has a feature. */
const runtimeExports: Readonly<
  Record<keyof ApiFeatures | 'all' | 'validation', { readonly values: string; readonly types: string }>
> = {
  all: {
    values:
      'AbortedError ClientError ConnectionError InvalidOptionError InvalidParameterError MissingCredentialError TimeoutError ' +
      'TokenError UnexpectedContentError apiKey basic bearer clientCredentials joinIds memoryStore oauthRefresh revalidate shareReads',
    types:
      'AcceptOptions AccessTokenAnswer AccessTokenSource ApiErrorDetail ApiPromise Auth BearerOptions CallFeature CallMeta CallOptions ' +
      'ClientCredentialsOptions ClientOptions Clock Core Download EtagStore Fetch HeadersOption JoinIdsOptions LogLevel Logger Media MediaData MediaSource ' +
      'MemoryStoreOptions Middleware MiddlewareContext NamedMedia OAuthRefreshOptions OAuthTokens Result RetryContext ' +
      'RetryOptions RevalidateOptions SchemeOption StoredAnswer Token TokenNeed TokenProvider Unrecognized WithResponse',
  },
  validation: { values: 'ValidationError', types: 'DriftReport ValidateOptions ValidationLevel' },
  parts: { values: '', types: 'WithParts' },
  lists: { values: 'PagingError', types: 'PagePromise Paged' },
  streams: { values: '', types: 'ApiStream' },
  either: { values: '', types: 'ApiStream EitherStream' },
  reports: { values: '', types: 'ReportStream' },
  uploads: { values: '', types: 'Upload UploadProgress UploadState' },
  costs: { values: '', types: 'QuotaLimit QuotaMeter QuotaMeterOptions QuotaSpending QuotaState QuotaWindow' },
  budget: { values: 'QuotaError', types: '' },
};

function runtimeSymbols({ api, parts }: ClientTools, kind: 'values' | 'types'): readonly CodeSymbol[] {
  const features = { all: true, validation: parts.includes('validators'), ...findFeatures(api) };
  return Object.entries(runtimeExports).flatMap(([feature, names]) =>
    // The keys of the table are those of the features.
    features[feature as keyof typeof features] ? (names[kind].match(/\w+/g) ?? []).map(runtime) : [],
  );
}

function exportedValues(tools: ClientTools): readonly CodeSymbol[] {
  return [
    ...runtimeSymbols(tools, 'values'),
    apiErrorSymbol(tools),
    ...(findFeatures(tools.api).costs ? [quotaMeterSymbol] : []),
    ...(hasServerChoice(tools.api) ? [serverAddressSymbol] : []),
    ...(hasErrorBodies(tools.api) ? [isErrorOfSymbol] : []),
  ];
}

function exportedTypes(tools: ClientTools): readonly CodeSymbol[] {
  const { api } = tools;
  return [
    ...runtimeSymbols(tools, 'types'),
    ...(hasServerChoice(api) ? [serverAddressesSymbol] : []),
    ...(hasErrorBodies(api) ? [errorBodiesSymbol] : []),
    ...apiErrorReason(tools),
    ...allGroups(api.groups).map(tools.clientClass),
  ];
}

/** Types of models and operations. */
function dataTypes(tools: ClientTools): readonly CodeSymbol[] {
  const { api, layout } = tools;
  const models = api.models.flatMap((model) => {
    const symbol = layout.model(model);
    const { wire, input } = model;
    const others = [wire, input?.name, input?.wire].filter((one) => one !== undefined);
    return [symbol, ...others.map((name) => ({ ...symbol, name }))];
  });
  const common = commonParamsSymbol(api);
  return [
    ...models,
    ...api.operations.flatMap((operation) => operationSymbols(api, operation, layout)),
    ...reasonSymbols(tools),
    ...(common === undefined ? [] : [common]),
    ...(api.codecs ?? []).flatMap((codec) => (codec.own === true ? [ownCodecSymbol(codec, codec.type)] : [])),
  ];
}

/** Emits `operations.ts`, the entry for tree shaking: `createCore` and the free function of each operation. */
function emitOperationsEntry({ api, layout, templates, parts }: ClientTools): SourceFile {
  const imports = new Imports('operations', ['createCore']);
  const createCore = templates.render('client/create-core.hbs', {
    clientOptions: optionsType(imports, parts),
    core: imports.useType(runtime('Core')),
    createCore: imports.use(runtime('createCore')),
    service: imports.use(serviceSymbol),
  });
  const exports = new Imports('operations', ['createCore']);
  for (const operation of api.operations) exports.use(layout.method(operation));
  for (const symbol of [runtime('Core'), runtime('CallOptions'), runtime('ClientOptions')]) exports.useType(symbol);
  const isClient = ({ module }: ImportLine): boolean => module.startsWith('client/');
  const lines = exports.lines();
  const body = [
    ...starExports(lines.filter(isClient), '', isClient, false),
    ...exportStructures(lines.filter((one) => !isClient(one))),
    createCore,
  ];
  return imports.toFile(body);
}

/** Emits `node.ts`, the entry of what only Node has: files to upload. Nothing where no operation takes bytes. */
function emitNodeEntry(api: Api): readonly SourceFile[] {
  if (!takesMedia(api)) return [];
  const body = [
    "export { fileSource } from '@speccast/runtime/node';",
    "export type { FileSourceOptions } from '@speccast/runtime/node';",
  ];
  return [{ kind: 'source', path: 'src/node.ts', imports: [], body }];
}
