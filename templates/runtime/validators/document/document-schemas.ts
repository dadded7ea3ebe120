import { isJsonObject, readMember, type Json, type JsonObject, toJsonObject } from '../../json.js';
import { findNearest, pointerToken, readPointer, followReferences, writePointer } from './document-pointer.js';

/** The facts that validators use, but the document does not state in one place. */
export interface SchemaFacts {
  /** Facts about parameters, by pointer of their list (`''` for all lists), and then by location and name (`query id`). */
  readonly parameters?: Readonly<Record<string, Readonly<Record<string, ParameterFacts>>>>;
  /** Pointers of the common parameters of all operations. `#/components/parameters` then means their object. */
  readonly common?: readonly string[];
  /** Schemas of bodies that are not JSON, in the form that is validated, which differs from that in the document. */
  readonly schemas?: Readonly<Record<string, Json>>;
}

/** The schemas of a document, by the pointers in issues. */
export interface DocumentSchemas {
  /** Returns the schema at a pointer, or a part of one. A list of parameters is an object schema with a property for each. */
  readonly at: (pointer: string) => Json | undefined;
  /** Returns the pointer of a schema in the document: `…/parameters/properties/limit` → `…/parameters/0/schema`. */
  readonly findSource: (pointer: string) => string;
  readonly document: JsonObject;
}

/** Pointer of the object schema of all common parameters. */
const commonPointer = '#/components/parameters';

/** Matches a pointer into the object schema of a list of parameters: the list, and the rest of the pointer. */
const ownList =
  /^(#\/paths\/[^/]+\/(?:additionalOperations\/)?[^/]+\/parameters)((?:\/(?:properties|required|type|additionalProperties)(?:\/.*)?)?)$/;
const commonList = /^(#\/components\/parameters)((?:\/(?:properties|required|type)(?:\/.*)?)?)$/;

/** Returns the schemas of a document. They are read on first use. */
export function documentSchemas(document: JsonObject, facts: SchemaFacts = {}): DocumentSchemas {
  const { parameters = {}, common, schemas = {} } = facts;
  const known = new Map<string, readonly ParameterSource[]>();
  /** Finds the list of parameters in a pointer, and the rest of the pointer. */
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
      // A schema in the facts, or a part of one.
      const stated = findNearest(pointer, (one) => {
        const schema = readMember(schemas, one);
        return schema === undefined ? undefined : readPointer(schema, `#${pointer.slice(one.length)}`);
      });
      if (stated) return stated.value;
      const found = findList(pointer);
      if (!found) return readPointer(document, pointer)?.value;
      return readPointer(writeParameters(document, found.list, found.sources), `#${found.way}`)?.value;
    },
    findSource: (pointer) => {
      const found = findList(pointer);
      if (!found) return pointer;
      const { list, way, sources } = found;
      // A property of the object schema is the schema of a parameter.
      const [, keyword, token = '', rest = ''] = /^\/(properties|required)\/([^/]*)(.*)$/.exec(way) ?? [];
      const parameter = sources.find(({ property }) => property === pointerToken(token));
      if (keyword === undefined || !parameter) return list;
      return keyword === 'required' ? `${parameter.pointer}/required` : parameter.schema + rest;
    },
  };
}

/** Writes the parameters of a list as one object schema, with the names that callers use. */
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
  /** Property of the params object. */
  readonly property?: string;
  /** Set for a parameter that is a credential, which callers do not pass. */
  readonly isOmitted?: true;
  /** True if the client fills it in. Default: true if it selects parts of the response (`x-part`). */
  readonly isOptional?: boolean;
  /** Pattern of its template in the path: `{name=shops/*}`. */
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
  // `Accept` and `Content-Type` are described by media types. A whole query is only sent as a form.
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
