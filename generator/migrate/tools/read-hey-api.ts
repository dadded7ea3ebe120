import type { Diagnostics } from '../../diagnostics.js';
import type { Part } from '../../options.js';
import type { OperationPattern } from '../../spec/operation-pattern.js';
import type { Keys, Migrated, ServiceDraft } from '../migration.js';
import {
  completeParts,
  readImportExtension,
  readStrings,
  readTags,
  sourceFolder,
  subsetKey,
  withoutDeprecated,
} from '../output-keys.js';
import { Section, type Advice } from '../settings/section.js';
import { getEntry, readText, readValue, type Setting } from '../settings/setting.js';
import type { SpecFacts } from '../spec-facts.js';
import { withValueKeys } from '../value-keys.js';
import { readConstantNames, readHeyNames, readHeyValues, type HeyPlugins } from './read-hey-values.js';

const typesOfCalls =
  'types of calls are called after the operation: `ListOrdersParams`, and responses after their schema';
const byOperationId =
  'functions and methods are called after the `operationId`; the overlay can give operations another one';
const afterSchemas = 'validators are called after their schema or operation: `Order`, `listOrdersResponse`';

const advice: Advice = {
  'input.watch': 'run `speccast generate --watch`, or `speccast pull` for an address',
  'input.fetch': 'run `speccast pull --header Name=VARIABLE` for an address that needs credentials',
  input: 'this has no counterpart',
  'output.format': 'prettier formats what is generated; `format: false` leaves it out',
  'output.postProcess': 'prettier formats what is generated; run other tools after `speccast generate`',
  'output.lint': 'run the linter after `speccast generate`; generated code passes a strict compiler',
  'output.clean': 'files that are not generated stay where they are',
  'output.indexFile': 'there is always an index: `index.ts`',
  output: 'this has no counterpart',
  'parser.patch': 'change the document in the overlay: specs/docs/overlays.md',
  'parser.transforms': 'schemas are taken as the document has them; change it in the overlay',
  'parser.transforms.schemaName': '`x-speccast-name` of a schema names its type',
  'parser.transforms.enums':
    'enums inside of schemas are called after what they belong to; `x-speccast-name` names one',
  'parser.transforms.readWrite': 'where requests differ, a model has a second type: `OrderInput`',
  'parser.pagination': 'set `x-paging` of lists in the overlay: specs/docs/paging.md',
  'parser.validate_EXPERIMENTAL': 'each document is validated',
  'parser.filters.orphans': 'with `operations`, models that no chosen operation needs are left out',
  'parser.filters': 'choose operations by `operations` in speccast.yaml',
  parser: 'this has no counterpart',
  plugins: 'no code is generated for this plugin',
  'plugins.zod': afterSchemas,
  'plugins.valibot': afterSchemas,
  'plugins.arktype': afterSchemas,
  'plugins.ajv': afterSchemas,
  'plugins.@hey-api/schemas': afterSchemas,
  'plugins.@hey-api/client-fetch': 'options of a client are what `createX({ … })` takes',
  'plugins.@hey-api/sdk.validator': 'pass `validate: { request, response }` to the client',
  'plugins.@hey-api/sdk.auth': 'pass `auth` to the client',
  'plugins.@hey-api/sdk.operationId': byOperationId,
  'plugins.@hey-api/sdk.methodNameBuilder': byOperationId,
  'plugins.@hey-api/sdk.operations': 'resources come from tags, or from the dots of an `operationId`',
  'plugins.@hey-api/sdk.operations.methodName': byOperationId,
  'plugins.@hey-api/sdk.operations.containerName':
    'the class is called after the package, and resources have no suffix',
  'plugins.@hey-api/sdk.operations.methods': 'methods are those of the client that `createX({ … })` makes',
  'plugins.@hey-api/sdk.classNameBuilder': 'the class is called after the package, and resources have no suffix',
  'plugins.@hey-api/sdk.instance': 'the class is called after the package, and `createX({ … })` makes an instance',
  'plugins.@hey-api/sdk.paramsStructure': 'parameters are members of one object, and the body is its member `body`',
  'plugins.@hey-api/sdk.responseStyle':
    'a call resolves to what the response holds; `.result()` has data or error, and never throws',
  'plugins.@hey-api/sdk.response': 'a call resolves to what the response holds; `.withResponse()` has the rest',
  'plugins.@hey-api/sdk': 'calls are methods, such as `client.orders.list`, and functions of `./operations`',
  'plugins.@hey-api/typescript': 'types are as specs/README.md says',
  'plugins.@hey-api/typescript.case': 'types are in camelCase, PascalCase or snake_case: `names: { types: … }`',
  'plugins.@hey-api/typescript.definitions': '`x-speccast-name` of a schema names its type',
  'plugins.@hey-api/typescript.requests': typesOfCalls,
  'plugins.@hey-api/typescript.responses': typesOfCalls,
  'plugins.@hey-api/typescript.errors': 'errors are told apart by `isErrorOf`, and have types for that alone',
  'plugins.@hey-api/typescript.webhooks': 'bodies of webhooks are called after the webhook',
  'plugins.@hey-api/typescript.enums': 'enums are `union`, `const` or `enum`',
  'plugins.@hey-api/typescript.enums.case': '`x-enum-varnames` of the schema names constants',
  'plugins.@hey-api/typescript.enums.constantsIgnoreNull': '`null` is a value of the type, and no constant',
  'plugins.@hey-api/typescript.topType': 'values without a schema are of the type `unknown`',
  'plugins.@hey-api/transformers': 'types of values are chosen by format: `types` in speccast.yaml',
  'plugins.@hey-api/transformers.transformers': 'write a codec of your own: `codecs` in speccast.yaml',
  'plugins.@hey-api/transformers.typeTransformers': 'write a codec of your own: `codecs` in speccast.yaml',
  types: 'types are as specs/README.md says',
  dryRun: '`speccast generate --check` writes nothing',
  watch: 'run `speccast generate --watch`',
  logs: 'a run prints only its summary',
  client: 'calls are made by `fetch`',
};

