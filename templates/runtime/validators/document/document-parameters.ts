import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { followReferences, readPointer, writePointer, type Pointed } from './document-pointer.js';

/** What is not as the document says it of a parameter. */
export interface ParameterFacts {
  /** Name under which callers pass it. */
  readonly property?: string;
  /** It carries a credential, so that callers do not pass it. */
  readonly isOmitted?: true;
  /** Whether the client fills it in. Default: where it names parts (`x-part`). */
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

/** What is known of a list besides the document. */
interface ListFacts {
  /** The parameters themselves, where no operation lists them. */
  readonly pointers?: readonly string[];
  readonly of: Readonly<Record<string, ParameterFacts>>;
}

const describedElsewhere = /^(?:accept|content-type)$/i;
const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
const formType = 'application/x-www-form-urlencoded';

/** The parameters of an operation: those of its path, replaced by its own where name and location are the same. */
export function listParameters(
  document: JsonObject,
  list: string,
  { pointers, of }: ListFacts,
): readonly ParameterSource[] {
  const found = new Map<string, Pointed>();
  for (const pointer of pointers ?? [...pointersOf(document, pathList(list)), ...pointersOf(document, list)]) {
    const stated = readPointer(document, pointer);
    const parameter = stated && followReferences(document, stated);
    if (parameter !== undefined && isJsonObject(parameter.value))
      found.set(`${stringOf(parameter.value['in'])} ${stringOf(parameter.value['name'])}`, parameter);
  }
  return [...found].flatMap(([key, { steps, value }]) => {
    const facts = Object.hasOwn(of, key) ? of[key] : undefined;
    if (facts?.isOmitted === true || !isJsonObject(value) || !isSent(value)) return [];
    return [
      {
        ...sourceOf(writePointer(steps), value, facts),
        ...(facts?.pattern !== undefined && { pattern: facts.pattern }),
      },
    ];
  });
}

/** `#/paths/~1pets/parameters` of `#/paths/~1pets/get/parameters`. */
function pathList(list: string): string {
  return `${list.split('/').slice(0, 3).join('/')}/parameters`;
}

function pointersOf(document: JsonObject, list: string): readonly string[] {
  const found = readPointer(document, list)?.value;
  return Array.isArray(found) ? found.map((_, index) => `${list}/${index}`) : [];
}

/** Media types say two of the headers; an entire query is sent as a form alone. */
function isSent(parameter: JsonObject): boolean {
  const name = stringOf(parameter['name']);
  if (parameter['in'] === 'header') return headerName.test(name) && !describedElsewhere.test(name);
  const { content } = parameter;
  return parameter['in'] !== 'querystring' || (isJsonObject(content) && Object.keys(content)[0] === formType);
}

function sourceOf(pointer: string, parameter: JsonObject, facts: ParameterFacts = {}): ParameterSource {
  const { content } = parameter;
  const [mediaType] = isJsonObject(content) ? Object.keys(content) : [];
  const holder = mediaType === undefined ? pointer : pointer + writePointer(['content', mediaType]).slice(1);
  const isRequired = parameter['required'] === true || parameter['in'] === 'path';
  return {
    property: facts.property ?? stringOf(parameter['name']),
    isRequired: isRequired && !(facts.isOptional ?? isJsonObject(parameter['x-part'])),
    pointer,
    schema: `${holder}/schema`,
  };
}

function stringOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
