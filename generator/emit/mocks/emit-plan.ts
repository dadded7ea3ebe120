import { code, type Code, literalCode, render } from '../code/templates.js';
import { serviceSymbol } from '../layout.js';
import type { Api } from '../../api/api.js';
import { isJsonObject, type JsonObject, listEntries, nonEmpty, readInner, toArray, toObject } from '../../json.js';
import { Imports, emulator, SPECCAST_INTERFACE } from '../code/imports.js';
import { literal } from '../code/literals.js';
import {
  readCapabilityName,
  type Endpoint,
  listEndpoints,
  type Listener,
  listListeners,
  listOtherActions,
} from '../../api/behaviour/capabilities.js';
import { takesPictures } from '../code/api-features.js';
import { listBasePaths } from '../../api/service/servers.js';
import type { CodeSymbol, SourceFile, OutputFile } from '../source-file.js';
import { emulatorValue, type MockTools } from './behaviour-value.js';
import type { EmitContext } from '../emit-context.js';
import { quotaLimits } from '../code/operation-sentences.js';
import { dataFields, mostInArray, vendorView } from './emit-plans.js';
import {
  findBodyType,
  findWebhookSignature,
  findSubscriptionTable,
  listTriggers,
  buildWebhookHeaders,
  readWebhookName,
} from '../../api/behaviour/webhooks.js';
import { isJson, isXml } from '../../api/schemas/media-type.js';

/** The export with the whole plan of the emulator. */
export const planSymbol: CodeSymbol = { name: 'plan', module: 'mocks/plan' };

/** Emits `mocks/plan.ts`: the plan of the emulator, with the plans of all resources. */
export function emitPlan(tools: MockTools): SourceFile {
  const { api, layout, resources, readBehaviour } = tools;
  const { name, module } = planSymbol;
  const imports = new Imports(module, [name]);
  const { tables: _tables, vendor: _vendor, ...settings } = emulatorValue(api);
  const { errors: _errors, ...budget } = api.errors?.quota ?? {};
  const isResumable = api.operations.some((one) => readInner(readBehaviour(one), 'media')['resumable'] === true);
  const capabilities = capabilitiesView(tools, imports);
  const view = {
    type: imports.useType(emulator('EmulatorPlan')),
    emulator: literalCode(`@speccast/emulator@${SPECCAST_INTERFACE}`),
    service: imports.use(serviceSymbol),
    document: imports.use({ name: 'document', module: 'spec' }),
    basePaths: literalCode(listBasePaths(api.servers)),
    plans: Array.from(tools.byModule.keys(), (one) => imports.use(layout.mocks(one, 'Plans'))),
    resourceType: resources.length > mostInArray ? imports.useType(emulator('ResourcePlan')) : '',
    resources: resources.map(({ table, rules, model }) => ({
      fields: [
        ...dataFields({ table, rules }),
        ...(model ? [{ name: 'model', value: code(imports.use(layout.validator(model))) }] : []),
      ],
    })),
    capabilities,
    settings: literalCode(settings),
    seed: code(
      hasSeed(api)
        ? imports.use(seedSymbol)
        : '{ world: { tables: {}, media: {} }, caller: { tables: {}, media: {} } }',
    ),
    // The limits of each bucket, and the reasons of the error for a spent quota.
    quota: api.extensions['x-quotas'] === undefined ? '' : code(literal({ limits: quotaLimits(api), ...budget })),
    renderPicture: takesPictures(api) && imports.use(emulator('renderPicture')),
    features: listFeatures(api, {
      capabilities: capabilities.length > 0,
      others: listOtherActions(api).length > 0,
      isResumable,
    }).map((feature) => imports.use(emulator(feature))),
    vendor: vendorView(tools, imports),
    checkLeniently: imports.use({ name: 'checkLeniently', module: 'validators/check-leniently' }),
    webhooks: webhooksView(tools, imports),
    endpoints: registeredActions(listEndpoints(api), tools),
    listeners: registeredActions(listListeners(api), tools),
    sampler: tools.sampled && imports.use(emulator('sample')),
  };
  return imports.toFile([schemasImport, render(tools, 'mocks/plan.hbs', view)]);
}

/** Lists the features of the emulator beside operations, in the order in which they handle a request; the last three are in every plan. */
function listFeatures(
  { webhooks = [], securitySchemes }: Api,
  { capabilities, others, isResumable }: Readonly<Record<'capabilities' | 'others' | 'isResumable', boolean>>,
): readonly string[] {
  const known: Readonly<Record<string, boolean>> = {
    resumableUploads: isResumable,
    signIn: securitySchemes.some((one) => one.kind === 'bearer' && one.oauth2),
    // Capabilities may send requests of their own.
    webhooks: webhooks.length > 0 || capabilities,
    declaredEndpoints: others,
    discovery: true,
    batch: true,
    description: true,
  };
  return Object.keys(known).filter((name) => known[name]);
}

