import type { Api, Operation } from '../api/api.js';
import { pairUp } from '../api/pair-up.js';
import type { Schema } from '../api/schemas/schema.js';
import { compareOperation, bodySchemas } from './compare-operation.js';
import { compareSchema } from './compare-schema.js';
import { haveBoth } from './difference.js';
import type { Comparison, Difference } from './difference.js';

/**
 * Compares a service's spec with another description of the same service, operation by operation, parameter by
 * parameter, schema by schema. Schemas that no operation of both reaches follow from what is missing, and are left out.
 */
export function compareApis(ours: Api, theirs: Api): readonly Difference[] {
  const found: Difference[] = [];
  const comparison: Comparison = { ours, theirs, report: (difference) => void found.push(difference) };
  const shared: Operation[] = [];
  for (const [id, pair] of pairUp(ours.operations, theirs.operations, (one) => one.id)) {
    const at = `operations.${id}`;
    if (!haveBoth(pair, comparison, { at, positionOf: (one) => one.at })) continue;
    compareOperation(comparison, at, pair);
    shared.push(pair.ours, pair.theirs);
  }
  compareModels(comparison, reachable(comparison, shared));
  return found;
}

function compareModels(comparison: Comparison, ids: ReadonlySet<string>): void {
  const { ours, theirs } = comparison;
  const models = [ours, theirs].map((api) => api.models.filter((model) => ids.has(model.id)));
  for (const [name, pair] of pairUp(models[0] ?? [], models[1] ?? [], (model) => model.specName)) {
    const at = `schemas.${name}`;
    if (!haveBoth(pair, comparison, { at, positionOf: (model) => model.schema.at })) continue;
    compareSchema(comparison, at, { ours: pair.ours.schema, theirs: pair.theirs.schema });
  }
}

/** Ids of the named schemas that the bodies of some operations reach. */
function reachable({ ours, theirs }: Comparison, operations: readonly Operation[]): ReadonlySet<string> {
  const ids = new Set<string>();
  const visit = (schema: Schema): void => {
    if (schema.ref !== undefined && !ids.has(schema.ref)) {
      ids.add(schema.ref);
      for (const { schemas } of [ours, theirs]) {
        const target = Object.hasOwn(schemas, schema.ref) ? schemas[schema.ref] : undefined;
        if (target !== undefined) visit(target);
      }
    }
    for (const inner of innerSchemas(schema)) visit(inner);
  };
  for (const operation of operations) for (const schema of bodySchemas(operation)) visit(schema);
  return ids;
}

function innerSchemas({ array, object, allOf = [], anyOf = [], oneOf = [] }: Schema): readonly Schema[] {
  const { properties = [], additionalProperties } = object ?? {};
  const own = [array?.items, additionalProperties].filter((one) => one !== undefined);
  return [...own, ...properties.map((property) => property.schema), ...allOf, ...anyOf, ...oneOf];
}
