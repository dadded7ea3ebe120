import { kebabCase } from '../../api/names.js';
import { isJsonObject, type Json } from '../../spec/json.js';
import { groupBy } from '../code/group-by.js';
import { Imports } from '../code/imports.js';
import { literal } from '../code/literals.js';
import { basePathsOf } from '../../api/server-addresses.js';
import { code } from '../code/templates.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import { plansSymbol } from './emit-plans.js';
import { seedSymbol } from './emit-seed.js';
import type { MockTools } from './mock-tools.js';
import { emulatorValue } from './resource-values.js';

/** The whole plan of the emulator. */
export const planSymbol: CodeSymbol = { name: 'plan', module: 'mocks/plan' };

const resourcesSymbol: CodeSymbol = { name: 'resources', module: 'mocks/resources' };
const planTypes = 'runtime/emulator/plan';

/** Emits `mocks/resources.ts`: the tables, their rules and validators. */
export function emitResources({ resources, layout, templates }: MockTools): SourceFile {
  const { name, module } = resourcesSymbol;
  const imports = new Imports(module, [name]);
  const rows = resources.map(({ table, rules, model }) => ({
    fields: [
      { name: 'table', value: code(literal(table)) },
      { name: 'rules', value: code(literal(rules)) },
      ...(model === undefined ? [] : [{ name: 'model', value: code(imports.use(layout.validator(model))) }]),
    ],
  }));
  const body = [
    templates.render('mocks/resources.hbs', {
      type: imports.useType({ name: 'ResourcePlan', module: planTypes }),
      rows,
    }),
  ];
  return { kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body };
}

/** Emits `mocks/plan.ts`, which puts everything together. */
export function emitPlan(tools: MockTools): SourceFile {
  const { name, module } = planSymbol;
  const imports = new Imports(module, [name]);
  const { tables: _tables, ...settings } = emulatorValue(tools.api);
  const modules = [...groupBy(tools.api.operations, (operation) => operation.module).keys()];
  const view = {
    type: imports.useType({ name: 'EmulatorPlan', module: planTypes }),
    service: imports.use({ name: 'service', module: 'operations/service' }),
    basePaths: code(literal(basePathsOf(tools.api.servers))),
    plans: modules.map((one) => imports.use(plansSymbol(one))),
    resources: imports.use(resourcesSymbol),
    capabilities: capabilityNames(tools).map((one) => ({ capability: one, name: imports.use(capabilitySymbol(one)) })),
    settings: code(literal(settings)),
    seed: imports.use(seedSymbol),
    renderPicture: tools.resources.some(({ rules }) => rules['thumbnails'] !== undefined)
      ? imports.use({ name: 'renderPicture', module: 'runtime/emulator/render-picture' })
      : '',
    uploads: takesPieces(tools)
      ? imports.use({ name: 'resumableUploads', module: 'runtime/emulator/uploads/resumable-uploads' })
      : '',
    sampler: tools.sampled ? imports.use({ name: 'sample', module: 'runtime/emulator/sample' }) : '',
  };
  return {
    kind: 'source',
    path: `src/${module}.ts`,
    imports: imports.lines(),
    body: [...(tools.sampled ? [schemasImport] : []), tools.templates.render('mocks/plan.hbs', view)],
  };
}

function takesPieces({ api, behaviourOf }: MockTools): boolean {
  return api.operations.some((operation) => {
    const { media } = behaviourOf(operation);
    return isJsonObject(media) && media['resumable'] === true;
  });
}

/** Samples are made from the JSON Schemas of validators. */
const schemasImport = `import '../validators/json-schema.js';`;

function capabilitySymbol(name: string): CodeSymbol {
  return { name, module: `runtime/emulator/capabilities/${kebabCase(name, 'capability')}` };
}

/** The capabilities that operations name, each once, in the order of the spec. */
function capabilityNames({ api, behaviourOf }: MockTools): readonly string[] {
  const names = api.operations.flatMap((operation) => performOf(behaviourOf(operation)['action']) ?? []);
  return [...new Set(names)];
}

function performOf(action: Json | undefined): string | undefined {
  const name = isJsonObject(action) ? action['perform'] : undefined;
  return typeof name === 'string' ? name : undefined;
}
