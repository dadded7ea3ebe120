import { isJsonObject, type Json, type JsonObject } from '../../spec/read/json.js';
import type { FoundOperation, SpecFacts } from '../spec-facts.js';

/** What the schemas of a document say about values, as far as types of values and names of enums can change it. */
export interface FoundValues {
  /** Formats of strings and numbers. */
  readonly formats: ReadonlySet<string>;
  /** Whether there is an enum of several strings or numbers. */
  readonly hasEnums: boolean;
}

/** Looks through what is generated: the whole document, or some of its operations with all that they refer to. */
export function findValues(facts: SpecFacts, operations: readonly FoundOperation[] | undefined): FoundValues {
  const formats = new Set<string>();
  let hasEnums = false;
  const seen = new Set<Json>();
  const open: Json[] =
    operations === undefined ? [facts.root] : [facts.root['webhooks'] ?? null, ...nodesOf(operations)];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (!isJsonObject(value)) {
      open.push(...value);
      continue;
    }
    const format = formatOf(value);
    if (format !== undefined) formats.add(format);
    hasEnums ||= isEnum(value);
    open.push(...Object.values(value));
    if (operations !== undefined && typeof value['$ref'] === 'string') open.push(facts.object(value));
  }
  return { formats, hasEnums };
}

function nodesOf(operations: readonly FoundOperation[]): readonly Json[] {
  return operations.flatMap(({ node, parameters }) => [node, ...parameters]);
}

/** The format of a schema whose values it describes: constants say more. */
function formatOf({ format, type, enum: values, const: constant }: JsonObject): string | undefined {
  const types = Array.isArray(type) ? type : [type];
  const isScalar = types.some((one: Json | undefined) => one === 'string' || one === 'integer' || one === 'number');
  return isScalar && values === undefined && constant === undefined && typeof format === 'string' ? format : undefined;
}

/** A list of values, or of alternatives that are one value each. */
function isEnum({ enum: values, oneOf, anyOf }: JsonObject): boolean {
  const lists = [values, ...[oneOf, anyOf].map((list) => Array.isArray(list) && list.map(constantOf))];
  return lists.some(
    (list) =>
      Array.isArray(list) && list.filter((one) => typeof one === 'string' || typeof one === 'number').length > 1,
  );
}

function constantOf(schema: Json): Json | undefined {
  return isJsonObject(schema) ? schema['const'] : undefined;
}
