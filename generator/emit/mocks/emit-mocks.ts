import type { Api, Operation } from '../../api/api.js';
import { performedBy } from '../../api/capabilities.js';
import { findResources } from '../../api/find-resources.js';
import type { JsonObject } from '../../spec/json.js';
import { createTemplates } from '../code/templates.js';
import type { EmitContext, OutputFile } from '../source-file.js';
import { behaviourValue } from './behaviour-value.js';
import { capabilitySymbol, emitCapabilities } from './emit-capabilities.js';
import { emitBin, emitEntries, emitIndex } from './emit-entries.js';
import { emitPlan } from './emit-plan.js';
import { emitResources } from './emit-resources.js';
import { emitSeed } from './emit-seed.js';
import type { MockTools } from './mock-tools.js';
import { resourceValues, withHidden } from './resource-values.js';

/** Emits `mocks/*.ts`: what the emulator does, a file a resource; its plan, seed and entry, the MSW handlers and the server. */
export function emitMocks(context: EmitContext): readonly OutputFile[] {
  const tools = toolsOf(context);
  const files = [...emitResources(tools), ...emitSeed(tools), emitPlan(tools), emitIndex(tools)];
  return [...files, ...emitEntries(context), emitBin(context), ...emitCapabilities(context)];
}

function toolsOf(context: EmitContext): MockTools {
  const found = findResources(context.api);
  const behaviours = new Map(
    context.api.operations.map((operation) => [operation.id, behaviour(operation, found.behaviours, context)]),
  );
  return {
    ...context,
    templates: createTemplates(context.assets.templates),
    resources: [...resourceValues(context.api), ...found.resources].map((one) => withHidden(context.api, one)),
    behaviourOf: ({ id }) => behaviours.get(id) ?? {},
    sampled: needsSamples(context.api, behaviours) || found.resources.length > 0,
  };
}

function behaviour(operation: Operation, found: ReadonlyMap<string, JsonObject>, context: EmitContext): JsonObject {
  const { action, ...others } = behaviourValue(operation);
  const name = performedBy(action);
  const isKnown = action !== undefined && (name === undefined || capabilitySymbol(name, context) !== undefined);
  const declared = isKnown ? { action, ...others } : others;
  return declared['action'] === undefined ? { ...found.get(operation.id), ...declared } : declared;
}

function needsSamples({ operations }: Api, behaviours: ReadonlyMap<string, JsonObject>): boolean {
  return operations.some(({ id }) => behaviours.get(id)?.['action'] === undefined);
}
