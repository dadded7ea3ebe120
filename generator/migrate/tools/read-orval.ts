import type { Diagnostics } from '../../diagnostics.js';
import { ENUM_STYLES } from '../../api/types/shape.js';
import type { Part } from '../../options.js';
import type { OperationPattern } from '../../spec/operation-pattern.js';
import { NAME_CASES } from '../../api/tools/name-options.js';
import type { Keys, Migrated, ServiceDraft } from '../migration.js';
import { keepWholeIds, nameSchemaType, renameAllTypes } from '../names.js';
import {
  completeParts,
  readImportExtension,
  readTags,
  sourceFolder,
  subsetKey,
  withoutDeprecated,
} from '../output-keys.js';
import { Section, type Advice, type Same } from '../settings/section.js';
import { listEntries, readValue, type Setting } from '../settings/setting.js';
import type { SpecFacts } from '../spec-facts.js';
import { withValueKeys, type NameWish, type ValueWishes } from '../value-keys.js';

const advice: Advice = {
  hooks: 'run the command after `speccast generate`, in a script of package.json',
  'input.override': 'change the document in the overlay: specs/docs/overlays.md',
  'input.validation': 'each document is validated',
  'input.parserOptions': 'send headers by `speccast pull --header Name=VARIABLE`',
  'input.filters.schemas': 'choose operations by `operations` in speccast.yaml',
  input: 'this has no counterpart',
  'output.mode': 'there is one module for each resource and kind of code',
  'output.schemas': 'types of models are in `models` of the output',
  'output.workspace': 'paths start from the folder of speccast.yaml',
  'output.prettier': 'prettier formats generated code',
  'output.biome': 'prettier formats generated code; `format: false` turns that off',
  'output.tslint': 'run the linter after `speccast generate`',
  'output.eslint': 'run the linter after `speccast generate`',
  'output.clean': 'files that are not generated stay where they are',
  'output.baseUrl': 'pass `baseUrl` to the client, or change `servers` in the overlay',
  'output.indexFiles': 'there is always an index: `index.ts`',
  'output.headers': 'headers are members of the params of a call',
  'output.httpClient': 'calls are made by `fetch`',
  'output.mock': 'the emulator responds, with state and validated requests',
  'output.docs': 'doc comments have what the document says',
  'output.namingConvention': 'modules are named in kebab-case after their resource',
  'output.fileExtension': 'modules are TypeScript',
  'output.schemaFileExtension': 'modules are TypeScript',
  'output.operationSchemas': 'types of calls are beside their operations',
  'output.commonTypesFileName': 'each type is in the module of the resource that has it',
  'output.allParamsOptional': 'what the document requires is required',
  'output.optionsParamRequired': 'options of a call may be left out',
  'output.unionAddMissingProperties': 'unions are as the document has them',
  'output.propertySortOrder': 'properties have the order of the document',
  'output.factoryMethods': 'no factories are generated; the emulator makes values',
  'output.urlEncodeParameters': 'parameters of paths are always encoded',
  'output.tsconfig': 'generated code passes a strict compiler',
  'output.override.mutator': 'pass `fetch` and `middleware` to the client instead',
  'output.override.query': 'no hooks are generated; call the client in a query function',
  'output.override.mock': 'seed the emulator instead, by `x-seed` or `emulator.seed`',
  'output.override.operations': 'set this for the operation in the overlay, or pass it to the call',
  'output.override.tags': 'set this for each operation in the overlay, or pass it to the call',
  'output.override.operationName': 'give the operation another `operationId` in the overlay',
  'output.override.header': 'the first line of a generated file names its spec',
  'output.override.formData': 'bodies in forms are encoded as the document says',
  'output.override.formUrlEncoded': 'bodies in forms are encoded as the document says',
  'output.override.paramsSerializer': 'parameters are sent as `style` and `explode` of the document say',
  'output.override.zod': 'validators do not coerce; the option `validate` of the client applies them',
  'output.override.transformer': 'change the document in the overlay',
  'output.override.components': 'parameters, bodies and responses have no types of their own; schemas have',
  'output.override.components.schemas.itemPrefix': 'types inside a schema are named after the schema and the property',
  'output.override.components.schemas.itemSuffix': 'types inside a schema are named after the schema and the property',
  'output.override.useTypeOverInterfaces': 'objects are interfaces',
  'output.override.namingConvention.enum': 'constants are in PascalCase; `x-enum-varnames` of the schema names them',
  'output.override.namingConvention': 'names are in camelCase, snake_case or PascalCase: `names` in speccast.yaml',
  'output.override.title': 'the client is called after the package',
  'output.override.splitByContentType': 'a call takes every content type of its body; `contentType` chooses one',
  'output.override.aliasCombinedTypes': 'types are as the document has them',
  'output.override.paramsFilter': 'parameters that are `undefined` are not sent',
  'output.override.useNamedParameters': 'parameters are members of one object, the params of the call',
  'output.override.suppressReadonlyModifier': 'properties of responses are `readonly`; those of requests are not',
  'output.override.preserveReadonlyRequestBodies':
    'properties that are `readOnly` in the document are not part of requests',
  'output.override.useNullForOptional':
    'optional values may be `undefined`, and `null` only where the document allows it',
  'output.override.contentType': 'the document states the content types; pass `contentType` if there are several',
  'output.override.jsDoc': 'doc comments have what the document says',
  'output.override.requestOptions': 'pass options to the client, or to a call',
  'output.override.fetch': 'a call resolves to what the response holds; `.withResponse()` has the rest',
  'output.override.fetch.runtimeValidation': "pass `validate: { response: 'error' }` to the client",
  'output.override.axios': 'calls are made by `fetch`',
  'output.override.swr': 'no hooks are generated; call the client in a fetcher',
  'output.override.angular': 'no services are generated; call the client where they were used',
  'output.override.hono': 'no servers are generated',
  'output.override.mcp': 'no servers are generated',
  'output.override': 'this has no counterpart',
  output: 'this has no counterpart',
};

