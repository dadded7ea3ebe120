import { serviceSymbol } from '../layout.js';
import type { Api } from '../../api/api.js';
import { isJsonObject, type JsonObject, toObject } from '../../json.js';
import { groupBy } from '../../iterables.js';
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
import { code, type Code } from '../code/templates.js';
import type { CodeSymbol, SourceFile, OutputFile } from '../source-file.js';
import { emulatorValue, type MockTools } from './behaviour-value.js';
import type { EmitContext } from '../emit-context.js';
import { quotaLimits } from '../code/operation-sentences.js';
import { vendorView } from './emit-vendor.js';
import {
  bodyType,
  findWebhookSignature,
  findSubscriptionTable,
  listTriggers,
  webhookHeaders,
  webhookName,
} from '../../api/behaviour/webhooks.js';
import { isJson } from '../../api/schemas/media-type.js';
import { dataFields, mostInArray } from './emit-plans.js';
/** The whole plan of the emulator. */
export const planSymbol: CodeSymbol = { name: 'plan', module: 'mocks/plan' };

/** Emits `mocks/plan.ts`, which puts everything together. */
export function emitPlan(tools: MockTools): SourceFile {
  const { api, layout, resources } = tools;
  const { name, module } = planSymbol;
  const imports = new Imports(module, [name]);
  const { tables: _tables, vendor: _vendor, ...settings } = emulatorValue(api);
  const { errors: _errors, ...budget } = api.errors?.quota ?? {};
  const modules = [...groupBy(api.operations, (operation) => operation.module).keys()];
  const view = {
    type: imports.useType(emulator('EmulatorPlan')),
    emulator: code(literal(`@speccast/emulator@${SPECCAST_INTERFACE}`)),
    service: imports.use(serviceSymbol),
    document: imports.use({ name: 'document', module: 'spec' }),
    basePaths: code(literal(listBasePaths(api.servers))),
    plans: modules.map((one) => imports.use(layout.mocks(one, 'Plans'))),
    resourceType: resources.length > mostInArray ? imports.useType(emulator('ResourcePlan')) : '',
    resources: resources.map(({ table, rules, model }) => ({
      fields: [
        ...dataFields({ table, rules }),
        ...(model === undefined ? [] : [{ name: 'model', value: code(imports.use(layout.validator(model))) }]),
      ],
    })),
    capabilities: capabilitiesView(tools, imports),
    settings: code(literal(settings)),
    seed: code(
      hasSeed(api)
        ? imports.use(seedSymbol)
        : '{ world: { tables: {}, media: {} }, caller: { tables: {}, media: {} } }',
    ),
    // The limits of each bucket, and the error whose bucket is spent.
    quota: api.extensions['x-quotas'] === undefined ? '' : code(literal({ limits: quotaLimits(api), ...budget })),
    renderPicture: takesPictures(api) ? imports.use(emulator('renderPicture')) : '',
    uploads: api.operations.some((one) => toObject(tools.behaviourOf(one)['media'])['resumable'] === true)
      ? imports.use(emulator('resumableUploads'))
      : '',
    vendor: vendorView(tools, imports),
    checkLeniently: imports.use({ name: 'checkLeniently', module: 'validators/check-leniently' }),
    webhooks: webhooksView(tools, imports),
    endpoints: registeredActions(listEndpoints(api), tools),
    listeners: registeredActions(listListeners(api), tools),
    sampler: tools.sampled ? imports.use(emulator('sample')) : '',
  };
  return imports.toFile([schemasImport, tools.templates.render('mocks/plan.hbs', view)]);
}

/** Prints the endpoints or listeners whose capability is registered, without what `x-` extensions say of their actions. */
function registeredActions(all: readonly (Endpoint | Listener)[], context: EmitContext): readonly Code[] {
  return all.flatMap((one) => {
    const name = performedBy(one.action);
    if (name === undefined || capabilitySymbol(name, context) === undefined) return [];
    const action = Object.fromEntries(Object.entries(one.action).filter(([key]) => !key.startsWith('x-')));
    return [code(literal({ ...one, action }))];
  });
}

