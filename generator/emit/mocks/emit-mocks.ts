import type { Operation, OperationGroup } from '../../api/api.js';
import { createTemplates } from '../code/templates.js';
import { allGroups } from '../layout.js';
import type { EmitContext } from '../emit-context.js';
import type { OutputFile, SourceFile } from '../source-file.js';
import { readPlanValues, valuesByModule, type MockTools } from './behaviour-value.js';
import { capabilitySymbol, emitCapabilities, emitPlan, emitSeed } from './emit-plan.js';
import { emitBin, emitEntries, emitIndex, groupCalls, groupCallsSymbol, groupControls } from './emit-entries.js';
import { groupBy } from '../../iterables.js';
import { Imports } from '../code/imports.js';
import { plansStatement, sharePlanParts } from './emit-plans.js';
import { shareVendorRules, vendorStatement, vendorValue } from './emit-vendor.js';

/** Emits `mocks/*.ts`: what the emulator does, a file a resource; its plan, seed and entry, the MSW handlers and the server. */
export function emitMocks(context: EmitContext): readonly OutputFile[] {
  const { api } = context;
  const tools: MockTools = {
    ...context,
    ...readPlanValues(api, (name) => capabilitySymbol(name, context) !== undefined),
    templates: createTemplates(context.assets.templates),
    vendorRules: valuesByModule(api, (operation) => vendorValue(api, operation)),
  };
  const files = [...emitResources(tools), ...emitSeed(tools), emitPlan(tools), emitIndex(tools)];
  const bins = context.output === 'package' ? [emitBin(context)] : [];
  return [...files, ...emitEntries(context), ...bins, ...emitCapabilities(context)];
}

/** Emits `mocks/<resource>.ts`: controls for tests, plans of the operations, and rules of the real service. */
function emitResources(tools: MockTools): readonly SourceFile[] {
  const groups = groupBy(allGroups(tools.api.groups), ({ module }) => module);
  const operations = groupBy(tools.api.operations, ({ module }) => module);
  const modules = new Set([...operations.keys(), ...groups.keys()]);
  return [...modules].map((module) =>
    emitResource(module, { groups: groups.get(module) ?? [], operations: operations.get(module) ?? [] }, tools),
  );
}

function emitResource(
  module: string,
  { groups, operations }: { readonly groups: readonly OperationGroup[]; readonly operations: readonly Operation[] },
  tools: MockTools,
): SourceFile {
  const plans = tools.layout.mocks(module, 'Plans');
  const vendor = tools.layout.mocks(module, 'Vendor').name;
  const types = groups.flatMap((group) => [tools.layout.controls(group).name, groupCallsSymbol(group, tools).name]);
  const [parts, rules] = [sharePlanParts(operations, tools), shareVendorRules(module, tools)];
  const constants = [...parts.constants, ...rules.constants].map(({ name }) => name);
  const imports = new Imports(plans.module, [plans.name, vendor, ...types, ...constants]);
  const body = [
    ...(tools.onlyValues === true
      ? []
      : groups.flatMap((group) => [groupControls(group, imports, tools), ...groupCalls(group, imports, tools)])),
    ...(operations.length === 0 ? [] : [plansStatement(plans.name, operations, { imports, shared: parts, tools })]),
    ...vendorStatement(module, { imports, shared: rules }, tools),
  ];
  return imports.toFile(body);
}
