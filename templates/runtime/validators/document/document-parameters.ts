import { isJsonObject, readMember, toJsonObject, type JsonObject } from '../../json.js';
import { followReferences, readPointer, writePointer } from './document-pointer.js';

/** Facts about a parameter that differ from the document. */
export interface ParameterFacts {
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
export interface ParameterSource {
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
export function listParameters(
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
): readonly ParameterSource[] {
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
