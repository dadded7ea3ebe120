import type { Json, JsonObject } from '@speccast/runtime';
import { readJsonSchema, resolveSchema, toJsonObject, writeExactly } from '@speccast/runtime/requests';
import type { Validator } from '@speccast/runtime/validators';
import type { OperationPlan } from '../../plan/plan.js';

/** The values of `enum` in requests, as strings, by parameter and by path of the body: `body status.privacyStatus`. */
type DeclaredValues = ReadonlyMap<string, readonly string[]>;

/** Maximum depth of a body whose values are listed. */
const deepest = 8;

/** Limits the schemas that are visited in one value. Documents have far fewer. */
const mostSchemas = 20_000;

const known = new WeakMap<OperationPlan, DeclaredValues>();

/** Lists the declared values of an operation, read from the JSON Schemas of its validators. */
export function declaredValues(plan: OperationPlan): DeclaredValues {
  const values = known.get(plan) ?? new Map([...readParameterValues(plan), ...readBodyValues(plan)]);
  known.set(plan, values);
  return values;
}

function readParameterValues({ parameters }: OperationPlan): DeclaredValues {
  const { root, resolve } = openSchema(parameters);
  const entries = Object.entries(toJsonObject(root['properties'])).map(([name, schema]) => {
    const { enum: own, items } = resolve(schema);
    return [name, listTexts(own ?? resolve(items)['enum'])] as const;
  });
  return new Map(entries.filter(([, texts]) => texts.length > 0));
}

/** Reads the values of JSON bodies, with items of lists at the path of the list. Forms and multipart bodies are left out. */
function readBodyValues({ operation, body }: OperationPlan): DeclaredValues {
  const contents = operation.body ?? [];
  const isJson = contents.length === 0 || contents.some(({ kind = 'json' }) => kind === 'json');
  const { root, resolve } = openSchema(isJson ? body : undefined);
  const found = new Map<string, readonly string[]>();
  const visit = (schema: Json, path: string, depth: number): void => {
    const { enum: values, properties, items, readOnly } = resolve(schema);
    if (depth > deepest || readOnly === true) return;
    if (Array.isArray(values) && path !== '') found.set(`body ${path}`, listTexts(values));
    for (const [name, inner] of Object.entries(toJsonObject(properties)))
      if (!name.includes('.')) visit(inner, path === '' ? name : `${path}.${name}`, depth + 1);
    if (items !== undefined) visit(items, path, depth + 1);
  };
  visit(root, '', 0);
  return found;
}

/** Returns the JSON Schema of a validator, and a function that resolves the schemas inside of it. */
function openSchema(validator: Validator<unknown> | undefined) {
  const root: JsonObject = (validator && readJsonSchema(validator)) ?? {};
  const budget = { left: mostSchemas };
  return { root, resolve: (schema: Json = {}) => resolveSchema(toJsonObject(schema), { root, budget }) };
}

function listTexts(values: Json | undefined): readonly string[] {
  if (!Array.isArray(values)) return [];
  // `String` cannot convert lists and objects of a spec: they have no prototype.
  return values.map((value: Json) =>
    typeof value === 'object' && value !== null ? writeExactly(value) : String(value),
  );
}