/** Reads an `orval.config.*`: a service for each project. */
export function readOrval(setting: Setting, diagnostics: Diagnostics): readonly ServiceDraft[] {
  const found = listEntries(setting).flatMap(([name, { value }]) => readProject(name, value));
  if (found.length === 0)
    diagnostics.error('invalid-settings', 'a configuration of orval has a project with the key `input`', setting.at);
  return found;
}

function readProject(name: string, project: Setting): readonly ServiceDraft[] {
  const root = new Section(project, advice);
  if (!root.has('input')) return [];
  const at = root.atKey('input');
  const input = root.section('input');
  const text = root.string('input') ?? input.string('target');
  return [
    {
      name,
      at: root.at,
      spec: text === undefined ? undefined : { text, at },
      migrate: (facts) => migrate(root, input, facts),
    },
  ];
}

function migrate(root: Section, input: Section, facts: SpecFacts): Migrated {
  const short = root.string('output');
  const output = root.section('output');
  // Paths of the output start from its `workspace`.
  const workspace = output.string('workspace');
  const target = output.string('target') ?? (workspace === undefined ? output.string('schemas') : undefined);
  const source = short ?? ([workspace, target].filter((one) => one !== undefined).join('/') || undefined);
  // Opened, so that each of its keys is a leftover.
  input.section('override');
  const override = output.section('override');
  const isHidden = override.boolean('useDeprecatedOperations') === false;
  const filters = readFilters(input.section('filters'), facts, isHidden ? withoutDeprecated(facts) : []);
  const naming = override.section('namingConvention');
  const style = naming.choice('properties', NAME_CASES);
  const leave = naming.leaver('properties');
  // Parameters keep their names.
  const names: readonly NameWish[] =
    style === undefined || style === 'unchanged' ? [] : [{ named: 'properties', style, keepsParameters: true, leave }];
  // Prefix and suffix of the types of schemas.
  const components = override.section('components');
  const schemas = components.section('schemas');
  const [prefix = '', suffix = ''] = [schemas.string('prefix'), schemas.string('suffix')];
  const nameType = (schema: string): string => prefix + nameSchemaType(schema) + suffix;
  const importExtension = readImportExtension(output, 'importExtension');
  const isFormatted = output.boolean('prettier') === true || output.string('formatter') === 'prettier';
  const keys = { ...keepWholeIds(facts), ...filters, importExtension, format: isFormatted || undefined };
  return {
    source: sourceFolder(source ?? 'src/api'),
    parts: completeParts(readParts(output)),
    keys: withValueKeys(keys, { ...readValues(override), names }, facts),
    actions: prefix + suffix !== '' ? renameAllTypes(facts, nameType, components.leaver('schemas')) : [],
    leftovers: root.finish(),
  };
}

/** Clients that are plain functions, without hooks or classes of a framework. */
const PLAIN_CLIENTS = new Set(['fetch', 'axios', 'axios-functions']);

function readParts(output: Section): readonly Part[] {
  const client = output.string('client');
  const mock = output.peek('mock');
  const mocked = readValue(mock);
  if (mocked !== undefined) output.take('mock');
  if (mock?.kind === 'map') output.child(output.take('mock') ?? mock, 'mock').take('type');
  output.expect(sameOutput);
  if (client !== undefined && client !== 'zod' && !PLAIN_CLIENTS.has(client))
    output.leave('client', `no code for ${client} is generated; call the client where it was used`);
  if (client?.startsWith('axios') === true) output.leave('client', 'calls are made by `fetch`, not by axios');
  const isMocked = mock !== undefined && mocked !== false && mocked !== null;
  return [client === 'zod' ? 'validators' : 'client', ...(isMocked ? (['emulator'] as const) : [])];
}

const sameOutput: Same = {
  httpClient: 'fetch',
  urlEncodeParameters: true,
  headers: true,
  indexFiles: true,
  propertySortOrder: 'Specification',
  allParamsOptional: false,
  optionsParamRequired: false,
};

const sameOverrides: Same = {
  useNamedParameters: true,
  suppressReadonlyModifier: false,
  useTypeOverInterfaces: false,
  useNullForOptional: false,
};

/** Reads types of values: enums are objects of constants by default. */
function readValues(override: Section): ValueWishes {
  override.expect(sameOverrides);
  override.section('namingConvention').expect({ enum: 'PascalCase' });
  const style = override.choice('enumGenerationType', ENUM_STYLES);
  const isSet = (key: string): boolean => override.boolean(key) === true;
  const [isNative, hasLarge] = [isSet('useNativeEnums'), isSet('useBigInt')];
  const datesKey = ['useDatesTransform', 'useDates'].filter(isSet)[0];
  const enumsKey = style ? 'enumGenerationType' : isNative ? 'useNativeEnums' : undefined;
  return {
    dates: datesKey === undefined ? undefined : override.leaver(datesKey),
    bigints: hasLarge ? { formats: ['int64', 'uint64'], leave: override.leaver('useBigInt') } : undefined,
    enums: { style: style ?? (isNative ? 'enum' : 'const'), leave: enumsKey && override.leaver(enumsKey) },
  };
}

function readFilters(filters: Section, facts: SpecFacts, hidden: readonly OperationPattern[]): Keys {
  const mode = filters.string('mode') ?? 'include';
  const tags = filters.has('tags') ? readTags(filters, 'tags', facts) : [];
  const isExcluded = mode === 'exclude';
  return subsetKey([...(isExcluded ? tags : []), ...hidden], isExcluded ? [] : [tags]);
}
