import { serviceSymbol } from '../layout.js';
import type { Api } from '../../api/api.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { groupBy } from '../../iterables.js';
import { Imports, emulator, SPECCAST_INTERFACE } from '../code/imports.js';
import { literal } from '../code/literals.js';
import { performedBy } from '../../api/behaviour/capabilities.js';
import { otherActions } from '../../api/behaviour/endpoints.js';
import { capabilitySymbol } from './capability-files.js';
import { endpointViews, listenerViews } from './emit-endpoints.js';
import { takesPictures } from '../code/api-features.js';
import { listBasePaths } from '../../api/service/servers.js';
import { code, type Code, type Field } from '../code/templates.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import { emulatorValue, type MockTools } from './behaviour-value.js';
import { quotaLimits } from '../code/operation-sentences.js';
import { vendorView } from './emit-vendor.js';
import { webhooksView } from './emit-webhooks.js';
import { mostInArray } from './emit-plans.js';
import { toObject } from '../../api/tools/extension-values.js';

/** The whole plan of the emulator. */
export const planSymbol: CodeSymbol = { name: 'plan', module: 'mocks/plan' };

/** Emits `mocks/plan.ts`, which puts everything together. */
export function emitPlan(tools: MockTools): SourceFile {
  const { name, module } = planSymbol;
  const imports = new Imports(module, [name]);
  const { tables: _tables, vendor: _vendor, ...settings } = emulatorValue(tools.api);
  const modules = [...groupBy(tools.api.operations, (operation) => operation.module).keys()];
  const view = {
    type: imports.useType(emulator('EmulatorPlan')),
    emulator: code(literal(`@speccast/emulator@${SPECCAST_INTERFACE}`)),
    service: imports.use(serviceSymbol),
    document: imports.use({ name: 'document', module: 'spec' }),
    basePaths: code(literal(listBasePaths(tools.api.servers))),
    plans: modules.map((one) => imports.use(tools.layout.mocks(one, 'Plans'))),
    resourceType: tools.resources.length > mostInArray ? imports.useType(emulator('ResourcePlan')) : '',
    resources: tablesView(tools, imports),
    capabilities: capabilitiesView(tools, imports),
    settings: code(literal(settings)),
    seed: seedView(tools.api, imports),
    quota: quotaView(tools.api),
    renderPicture: takesPictures(tools.api) ? imports.use(emulator('renderPicture')) : '',
    uploads: takesPieces(tools) ? imports.use(emulator('resumableUploads')) : '',
    vendor: vendorView(tools, imports),
    checkLeniently: imports.use({ name: 'checkLeniently', module: 'validators/check-leniently' }),
    webhooks: webhooksView(tools, imports),
    endpoints: endpointViews(tools),
    listeners: listenerViews(tools),
    sampler: tools.sampled ? imports.use(emulator('sample')) : '',
  };
  return {
    kind: 'source',
    path: `src/${module}.ts`,
    imports: imports.lines(),
    body: [schemasImport, tools.templates.render('mocks/plan.hbs', view)],
  };
}

/** The tables, their rules and validators. */
function tablesView(
  { resources, layout }: MockTools,
  imports: Imports,
): readonly { readonly fields: readonly Field[] }[] {
  return resources.map(({ table, rules, model }) => ({
    fields: [
      { name: 'table', value: code(literal(table)) },
      { name: 'rules', value: code(literal(rules)) },
      ...(model === undefined ? [] : [{ name: 'model', value: code(imports.use(layout.validator(model))) }]),
    ],
  }));
}

/** How much may be spent of each bucket, when it is reset, and what errors say that it is spent; an empty string where the spec says nothing of it. */
function quotaView(api: Api): Code | '' {
  if (api.extensions['x-quotas'] === undefined) return '';
  const { errors: _errors, ...budget } = api.errors?.quota ?? {};
  return code(literal({ limits: quotaLimits(api), ...budget }));
}

function takesPieces({ api, behaviourOf }: MockTools): boolean {
  return api.operations.some((operation) => {
    const { media } = behaviourOf(operation);
    return isJsonObject(media) && media['resumable'] === true;
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
  return [{ kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body }];
}

/** What the plan says of the seed. */
function seedView(api: Api, imports: Imports): Code {
  if (hasSeed(api)) return code(imports.use(seedSymbol));
  return code('{ world: { tables: {}, media: {} }, caller: { tables: {}, media: {} } }');
}

function hasSeed({ extensions }: Api): boolean {
  return isJsonObject(extensions['x-seed']);
}

interface SeedTable {
  readonly table: string;
  readonly rows: readonly Code[];
}

function seedTables(tables: JsonObject): readonly SeedTable[] {
  return Object.entries(tables).map(([table, rows]) => ({
    table,
    rows: Array.isArray(rows) ? rows.map((row: Json) => code(literal(toObject(row)))) : [],
  }));
}
