import type { Operation, OperationGroup } from '../../api/api.js';
import { groupBy } from '../code/group-by.js';
import { Imports } from '../code/imports.js';
import type { SourceFile } from '../source-file.js';
import { contractsStatement } from './emit-contracts.js';
import { groupControls } from './emit-controls.js';
import { plansStatement } from './emit-plans.js';
import { vendorStatement } from './emit-vendor.js';
import type { MockTools } from './mock-tools.js';

/**
 * Emits `mocks/<resource>.ts`: what a test may ask of the operations of a resource, what the emulator does for them, what
 * the spec states about them beside that, and what the real service demands.
 */
export function emitResources(tools: MockTools): readonly SourceFile[] {
  const groups = groupBy(tools.api.groups.flatMap(withInner), ({ module }) => module);
  const operations = groupBy(tools.api.operations, ({ module }) => module);
  const modules = new Set([...operations.keys(), ...groups.keys()]);
  return [...modules].map((module) =>
    emitResource({ module, groups: groups.get(module) ?? [], operations: operations.get(module) ?? [] }, tools),
  );
}

function withInner(group: OperationGroup): readonly OperationGroup[] {
  return [group, ...group.groups.flatMap(withInner)];
}

interface ResourceParts {
  readonly module: string;
  readonly groups: readonly OperationGroup[];
  readonly operations: readonly Operation[];
}

function emitResource({ module, groups, operations }: ResourceParts, tools: MockTools): SourceFile {
  const plans = tools.layout.plans(module);
  const stem = plans.name.replace(/Plans$/, '');
  const controls = groups.map((group) => tools.layout.controls(group).name);
  const imports = new Imports(plans.module, [plans.name, `${stem}Contracts`, `${stem}Vendor`, ...controls]);
  const body = [
    ...groups.map((group) => groupControls(group, imports, tools)),
    ...(operations.length === 0 ? [] : [plansStatement(plans.name, operations, { imports, tools })]),
    ...contractsStatement(module, imports, tools),
    ...vendorStatement(module, imports, tools),
  ];
  return { kind: 'source', path: `src/${plans.module}.ts`, imports: imports.lines(), body };
}
