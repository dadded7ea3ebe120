import { listPresent } from '../../iterables.js';
import { nonEmpty } from '../../json.js';
import { code, type Code, fields, literalCode, render, useAll } from '../code/templates.js';
import type { Api } from '../../api/api.js';
import type { EmitContext } from '../emit-context.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import {
  apiErrorSymbol,
  emitApiError,
  emitErrorBodies,
  emitResource,
  errorBodiesSymbol,
  groupViews,
  hasErrorBodies,
  isErrorOfSymbol,
  reasonSymbols,
  reasonUnion,
} from './emit-resource.js';
import { emitFeatures, emitOperationsEntry, starExports } from './emit-core.js';
import { CUSTOM, hasCustomIndex, usedClass } from '../custom-code.js';
import { allGroups, featuresSymbol, serviceSymbol } from '../layout.js';
import { docLines } from '../code/doc-comments.js';
import { Imports, runtime } from '../code/imports.js';
import { operationSymbols } from '../code/call-types.js';
import { type ApiFeatures, findFeatures, hasFeatures, hasSignIn, takesMedia } from '../code/api-features.js';
import { commonParamsSymbol } from '../code/operation-params.js';
import { aliasStructure, exportStructure, exportStructures, interfaceStructure } from '../code/structures.js';
import { ownCodecSymbol } from '../code/types.js';
import type { Server, ServerVariable } from '../../api/types/service.js';
import { inlineCode } from '../../api/tools/sentence.js';
import { isAbsolute, isRelative } from '../../api/service/servers.js';
import { memberKey, stringLiteral } from '../code/literals.js';
import { quotaLimits } from '../code/operation-sentences.js';

/**
 * Emits `client/*.ts` (a function for each operation, a class for each resource), `client/client.ts`, and the entries `index.ts` and
 * `operations.ts` of the package. In a package without a client, it emits only `index.ts`, with types alone.
 */
export function emitClient(context: EmitContext): readonly SourceFile[] {
  const { api, parts } = context;
  const index = emitIndex(context);
  if (!parts.includes('client')) return index;
  return [
    ...allGroups(api.groups).map((group) => emitResource(group, context)),
    emitClientFile(context),
    ...emitFeatures(context),
    ...emitApiError(context),
    ...emitErrorBodies(context),
    ...emitQuotaMeter(context),
    ...emitServerAddress(context),
    ...index,
    emitOperationsEntry(context),
    ...(takesMedia(api) ? [nodeEntry] : []),
    ...emitSignIn(context),
  ];
}

const module = 'client/client';

/** Returns the class with all resources: `PetStore`. */
function clientSymbol(api: Api): CodeSymbol {
  return { name: api.typeName, module };
}

/** Returns the function that creates a client: `createPetStore`. */
function createSymbol(api: Api): CodeSymbol {
  return { name: `create${api.typeName}`, module };
}

/** Emits `client/client.ts`: the class with all resources, and the function that creates it. */
function emitClientFile(context: EmitContext): SourceFile {
  const { api } = context;
  const client = clientSymbol(api).name;
  const create = createSymbol(api).name;
  const imports = new Imports(module, [client, create]);
  const view = {
    docs: docLines(api.doc.summary === undefined ? { ...api.doc, summary: `Client of ${api.title}.` } : api.doc),
    name: client,
    client,
    create,
    ...useAll(imports, 'runtime', { base: 'BaseClient', core: 'type Core', createCore: 'createCore' }),
    clientOptions: optionsType(imports, context),
    groups: groupViews(api.groups, imports, context),
    service: imports.use(serviceSymbol),
    features: hasFeatures(context) && imports.use(featuresSymbol),
  };
  return imports.toFile(['client/client.hbs', 'client/create.hbs'].map((path) => render(context, path, view)));
}

/** Prints the type of a client's options: `ClientOptions`, or `Omit<ClientOptions, 'validate'>` in a package without validators. */
function optionsType(imports: Imports, { parts }: EmitContext): Code {
  const type = imports.useType(runtime('ClientOptions'));
  return code(parts.includes('validators') ? type : `Omit<${type}, 'validate'>`);
}

