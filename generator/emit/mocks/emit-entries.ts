import { Imports, emulator, commandFile, emulatorType, SPECCAST_INTERFACE } from '../code/imports.js';
import { aliasStructure, interfaceStructure, type PropertyParts } from '../code/structures.js';
import { takesPictures } from '../code/api-features.js';
import type { OutputFile, SourceFile, CodeSymbol, Statement } from '../source-file.js';
import type { EmitContext } from '../emit-context.js';
import { allGroups } from '../layout.js';
import { planSymbol } from './emit-plan.js';
import type { MockTools } from './behaviour-value.js';
import { chooseShape } from '../../api/shapes/combine-shapes.js';
import type { Api, Operation, OperationGroup, Response } from '../../api/api.js';
import { listStatusReasons } from '../code/operation-sentences.js';
import { modelTypeSymbol, printShape, typeNames } from '../code/types.js';

const module = 'mocks/index';

/** Emits `mocks/index.ts`: `createEmulator`, and the rows of its tables by name. */
export function emitIndex(tools: MockTools): SourceFile {
  const { api, resources, layout, templates } = tools;
  const [rows, type] = [`${api.typeName}Rows`, `${api.typeName}Emulator`];
  const [controls, calls] = [controlsSymbol(api), callsSymbol(api)];
  const imports = new Imports(module, ['createEmulator', rows, type, controls.name, calls.name]);
  const properties = resources.flatMap(({ table, model }) =>
    model === undefined
      ? []
      : [
          {
            name: table,
            required: true,
            type: imports.useType(modelTypeSymbol(layout, model.id, 'response', 'wire')),
            docs: [],
          },
        ],
  );
  const view = {
    create: imports.use(emulator('startEmulator')),
    plan: imports.use(planSymbol),
    options: imports.useType(emulator('EmulatorOptions')),
    emulator: type,
    rows,
    controls: imports.useType(controls),
    calls: imports.useType(calls),
  };
  const made = `${imports.useType(emulator('Emulator'))}<${rows}, ${view.controls}, ${view.calls}>`;
  const body = [
    interfaceStructure({ name: rows, docs: ['What the tables of the emulator hold, by name.'], properties }),
    aliasStructure(type, emulatorType(made, imports), ['The emulator of this service.']),
    ...(tools.onlyValues === true ? [] : serviceControls(imports, tools)),
    templates.render('mocks/create.hbs', view),
    `export { ${publicValues.join(', ')} } from '@speccast/emulator';`,
    `export type { ${publicTypes} } from '@speccast/emulator';`,
  ];
  return imports.toFile(body);
}

/** Values of the emulator that `./mocks` exports beside `createEmulator`. */
const publicValues = ['checkCoverage', 'formatCoverage', 'freedoms', 'mergeCoverage', 'narrowHostile'];

const publicTypes =
  'Caller, Clock, Coverage, CoverageThresholds, Covered, EmulatedOperation, Emulator, EmulatorOptions, ' +
  'EmulatorState, FaultEffect, FaultHandle, FaultHits, FaultList, FaultRule, Freedom, HostileOption, ' +
  'JournalEntry, JournalMedia, JournalOptions, JournalView, KnownCredentials, KnownToken, ListedFault, OperationControl, ' +
  'OperationCoverage, QuotaMark, QuotaUse, QuotaView, Rule, SavedState, Scenario, SeedTables, Snapshot, ' +
  'TableState, Violation, WorldList';

/** Emits the entries that need more than web standards, `mocks/msw.ts` to `mocks/server.ts`, and, for pictures, `mocks/images.ts`. */
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
  const body = [`export { ${values} }${from}`, `export type { ${types} }${from}`];
  return { kind: 'source', path: `src/mocks/${name}.ts`, imports: [], body };
}

/** Emits `mocks/bin.ts`, the command of the package. */
export function emitBin(context: EmitContext): OutputFile {
  return commandFile(
    context,
    'src/mocks/bin.ts',
    `import { document } from '../spec.js';

/** Settles with the exit code when the server has stopped. */
export const finished: Promise<number> = withEmulator('@speccast/emulator@${SPECCAST_INTERFACE}', async () => {
  const commands = await import('@speccast/emulator/commands');
  const mocks = await import('./index.js');
  return commands.runCommand({ create: mocks.createEmulator, document });
});
`,
  );
}

/** `PetStoreControls`: what can go wrong, grouped as the client groups operations. */
function controlsSymbol({ typeName }: Api): CodeSymbol {
  return { name: `${typeName}Controls`, module };
}

/** `PetStoreCalls`: what the journal shows of the calls of each operation, by id. */
function callsSymbol({ typeName }: Api): CodeSymbol {
  return { name: `${typeName}Calls`, module };
}

/** `PetStoreErrorStatus`: the statuses of the errors of any operation. */
function errorStatusSymbol({ typeName }: Api): CodeSymbol {
  return { name: `${typeName}ErrorStatus`, module };
}

/** `PetsGroupCalls`: what the journal shows of the calls of the operations of a group, by id. */
export function groupCallsSymbol(group: OperationGroup, { layout }: MockTools): CodeSymbol {
  return { name: `${group.typeName}GroupCalls`, module: layout.controls(group).module };
}