/** Prints the endpoints or listeners whose capability is registered, without `x-` extensions in their actions. */
function registeredActions(all: readonly (Endpoint | Listener)[], context: EmitContext): readonly Code[] {
  const registered = all.filter(({ action }) => capabilitySymbol(readCapabilityName(action), context) !== undefined);
  return registered.map((one) => code(literal({ ...one, action: Object.fromEntries(listEntries(one.action)) })));
}

/** Import of the JSON Schemas of validators, by which the emulator samples and varies responses. */
const schemasImport = `import '../validators/json-schema.js';`;

/** Builds the views of the capabilities that actions perform, each once, in the order of the spec. */
function capabilitiesView(tools: MockTools, imports: Imports): readonly object[] {
  const actions = tools.api.operations.map((operation) => tools.readBehaviour(operation)['action']);
  const names = [...actions, ...listOtherActions(tools.api).map(({ action }) => action)].map(readCapabilityName);
  return [...new Set(names)].flatMap((capability) => {
    const symbol = capabilitySymbol(capability, tools);
    return symbol ? [{ capability, name: imports.use(symbol) }] : [];
  });
}

/** Builds the view of the webhooks in the plan; `false` if there are none. */
function webhooksView({ api, layout }: MockTools, imports: Imports): object | false {
  const { webhooks = [] } = api;
  if (webhooks.length === 0) return false;
  const list = webhooks.map((webhook) => {
    const { kind, method, operation, expression, payload = '' } = webhook;
    const [mediaType = '', triggers, headers] = [
      findBodyType(webhook),
      listTriggers(webhook),
      buildWebhookHeaders(api, webhook),
    ];
    // The emulator can sample bodies of JSON, XML and forms.
    const isSampled = isJson(mediaType) || isXml(mediaType) || mediaType.includes('form-urlencoded');
    const model = isSampled ? layout.modelById(payload) : undefined;
    const fields = [
      ...dataFields({
        kind,
        name: readWebhookName(webhook),
        operation,
        expression,
        method,
        mediaType: findBodyType(webhook),
      }),
      ...(model ? [{ name: 'body', value: code(imports.use(layout.validator(model))) }] : []),
      ...(model && isXml(mediaType) ? [{ name: 'xml', value: code(imports.use(layout.xml(model))) }] : []),
      ...dataFields({
        headers: Object.keys(headers).length === 0 ? undefined : headers,
        triggers: nonEmpty(triggers),
        signature: findWebhookSignature(webhook),
      }),
    ];
    return { fields };
  });
  return {
    list,
    signature: literalCode(findWebhookSignature(api)),
    subscriptions: literalCode(findSubscriptionTable(api)),
    codec:
      list.some(({ fields }) => fields.some(({ name }) => name === 'xml')) &&
      imports.use({ name: 'xmlCodec', module: 'runtime/xml' }),
  };
}

const seedSymbol: CodeSymbol = { name: 'seed', module: 'mocks/seed' };

/**
 * Emits `mocks/seed.ts`, the initial data of the emulator, if the spec has `x-seed`: `tables` and `media` that all callers share, and
 * under `caller` those that each caller gets.
 */
export function emitSeed(context: EmitContext): readonly SourceFile[] {
  if (!hasSeed(context.api)) return [];
  const { name, module } = seedSymbol;
  const { caller, tables, media: worldMedia } = toObject(context.api.extensions['x-seed']);
  const { media, ...callerTables } = toObject(caller);
  const imports = new Imports(module, [name]);
  const view = {
    type: imports.useType(emulator('Seed')),
    parts: [
      { name: 'world', tables: seedTables(toObject(tables)), media: literalCode(toObject(worldMedia)) },
      { name: 'caller', tables: seedTables(callerTables), media: literalCode(toObject(media)) },
    ],
  };
  return [imports.toFile([render(context, 'mocks/seed.hbs', view)])];
}

function hasSeed({ extensions }: Api): boolean {
  return isJsonObject(extensions['x-seed']);
}

function seedTables(tables: JsonObject): readonly object[] {
  return Object.entries(tables).map(([table, rows]) => ({
    table,
    rows: toArray(rows).map((row) => literalCode(toObject(row))),
  }));
}

/** The folder with the capabilities in the package. */
const folder = 'mocks/capabilities';

/** Emits `mocks/capabilities/**`: unchanged copies of the files of the capabilities and their relative imports. */
export function emitCapabilities({ capabilities }: EmitContext): readonly OutputFile[] {
  const { files = [], registered = [] } = capabilities ?? {};
  return files.map(({ path, file, text }) => ({
    kind: 'capability',
    path: `src/${folder}/${path}`,
    file,
    text,
    exports: registered.filter((one) => one.path === path).map(({ name }) => name),
  }));
}

/** Returns the export of a capability; `undefined` if it is not registered. */
export function capabilitySymbol(name: string | undefined, { capabilities }: EmitContext): CodeSymbol | undefined {
  const found = capabilities?.registered.find((one) => one.name === name);
  return found && { name: found.name, module: `${folder}/${found.path.replace(/\.ts$/, '')}` };
}
