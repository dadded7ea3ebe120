import type { Api, Operation, Parameter } from '../../api/api.js';
import type { Position } from '../../diagnostics.js';
import { isJsonObject, type Json } from '../../spec/json.js';
import type { LocatePointer } from '../../spec/locate-pointer.js';
import { callerParameters } from '../code/operation-params.js';
import { escapeToken } from './build-plan.js';
import { commonId } from './common-unit.js';
import { partPointer } from './part-pointer.js';
import { plansOf, type Plan } from './plan.js';

/** The place of a schema or of a keyword of it. */
export interface SchemaPlace {
  /** JSON pointer of the schema with functions of its own that it is part of, as issues write it. */
  readonly unit: string;
  /** Way from there to the schema: `/properties/title`. */
  readonly part: string;
  /** Absent for the schema itself. */
  readonly keyword?: string;
  readonly at: Position;
}

/** Lists the places of all schemas that plans judge by, and of what issues say about them; each once. */
export function listPlaces(plans: Iterable<Plan>, locate: LocatePointer): readonly SchemaPlace[] {
  const known = new Set<string>();
  const listPart = (plan: Plan, unit: string): readonly SchemaPlace[] => {
    const inner = plan.checks.flatMap((check) => {
      const { inPlace, inside } = plansOf(check);
      return [...inPlace, ...inside].flatMap((one) => listPart(one, unit));
    });
    if (known.has(plan.pointer)) return inner;
    known.add(plan.pointer);
    return [...placesOf(plan.pointer, unit, locate), ...inner];
  };
  return [...plans].flatMap((plan) => listPart(plan, plan.pointer));
}

/** A schema and its keywords. */
function placesOf(pointer: string, unit: string, locate: LocatePointer): readonly SchemaPlace[] {
  const found = locate(pointer);
  const part = pointer.slice(unit.length);
  if (found === undefined || (part !== '' && isReference(found.value))) return [];
  const keywords = citedKeywords(found.value).flatMap((keyword) => {
    const at = locate(pointer, keyword)?.at;
    return at === undefined ? [] : [{ unit, part, keyword, at }];
  });
  return [{ unit, part, at: found.at }, ...keywords];
}

/** Issues are about what a reference leads to, and so they are where none is written out. */
function isReference(value: Json | undefined): boolean {
  return (
    value === undefined || (isJsonObject(value) && value['$ref'] !== undefined && citedKeywords(value).length === 0)
  );
}

/** Keywords that an issue can be about. */
const judging: ReadonlySet<string> = new Set(
  (
    'type enum const anyOf oneOf not minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum ' +
    'multipleOf minItems maxItems uniqueItems contains required propertyNames minProperties maxProperties ' +
    'dependentRequired dependencies'
  ).split(' '),
);

/** Keywords that an issue is about where they hold a schema that is `false`. */
const holding: ReadonlySet<string> = new Set(
  (
    'properties patternProperties additionalProperties unevaluatedProperties dependentSchemas ' +
    'items prefixItems unevaluatedItems allOf then else'
  ).split(' '),
);

function citedKeywords(schema: Json | undefined): readonly string[] {
  if (schema === undefined || !isJsonObject(schema)) return [];
  return Object.entries(schema).flatMap(([keyword, value]) =>
    judging.has(keyword) || (holding.has(keyword) && holdsFalse(value)) ? [keyword] : [],
  );
}

function holdsFalse(value: Json): boolean {
  return value === false || (typeof value === 'object' && value !== null && Object.values(value).includes(false));
}

/** The same search where issues name the parameters of an operation as properties of one object: to the schema of each. */
export function locateParameters(api: Api, locate: LocatePointer): LocatePointer {
  const schemas = new Map(
    parametersOf(api).map(({ owner, parameter }) => [`${owner}/properties/${tokenOf(parameter)}`, schemaOf(parameter)]),
  );
  return (pointer, key) => {
    for (const count of [tokensOfOwn, tokensOfCommon]) {
      const start = firstTokens(pointer, count);
      const schema = schemas.get(start);
      if (schema !== undefined) return locate(schema + pointer.slice(start.length), key);
    }
    return locate(pointer, key);
  };
}

/** A pointer up to a number of its tokens; all of one that has fewer. */
function firstTokens(pointer: string, count: number): string {
  let end = -1;
  for (let token = 0; token < count; token++) {
    end = pointer.indexOf('/', end + 1);
    if (end === -1) return pointer;
  }
  return pointer.slice(0, end);
}

/** How many tokens lead to the schema of a parameter: `#/paths/~1videos/get/parameters/properties/id`. */
const tokensOfOwn = 7;
const tokensOfCommon = commonId.split('/').length + 2;

/** Where the spec says that a parameter is required. */
export function listRequired(api: Api, locate: LocatePointer): readonly SchemaPlace[] {
  return parametersOf(api).flatMap(({ owner, parameter }) => {
    const at = parameter.required ? locate(`${parameter.id}/required`)?.at : undefined;
    return at === undefined ? [] : [{ unit: owner, part: `/required/${tokenOf(parameter)}`, at }];
  });
}

/** A parameter and the pointer by which issues name the object that holds it. */
interface Owned {
  readonly owner: string;
  readonly parameter: Parameter;
}

function parametersOf(api: Api): readonly Owned[] {
  const own = (operation: Operation): readonly Owned[] => {
    const owner = partPointer(api.document, operation, 'Parameters');
    return callerParameters(api, operation).map((parameter) => ({ owner, parameter }));
  };
  const common = api.commonParameters?.parameters ?? [];
  return [...common.map((parameter) => ({ owner: commonId, parameter })), ...api.operations.flatMap(own)];
}

function tokenOf({ property }: Parameter): string {
  return escapeToken(property);
}

function schemaOf({ id, contentType }: Parameter): string {
  return contentType === undefined ? `${id}/schema` : `${id}/content/${escapeToken(contentType)}/schema`;
}
