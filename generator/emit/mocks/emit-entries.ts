import { Imports, emulator } from '../code/syntax/imports.js';
import { aliasStructure, interfaceStructure } from '../code/syntax/structures.js';
import { takesPictures } from '../code/api-features.js';
import { commandFile, emulatorType, SPECCAST_INTERFACE } from '../code/runtime-version.js';
import type { OutputFile, SourceFile } from '../source-file.js';
import type { EmitContext } from '../emit-context.js';
import { callsSymbol, controlsSymbol, serviceControls } from './emit-controls.js';
import { planSymbol } from './emit-plan.js';
import type { MockTools } from './behaviour-value.js';

/** Emits `mocks/index.ts`: `createEmulator`, and the rows of its tables by name. */
export function emitIndex(tools: MockTools): SourceFile {
  const { api, resources, layout, templates } = tools;
  const module = 'mocks/index';
  const [rows, type] = [`${api.typeName}Rows`, `${api.typeName}Emulator`];
  const [controls, calls] = [controlsSymbol(api), callsSymbol(api)];
  const imports = new Imports(module, ['createEmulator', rows, type, controls.name, calls.name]);
  const properties = resources.flatMap(({ table, model }) =>
    model === undefined ? [] : [{ name: table, required: true, type: imports.useType(layout.model(model)), docs: [] }],
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
    ...serviceControls(imports, tools),
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
  'JournalEntry, JournalMedia, JournalOptions, KnownCredentials, KnownToken, ListedFault, OperationControl, ' +
  'OperationCoverage, QuotaMark, QuotaUse, QuotaView, Rule, SavedState, Scenario, SeedTables, Snapshot, ' +
  'TableState, WorldList';

/** Emits the entries that need more than web standards: `mocks/msw.ts`, `mocks/control.ts`, `mocks/server.ts` and, for pictures, `mocks/images.ts`. */
export function emitEntries({ api }: EmitContext): readonly SourceFile[] {
  return [
    ...(takesPictures(api) ? [entry('images', 'decodeImage', 'DecodeImage, Raster')] : []),
    entry('msw', 'mswHandlers', 'MswOptions'),
    entry('control', 'controlDocument, withControl', 'ControlOptions, EmulatorWithControl'),
    entry('vitest', 'emulatorMatchers', 'EmulatorMatchers, ExpectedCall, ExpectedCalls, ExpectedChanges, ExpectedCost'),
    entry('server', 'serve', 'RunningServer, ServeOptions'),
  ];
}

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
