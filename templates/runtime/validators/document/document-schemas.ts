import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { listParameters, type ParameterFacts, type ParameterSource } from './document-parameters.js';
import { pointerToken, readPointer } from './document-pointer.js';

/** What validators go by and the document does not say in one position. */
export interface SchemaFacts {
  /** What is not as the document says it of parameters, by the pointer of their list and then by location and name (`query id`); under `''` for all lists. */
  readonly parameters?: Readonly<Record<string, Readonly<Record<string, ParameterFacts>>>>;
  /** Pointers of the parameters that every operation takes; together they are `#/components/parameters`. */
  readonly common?: readonly string[];
  /** Schemas that the document does not hold as they count: bodies that are not JSON. */
  readonly schemas?: Readonly<Record<string, Json>>;
}

/** The schemas of a document, by the pointers that issues name. */
export interface DocumentSchemas {
  /** The schema at a pointer, or what is in it; a list of parameters is an object with a property for each. */
  readonly at: (pointer: string) => Json | undefined;
  /** Where that is in the document itself. */
  readonly sourceOf: (pointer: string) => string;
  readonly document: JsonObject;
}

/** Pointer of the parameters that every operation takes, as one object. */
const commonPointer = '#/components/parameters';

/** A list of parameters, and the way into the object that is made of it. */
const ownList =
  /^(#\/paths\/[^/]+\/(?:additionalOperations\/)?[^/]+\/parameters)((?:\/(?:properties|required|type|additionalProperties)(?:\/.*)?)?)$/;
const commonList = /^(#\/components\/parameters)((?:\/(?:properties|required|type)(?:\/.*)?)?)$/;

/** Reads the schemas of a document where they are asked for. */
export function documentSchemas(document: JsonObject, facts: SchemaFacts = {}): DocumentSchemas {
  const lists = new Map<string, readonly ParameterSource[]>();
  const parametersAt = (list: string): readonly ParameterSource[] => {
    const known = lists.get(list) ?? listParameters(document, list, factsOf(list, facts));
    lists.set(list, known);
    return known;
  };
  const findList = (pointer: string): RegExpExecArray | null =>
    ownList.exec(pointer) ?? (facts.common === undefined ? null : commonList.exec(pointer));
  return {
    document,
    at: (pointer) => {
      const stated = findStated(pointer, facts.schemas ?? {});
      if (stated !== undefined) return stated;
      const [, list, way = ''] = findList(pointer) ?? [];
      if (list === undefined) return readPointer(document, pointer)?.value;
      return readPointer(objectOf(document, list, parametersAt(list)), `#${way}`)?.value;
    },
    sourceOf: (pointer) => {
      const [, list, way = ''] = findList(pointer) ?? [];
      return list === undefined ? pointer : sourceOfParameter(list, way, parametersAt(list));
    },
  };
}

function factsOf(list: string, { parameters = {}, common: shared }: SchemaFacts): Parameters<typeof listParameters>[2] {
  const own = Object.hasOwn(parameters, list) ? parameters[list] : undefined;
  return {
    ...(list === commonPointer && shared !== undefined && { pointers: shared }),
    of: { ...parameters[''], ...own },
  };
}

/** A schema that the facts state, or a part of one. */
function findStated(pointer: string, schemas: Readonly<Record<string, Json>>): Json | undefined {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    const key = pointer.slice(0, end);
    if (Object.hasOwn(schemas, key)) return readPointer(schemas[key] ?? true, `#${pointer.slice(end)}`)?.value;
  }
  return undefined;
}

/** The parameters of a list as one object, keyed as callers pass them. */
function objectOf(document: JsonObject, list: string, parameters: readonly ParameterSource[]): JsonObject {
  const properties = parameters.map(({ property, schema, pattern }): [string, Json] => {
    const own = readPointer(document, schema)?.value ?? true;
    return [property, pattern === undefined ? own : { ...(isJsonObject(own) && own), pattern }];
  });
  const required = parameters.filter((one) => one.isRequired).map(({ property }) => property);
  const operation = readPointer(document, list.replace(/\/parameters$/, ''))?.value;
  const open = isJsonObject(operation) ? operation['x-open-parameters'] : undefined;
  const isOpen = open === true || isJsonObject(open);
  return {
    type: 'object',
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
    ...(isOpen && { additionalProperties: true }),
  };
}

/** What issues name as a property of the object is the schema of a parameter. */
function sourceOfParameter(list: string, way: string, parameters: readonly ParameterSource[]): string {
  const [, keyword, token = '', rest = ''] = /^\/(properties|required)\/([^/]*)(.*)$/.exec(way) ?? [];
  const parameter = parameters.find(({ property }) => property === pointerToken(token));
  if (keyword === undefined || parameter === undefined) return list;
  return keyword === 'required' ? `${parameter.pointer}/required` : parameter.schema + rest;
}
