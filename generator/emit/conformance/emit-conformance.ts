import { isJsonObject, type Json, type JsonObject, readInner, toArray, toObject } from '../../json.js';
import { code, literalCode, render, useAll } from '../code/templates.js';
import { dailyQuotaSymbol, serviceSymbol } from '../layout.js';
import { camelCase } from '../../api/tools/names.js';
import { Imports, runtime, commandFile, emulatorType, SPECCAST_INTERFACE } from '../code/imports.js';
import { quotaLimits } from '../code/operation-sentences.js';
import { literal } from '../code/literals.js';
import type { CodeSymbol, OutputFile, SourceFile } from '../source-file.js';
import type { EmitContext } from '../emit-context.js';

const runner = 'emulator/conformance';

/** Emits `conformance/*.ts`: the checks, one file for each section, and the function that runs them. Emits nothing if the spec has none. */
export function emitConformance(context: EmitContext): readonly OutputFile[] {
  const conformance = context.api.extensions['x-conformance'];
  if (!isJsonObject(conformance)) return [];
  const sections = readInner(conformance, 'sections');
  return [
    ...Object.entries(sections).map(([name, checks]) => emitChecks(name, checks, context)),
    emitIndex(conformance, Object.keys(sections), context),
    ...(context.output === 'package' ? [emitBin(context)] : []),
  ];
}

/** Returns the export with the checks of one section. */
function checksSymbol(name: string): CodeSymbol {
  return { name: `${camelCase(name, 'section')}Checks`, module: `conformance/checks/${name}` };
}

function emitChecks(section: string, checks: Json, context: EmitContext): SourceFile {
  const { name, module } = checksSymbol(section);
  const imports = new Imports(module, [name]);
  const view = {
    name,
    type: imports.useType({ name: 'Check', module: runner }),
    checks: toArray(checks).map((check) => {
      if (context.api.citesSources === true || !isJsonObject(check)) return code(literal(check));
      const { source: _source, ...own } = check;
      return code(literal(own));
    }),
  };
  return imports.toFile([render(context, 'conformance/checks.hbs', view)]);
}

/** Emits `conformance/index.ts`, which runs the checks of all sections; `given` has the steps that checks refer to by name. */
function emitIndex(conformance: JsonObject, sections: readonly string[], context: EmitContext): SourceFile {
  const { api, layout } = context;
  const { given, sections: _sections, ...settings } = conformance;
  const quotas = quotaLimits(api);
  const all = { ...settings, ...(Object.keys(quotas).length > 0 && { quotas }) };
  const steps = Object.entries(toObject(given));
  const imports = new Imports('conformance/index', ['checks', 'given', 'runConformance', 'kit', 'operations']);
  const names = useAll(imports, runner, {
    check: 'type Check',
    list: 'listChecks',
    kit: 'type ConformanceKit',
    options: 'type ConformanceOptions',
    report: 'type ConformanceReport',
    run: 'runKit',
  });
  const view = {
    ...names,
    given: steps.map(([name, step]) => ({ name, step: literalCode(step) })),
    step: steps.length === 0 ? '' : imports.useType({ name: 'Step', module: runner }),
    report: code(emulatorType(names.report, imports)),
    service: imports.use(serviceSymbol),
    dailyQuota: api.errors?.quota !== undefined && imports.use(dailyQuotaSymbol),
    operation: imports.useType(runtime('Operation')),
    operations: api.operations.map((operation) => imports.use(layout.descriptor(operation))),
    parts: sections.map((section) => imports.use(checksSymbol(section))),
    settings: Object.entries(all).map(([name, value]) => ({ name, value: code(literal(value)) })),
  };
  return imports.toFile([
    render(context, 'conformance/index.hbs', view),
    "export { formatConformance } from '@speccast/emulator/conformance';",
    'export type { Check, CheckResult, ConformanceOptions, ConformanceReport, CostEstimate, CreatedRow, Expectation, ' +
      "FailureCause, RowStore, Sender, Step, StepResult } from '@speccast/emulator/conformance';",
  ]);
}

/** Emits the command that runs the checks. */
function emitBin(context: EmitContext): OutputFile {
  return commandFile(
    context,
    'src/conformance/bin.ts',
    `
/** Resolves when all checks have run. */
export const finished: Promise<unknown> = withEmulator('@speccast/emulator@${SPECCAST_INTERFACE}', async () => {
  const commands = await import('@speccast/emulator/commands');
  const checks = await import('./index.js');
  await commands.runConformanceCommand(checks.runConformance);
});
`,
  );
}
