import { isJsonObject, readMember, type Json, type JsonObject } from '../../json.js';
import { listParameters, type ParameterFacts, type ParameterSource } from './document-parameters.js';
import { findNearest, pointerToken, readPointer } from './document-pointer.js';

/** Facts by which validators go and which the document does not state in one position. */
export interface SchemaFacts {
  /** Facts about parameters, by the pointer of their list (`''` for all lists) and then by location and name (`query id`). */
  readonly parameters?: Readonly<Record<string, Readonly<Record<string, ParameterFacts>>>>;
  /** Pointers of the parameters that every operation takes; together they are `#/components/parameters`. */
  readonly common?: readonly string[];
  /** Schemas of bodies that are not JSON, which the document does not hold in the form that is validated. */
  readonly schemas?: Readonly<Record<string, Json>>;
}

/** The schemas of a document, by the pointers that issues name. */
export interface DocumentSchemas {
  /** Returns the schema at a pointer, or a part of it; a list of parameters is an object with a property for each. */
  readonly at: (pointer: string) => Json | undefined;
  /** Returns the pointer of a schema in the document itself. */
  readonly sourceOf: (pointer: string) => string;
  readonly document: JsonObject;
}

/** Pointer of the parameters that every operation takes, as one object. */
const commonPointer = '#/components/parameters';

/** A list of parameters, and the way into the object that is made of it. */
const ownList =
  /^(#\/paths\/[^/]+\/(?:additionalOperations\/)?[^/]+\/parameters)((?:\/(?:properties|required|type|additionalProperties)(?:\/.*)?)?)$/;
const commonList = /^(#\/components\/parameters)((?:\/(?:properties|required|type)(?:\/.*)?)?)$/;

/** Returns the schemas of a document, which are read when they are asked for. */
export function documentSchemas(document: JsonObject, facts: SchemaFacts = {}): DocumentSchemas {
  const { parameters = {}, common, schemas = {} } = facts;
  const known = new Map<string, readonly ParameterSource[]>();
  /** Finds the list that a pointer leads into, and the pointer from there. */
  const findList = (pointer: string) => {
    const [, list, way = ''] = ownList.exec(pointer) ?? (common && commonList.exec(pointer)) ?? [];
    if (list === undefined) return undefined;
    const byName = { ...parameters[''], ...readMember(parameters, list) };
    const pointers = list === commonPointer && common ? { pointers: common } : {};
    const sources = known.get(list) ?? listParameters(document, list, { ...pointers, byName });
    known.set(list, sources);
    return { list, way, sources };
  };
  return {
    document,
    at: (pointer) => {
      // A schema that the facts state, or a part of one.
      const stated = findNearest(pointer, (one) => {
        const schema = readMember(schemas, one);
        return schema === undefined ? undefined : readPointer(schema, `#${pointer.slice(one.length)}`);
      });
      if (stated) return stated.value;
      const found = findList(pointer);
      if (!found) return readPointer(document, pointer)?.value;
      return readPointer(writeParameters(document, found.list, found.sources), `#${found.way}`)?.value;
    },
    sourceOf: (pointer) => {
      const found = findList(pointer);
      if (!found) return pointer;
      const { list, way, sources } = found;
      // A property of the object is the schema of a parameter.
      const [, keyword, token = '', rest = ''] = /^\/(properties|required)\/([^/]*)(.*)$/.exec(way) ?? [];
      const parameter = sources.find(({ property }) => property === pointerToken(token));
      if (keyword === undefined || !parameter) return list;
      return keyword === 'required' ? `${parameter.pointer}/required` : parameter.schema + rest;
    },
  };
}

/** Writes the parameters of a list as one object schema, keyed as callers pass them. */
function writeParameters(document: JsonObject, list: string, parameters: readonly ParameterSource[]): JsonObject {
  const properties = parameters.map(({ property, schema, pattern }): [string, Json] => {
    const own = readPointer(document, schema)?.value ?? true;
    return [property, pattern === undefined ? own : { ...(isJsonObject(own) && own), pattern }];
  });
  const required = parameters.filter((one) => one.isRequired).map(({ property }) => property);
  const operation = readPointer(document, list.replace(/\/parameters$/, ''))?.value;
  const open = isJsonObject(operation) ? operation['x-open-parameters'] : undefined;
  return {
    type: 'object',
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
    ...((open === true || isJsonObject(open)) && { additionalProperties: true }),
  };
}
