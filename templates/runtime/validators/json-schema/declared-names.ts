import { isJsonObject, toJsonObject, type Json, type JsonObject } from '../../json.js';
import type { DeclaredNames } from '../check/lenient.js';
import type { DocumentSchemas } from '../document/document-schemas.js';
import { asserting } from './schema-keywords.js';
import { toJsonList, reachSchemas } from './schema-parts.js';

/**
 * Returns a function that lists the names of properties that the schema at a pointer declares, or that its `if` and the schemas that this
 * refers to declare.
 */
export function declaredIn(schemas: DocumentSchemas): (pointer: string) => DeclaredNames[string] | undefined {
  return (pointer) => {
    const schema = schemas.at(pointer);
    if (!isJsonObject(schema)) return undefined;
    const tested = reachSchemas([schema['if']], ({ $ref, if: condition, allOf, anyOf, oneOf }) => [
      condition,
      typeof $ref === 'string' ? schemas.at($ref) : undefined,
      ...[allOf, anyOf, oneOf].flatMap(toJsonList),
    ]);
    const declaring = [schema, ...tested];
    if (declaring.some((one) => isAsserting(one['additionalProperties']) || isAsserting(one['unevaluatedProperties'])))
      return true;
    const names = new Set(declaring.flatMap(listNames));
    const patterns = new Set(declaring.flatMap((one) => Object.keys(toJsonObject(one['patternProperties']))));
    if (names.size + patterns.size === 0) return undefined;
    return { names: [...names], patterns: [...patterns].map((one) => [one, chooseFlags(one)] as const) };
  };
}

/** Returns whether a schema of further properties restricts values: one that accepts any value declares nothing. */
function isAsserting(schema: Json | undefined) {
  return isJsonObject(schema) && Object.keys(schema).some((keyword) => asserting.has(keyword));
}

/** Lists the names of properties in the keywords of a schema. */
function listNames({ properties, required, dependentRequired, dependentSchemas }: JsonObject) {
  const listed = [...toJsonList(required), ...Object.entries(toJsonObject(dependentRequired)).flat(2)];
  return [
    ...Object.keys(toJsonObject(properties)),
    ...listed.filter((one) => typeof one === 'string'),
    ...Object.keys(toJsonObject(dependentSchemas)),
  ];
}

/** Returns the flags of a pattern: `u`, or none for a pattern that is only valid without it. */
function chooseFlags(pattern: string) {
  try {
    return new RegExp(pattern, 'u').flags;
  } catch {
    return '';
  }
}
