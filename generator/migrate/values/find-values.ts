import type { Named } from '../../api/tools/name-options.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import type { FoundOperation, SpecFacts } from '../spec-facts.js';
import { lastStep } from '../../api/tools/names.js';
import { findSchemas } from './type-names.js';

/** Formats, enums and names of a document, on which the options `types`, `enums` and `names` have an effect. */
export interface FoundValues {
  /** Formats of strings and numbers. */
  readonly formats: ReadonlySet<string>;
  /** Set if there is an enum of several strings or numbers. */
  readonly hasEnums: boolean;
  /** Names of properties, parameters and schemas, and ids of operations. */
  readonly names: Readonly<Record<Named, ReadonlySet<string>>>;
}

/** Looks through what is generated: the whole document, or some of its operations with all that they refer to. */
export function findValues(facts: SpecFacts, operations: readonly FoundOperation[] | undefined): FoundValues {
  const formats = new Set<string>();
  const [properties, parameters] = [new Set<string>(), new Set<string>()];
  const types = new Set(operations === undefined ? findSchemas(facts).keys() : []);
  let hasEnums = false;
  const seen = new Set<Json>();
  const open: Json[] =
    operations === undefined ? [facts.root] : [facts.root['webhooks'] ?? null, ...listNodes(operations)];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (!isJsonObject(value)) {
      open.push(...value);
      continue;
    }
    const format = pickFormat(value);
    if (format !== undefined) formats.add(format);
    hasEnums ||= isEnum(value);
    if (isJsonObject(value['properties'])) for (const name of Object.keys(value['properties'])) properties.add(name);
    if (typeof value['in'] === 'string' && typeof value['name'] === 'string') parameters.add(value['name']);
    open.push(...Object.values(value));
    if (operations === undefined || typeof value['$ref'] !== 'string') continue;
    types.add(lastStep(value['$ref']));
    open.push(facts.object(value));
  }
  return {
    formats,
    hasEnums,
    names: { properties, parameters, types, operations: listOperationIds(operations ?? facts.operations) },
  };
}

function listOperationIds(operations: readonly FoundOperation[]): ReadonlySet<string> {
  return new Set(operations.flatMap(({ node: { operationId: id } }) => (typeof id === 'string' ? [id] : [])));
}

function listNodes(operations: readonly FoundOperation[]): readonly Json[] {
  return operations.flatMap(({ node, parameters }) => [node, ...parameters]);
}

/** The format of a schema whose values it describes: constants say more. */
function pickFormat({ format, type, enum: values, const: constant }: JsonObject): string | undefined {
  const types = Array.isArray(type) ? type : [type];
  const isScalar = types.some((one: Json | undefined) => one === 'string' || one === 'integer' || one === 'number');
  return isScalar && values === undefined && constant === undefined && typeof format === 'string' ? format : undefined;
}

/** A list of values, or of alternatives that are one value each. */
function isEnum({ enum: values, oneOf, anyOf }: JsonObject): boolean {
  const lists = [values, ...[oneOf, anyOf].map((list) => Array.isArray(list) && list.map(readConst))];
  return lists.some(
    (list) =>
      Array.isArray(list) && list.filter((one) => typeof one === 'string' || typeof one === 'number').length > 1,
  );
}

function readConst(schema: Json): Json | undefined {
  return isJsonObject(schema) ? schema['const'] : undefined;
}
