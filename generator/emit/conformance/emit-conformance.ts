import { serviceSymbol } from '../layout.js';
import { camelCase } from '../../api/tools/names.js';
import type { Api } from '../../api/api.js';
import { isJsonObject, type Json, type JsonObject, toObject } from '../../json.js';
import { Imports, runtime, commandFile, emulatorType, SPECCAST_INTERFACE } from '../code/imports.js';
import { quotaLimits } from '../code/operation-sentences.js';
import { literal } from '../code/literals.js';
import { code, createTemplates, type Templates } from '../code/templates.js';
import type { CodeSymbol, OutputFile, SourceFile } from '../source-file.js';
import type { EmitContext } from '../emit-context.js';

const runner = 'emulator/conformance';

const index = 'conformance/index';

/** Emits `conformance/*.ts`: the checks, a file a section, and what runs them; nothing where the spec has none. */
export function emitConformance(context: EmitContext): readonly OutputFile[] {
  const conformance = context.api.extensions['x-conformance'];
  if (!isJsonObject(conformance)) return [];
  const { sections, ...rest } = conformance;
  const templates = createTemplates(context.assets.templates);
  return [
    ...Object.entries(toObject(sections)).map(([name, checks]) => emitChecks(name, checks, context.api, templates)),
    emitIndex({ sections: Object.keys(toObject(sections)), ...rest }, context, templates),
    ...(context.output === 'package' ? [emitBin(context)] : []),
  ];
}

/** The checks of one section, as the package ships them. */
function checksSymbol(name: string): CodeSymbol {
  return { name: `${camelCase(name, 'section')}Checks`, module: `conformance/checks/${name}` };
}

function emitChecks(section: string, checks: Json, { citesSources }: Api, templates: Templates): SourceFile {
  const symbol = checksSymbol(section);
  const imports = new Imports(symbol.module, [symbol.name]);
  const view = {
    name: symbol.name,
    type: imports.useType({ name: 'Check', module: runner }),
    checks: (Array.isArray(checks) ? checks : []).map((check: Json) => {
      if (citesSources === true || !isJsonObject(check)) return code(literal(check));
      const { source: _source, ...own } = check;
      return code(literal(own));
    }),
  };
  const body = [templates.render('conformance/checks.hbs', view)];
  return imports.toFile(body);
}

/** Emits `conformance/index.ts`, which runs the checks of all sections; `given` are the steps that they name. */
function emitIndex(
  { sections, given, ...settings }: JsonObject & { readonly sections: readonly string[] },
  { api, layout }: EmitContext,
  templates: Templates,
): SourceFile {
  const quotas = Object.entries(quotaLimits(api)).map(([bucket, list]) => [bucket, list.map((one) => ({ ...one }))]);
  const all = { ...settings, ...(quotas.length > 0 && { quotas: Object.fromEntries(quotas) }) };
  const imports = new Imports(index, ['checks', 'given', 'runConformance', 'kit', 'operations']);
  const of = (name: string): CodeSymbol => ({ name, module: runner });
  const view = {
    check: imports.useType(of('Check')),
    list: imports.use(of('listChecks')),
    given: Object.entries(toObject(given)).map(([name, step]) => ({ name, step: code(literal(step)) })),
    step: Object.keys(toObject(given)).length === 0 ? '' : imports.useType(of('Step')),
    kit: imports.useType(of('ConformanceKit')),
    options: imports.useType(of('ConformanceOptions')),
    report: code(emulatorType(imports.useType(of('ConformanceReport')), imports)),
    run: imports.use(of('runKit')),
    service: imports.use(serviceSymbol),
    operation: imports.useType(runtime('Operation')),
    operations: api.operations.map((operation) => imports.use(layout.descriptor(operation))),
    parts: sections.map((section) => imports.use(checksSymbol(section))),
    settings: Object.entries(all).map(([name, value]) => ({ name, value: code(literal(value)) })),
  };
  const body = [
    templates.render('conformance/index.hbs', view),
    "export { formatConformance } from '@speccast/emulator/conformance';",
    'export type { Check, CheckResult, ConformanceOptions, ConformanceReport, CostEstimate, CreatedRow, Expectation, ' +
      "FailureCause, RowStore, Sender, Step, StepResult } from '@speccast/emulator/conformance';",
  ];
  return imports.toFile(body);
}

/** Emits the command that runs the checks. */
function emitBin(context: EmitContext): OutputFile {
  return commandFile(
    context,
    'src/conformance/bin.ts',
    `
/** Settles when the checks are through. */
export const finished: Promise<unknown> = withEmulator('@speccast/emulator@${SPECCAST_INTERFACE}', async () => {
  const commands = await import('@speccast/emulator/commands');
  const checks = await import('./index.js');
  await commands.runConformanceCommand(checks.runConformance);
});
`,
  );
}
