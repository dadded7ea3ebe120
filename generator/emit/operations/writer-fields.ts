import type { Api, Content, Operation, Parameter, ParameterStyle, RequestBody } from '../../api/api.js';
import { errorsInXml } from '../../api/shapes/error-bodies.js';
import { successResponses } from '../../api/messages/responses.js';
import { isJsonObject, type Json, type JsonObject, toArray, toObject } from '../../json.js';
import { inBraces, literal } from '../code/literals.js';
import { parameterTypes } from '../code/parameter-values.js';
import { code, fields, type Field } from '../code/templates.js';
import { runtime, type Imports } from '../code/imports.js';
import { holdsItems } from '../code/operation-result.js';
import { headersCode } from './emit-wire.js';
import { pagingReaders, printMembers } from './descriptor-value.js';
import { xmlCode, xmlContents } from './emit-xml.js';
import type { WireTools } from '../code/wire-code.js';

/** Functions of the runtime for styles that the client's core does not write itself. */
const writers: Readonly<Partial<Record<ParameterStyle, string>>> = {
  label: 'writeLabel',
  matrix: 'writeMatrix',
  spaceDelimited: 'writeSpaceDelimited',
  pipeDelimited: 'writePipeDelimited',
  tabDelimited: 'writeTabDelimited',
  deepObject: 'writeDeepObject',
};

const bodyWriters = { form: 'toUrlEncoded', multipart: 'toFormData', related: 'toRelated' };

/** Writers of bodies whose fields or parts have an `encoding`. */
const encodedWriters = { form: 'toEncodedForm', multipart: 'toMultipart' };

/** Returns the field `writers` of a descriptor: the writers of its parameters, so that bundles contain only those they need. */
export function writersField(api: Api, parameters: readonly Parameter[], imports: Imports): Field | undefined {
  const styles = new Set(parameters.filter((one) => one.contentType === undefined).map(({ style }) => style));
  const isAny = parameters.some((one) => !isPlain(api, one));
  const needs = (test: (one: Parameter) => boolean, writer: string): string | false => parameters.some(test) && writer;
  const needed = {
    any: isAny && 'writeAnyParameter',
    header: !isAny && needs((one) => one.in === 'header', 'writeHeader'),
    ...Object.fromEntries([...styles].map((style) => [style, writers[style]])),
    content: needs((one) => one.contentType !== undefined, 'toContent'),
    fields: needs((one) => one.encoding !== undefined, 'toEncodedForm'),
    reserved: needs((one) => one.allowReserved && one.in === 'query', 'encodeReserved'),
  };
  return objectField('writers', needed, imports);
}

/** Returns true if the core writes a parameter itself: strings and lists in a query or header, and everything in a path. */
function isPlain(api: Api, { in: location, style, allowReserved, contentType, schema }: Parameter): boolean {
  if (location === 'path') return true;
  const isUsual =
    (location === 'query' && style === 'form' && !allowReserved) || (location === 'header' && style === 'simple');
  if (!isUsual || contentType !== undefined) return false;
  const { type = 'string' } = parameterTypes(api, schema, false);
  return ![type].flat().some((one) => one === 'object' || one === 'unknown');
}

/**
 * Returns the fields of a descriptor with functions of the runtime: `expandPath`, `writeBody`, `optional` for optional credentials,
 * `receive` for responses other than JSON, and `split` for responses that are read item by item.
 */
