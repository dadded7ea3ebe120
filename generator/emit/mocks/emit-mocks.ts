import type { Operation, OperationGroup } from '../../api/api.js';
import { createTemplates } from '../code/templates.js';
import { allGroups } from '../layout.js';
import type { EmitContext } from '../emit-context.js';
import type { OutputFile, SourceFile } from '../source-file.js';
import { readPlanValues, valuesByModule, type MockTools } from './behaviour-value.js';
import { capabilitySymbol, emitCapabilities } from './capability-files.js';
import { emitPlan, emitSeed } from './emit-plan.js';
import { emitBin, emitEntries, emitIndex, groupControls } from './emit-entries.js';
import { groupBy } from '../../iterables.js';
import { Imports } from '../code/imports.js';
import { plansStatement } from './emit-plans.js';
import { vendorStatement, vendorValue } from './emit-vendor.js';

/** Emits `mocks/*.ts`: what the emulator does, a file a resource; its plan, seed and entry, the MSW handlers and the server. */
export function emitMocks(context: EmitContext): readonly OutputFile[] {
  const tools = createMockTools(context);
  const files = [...emitResources(tools), ...emitSeed(tools), emitPlan(tools), emitIndex(tools)];
  const bins = context.output === 'package' ? [emitBin(context)] : [];
  return [...files, ...emitEntries(context), ...bins, ...emitCapabilities(context)];
}

function createMockTools(context: EmitContext): MockTools {
  return {
    ...context,
    ...readPlanValues(context.api, (name) => capabilitySymbol(name, context) !== undefined),
    templates: createTemplates(context.assets.templates),
    vendorRules: valuesByModule(context.api, (operation) => vendorValue(context.api, operation)),
  };
}

/**
 * Emits `mocks/<resource>.ts`: what a test may ask of the operations of a resource, what the emulator does for them, and
 * what the real service demands.
 */
function emitResources(tools: MockTools): readonly SourceFile[] {
  const groups = groupBy(allGroups(tools.api.groups), ({ module }) => module);
  const operations = groupBy(tools.api.operations, ({ module }) => module);
  const modules = new Set([...operations.keys(), ...groups.keys()]);
  return [...modules].map((module) =>
    emitResource({ module, groups: groups.get(module) ?? [], operations: operations.get(module) ?? [] }, tools),
  );
}

interface ResourceParts {
  readonly module: string;
  readonly groups: readonly OperationGroup[];
  readonly operations: readonly Operation[];
}

function emitResource({ module, groups, operations }: ResourceParts, tools: MockTools): SourceFile {
  const plans = tools.layout.mocks(module, 'Plans');
  const vendor = tools.layout.mocks(module, 'Vendor').name;
  const controls = groups.map((group) => tools.layout.controls(group).name);
  const imports = new Imports(plans.module, [plans.name, vendor, ...controls]);
  const body = [
    ...(tools.onlyValues === true ? [] : groups.map((group) => groupControls(group, imports, tools))),
    ...(operations.length === 0 ? [] : [plansStatement(plans.name, operations, { imports, tools })]),
    ...vendorStatement(module, imports, tools),
  ];
  return { kind: 'source', path: `src/${plans.module}.ts`, imports: imports.lines(), body };
}
