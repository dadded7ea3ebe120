import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import type { DeclaredNames } from '../check/lenient.js';
import type { DocumentSchemas } from '../document/document-schemas.js';
import { words } from '../values/words.js';
import { mapParts } from './map-schema.js';
import { asserting } from './schema-keywords.js';

/** Keywords whose schemas are alternatives or parts of one. */
const combining = /* @__PURE__ */ words('allOf anyOf oneOf');

/**
 * Returns a function that finds the names of properties that the schema at a pointer declares: those of the schema itself, and
 * of all that check the same value in its `if`.
 */
export function declaredIn(schemas: DocumentSchemas): (pointer: string) => DeclaredNames[string] | undefined {
  return (pointer) => {
    const schema = schemas.at(pointer);
    if (!isJsonObject(schema)) return undefined;
    const declaring = [schema];
    const tested = new Set<Json | undefined>([schema['if']]);
    // A set hands out values that are added while it is walked.
    for (const part of tested) {
      if (!isJsonObject(part)) continue;
      declaring.push(part);
      const { $ref, if: condition } = part;
      tested.add(condition);
      if (typeof $ref === 'string') tested.add(schemas.at($ref));
      mapParts(part, (inner, keyword) => {
        if (combining.has(keyword)) tested.add(inner);
        return inner;
      });
    }
    if (declaring.some((one) => isTelling(one['additionalProperties']) || isTelling(one['unevaluatedProperties'])))
      return true;
    const names = new Set(declaring.flatMap(listNames));
    const patterns = new Set(declaring.flatMap((one) => Object.keys(objectAt(one, 'patternProperties'))));
    if (names.size + patterns.size === 0) return undefined;
    return { names: [...names], patterns: [...patterns].map((one) => [one, chooseFlags(one)] as const) };
  };
}

/** Tests if a schema of further properties asserts anything: one that takes any value says no more than none at all. */
function isTelling(schema: Json | undefined): boolean {
  return isJsonObject(schema) && Object.keys(schema).some((keyword) => asserting.has(keyword));
}

/** Lists the names that the keywords of a schema mention. */
function listNames(schema: JsonObject): readonly string[] {
  const dependent = Object.entries(objectAt(schema, 'dependentRequired'));
  const listed = [schema['required'] ?? [], ...dependent.flat()].flat();
  return [
    ...Object.keys(objectAt(schema, 'properties')),
    ...listed.filter((one) => typeof one === 'string'),
    ...Object.keys(objectAt(schema, 'dependentSchemas')),
  ];
}

/** Patterns are read with Unicode; those that only the older syntax allows, without. */
function chooseFlags(pattern: string): string {
  try {
    return new RegExp(pattern, 'u').flags;
  } catch {
    return '';
  }
}

function objectAt(schema: JsonObject, key: string): JsonObject {
  const value = schema[key];
  return isJsonObject(value) ? value : {};
}