export function helperFields(operation: Operation, value: JsonObject, imports: Imports): readonly Field[] {
  const { path, body, security, responses } = operation;
  const upload = body?.media?.upload?.kind === 'path' ? body.media.upload.path : '';
  const variables = `${path}${upload}`.match(/\{[^{}]*\}/g) ?? [];
  // `{name=accounts/*}` and `{+name}` accept resource names, which contain slashes.
  const isName = variables.some((one) => /^\{\+|=/.test(one));
  const { contents = [], media } = body ?? {};
  // `writeJson` knows one media type; with several kinds of JSON, the caller chooses by `contentType`.
  const isAny = contents.some(({ kind }) => kind !== 'json') || (media === undefined && contents.length > 1);
  const [items] = successResponses(responses).flatMap((one) => one.contents.filter(holdsItems));
  const isOptional = security.length > 1 && security.some((needs) => needs.length === 0);
  const needed = {
    expandPath: variables.length > 0 && (isName ? 'expandNames' : 'expandPath'),
    writeBody: body && (isAny ? 'writeAnyBody' : media ? 'writeMedia' : 'writeJson'),
    optional: isOptional && 'chooseOptional',
    receive: value['responses'] !== undefined && 'declaredResponses',
    split: items && (items.kind === 'events' ? 'splitEvents' : 'splitJsonLines'),
  };
  return useNeeded(needed, imports).map(([name, helper]) => ({ name, value: code(helper) }));
}

/** Returns the fields of a descriptor with data; `media` and `paging` also contain the functions that upload in chunks and read pages. */
export function descriptorFields(value: JsonObject, operation: Operation, tools: WireTools): readonly Field[] {
  const { api, imports } = tools;
  const isResumable = operation.body?.media?.resumable === true;
  const more: Readonly<Record<string, readonly string[]>> = {
    media: isResumable ? [`resumable: ${imports.use(runtime('sendResumable'))}`] : [],
    paging: pagingReaders(api, operation, imports),
  };
  return fields(value).map((one) => {
    const data = value[one.name];
    const decoded = one.name === 'headers' ? headersCode(operation, data, tools) : undefined;
    const text = withXml(one.name, data, operation, tools) ?? decoded;
    if (text !== undefined) return { ...one, value: code(text) };
    const further = more[one.name] ?? [];
    if (further.length === 0 || !isJsonObject(data)) return one;
    return { ...one, value: code(`{ ${[...printMembers(data), ...further].join(', ')} }`) };
  });
}

/** Prints a field whose media types have XML forms; undefined for all other fields. */
function withXml(name: string, data: Json | undefined, operation: Operation, tools: WireTools): string | undefined {
  if (xmlContents(operation).length === 0) return undefined;
  const { body, responses } = operation;
  if (name === 'body') return contentsCode(body?.contents ?? [], data, tools);
  if (name !== 'responses' && name !== 'xmlErrors') return undefined;
  const declared = name === 'responses' ? successResponses(responses) : errorsInXml(operation);
  const all = declared.map(({ contents }, index) => {
    const response = toObject(toArray(data)[index]);
    const status = `status: ${literal(response['status'] ?? '')}`;
    const code = `contents: ${contentsCode(contents, response['contents'], tools)}`;
    return inBraces(contents.length === 0 ? [status] : [status, code]);
  });
  return `[${all.join(', ')}]`;
}

function contentsCode(contents: readonly Content[], data: Json | undefined, tools: WireTools): string {
  const all = contents.map(({ kind, schema }, index) => {
    const facts = printMembers(toObject(toArray(data)[index]));
    return inBraces(kind === 'xml' ? [...facts, `xml: ${xmlCode(schema, tools)}`] : facts);
  });
  return `[${all.join(', ')}]`;
}

/** Returns the field `bodyWriters` of a descriptor: the writers of its kinds of bodies. */
export function bodyWritersField(body: RequestBody | undefined, imports: Imports): Field | undefined {
  const { contents = [], media } = body ?? {};
  // `FormData` of the platform supports neither an encoding nor other multipart types.
  const isEncoded = ({ kind, mediaType, encoding }: Content): boolean =>
    encoding !== undefined || (kind === 'multipart' && !/^multipart\/(?:form-data|\*)/i.test(mediaType));
  const find = (kind: 'form' | 'multipart'): string | undefined => {
    const own = contents.filter((one) => one.kind === kind);
    return own.length === 0 ? undefined : (own.some(isEncoded) ? encodedWriters : bodyWriters)[kind];
  };
  const needed = { form: find('form'), multipart: find('multipart'), related: media?.metadata && bodyWriters.related };
  return objectField('bodyWriters', needed, imports);
}

/** Names of functions of the runtime by key; false or undefined for those that are not needed. */
type Needed = Readonly<Record<string, string | false | undefined>>;

function useNeeded(needed: Needed, imports: Imports): readonly (readonly [key: string, helper: string])[] {
  return Object.entries(needed).flatMap(([key, name]) => (name ? [[key, imports.use(runtime(name))] as const] : []));
}

function objectField(name: string, needed: Needed, imports: Imports): Field | undefined {
  const entries = useNeeded(needed, imports).map(([key, helper]) => `${key}: ${helper}`);
  return entries.length === 0 ? undefined : { name, value: code(`{ ${entries.join(', ')} }`) };
}