/**
 * Emits `index.ts`, the entry of the package: client, errors, credentials, and all types. It exports the types of models and operations
 * from `models/index.ts` and `operations/index.ts`, because one file would be too long to read. A model with the name of an export of
 * the package gets an alias: `ApiErrorModel`. The index of the user's own code (`custom`) is exported as a whole.
 */
function emitIndex(context: EmitContext): readonly SourceFile[] {
  const { api, layout, parts } = context;
  const exports = new Imports('index');
  if (parts.includes('client')) {
    for (const symbol of exportedValues(context)) exports.use(symbol);
    for (const symbol of exportedTypes(context)) exports.useType(symbol);
  }
  const { enums = [], codecs = [] } = api;
  for (const { name } of enums) exports.use(layout.enumType(name));
  for (const symbol of dataTypes(context)) exports.useType(symbol);
  const lines = exports.lines();
  const [ofModels, ofOperations] = ['models/', 'operations/'].map((folder) =>
    lines.filter((one) => one.module.startsWith(folder)),
  );
  const all = [
    ...exportStructures(lines.filter(({ module }) => !/^(?:models|operations)\//.test(module))),
    // A user's codec is `codec` in its module; the package exports it as `moneyCodec`.
    ...codecs.flatMap((codec) => {
      const { module, name } = ownCodecSymbol(codec, 'codec');
      return codec.own === true ? [exportStructure(`./${module}.js`, [`${name} as ${codec.id}Codec`])] : [];
    }),
    ...listPresent([
      ofModels?.[0] && exportStructure('./models/index.js', '*', enums.length === 0),
      ofOperations?.[0] && exportStructure('./operations/index.js', '*', true),
      hasCustomIndex(context) && exportStructure(`./${CUSTOM}/index.js`, '*'),
    ]),
  ];
  return listPresent([
    // TypeScript treats a file without imports and exports as a script, not a module.
    new Imports('index').toFile(nonEmpty(all) ?? ['export {};']),
    ofModels?.[0] && new Imports('models/index').toFile(exportStructures(ofModels, 'models/')),
    ofOperations?.[0] && new Imports('operations/index').toFile(starExports(ofOperations, 'operations/', true)),
  ]);
}

/** Names of exports of the runtime, by the feature of the API that needs them; those under `all` are in every package. */
type FeatureNames = Partial<Readonly<Record<keyof ApiFeatures | 'all' | 'validation', string>>>;

/** Values of the runtime that packages export. */
const runtimeValues: FeatureNames = {
  all:
    'AbortedError ClientError ConnectionError InvalidOptionError InvalidParameterError MissingCredentialError TimeoutError ' +
    'TokenError UnexpectedContentError apiKey basic bearer clientCredentials joinIds memoryStore oauthRefresh revalidate shareReads',
  validation: 'ValidationError',
  lists: 'PagingError',
  budget: 'QuotaError',
};

/** Types of the runtime that packages export. */
const runtimeTypes: FeatureNames = {
  all:
    'AcceptOptions AccessTokenAnswer AccessTokenResult AccessTokenSource ApiErrorDetail ApiPromise Auth BearerOptions CallFeature CallMeta CallOptions ' +
    'ClientCredentialsOptions ClientOptions Clock Core Download EtagStore Fetch HeadersOption JoinIdsOptions LogLevel Logger Media MediaData MediaSource ' +
    'MemoryStoreOptions Middleware MiddlewareContext NamedMedia OAuthRefreshOptions OAuthTokens Result RetryContext ' +
    'RetryOptions RevalidateOptions SchemeOption StoredAnswer StoredResponse Token TokenNeed TokenProvider Unrecognized WithResponse',
  validation: 'DriftReport ValidateOptions ValidationLevel',
  parts: 'WithParts',
  lists: 'PagePromise Paged',
  streams: 'ApiStream',
  either: 'ApiStream EitherStream',
  reports: 'ReportStream',
  uploads: 'Upload UploadProgress UploadState',
  costs: 'QuotaLimit QuotaMeter QuotaMeterOptions QuotaSpending QuotaState QuotaWindow',
};

function runtimeSymbols({ api, parts }: EmitContext, names: FeatureNames): readonly CodeSymbol[] {
  const features = { all: true, validation: parts.includes('validators'), ...findFeatures(api) };
  return Object.entries(names).flatMap(([feature, list]) =>
    // `FeatureNames` has only keys of features, but `Object.entries` returns `string`.
    features[feature as keyof typeof features] ? (list.match(/\w+/g) ?? []).map(runtime) : [],
  );
}

function exportedValues(context: EmitContext): readonly CodeSymbol[] {
  const { api } = context;
  return listPresent([
    createSymbol(api),
    clientSymbol(api),
    ...runtimeSymbols(context, runtimeValues),
    apiErrorSymbol(context),
    findFeatures(api).costs && quotaMeterSymbol,
    hasServerChoice(api) && serverAddressSymbol,
    hasErrorBodies(api) && isErrorOfSymbol,
  ]);
}

function exportedTypes(context: EmitContext): readonly CodeSymbol[] {
  const { api, layout } = context;
  return listPresent([
    ...runtimeSymbols(context, runtimeTypes),
    hasServerChoice(api) && serverAddressesSymbol,
    hasErrorBodies(api) && errorBodiesSymbol,
    reasonSymbols(context).length > 0 && reasonUnion,
    ...allGroups(api.groups).map((group) => usedClass(layout.resource(group), context)),
  ]);
}

/** Lists the types of models and operations. */
function dataTypes(context: EmitContext): readonly CodeSymbol[] {
  const { api, layout } = context;
  const models = api.models.flatMap((model) => {
    const { name, wire, input } = model;
    const names = listPresent([name, wire, input?.name, input?.wire]);
    return names.map((one) => ({ ...layout.model(model), name: one }));
  });
  return listPresent([
    ...models,
    ...api.operations.flatMap((operation) => operationSymbols(api, operation, layout)),
    ...reasonSymbols(context),
    commonParamsSymbol(api),
    ...(api.codecs ?? []).map((codec) => codec.own === true && ownCodecSymbol(codec, codec.type)),
  ]);
}

/** The entry `node.ts`, for Node only: files as uploads. */
const nodeEntry: SourceFile = new Imports('node').toFile([
  "export { fileSource } from '@speccast/runtime/node';",
  "export type { FileSourceOptions } from '@speccast/runtime/node';",
]);

const addressModule = 'client/server-address';

/** The function that returns an address of the spec with values for its variables. */
const serverAddressSymbol: CodeSymbol = { name: 'serverAddress', module: addressModule };

/** The type of the addresses of the spec and of their variables. */
const serverAddressesSymbol: CodeSymbol = { name: 'ServerAddresses', module: addressModule };

/** Returns true if clients can choose between several addresses, or values for the variables of an address. */
function hasServerChoice(api: Api): boolean {
  const servers = listCallable(api);
  return servers.length > 1 || servers.some(({ variables }) => variables.length > 0);
}

/** Emits `client/server-address.ts`: the addresses of the spec for the option `baseUrl`. Emits nothing if there is no choice. */
function emitServerAddress(context: EmitContext): readonly SourceFile[] {
  if (!hasServerChoice(context.api)) return [];
  const servers = listCallable(context.api);
  const addresses = serverAddressesSymbol.name;
  const imports = new Imports(addressModule, [serverAddressSymbol.name, addresses, 'defaults']);
  const properties = servers.map(({ url, name, description, variables }) => {
    const texts = listPresent([name, description]).filter((one) => one.trim() !== '');
    const notes = variables.map(({ name: variable, default: value, description: text }) =>
      `${inlineCode(variable)} is ${inlineCode(value)} by default. ${text ?? ''}`.trimEnd(),
    );
    const docs = docLines(texts.length === 0 ? {} : { summary: texts.join(': ') }, notes);
    return { name: url, required: true, type: variablesType(variables), docs };
  });
  const defaults = servers.map(({ url, variables }) => {
    const values = variables.map(({ name, default: value }) => [name, value] as const);
    return [url, Object.fromEntries(values)] as const;
  });
  const docs = ['The addresses that the spec names, and the variables of each.'];
  const view = {
    fill: imports.use(runtime('fillAddress')),
    addresses,
    defaults: literalCode(Object.fromEntries(defaults)),
  };
  return [
    imports.toFile([
      interfaceStructure({ name: addresses, docs, properties }),
      render(context, 'client/server-address.hbs', view),
    ]),
  ];
}

/** Lists the servers that a client can call, each address once; servers without a host only if all have none. */
function listCallable({ servers }: Api): readonly Server[] {
  const all = servers.some(isAbsolute) ? servers.filter(isAbsolute) : servers.filter(isRelative);
  return all.filter(({ url }, index) => all.findIndex((one) => one.url === url) === index);
}

function variablesType(variables: readonly ServerVariable[]): string {
  if (variables.length === 0) return '{ readonly [variable: string]: never }';
  const members = variables.map(({ name, values }) => {
    const type = [...new Set(values)].map((value) => stringLiteral(value)).join(' | ') || 'string';
    return `readonly ${memberKey(name)}?: ${type} | undefined`;
  });
  return `{ ${members.join('; ')} }`;
}

const meterModule = 'client/quota-meter';

/** The function that creates a quota meter; emitted if the spec states costs of operations. */
const quotaMeterSymbol: CodeSymbol = { name: 'quotaMeter', module: meterModule };

/** Emits `client/quota-meter.ts`: costs of calls, limits of buckets, and the function that creates a meter with them. */
function emitQuotaMeter(context: EmitContext): readonly SourceFile[] {
  const { api } = context;
  if (!findFeatures(api).costs) return [];
  const imports = new Imports(meterModule, [quotaMeterSymbol.name, 'book']);
  const costs = api.operations.flatMap(({ id, quota }) => (quota === undefined ? [] : [[id, { ...quota }] as const]));
  const view = {
    ...useAll(imports, 'runtime', {
      bookType: 'type QuotaBook',
      optionsType: 'type QuotaMeterOptions',
      meterType: 'type QuotaMeter',
      meter: 'meterQuota',
    }),
    timeZone: api.errors?.quota?.timeZone ?? 'UTC',
    limits: fields(quotaLimits(api)),
    costs: fields(Object.fromEntries(costs)),
  };
  return [imports.toFile([render(context, 'client/quota-meter.hbs', view)])];
}

/**
 * Emits the entry `sign-in.ts`, with functions that sign users in at the addresses and with the scopes of the spec. Emits nothing if
 * the spec has no address for the sign-in of users.
 */
function emitSignIn(context: EmitContext): readonly SourceFile[] {
  const { api } = context;
  if (!hasSignIn(api)) return [];
  const schemes = api.securitySchemes.filter((one) => one.kind === 'bearer');
  const names = schemes.flatMap(({ scopes }) => scopes.map(({ name }) => stringLiteral(name)));
  const imports = new Imports('sign-in', ['Scope', 'addresses', 'signIn', 'signInOnDevice']);
  const view = {
    ...useAll(imports, 'runtime/node', {
      addressesType: 'type SignInAddresses',
      browserOptions: 'type SignInOptions',
      deviceOptions: 'type DeviceSignInOptions',
      signedIn: 'type SignedIn',
      inBrowser: 'signInWithBrowser',
      onDevice: 'signInWithDevice',
    }),
    addresses: literalCode({ ...schemes.find(({ signIn }) => signIn !== undefined)?.signIn }),
  };
  return [
    imports.toFile([
      aliasStructure('Scope', [...new Set(names)].join(' | ') || 'string', ['A scope that the spec names.']),
      render(context, 'client/sign-in.hbs', view),
      "export type { DeviceCode, DeviceSignInOptions, SignedIn, SignInOptions } from '@speccast/runtime/node';",
    ]),
  ];
}