/** Reads an `openapi-ts.config.*`: a service for each input. */
export function readHeyApi(setting: Setting, diagnostics: Diagnostics): readonly ServiceDraft[] {
  const configs = setting.kind === 'list' ? setting.items : [setting];
  return configs.flatMap((config) => {
    if (getEntry(config, 'input') !== undefined) return readConfig(config);
    diagnostics.error('invalid-settings', 'a configuration of hey-api has the key `input`', config.at);
    return [];
  });
}

function readConfig(config: Setting): readonly ServiceDraft[] {
  const root = new Section(config, advice);
  const input = root.take('input');
  const [first, ...others] = input?.kind === 'list' ? input.items : [input];
  for (const other of others)
    root.leave('input', 'documents are not merged; add a service for this one by `speccast init --spec`', other?.at);
  return [{ at: root.at, spec: first && readInputPath(root, first), migrate: (facts) => migrate(root, facts) }];
}

function readInputPath(root: Section, input: Setting): ServiceDraft['spec'] {
  const short = readText(input);
  if (short !== undefined) return { text: short, at: input.at };
  if (input.kind === 'code') root.leave('input', `this is ${input.what}; name the document by \`--spec\``, input.at);
  if (input.kind !== 'map') return undefined;
  const section = root.child(input, 'input');
  const text = section.string('path');
  // In earlier versions, filters are beside the path, and are read later.
  section.take('filters');
  return text === undefined ? undefined : { text, at: section.atKey('path') };
}

function migrate(root: Section, facts: SpecFacts): Migrated {
  const output = readOutput(root);
  const plugins = readPlugins(root);
  const named = readHeyNames(root, plugins, facts);
  const stated = { ...named.keys, ...output.keys, ...readFilters(root, facts) };
  const keys = withValueKeys(stated, { ...readHeyValues(root, plugins), names: named.names }, facts);
  const constants = readConstantNames(plugins, facts);
  const actions = [...named.actions, ...(keys.has('enums') ? constants : [])];
  const legacy = root.string('client');
  const parts = completeParts(plugins.parts);
  if (legacy !== undefined && !legacy.endsWith('fetch'))
    root.leave('client', `calls are made by \`fetch\`, not by ${legacy}`);
  return { source: output.source, parts, keys, actions, leftovers: root.finish() };
}

