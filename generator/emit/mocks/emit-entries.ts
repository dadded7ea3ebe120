import { listPresent } from '../../iterables.js';
import { render, useAll } from '../code/templates.js';
import { allGroups, type Layout } from '../layout.js';
import { Imports, emulator, commandFile, emulatorType, SPECCAST_INTERFACE } from '../code/imports.js';
import { aliasStructure, interfaceStructure, type PropertyParts } from '../code/structures.js';
import { takesPictures } from '../code/api-features.js';
import type { OutputFile, SourceFile, CodeSymbol, Statement } from '../source-file.js';
import type { EmitContext } from '../emit-context.js';
import { planSymbol } from './emit-plan.js';
import type { MockTools } from './behaviour-value.js';
import { chooseShape } from '../../api/shapes/combine-shapes.js';
import type { Api, Operation, OperationGroup, Response } from '../../api/api.js';
import { listStatusReasons } from '../code/operation-sentences.js';
import { modelTypeSymbol, printShape, typeNames } from '../code/types.js';

const module = 'mocks/index';

/** Emits `mocks/index.ts`: `createEmulator`, the types of its rows, and the types of its controls for tests. */
export function emitIndex(tools: MockTools): SourceFile {
  const { api, resources, layout } = tools;
  const [rows, type] = [`${api.typeName}Rows`, `${api.typeName}Emulator`];
  const [controls, calls] = [ownSymbol(api, 'Controls').name, ownSymbol(api, 'Calls').name];
  const imports = new Imports(module, ['createEmulator', rows, type, controls, calls]);
  const properties = resources.flatMap(({ table, model }) =>
    model ? [requiredProperty(table, imports.useType(modelTypeSymbol(layout, model.id, 'response', 'wire')))] : [],
  );
  const emulatorName = imports.useType(emulator('Emulator'));
  const view = {
    ...useAll(imports, 'emulator', { create: 'startEmulator', options: 'type EmulatorOptions' }),
    plan: imports.use(planSymbol),
    emulator: type,
    rows,
    controls,
    calls,
  };
  return imports.toFile([
    interfaceStructure({
      name: rows,
      docs: ['Rows of the tables of the emulator, by the name of the table.'],
      properties,
    }),
    aliasStructure(type, emulatorType(`${emulatorName}<${rows}, ${controls}, ${calls}>`, imports), [
      'The emulator of this service.',
    ]),
    ...(tools.onlyValues === true ? [] : serviceControls(imports, tools)),
    render(tools, 'mocks/create.hbs', view),
    `export { ${publicValues} } from '@speccast/emulator';`,
    `export type { ${publicTypes} } from '@speccast/emulator';`,
  ]);
}

function requiredProperty(name: string, type: string, ...docs: readonly string[]): PropertyParts {
  return { name, required: true, type, docs };
}

/** Values of the emulator that `./mocks` exports beside `createEmulator`. */
const publicValues = 'checkCoverage, formatCoverage, freedoms, mergeCoverage, narrowHostile';

const publicTypes =
  'Caller, Clock, Coverage, CoverageThresholds, Covered, EmulatedOperation, Emulator, EmulatorOptions, ' +
  'EmulatorState, FaultEffect, FaultHandle, FaultHits, FaultList, FaultRule, Freedom, HostileOption, ' +
  'JournalEntry, JournalMedia, JournalOptions, JournalView, KnownCredentials, KnownToken, ListedFault, OperationControl, ' +
  'OperationCoverage, QuotaMark, QuotaUse, QuotaView, Rule, SavedState, Scenario, SeedTables, Snapshot, ' +
  'TableState, Violation, WorldList';

/** Emits entries that need Node or another library: `mocks/msw.ts`, test runners, `mocks/server.ts`, and `mocks/images.ts` for pictures. */
export function emitEntries({ api }: EmitContext): readonly SourceFile[] {
  return [
    ...(takesPictures(api) ? [entry('images', 'decodeImage', 'DecodeImage, Raster')] : []),
    entry('msw', 'mswHandlers, openPageWorld', 'MswOptions, PageStorage, PageWorldOptions'),
    entry('control', 'controlDocument, withControl', 'ControlOptions, EmulatorWithControl'),
    entry(
      'vitest',
      'emulatorFixtures, emulatorMatchers, setupEmulator',
      `${matcherTypes}, EmulatorFixtures, TestRunner`,
    ),
    entry('jest', 'emulatorMatchers, setupEmulator', `${matcherTypes}, TestRunner`),
    entry('node-test', 'expectEmulator, setupEmulator', `EmulatorAssertions, EmulatorExpectation, ${expectedTypes}`),
    entry(
      'playwright',
      'emulatorFixtures, emulatorMatchers, routeToEmulator',
      `EmulatorArgs, EmulatorFixtures, ${matcherTypes}, RouteOptions`,
    ),
    entry(
      'server',
      'RecordingMistake, serve, withReplay, withUpstream',
      'ContractSummary, FoundViolation, Replayer, RunningServer, ServeOptions, Upstream, UpstreamOptions, ViolationGroup',
    ),
  ];
}

