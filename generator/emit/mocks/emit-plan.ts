import type { Api } from '../../api/api.js';
import { performedBy } from '../../api/capabilities.js';
import { isJsonObject } from '../../spec/json.js';
import { groupBy } from '../code/group-by.js';
import { Imports } from '../code/imports.js';
import { literal } from '../code/literals.js';
import { SPECCAST_INTERFACE } from '../code/runtime-version.js';
import { takesPictures } from '../code/takes-pictures.js';
import { basePathsOf } from '../../api/server-addresses.js';
import { code, type Code } from '../code/templates.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import { capabilitySymbol } from './emit-capabilities.js';
import { contractView } from './emit-contracts.js';
import { seedView } from './emit-seed.js';
import type { MockTools } from './mock-tools.js';
import { emulatorValue } from './resource-values.js';
import { quotaValue } from './surface-value.js';
import { vendorView } from './emit-vendor.js';

/** The whole plan of the emulator. */
export const planSymbol: CodeSymbol = { name: 'plan', module: 'mocks/plan' };

const planTypes = 'emulator/engine/plan';

/** Emits `mocks/plan.ts`, which puts everything together. */
export function emitPlan(tools: MockTools): SourceFile {
  const { name, module } = planSymbol;
  const imports = new Imports(module, [name]);
  const { tables: _tables, vendor: _vendor, ...settings } = emulatorValue(tools.api);
  const modules = [...groupBy(tools.api.operations, (operation) => operation.module).keys()];
  const view = {
    type: imports.useType({ name: 'EmulatorPlan', module: planTypes }),
    emulator: code(literal(`@speccast/emulator@${SPECCAST_INTERFACE}`)),
    service: imports.use({ name: 'service', module: 'operations/service' }),
    document: imports.use({ name: 'document', module: 'spec' }),
    basePaths: code(literal(basePathsOf(tools.api.servers))),
    plans: modules.map((one) => imports.use(tools.layout.plans(one))),
    resources: tablesView(tools, imports),
    capabilities: capabilitiesView(tools, imports),
    settings: code(literal(settings)),
    seed: seedView(tools.api, imports),
    contract: contractView(tools, imports),
    quota: quotaView(tools.api),
    renderPicture: takesPictures(tools.api)
      ? imports.use({ name: 'renderPicture', module: 'emulator/engine/render-picture' })
      : '',
    uploads: takesPieces(tools)
      ? imports.use({ name: 'resumableUploads', module: 'emulator/engine/uploads/resumable-uploads' })
      : '',
    vendor: vendorView(tools, imports),
    judge: imports.use({ name: 'checkLeniently', module: 'validators/check-leniently' }),
    sampler: tools.sampled ? imports.use({ name: 'sample', module: 'emulator/engine/sample' }) : '',
  };
  return {
    kind: 'source',
    path: `src/${module}.ts`,
    imports: imports.lines(),
    body: [schemasImport, tools.templates.render('mocks/plan.hbs', view)],
  };
}

interface TableFields {
  readonly fields: readonly { readonly name: string; readonly value: Code }[];
}

/** The tables, their rules and validators. */
function tablesView({ resources, layout }: MockTools, imports: Imports): readonly TableFields[] {
  return resources.map(({ table, rules, model }) => ({
    fields: [
      { name: 'table', value: code(literal(table)) },
      { name: 'rules', value: code(literal(rules)) },
      ...(model === undefined ? [] : [{ name: 'model', value: code(imports.use(layout.validator(model))) }]),
    ],
  }));
}

/** What may be spent; an empty text where the spec says nothing of it. */
function quotaView(api: Api): Code | '' {
  const quota = quotaValue(api);
  return quota === undefined ? '' : code(literal(quota));
}

function takesPieces({ api, behaviourOf }: MockTools): boolean {
  return api.operations.some((operation) => {
    const { media } = behaviourOf(operation);
    return isJsonObject(media) && media['resumable'] === true;
  });
}

/** Samples are made from the JSON Schemas of validators, and liberties with answers are taken by them. */
const schemasImport = `import '../validators/json-schema.js';`;

/** The capabilities that operations perform, each once, in the order of the spec. */
function capabilitiesView(tools: MockTools, imports: Imports): readonly { capability: string; name: string }[] {
  const names = tools.api.operations.flatMap((operation) => performedBy(tools.behaviourOf(operation)['action']) ?? []);
  return [...new Set(names)].flatMap((capability) => {
    const symbol = capabilitySymbol(capability, tools);
    return symbol === undefined ? [] : [{ capability, name: imports.use(symbol) }];
  });
}
