import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import { type Budget, readJsonSchema, resolveSchema, writeExactly } from '@speccast/runtime/requests';
import type { OperationPlan } from '../../plan/plan.js';

/** The values of `enum` in requests, as strings. */
interface DeclaredValues {
  /** By parameter. */
  readonly parameters: ReadonlyMap<string, readonly string[]>;
  /** By path of the body, with items of lists at the path of the list. */
  readonly body: ReadonlyMap<string, readonly string[]>;
}

/** Maximum depth of a body whose values are listed. */
const deepest = 8;

/** Far more than a document has schemas in one value. */
const mostSchemas = 20_000;

const known = new WeakMap<OperationPlan, DeclaredValues>();

/** The declared values of an operation, read from the JSON Schemas of its validators. */
export function declaredValues(plan: OperationPlan): DeclaredValues {
  const values = known.get(plan) ?? { parameters: ofParameters(plan), body: ofBody(plan) };
  known.set(plan, values);
  return values;
}

function ofParameters({ parameters }: OperationPlan): DeclaredValues['parameters'] {
  const found = new Map<string, readonly string[]>();
  const walk = walkOf(parameters, found);
  if (walk === undefined) return found;
  const { properties } = walk.root;
  for (const [name, schema] of isJsonObject(properties) ? Object.entries(properties) : []) {
    const own = resolved(schema, walk);
    const values = own['enum'] ?? resolved(own['items'] ?? true, walk)['enum'];
    if (Array.isArray(values)) found.set(name, values.map(textOf));
  }
  return found;
}

/** Forms and multipart bodies are left out. */
function ofBody({ operation, body }: OperationPlan): DeclaredValues['body'] {
  const found = new Map<string, readonly string[]>();
  const contents = operation.body ?? [];
  const isJson = contents.length === 0 || contents.some(({ kind = 'json' }) => kind === 'json');
  const walk = walkOf(isJson ? body : undefined, found);
  if (walk !== undefined) visit(walk.root, walk);
  return found;
}

interface Walk {
  readonly root: JsonObject;
  readonly budget: Budget;
  readonly found: Map<string, readonly string[]>;
  readonly path: string;
  readonly depth: number;
}

function walkOf(validator: Validator<unknown> | undefined, found: Walk['found']): Walk | undefined {
  const root = validator && readJsonSchema(validator);
  return root && { root, budget: { left: mostSchemas }, found, path: '', depth: 0 };
}

function resolved(schema: Json, walk: Walk): JsonObject {
  return isJsonObject(schema) ? resolveSchema(schema, walk) : {};
}

function visit(schema: Json, walk: Walk): void {
  const { path, depth, found } = walk;
  const { enum: values, properties, items, readOnly } = resolved(schema, walk);
  if (depth > deepest || readOnly === true) return;
  if (Array.isArray(values) && path !== '') found.set(path, values.map(textOf));
  for (const [name, inner] of isJsonObject(properties) ? Object.entries(properties) : [])
    if (!name.includes('.')) visit(inner, { ...walk, path: path === '' ? name : `${path}.${name}`, depth: depth + 1 });
  if (items !== undefined) visit(items, { ...walk, depth: depth + 1 });
}

/** Lists and objects of a spec have no prototype, so `String` cannot convert them. */
function textOf(value: Json): string {
  return value !== null && typeof value === 'object' ? writeExactly(value) : String(value);
}