const expectedTypes = 'ExpectedCall, ExpectedCalls, ExpectedChanges, ExpectedCost';

const matcherTypes = `EmulatorMatchers, ${expectedTypes}`;

function entry(name: string, values: string, types: string): SourceFile {
  const from = ` from '@speccast/emulator/${name}';`;
  return new Imports(`mocks/${name}`).toFile([`export { ${values} }${from}`, `export type { ${types} }${from}`]);
}

/** Emits `mocks/bin.ts`, the command of the package. */
export function emitBin(context: EmitContext): OutputFile {
  return commandFile(
    context,
    'src/mocks/bin.ts',
    `import { document } from '../spec.js';

/** Resolves to the exit code when the server has stopped. */
export const finished: Promise<number> = withEmulator('@speccast/emulator@${SPECCAST_INTERFACE}', async () => {
  const commands = await import('@speccast/emulator/commands');
  const mocks = await import('./index.js');
  return commands.runCommand({ create: mocks.createEmulator, document });
});
`,
  );
}

/**
 * Returns a type of the whole service: `PetStoreControls`, the controls for tests, grouped like the client's operations; `PetStoreCalls`,
 * the calls in the journal by the id of the operation; `PetStoreErrorStatus`, the statuses of errors of any operation.
 */
function ownSymbol({ typeName }: Api, suffix: 'Controls' | 'Calls' | 'ErrorStatus'): CodeSymbol {
  return { name: `${typeName}${suffix}`, module };
}

/** Returns the type `PetsGroupCalls`: the calls of a group in the journal, by the id of the operation. */
export function groupCallsSymbol(group: OperationGroup, layout: Layout): CodeSymbol {
  return { name: `${group.typeName}GroupCalls`, module: layout.controls(group).module };
}

/** Emits the controls for tests of a group's operations, and the types of their calls: `'pets.list': CallOf<PetsListParams>`. */
export function groupTypes(group: OperationGroup, imports: Imports, tools: MockTools): readonly Statement[] {
  const { layout } = tools;
  const path = `\`${group.path.join('.')}\``;
  const operations = layout.operationsOf(group);
  const params = operations.map((operation) => imports.useType(layout.paramsWire(operation)));
  const controls = operations.map((operation, index) => {
    const reason = layout.reason(operation);
    const types = [params[index], reason ? imports.useType(reason) : 'never', responseType(operation, imports, tools)];
    const type = `${imports.useType(emulator('OperationControl'))}<${types.join(', ')}>`;
    return requiredProperty(operation.property, type, `Calls of \`${operation.id}\`.`);
  });
  const calls = interfaceStructure({
    name: groupCallsSymbol(group, layout).name,
    docs: [`Calls of ${path} in the journal, by the id of the operation.`],
    properties: operations.map(({ id }, index) =>
      requiredProperty(id, `${imports.useType(emulator('CallOf'))}<${params[index]}>`),
    ),
  });
  return [
    interfaceStructure({
      name: layout.controls(group).name,
      docs: [`Controls for tests of ${path}.`],
      properties: [...controls, ...group.groups.map((inner) => groupProperty(inner, imports, tools))],
    }),
    ...(operations.length === 0 ? [] : [calls]),
  ];
}

function groupProperty(group: OperationGroup, imports: Imports, { layout }: MockTools): PropertyParts {
  return requiredProperty(group.property, imports.useType(layout.controls(group)));
}

