import { isJsonObject } from '../../json.js';
import type { Json, JsonObject } from '../../json.js';
import type { DeclaredNames } from '../check/lenient.js';
import type { DocumentSchemas } from '../document/document-schemas.js';
import { words } from '../values/words.js';
import { mapParts } from './map-schema.js';
import { asserting } from './schema-keywords.js';

/** Keywords whose schemas are alternatives or parts of one. */
const combining = /* @__PURE__ */ words('allOf anyOf oneOf');

/** What a schema of a document says of the names of properties, by its pointer. */
export function declaredIn(schemas: DocumentSchemas): (pointer: string) => DeclaredNames[string] | undefined {
  return (pointer) => {
    const schema = schemas.at(pointer);
    const found = isJsonObject(schema) ? namesOf(schema, schemas, new Set()) : undefined;
    if (found === undefined || found.isOpen) return found && true;
    return found.names.size === 0 && found.patterns.size === 0
      ? undefined
      : { names: [...found.names], patterns: [...found.patterns].map((one) => [one, flagsOf(one)] as const) };
  };
}

interface Names {
  readonly names: Set<string>;
  readonly patterns: Set<string>;
  readonly isOpen: boolean;
}

function namesOf(schema: JsonObject, schemas: DocumentSchemas, passed: Set<Json>): Names {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const dependent = Object.entries(objectAt(schema, 'dependentRequired'));
  const tested = isJsonObject(schema['if']) ? [namesInPlace(schema['if'], schemas, passed)] : [];
  return {
    names: new Set([
      ...Object.keys(objectAt(schema, 'properties')),
      ...strings(required),
      ...dependent.flatMap(([name, others]) => [name, ...strings(others)]),
      ...Object.keys(objectAt(schema, 'dependentSchemas')),
      ...tested.flatMap(({ names }) => [...names]),
    ]),
    patterns: new Set([
      ...Object.keys(objectAt(schema, 'patternProperties')),
      ...tested.flatMap(({ patterns }) => [...patterns]),
    ]),
    isOpen:
      saysWhat(schema['additionalProperties']) ||
      saysWhat(schema['unevaluatedProperties']) ||
      tested.some(({ isOpen }) => isOpen),
  };
}

/** The names of a schema and of all that check the same value for it. */
function namesInPlace(schema: JsonObject, schemas: DocumentSchemas, passed: Set<Json>): Names {
  const all: Names[] = [];
  const open: Json[] = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isJsonObject(next) || passed.has(next)) continue;
    passed.add(next);
    all.push(namesOf(next, schemas, passed));
    const { $ref } = next;
    if (typeof $ref === 'string') open.push(schemas.at($ref) ?? true);
    mapParts(next, (part, keyword) => {
      if (combining.has(keyword)) open.push(part);
      return part;
    });
  }
  return {
    names: new Set(all.flatMap(({ names }) => [...names])),
    patterns: new Set(all.flatMap(({ patterns }) => [...patterns])),
    isOpen: all.some(({ isOpen }) => isOpen),
  };
}

/** Whether a schema tells what further properties are: one that takes any says no more than none at all. */
function saysWhat(schema: Json | undefined): boolean {
  return isJsonObject(schema) && Object.keys(schema).some((keyword) => asserting.has(keyword));
}

/** Patterns are read with Unicode; those that only the older syntax allows, without. */
function flagsOf(pattern: string): string {
  try {
    return new RegExp(pattern, 'u').flags;
  } catch {
    return '';
  }
}

function strings(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function objectAt(schema: JsonObject, key: string): JsonObject {
  const value = schema[key];
  return isJsonObject(value) ? value : {};
}