function readOutput(root: Section): { readonly source: string; readonly keys: Keys } {
  const short = root.string('output');
  const output = root.section('output');
  const path = output.string('path');
  if (path === undefined) return { source: sourceFolder(short ?? 'src/client'), keys: {} };
  const importExtension =
    readImportExtension(output, 'importFileExtension') ?? readImportExtension(output.section('module'), 'extension');
  const format = readValue(output.peek('format'));
  const isFormatted = format !== false && format !== null;
  if (!isFormatted || format === 'prettier') output.take('format');
  return { source: sourceFolder(path), keys: { importExtension, format: isFormatted ? undefined : false } };
}

/** Plugins, and the parts of a package that replace them. */
const pluginParts: Readonly<Record<string, readonly Part[]>> = {
  '@hey-api/typescript': [],
  '@hey-api/types': [],
  '@hey-api/schemas': ['validators'],
  '@hey-api/sdk': ['client'],
  '@hey-api/services': ['client'],
  '@hey-api/client-fetch': ['client'],
  'legacy/fetch': ['client'],
  '@hey-api/transformers': ['client'],
  zod: ['validators'],
  valibot: ['validators'],
  arktype: ['validators'],
  ajv: ['validators'],
  msw: ['emulator'],
  '@faker-js/faker': ['emulator'],
};

/** Reads the plugins: the parts that replace them, and the sections of plugins whose options have counterparts. */
function readPlugins(root: Section): HeyPlugins & { readonly parts: readonly Part[] } {
  const plugins = root.take('plugins');
  const sections = new Map<string, Section>();
  const items = plugins?.kind === 'list' ? plugins.items : undefined;
  const parts = items?.flatMap((item): readonly Part[] => {
    // The default plugins of the tool generate types and a client.
    if (item.kind === 'code' && item.name === 'defaultPlugins') return ['client'];
    const name = readText(getEntry(item, 'name') ?? item);
    if (name === undefined) {
      root.leave('plugins', item.kind === 'code' ? `this is ${item.what}` : 'this is no plugin', item.at);
      return [];
    }
    const section = root.child(item, 'plugins', name);
    section.take('name');
    sections.set(name, section);
    if (Object.hasOwn(pluginParts, name)) return pluginParts[name] ?? [];
    let message = `no code is generated for the plugin ${name}`;
    if (/client-/.test(name))
      message = `calls are made by \`fetch\`, not by ${name}; pass another as \`fetch\` to the client`;
    else if (/query|swr|colada/.test(name))
      message = `no hooks are generated, as ${name} does; call the client in a query function`;
    root.leave('plugins', message, item.at);
    return [];
  });
  const types = sections.get('@hey-api/typescript') ?? sections.get('@hey-api/types');
  return {
    parts: parts ?? ['client'],
    // No configuration has this key, so without the plugin the section is empty.
    types: types ?? root.section('@hey-api/typescript'),
    sdk: sections.get('@hey-api/sdk') ?? sections.get('@hey-api/services'),
    transformers: sections.get('@hey-api/transformers'),
  };
}

function readFilters(root: Section, facts: SpecFacts): Keys {
  // In earlier versions, filters are beside the path of the input.
  const legacy = getEntry(root.peek('input'), 'filters');
  const parser = root.section('parser');
  const isLegacy = legacy !== undefined && !parser.hasSection('filters');
  const filters = isLegacy ? root.child(legacy, 'input', 'filters') : parser.section('filters');
  const deprecated = readValue(filters.peek('deprecated'));
  if (deprecated !== undefined) filters.take('deprecated');
  const read = (key: string): readonly (readonly OperationPattern[])[] => [
    readTags(filters.section('tags'), key, facts),
    readEndpoints(filters.section('operations'), key, facts),
  ];
  const included = read('include');
  return subsetKey([...read('exclude').flat(), ...(deprecated === false ? withoutDeprecated(facts) : [])], included);
}

/** Reads a list of operations: `GET /pets/{id}`. */
function readEndpoints(section: Section, key: string, facts: SpecFacts): readonly OperationPattern[] {
  return readStrings(section, key).flatMap((text) => {
    const [, method, path] = /^([A-Za-z]+)\s+(\S+)$/.exec(text) ?? [];
    const found = method && path ? facts.find(method, path) : undefined;
    if (found && !found.path.includes('*')) return [{ path: found.path, method: found.method }];
    const lack = `the document has no operation ${JSON.stringify(text)}`;
    section.leave(key, text.startsWith('/') ? 'this is a regular expression; in patterns `*` is any text' : lack);
    return [];
  });
}