/** Emits the type of the calls of the operations of a group: `'pets.list': CallOf<PetsListParams>`. */
export function groupCalls(group: OperationGroup, imports: Imports, tools: MockTools): readonly Statement[] {
  const { layout } = tools;
  const properties = layout.operationsOf(group).map((operation) => ({
    name: operation.id,
    required: true,
    type: `${imports.useType(emulator('CallOf'))}<${imports.useType(layout.paramsWire(operation))}>`,
    docs: [],
  }));
  const docs = [`What is known of the calls of \`${group.path.join('.')}\`, by the ids of operations.`];
  return properties.length === 0
    ? []
    : [interfaceStructure({ name: groupCallsSymbol(group, tools).name, docs, properties })];
}

/** The type of what a test may ask of the operations of a group. */
export function groupControls(group: OperationGroup, imports: Imports, tools: MockTools): Statement {
  const properties = [
    ...tools.layout.operationsOf(group).map((operation) => controlProperty(operation, imports, tools)),
    ...group.groups.map((inner) => groupProperty(inner, imports, tools)),
  ];
  const docs = [`What can go wrong with \`${group.path.join('.')}\`.`];
  return interfaceStructure({ name: tools.layout.controls(group).name, docs, properties });
}

function groupProperty(group: OperationGroup, imports: Imports, { layout }: MockTools): PropertyParts {
  return { name: group.property, required: true, type: imports.useType(layout.controls(group)), docs: [] };
}

function controlProperty(operation: Operation, imports: Imports, tools: MockTools): PropertyParts {
  const reason = tools.layout.reason(operation);
  const types = [
    imports.useType(tools.layout.paramsWire(operation)),
    reason === undefined ? 'never' : imports.useType(reason),
    responseType(operation, imports, tools),
  ];
  const type = `${imports.useType(emulator('OperationControl'))}<${types.join(', ')}>`;
  return { name: operation.property, required: true, type, docs: [`Calls of \`${operation.id}\`.`] };
}

/** Emits the types of all operations: `PetStoreControls`, `PetStoreCalls` and `PetStoreErrorStatus`. */
function serviceControls(imports: Imports, tools: MockTools): readonly Statement[] {
  const { api } = tools;
  const groups = allGroups(api.groups).filter(({ operations }) => operations.length > 0);
  const calls = groups.map((group) => imports.useType(groupCallsSymbol(group, tools)));
  const common = listErrorStatuses(api);
  return [
    interfaceStructure({
      name: controlsSymbol(api).name,
      docs: ['What can go wrong with the calls of the service, grouped as in the client.'],
      properties: api.groups.map((group) => groupProperty(group, imports, tools)),
    }),
    interfaceStructure({
      name: callsSymbol(api).name,
      docs: ['What is known of the calls of each operation, by its id.'],
      base: calls.length === 0 ? undefined : calls.join(', '),
      properties: [],
    }),
    ...(common.length < 2
      ? []
      : [
          aliasStructure(errorStatusSymbol(api).name, common.join(' | '), ['Statuses of the errors of any operation.']),
        ]),
  ];
}

/** Prints the responses that an operation documents: `DocumentedAnswer<200, Video> | EmptyAnswer<304>`. */
function responseType(operation: Operation, imports: Imports, { api, layout }: MockTools): string {
  const { responses } = operation;
  const errors = listErrorStatuses(api, operation);
  const print = (statuses: readonly string[]): string => printStatuses(statuses, operation, imports, api);
  const byStatus = new Map(responses.map((one) => [print(findStatuses(one, operation, errors, imports)), one]));
  const documented = [...byStatus].flatMap(([status, { contents }]) => {
    if (status === '') return [];
    if (contents.length === 0) return [`${imports.useType(emulator('EmptyAnswer'))}<${status}>`];
    const body = printShape(
      chooseShape(contents.map(({ shape }) => shape)),
      typeNames(layout, imports, 'response', 'wire'),
    );
    return [`${imports.useType(emulator('DocumentedAnswer'))}<${status}, ${body}>`];
  });
  const bare = errors.filter((status) => !responses.some((one) => covers(one, status)));
  const more = bare.length === 0 ? [] : [`${imports.useType(emulator('EmptyAnswer'))}<${print(bare)}>`];
  return [...documented, ...more].join(' | ') || 'never';
}

/** Lists the statuses that go with the reasons of any operation, and with those of one operation, in ascending order. */
function listErrorStatuses(api: Api, operation?: Operation): readonly string[] {
  const statuses = [api, ...(operation ? [operation] : [])].flatMap(({ extensions }) =>
    listStatusReasons(extensions).map(({ status }) => status),
  );
  return [...new Set(statuses)].filter((status) => isExact.test(status)).toSorted();
}

const isExact = /^[1-5]\d\d$/;

/**
 * Prints statuses: `404 | 409`. Where those of any operation are among them, but for some that the operation declares
 * one by one, these are printed by their name: `PetStoreErrorStatus | 409`, `Exclude<PetStoreErrorStatus, 404>`.
 */
function printStatuses(statuses: readonly string[], { responses }: Operation, imports: Imports, api: Api): string {
  const common = listErrorStatuses(api);
  const missing = common.filter((one) => !statuses.includes(one));
  const declared = new Set(responses.map(({ status }) => status));
  if (common.length < 2 || missing.length === common.length || !missing.every((one) => declared.has(one)))
    return statuses.join(' | ');
  const name = imports.useType(errorStatusSymbol(api));
  const shared = missing.length === 0 ? name : `Exclude<${name}, ${missing.join(' | ')}>`;
  return [shared, ...statuses.filter((one) => !common.includes(one))].join(' | ');
}

/**
 * Finds the statuses of a response: its own, or of `4XX` and `default` those that go with reasons and that no other
 * response has. Where no reason is known, they are types: `StatusOf<'4XX'>`.
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
