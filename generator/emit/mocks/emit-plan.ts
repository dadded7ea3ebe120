import { code, type Code, literalCode, render } from '../code/templates.js';
import { serviceSymbol } from '../layout.js';
import type { Api } from '../../api/api.js';
import { isJsonObject, type JsonObject, listEntries, nonEmpty, readInner, toArray, toObject } from '../../json.js';
import { Imports, emulator, SPECCAST_INTERFACE } from '../code/imports.js';
import { literal } from '../code/literals.js';
import {
  performedBy,
  type Endpoint,
  listEndpoints,
  type Listener,
  listListeners,
  otherActions,
} from '../../api/behaviour/capabilities.js';
import { takesPictures } from '../code/api-features.js';
import { listBasePaths } from '../../api/service/servers.js';
import type { CodeSymbol, SourceFile, OutputFile } from '../source-file.js';
import { emulatorValue, type MockTools } from './behaviour-value.js';
import type { EmitContext } from '../emit-context.js';
import { quotaLimits } from '../code/operation-sentences.js';
import { dataFields, mostInArray, vendorView } from './emit-plans.js';
import {
  bodyType,
  findWebhookSignature,
  findSubscriptionTable,
  listTriggers,
  webhookHeaders,
  webhookName,
} from '../../api/behaviour/webhooks.js';
import { isJson, isXml } from '../../api/schemas/media-type.js';
/** The whole plan of the emulator. */
export const planSymbol: CodeSymbol = { name: 'plan', module: 'mocks/plan' };

/** Emits `mocks/plan.ts`, which puts everything together. */
export function emitPlan(tools: MockTools): SourceFile {
  const { api, layout, resources, behaviourOf } = tools;
  const { name, module } = planSymbol;
  const imports = new Imports(module, [name]);
  const { tables: _tables, vendor: _vendor, ...settings } = emulatorValue(api);
  const { errors: _errors, ...budget } = api.errors?.quota ?? {};
  const isResumable = api.operations.some((one) => readInner(behaviourOf(one), 'media')['resumable'] === true);
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
    // The limits of each bucket, and the error whose bucket is spent.
    quota: api.extensions['x-quotas'] === undefined ? '' : code(literal({ limits: quotaLimits(api), ...budget })),
    renderPicture: takesPictures(api) && imports.use(emulator('renderPicture')),
    features: listFeatures(api, {
      capabilities: capabilities.length > 0,
      others: otherActions(api).length > 0,
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

/** Lists what the emulator does beside operations, in the order in which it is asked: what the spec declares, and what all services have. */
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

/** Prints the endpoints or listeners whose capability is registered, without what `x-` extensions say of their actions. */
function registeredActions(all: readonly (Endpoint | Listener)[], context: EmitContext): readonly Code[] {
  const registered = all.filter(({ action }) => capabilitySymbol(performedBy(action), context) !== undefined);
  return registered.map((one) => code(literal({ ...one, action: Object.fromEntries(listEntries(one.action)) })));
}

/** Samples are made from the JSON Schemas of validators, and liberties with responses are taken by them. */
const schemasImport = `import '../validators/json-schema.js';`;

/** The capabilities that the service performs, each once, in the order of the spec. */
function capabilitiesView(tools: MockTools, imports: Imports): readonly object[] {
  const actions = tools.api.operations.map((operation) => tools.behaviourOf(operation)['action']);
  const names = [...actions, ...otherActions(tools.api).map(({ action }) => action)].map(performedBy);
  return [...new Set(names)].flatMap((capability) => {
    const symbol = capabilitySymbol(capability, tools);
    return symbol ? [{ capability, name: imports.use(symbol) }] : [];
  });
}

/** The part of the plan about the requests that the service sends; `false` where there are none. */
function webhooksView({ api, layout }: MockTools, imports: Imports): object | false {
  const { webhooks = [] } = api;
  if (webhooks.length === 0) return false;
  const list = webhooks.map((webhook) => {
    const { kind, method, operation, expression, payload = '' } = webhook;
    const [mediaType = '', triggers, headers] = [
      bodyType(webhook),
      listTriggers(webhook),
      webhookHeaders(api, webhook),
    ];
    // A sample can be made of JSON, XML and forms.
    const isSampled = isJson(mediaType) || isXml(mediaType) || mediaType.includes('form-urlencoded');
    const model = isSampled ? layout.modelById(payload) : undefined;
    const fields = [
      ...dataFields({ kind, name: webhookName(webhook), operation, expression, method, mediaType: bodyType(webhook) }),
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
 * Emits `mocks/seed.ts`, what the emulator starts with; nothing where the spec has no seed. `x-seed` holds `tables` and `media`
 * of the world, and under `caller` what each caller finds.
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

/** The folder of the package that holds its capabilities. */
const folder = 'mocks/capabilities';

/** Emits `mocks/capabilities/**`: the capabilities of the service as they were written, with what they import. */
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

/** Finds the export of a capability; `undefined` where it is not registered. */
export function capabilitySymbol(name: string | undefined, { capabilities }: EmitContext): CodeSymbol | undefined {
  const found = capabilities?.registered.find((one) => one.name === name);
  return found && { name: found.name, module: `${folder}/${found.path.replace(/\.ts$/, '')}` };
}