/** Samples are made from the JSON Schemas of validators, and liberties with responses are taken by them. */
const schemasImport = `import '../validators/json-schema.js';`;

/** The capabilities that the service performs, each once, in the order of the spec. */
function capabilitiesView(tools: MockTools, imports: Imports): readonly { capability: string; name: string }[] {
  const actions = tools.api.operations.map((operation) => tools.behaviourOf(operation)['action']);
  const names = [...actions, ...otherActions(tools.api).map(({ action }) => action)].flatMap(
    (action) => performedBy(action) ?? [],
  );
  return [...new Set(names)].flatMap((capability) => {
    const symbol = capabilitySymbol(capability, tools);
    return symbol === undefined ? [] : [{ capability, name: imports.use(symbol) }];
  });
}

/** The part of the plan about the requests that the service sends; `false` where there are none. */
function webhooksView(
  { api, layout }: MockTools,
  imports: Imports,
): { readonly list: readonly object[]; readonly signature: Code | ''; readonly subscriptions: Code | '' } | false {
  const { webhooks = [] } = api;
  if (webhooks.length === 0) return false;
  const [signature, subscriptions] = [findWebhookSignature(api), findSubscriptionTable(api)];
  return {
    list: webhooks.map((webhook) => {
      const { kind, method, operation, expression, payload = '' } = webhook;
      const [type, triggers, headers] = [bodyType(webhook), listTriggers(webhook), webhookHeaders(api, webhook)];
      // A sample can be made of JSON, XML and forms.
      const isSampled = type !== undefined && (isJson(type) || /form-urlencoded|[/+]xml\b/.test(type));
      const model = isSampled ? layout.modelById(payload) : undefined;
      const fields = [
        ...dataFields({ kind, name: webhookName(webhook), operation, expression, method, mediaType: type }),
        ...(model === undefined ? [] : [{ name: 'body', value: code(imports.use(layout.validator(model))) }]),
        ...dataFields({
          headers: Object.keys(headers).length === 0 ? undefined : { ...headers },
          triggers: triggers.length === 0 ? undefined : triggers,
          signature: findWebhookSignature(webhook),
        }),
      ];
      return { fields };
    }),
    signature: signature === undefined ? '' : code(literal(signature)),
    subscriptions: subscriptions === undefined ? '' : code(literal(subscriptions)),
  };
}

const seedSymbol: CodeSymbol = { name: 'seed', module: 'mocks/seed' };

/**
 * Emits `mocks/seed.ts`, what the emulator starts with; nothing where the spec has no seed. `x-seed` holds `tables` and `media`
 * of the world, and under `caller` what each caller finds.
 */
export function emitSeed({ api, templates }: MockTools): readonly SourceFile[] {
  if (!hasSeed(api)) return [];
  const { name, module } = seedSymbol;
  const seed = toObject(api.extensions['x-seed']);
  const { media, ...callerTables } = toObject(seed['caller']);
  const imports = new Imports(module, [name]);
  const view = {
    type: imports.useType(emulator('Seed')),
    parts: [
      { name: 'world', tables: seedTables(toObject(seed['tables'])), media: code(literal(toObject(seed['media']))) },
      { name: 'caller', tables: seedTables(callerTables), media: code(literal(toObject(media))) },
    ],
  };
  const body = [templates.render('mocks/seed.hbs', view)];
  return [imports.toFile(body)];
}

function hasSeed({ extensions }: Api): boolean {
  return isJsonObject(extensions['x-seed']);
}

function seedTables(tables: JsonObject): readonly { readonly table: string; readonly rows: readonly Code[] }[] {
  return Object.entries(tables).map(([table, rows]) => ({
    table,
    rows: Array.isArray(rows) ? rows.map((row) => code(literal(toObject(row)))) : [],
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
export function capabilitySymbol(name: string, { capabilities }: EmitContext): CodeSymbol | undefined {
  const found = capabilities?.registered.find((one) => one.name === name);
  return found && { name, module: `${folder}/${found.path.replace(/\.ts$/, '')}` };
}