/** Emits the types of all operations: `PetStoreControls`, `PetStoreCalls` and `PetStoreErrorStatus`. */
function serviceControls(imports: Imports, tools: MockTools): readonly Statement[] {
  const { api, layout } = tools;
  const groups = allGroups(api.groups).filter(({ operations }) => operations.length > 0);
  const calls = groups.map((group) => imports.useType(groupCallsSymbol(group, layout))).join(', ');
  const common = listErrorStatuses(api);
  const statuses = aliasStructure(ownSymbol(api, 'ErrorStatus').name, common.join(' | '), [
    'Statuses of the errors of any operation.',
  ]);
  return [
    interfaceStructure({
      name: ownSymbol(api, 'Controls').name,
      docs: ['Controls for tests, grouped like the operations of the client.'],
      properties: api.groups.map((group) => groupProperty(group, imports, tools)),
    }),
    interfaceStructure({
      name: ownSymbol(api, 'Calls').name,
      docs: ['Calls in the journal, by the id of the operation.'],
      base: calls || undefined,
      properties: [],
    }),
    ...(common.length < 2 ? [] : [statuses]),
  ];
}

/** Prints the responses that an operation documents: `DocumentedResponse<200, Video> | EmptyResponse<304>`. */
function responseType(operation: Operation, imports: Imports, { api, layout }: MockTools): string {
  const { responses } = operation;
  const errors = listErrorStatuses(api, operation);
  const print = (statuses: readonly string[]): string => printStatuses(statuses, operation, imports, api);
  const printEmpty = (status: string): string => `${imports.useType(emulator('EmptyResponse'))}<${status}>`;
  const byStatus = new Map(responses.map((one) => [print(findStatuses(one, operation, errors, imports)), one]));
  const documented = [...byStatus].map(([status, { contents }]) => {
    if (status === '' || contents.length === 0) return status !== '' && printEmpty(status);
    const shape = chooseShape(contents.map((one) => one.shape));
    const body = printShape(shape, typeNames(layout, imports, 'response', 'wire'));
    return `${imports.useType(emulator('DocumentedResponse'))}<${status}, ${body}>`;
  });
  const bare = errors.filter((status) => !responses.some((one) => covers(one, status)));
  return listPresent([...documented, bare.length > 0 && printEmpty(print(bare))]).join(' | ') || 'never';
}

/** Lists the statuses in `x-reasons` of the service and of one operation, in ascending order. */
function listErrorStatuses(api: Api, operation?: Operation): readonly string[] {
  const statuses = [api, ...(operation ? [operation] : [])].flatMap(({ extensions }) =>
    listStatusReasons(extensions).map(({ status }) => status),
  );
  return [...new Set(statuses)].filter((status) => isExact.test(status)).toSorted();
}

const isExact = /^[1-5]\d\d$/;

/**
 * Prints statuses: `404 | 409`. If they include the statuses of any operation, without some that the operation declares itself, they are
 * shortened: `PetStoreErrorStatus | 409`, `Exclude<PetStoreErrorStatus, 404>`.
 */
function printStatuses(statuses: readonly string[], { responses }: Operation, imports: Imports, api: Api): string {
  const common = listErrorStatuses(api);
  const missing = common.filter((one) => !statuses.includes(one));
  const declared = new Set(responses.map(({ status }) => status));
  if (common.length < 2 || missing.length === common.length || !missing.every((one) => declared.has(one)))
    return statuses.join(' | ');
  const name = imports.useType(ownSymbol(api, 'ErrorStatus'));
  const shared = missing.length === 0 ? name : `Exclude<${name}, ${missing.join(' | ')}>`;
  return [shared, ...statuses.filter((one) => !common.includes(one))].join(' | ');
}

/**
 * Finds the statuses of a response: its own, or for `4XX` and `default` the ones in `x-reasons` that no other response has. Without
 * reasons, it returns types: `StatusOf<'4XX'>`.
 */
function findStatuses(
  { status }: Response,
  { responses }: Operation,
  errors: readonly string[],
  imports: Imports,
): readonly string[] {
  if (isExact.test(status)) return [status];
  const exact = new Set(responses.map((one) => one.status));
  const classes = new Set(responses.flatMap((one) => (one.status === status ? [] : one.status.toUpperCase())));
  const some = errors.filter(
    (one) => !exact.has(one) && covers({ status }, one) && !(status === 'default' && classes.has(`${one[0]}XX`)),
  );
  if (some.length > 0) return some;
  const ranges = status === 'default' ? ['4XX', '5XX'].filter((one) => !classes.has(one)) : [status.toUpperCase()];
  const types = ranges.map((range) => `${imports.useType(emulator('StatusOf'))}<'${range}'>`);
  return [...(status === 'default' && responses.length === 1 ? ['200'] : []), ...types];
}

function covers({ status }: Pick<Response, 'status'>, code: string): boolean {
  return status === 'default' || status === code || status.toUpperCase() === `${code.charAt(0)}XX`;
}
