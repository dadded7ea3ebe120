import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import { type CheckContext, itemsOf, objectAt } from './check-context.js';
import { isResolved } from '../references/references.js';

/** A schema on the way down, and those that apply to the same value still to be followed. */
interface Step {
  readonly schema: JsonObject;
  readonly parts: JsonObject[];
}

/** Makes the check that no schema needs itself to validate the same value; without recursion, chains of references are long. */
export function cycleCheck(context: CheckContext): (schema: JsonObject) => void {
  const done = new Set<JsonObject>();
  return (schema) => {
    if (done.has(schema)) return;
    const way: Step[] = [{ schema, parts: partsOf(context, schema) }];
    const open = new Set([schema]);
    for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
      const next = step.parts.shift();
      if (next === undefined) {
        way.pop();
        open.delete(step.schema);
        done.add(step.schema);
      } else if (open.has(next)) report(context, step.schema, next);
      else if (!done.has(next)) {
        open.add(next);
        way.push({ schema: next, parts: partsOf(context, next) });
      }
    }
  };
}

/** The schemas that apply to the same value as a schema does. */
function partsOf(context: CheckContext, schema: JsonObject): JsonObject[] {
  const { $ref, allOf, anyOf, oneOf, not, if: condition, then, else: otherwise } = schema;
  const target = typeof $ref === 'string' ? objectAt(context, schema) : undefined;
  const all: readonly (Json | undefined)[] = [
    target,
    dynamicTarget(context, schema),
    ...itemsOf(allOf),
    ...itemsOf(anyOf),
    ...itemsOf(oneOf),
    not,
    condition,
    then,
    otherwise,
  ];
  return all.filter(isJsonObject);
}

function dynamicTarget({ references }: CheckContext, schema: JsonObject): Json | undefined {
  const { $dynamicRef } = schema;
  const outcome = typeof $dynamicRef === 'string' ? references.resolveReference($dynamicRef, schema) : undefined;
  return outcome !== undefined && isResolved(outcome) ? outcome.value : undefined;
}

function report({ positions, diagnostics }: CheckContext, from: JsonObject, to: JsonObject): void {
  const message = `validating with this schema needs "${positions.idOf(to)}", which needs this one: no value can be validated`;
  diagnostics.error('endless-schema', message, positions.of(from));
}
