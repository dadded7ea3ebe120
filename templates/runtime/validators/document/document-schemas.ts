import { isJsonObject, readMember, type Json, type JsonObject, toJsonObject } from '../../json.js';
import { findNearest, pointerToken, readPointer, followReferences, writePointer } from './document-pointer.js';

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

/** Facts about a parameter that differ from the document. */
interface ParameterFacts {
  /** Name under which callers pass it. */
  readonly property?: string;
  /** Set for a parameter that carries a credential, so that callers do not pass it. */
  readonly isOmitted?: true;
  /** True if the client fills it in. Default: true if it names parts (`x-part`). */
  readonly isOptional?: boolean;
  /** Pattern of the template that the path states. */
  readonly pattern?: string;
}

/** A parameter that callers pass. */
interface ParameterSource {
  readonly property: string;
  readonly isRequired: boolean;
  /** Pointer of the parameter object. */
  readonly pointer: string;
  /** Pointer of its schema. */
  readonly schema: string;
  readonly pattern?: string;
}

const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
/** Lists the parameters of an operation: those of its path, replaced by its own with the same name and location. */
function listParameters(
  document: JsonObject,
  list: string,
  {
    pointers,
    byName,
  }: {
    /** Pointers of the parameters, if no operation lists them. */
    readonly pointers?: readonly string[];
    /** Facts by location and name: `query id`. */
    readonly byName: Readonly<Record<string, ParameterFacts>>;
  },
) {
  // `#/paths/~1pets/parameters` and `#/paths/~1pets/get/parameters`.
  const lists = [`${list.split('/').slice(0, 3).join('/')}/parameters`, list];
  const listed = lists.flatMap((one) => {
    const parameters = readPointer(document, one)?.value;
    return Array.isArray(parameters) ? parameters.map((_, index) => `${one}/${index}`) : [];
  });
  const sources = new Map<string, ParameterSource | undefined>();
  for (const pointer of pointers ?? listed) {
    const stated = readPointer(document, pointer);
    const { steps = [], value: parameter } = (stated && followReferences(document, stated)) ?? {};
    if (!isJsonObject(parameter)) continue;
    const key = `${String(parameter['in'])} ${String(parameter['name'])}`;
    sources.set(key, readParameter(writePointer(steps), parameter, readMember(byName, key)));
  }
  return [...sources.values()].filter((one) => one !== undefined);
}

function readParameter(
  pointer: string,
  parameter: JsonObject,
  facts: ParameterFacts = {},
): ParameterSource | undefined {
  const { in: location, required, content, 'x-part': parts } = parameter;
  const name = String(parameter['name']);
  const { property = name, isOmitted, isOptional = isJsonObject(parts), pattern } = facts;
  const [mediaType] = Object.keys(toJsonObject(content));
  // Media types describe two of the headers; an entire query is sent only as a form.
  const isSent =
    location === 'header'
      ? headerName.test(name) && !/^(?:accept|content-type)$/i.test(name)
      : location !== 'querystring' || mediaType === 'application/x-www-form-urlencoded';
  if (isOmitted || !isSent) return undefined;
  const holder = mediaType === undefined ? pointer : pointer + writePointer(['content', mediaType]).slice(1);
  return {
    property,
    isRequired: (required === true || location === 'path') && !isOptional,
    pointer,
    schema: `${holder}/schema`,
    ...(pattern !== undefined && { pattern }),
  };
}
