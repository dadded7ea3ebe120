import { allGroups } from '../layout.js';
import type { EmitContext } from '../emit-context.js';
import type { OutputFile, SourceFile } from '../source-file.js';
import { readPlanValues, type MockTools } from './behaviour-value.js';
import { capabilitySymbol, emitCapabilities, emitPlan, emitSeed } from './emit-plan.js';
import { emitBin, emitEntries, emitIndex, groupCallsSymbol, groupTypes } from './emit-entries.js';
import { groupBy } from '../../iterables.js';
import { Imports } from '../code/imports.js';
import { plansStatement, sharePlanParts, shareVendorRules, vendorStatement, vendorValue } from './emit-plans.js';

/** Emits `mocks/*.ts`: a file with plans for each resource, the plan of the emulator, its seed, its entries and its capabilities. */
export function emitMocks(context: EmitContext): readonly OutputFile[] {
  const { api, output } = context;
  const vendorRules = api.operations.map((one) => [one.id, vendorValue(api, one)] as const);
  const tools: MockTools = {
    ...context,
    ...readPlanValues(api, (name) => capabilitySymbol(name, context) !== undefined),
    vendorRules: new Map(vendorRules),
    byModule: groupBy(api.operations, ({ module }) => module),
  };
  const modules = new Set([...tools.byModule.keys(), ...allGroups(api.groups).map(({ module }) => module)]);
  return [
    ...[...modules].map((module) => emitResource(module, tools)),
    ...emitSeed(context),
    emitPlan(tools),
    emitIndex(tools),
    ...emitEntries(context),
    ...(output === 'package' ? [emitBin(context)] : []),
    ...emitCapabilities(context),
  ];
}

/** Emits `mocks/<resource>.ts`: types of controls for tests, plans of the operations, and rules of the real service. */
function emitResource(module: string, tools: MockTools): SourceFile {
  const { api, layout, byModule, onlyValues } = tools;
  const operations = byModule.get(module) ?? [];
  const groups = allGroups(api.groups).filter((one) => one.module === module);
  const [plans, vendor] = [layout.mocks(module, 'Plans'), layout.mocks(module, 'Vendor')];
  const [parts, rules] = [sharePlanParts(operations, api), shareVendorRules(operations, tools)];
  const imports = new Imports(plans.module, [
    plans.name,
    vendor.name,
    ...groups.flatMap((group) => [layout.controls(group).name, groupCallsSymbol(group, layout).name]),
    ...[...parts.constants, ...rules.constants].map(({ name }) => name),
  ]);
  const types = onlyValues === true ? [] : groups.flatMap((group) => groupTypes(group, imports, tools));
  return imports.toFile([
    ...types,
    ...plansStatement(plans.name, operations, { imports, shared: parts, tools }),
    ...vendorStatement(vendor.name, operations, { imports, shared: rules, tools }),
  ]);
}
