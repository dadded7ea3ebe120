import { Imports } from '../code/imports.js';
import { aliasStructure, interfaceStructure } from '../code/structures.js';
import { takesPictures } from '../code/takes-pictures.js';
import type { CodeSymbol, EmitContext, OutputFile, PlainFile, SourceFile } from '../source-file.js';
import { callsSymbol, controlsSymbol, serviceControls } from './emit-controls.js';
import { planSymbol } from './emit-plan.js';
import type { MockTools } from './mock-tools.js';

const start: CodeSymbol = { name: 'startEmulator', module: 'runtime/emulator/emulator' };
const emulator: CodeSymbol = { name: 'Emulator', module: 'runtime/emulator/emulator' };
const options: CodeSymbol = { name: 'EmulatorOptions', module: 'runtime/emulator/options' };

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
    create: imports.use(start),
    plan: imports.use(planSymbol),
    options: imports.useType(options),
    emulator: type,
    rows,
    controls: imports.useType(controls),
    calls: imports.useType(calls),
  };
  const body = [
    interfaceStructure({ name: rows, docs: ['What the tables of the emulator hold, by name.'], properties }),
    aliasStructure(type, `${imports.useType(emulator)}<${rows}, ${view.controls}, ${view.calls}>`, [
      'The emulator of this service.',
    ]),
    ...serviceControls(imports, tools),
    templates.render('mocks/create.hbs', view),
    "export type { Clock } from '../runtime/emulator/clock.js';",
    "export { checkCoverage } from '../runtime/emulator/contract/check-coverage.js';",
    "export type { Coverage, Covered, CoverageThresholds, OperationCoverage } from '../runtime/emulator/contract/coverage.js';",
    "export { formatCoverage } from '../runtime/emulator/contract/format-coverage.js';",
    "export { mergeCoverage } from '../runtime/emulator/contract/merge-coverage.js';",
    "export type { Rule } from '../runtime/emulator/contract/rule.js';",
    "export type { Emulator, Snapshot } from '../runtime/emulator/emulator.js';",
    "export type { FaultEffect, FaultHits, FaultList, FaultRule, ListedFault } from '../runtime/emulator/faults/fault-rule.js';",
    "export type { FaultHandle, OperationControl } from '../runtime/emulator/faults/operation-control.js';",
    "export type { JournalEntry, JournalMedia, JournalOptions } from '../runtime/emulator/journal/journal-entry.js';",
    "export type { QuotaMark, QuotaUse, QuotaView } from '../runtime/emulator/quota/quota-use.js';",
    "export { freedoms } from '../runtime/emulator/hostile/freedoms.js';",
    "export type { Freedom, HostileOption } from '../runtime/emulator/hostile/freedoms.js';",
    "export { narrowHostile } from '../runtime/emulator/hostile/narrow-hostile.js';",
    "export type { KnownCredentials, KnownToken } from '../runtime/emulator/credentials.js';",
    "export type { EmulatorOptions } from '../runtime/emulator/options.js';",
    "export type { Caller, SeedTables } from '../runtime/emulator/plan.js';",
    "export type { EmulatedOperation } from '../runtime/emulator/emulated-operation.js';",
    "export type { SavedState } from '../runtime/emulator/save-state.js';",
    "export type { Scenario } from '../runtime/emulator/seed-world.js';",
    "export type { EmulatorState, TableState } from '../runtime/emulator/state.js';",
    "export type { WorldList } from '../runtime/emulator/worlds.js';",
  ];
  return { kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body };
}

/** Emits the entries that need more than web standards: `mocks/msw.ts`, `mocks/control.ts`, `mocks/server.ts` and, for pictures, `mocks/images.ts`. */
export function emitEntries({ api }: EmitContext): readonly SourceFile[] {
  return [
    ...(takesPictures(api) ? [imagesEntry] : []),
    entry('msw', [
      "export { mswHandlers } from '../runtime/msw/msw-handlers.js';",
      "export type { MswOptions } from '../runtime/msw/msw-handlers.js';",
    ]),
    entry('control', [
      "export { withControl } from '../runtime/control/with-control.js';",
      "export { controlDocument } from '../runtime/control/control-document.js';",
      "export type { ControlOptions } from '../runtime/control/controlled-emulator.js';",
      "export type { EmulatorWithControl } from '../runtime/control/with-control.js';",
    ]),
    entry('vitest', [
      "export { emulatorMatchers } from '../runtime/vitest/emulator-matchers.js';",
      "export type { EmulatorMatchers } from '../runtime/vitest/emulator-matchers.js';",
      "export type { ExpectedCall, ExpectedCalls, ExpectedChanges, ExpectedCost } from '../runtime/vitest/expected.js';",
    ]),
    entry('server', [
      "export { serve } from '../runtime/server/serve.js';",
      "export type { RunningServer, ServeOptions } from '../runtime/server/serve.js';",
    ]),
  ];
}

const imagesEntry: SourceFile = entry('images', [
  "export { decodeImage } from '../runtime/images/decode-image.js';",
  "export type { DecodeImage, Raster } from '../runtime/emulator/domain/raster.js';",
]);

function entry(name: string, body: readonly string[]): SourceFile {
  return { kind: 'source', path: `src/mocks/${name}.ts`, imports: [], body };
}

/** Emits `mocks/bin.ts`, the command of the package. Its first line is not a comment, so it is printed here. */
export function emitBin({ command }: EmitContext): OutputFile {
  const text = `#!/usr/bin/env node
// Generated by \`${command.replace(/[^\x20-\x7e]/g, '?')}\`; do not edit.
import { runCommand } from '../runtime/server/run-command.js';
import { document } from '../spec.js';
import { createEmulator } from './index.js';

/** Settles with the exit code when the server has stopped. */
export const finished: Promise<number> = runCommand({ create: createEmulator, document });
`;
  return { kind: 'plain', path: 'src/mocks/bin.ts', text } satisfies PlainFile;
}
