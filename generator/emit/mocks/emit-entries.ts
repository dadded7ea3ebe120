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
  return { kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body };
}

/** What `./mocks` passes on beside `createEmulator`. */
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

/** The types of what a test may ask of all operations, and of what the journal shows of their calls. */
function serviceControls(imports: Imports, tools: MockTools): readonly Statement[] {
  const { api, layout } = tools;
  return [
    interfaceStructure({
      name: controlsSymbol(api).name,
      docs: ['What can go wrong with the calls of the service, grouped as in the client.'],
      properties: api.groups.map((group) => groupProperty(group, imports, tools)),
    }),
    interfaceStructure({
      name: callsSymbol(api).name,
      docs: ['What is known of the calls of each operation, by its id.'],
      properties: api.operations.map((operation) => ({
        name: operation.id,
        required: true,
        type: `${imports.useType(emulator('CallOf'))}<${imports.useType(layout.paramsWire(operation))}>`,
        docs: [],
      })),
    }),
  ];
}

/** Source text of the responses that an operation documents: `DocumentedAnswer<200, Video> | EmptyAnswer<304>`. */
function responseType(operation: Operation, imports: Imports, { api, layout }: MockTools): string {
  const errors = errorStatuses(api, operation);
  const covered = new Map(operation.responses.map((one) => [one, statusType(one, operation, errors, imports)]));
  const documented = [...covered].flatMap(([{ contents }, status]) => {
    if (status === '') return [];
    if (contents.length === 0) return [`${imports.useType(emulator('EmptyAnswer'))}<${status}>`];
    const body = printShape(
      chooseShape(contents.map(({ shape }) => shape)),
      typeNames(layout, imports, 'response', 'wire'),
    );
    return [`${imports.useType(emulator('DocumentedAnswer'))}<${status}, ${body}>`];
  });
  const bare = errors.filter((status) => !operation.responses.some((one) => covers(one, status)));
  const more = bare.length === 0 ? [] : [`${imports.useType(emulator('EmptyAnswer'))}<${bare.join(' | ')}>`];
  return [...documented, ...more].join(' | ') || 'never';
}

/** The statuses that go with reasons, in ascending order. */
function errorStatuses({ extensions }: Api, operation: Operation): readonly string[] {
  const named = [extensions, operation.extensions].flatMap(listStatusReasons);
  return [...new Set(named.map(({ status }) => status))].filter((status) => isExact.test(status)).toSorted();
}

const isExact = /^[1-5]\d\d$/;

/** A status, or of `4XX` and `default` those that go with reasons and that no other response has; all where no reason is known. */
function statusType(
  { status }: Response,
  { responses }: Operation,
  errors: readonly string[],
  imports: Imports,
): string {
  if (isExact.test(status)) return status;
  const exact = new Set(responses.map((one) => one.status));
  const classes = new Set(responses.flatMap((one) => (one.status === status ? [] : one.status.toUpperCase())));
  const some = errors.filter(
    (one) => !exact.has(one) && covers({ status }, one) && !(status === 'default' && classes.has(`${one[0]}XX`)),
  );
  if (some.length > 0) return some.join(' | ');
  const ranges = status === 'default' ? ['4XX', '5XX'].filter((one) => !classes.has(one)) : [status.toUpperCase()];
  const types = ranges.map((range) => `${imports.useType(emulator('StatusOf'))}<'${range}'>`);
  return [...(status === 'default' && responses.length === 1 ? ['200'] : []), ...types].join(' | ');
}

function covers({ status }: Pick<Response, 'status'>, code: string): boolean {
  return status === 'default' || status === code || status.toUpperCase() === `${code.charAt(0)}XX`;
}
