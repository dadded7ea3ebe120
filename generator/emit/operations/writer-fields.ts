import type { Api, Content, Operation, Parameter, ParameterStyle, RequestBody } from '../../api/api.js';
import { errorsInXml } from '../../api/shapes/error-bodies.js';
import { successResponses } from '../../api/messages/responses.js';
import { isJsonObject, type Json, type JsonObject, toObject } from '../../json.js';
import { inBraces, literal } from '../code/literals.js';
import { parameterTypes } from '../code/parameter-values.js';
import { code, fields, type Field } from '../code/templates.js';
import { runtime, type Imports } from '../code/imports.js';
import { holdsItems } from '../code/operation-result.js';
import type { CodeSymbol } from '../source-file.js';
import { headersCode } from './emit-wire.js';
import { pagingReaders } from './descriptor-value.js';
import { xmlCode, xmlContents, type XmlTools } from './emit-xml.js';

/** Styles that the client's core does not write by itself. */
const writers: Readonly<Partial<Record<ParameterStyle, CodeSymbol>>> = {
  label: runtime('writeLabel'),
  matrix: runtime('writeMatrix'),
  spaceDelimited: runtime('writeSpaceDelimited'),
  pipeDelimited: runtime('writePipeDelimited'),
  tabDelimited: runtime('writeTabDelimited'),
  deepObject: runtime('writeDeepObject'),
};

const bodyWriters: Readonly<Record<string, CodeSymbol>> = {
  form: runtime('toUrlEncoded'),
  multipart: runtime('toFormData'),
  related: runtime('toRelated'),
};

/** Writers of bodies of which the spec says how their fields and parts are written. */
const encodedWriters: Readonly<Record<string, CodeSymbol>> = {
  form: runtime('toEncodedForm'),
  multipart: runtime('toMultipart'),
};

/** The field of a descriptor that names the writers its parameters need, so that no bundle holds others. */
export function writersField(api: Api, parameters: readonly Parameter[], imports: Imports): readonly Field[] {
  const styles = new Set(parameters.flatMap((one) => (one.contentType === undefined ? one.style : [])));
  const needed = [...styles].flatMap((style): [string, CodeSymbol][] => {
    const writer = writers[style];
    return writer === undefined ? [] : [[style, writer]];
  });
  if (parameters.some((one) => !isPlain(api, one))) needed.unshift(['any', runtime('writeAnyParameter')]);
  else if (parameters.some((one) => one.in === 'header')) needed.unshift(['header', runtime('writeHeader')]);
  if (parameters.some((one) => one.contentType !== undefined)) needed.push(['content', runtime('toContent')]);
  if (parameters.some((one) => one.encoding !== undefined)) needed.push(['fields', runtime('toEncodedForm')]);
  if (parameters.some((one) => one.allowReserved && one.in === 'query'))
    needed.push(['reserved', runtime('encodeReserved')]);
  return field('writers', needed, imports);
}

/** Tells whether the core writes a parameter by itself: strings and lists in a query or header, and all of a path. */
function isPlain(api: Api, { in: location, style, allowReserved, contentType, schema }: Parameter): boolean {
  if (location === 'path') return true;
  const isUsual =
    (location === 'query' && style === 'form' && !allowReserved) || (location === 'header' && style === 'simple');
  if (!isUsual || contentType !== undefined) return false;
  const { type = 'string' } = parameterTypes(api, schema, false);
  return ![type].flat().some((one) => one === 'object' || one === 'unknown');
}

/** The fields of a descriptor that name what fills in its path, writes its body and sees to its credentials, where it has any. */
export function requestFields({ path, body, security }: Operation, imports: Imports): readonly Field[] {
  const upload = body?.media?.upload?.kind === 'path' ? body.media.upload.path : '';
  const needed: [string, CodeSymbol][] = [];
  const variables = `${path}${upload}`.match(/\{[^{}]*\}/g) ?? [];
  // `{name=accounts/*}` and `{+name}` take resource names, which have slashes.
  const isName = variables.some((one) => /^\{\+|=/.test(one));
  if (variables.length > 0) needed.push(['expandPath', isName ? runtime('expandNames') : runtime('expandPath')]);
  if (body !== undefined) {
    const { contents, media } = body;
    // The writer of JSON alone knows one media type; of several kinds of JSON the caller chooses by `contentType`.
    const isAny = contents.some(({ kind }) => kind !== 'json') || (media === undefined && contents.length > 1);
    needed.push(['writeBody', runtime(isAny ? 'writeAnyBody' : media === undefined ? 'writeJson' : 'writeMedia')]);
  }
  if (security.length > 1 && security.some((needs) => needs.length === 0))
    needed.push(['optional', runtime('chooseOptional')]);
  return needed.map(([name, symbol]) => ({ name, value: code(imports.use(symbol)) }));
}

/** The fields of a descriptor that are data; media that can be sent in chunks, and pages that links name, bring what does so. */
export function descriptorFields(value: JsonObject, operation: Operation, tools: XmlTools): readonly Field[] {
  const { api, imports } = tools;
  const isResumable = operation.body?.media?.resumable === true;
  const more: Readonly<Record<string, readonly string[]>> = {
    media: isResumable ? [`resumable: ${imports.use(runtime('sendResumable'))}`] : [],
    paging: pagingReaders(api, operation, imports),
  };
  return fields(value).map((one) => {
    const xml = withXml(one.name, value, operation, tools);
    const decoded = one.name === 'headers' ? headersCode(operation, value[one.name], tools) : undefined;
    if ((xml ?? decoded) !== undefined) return { ...one, value: code(xml ?? decoded ?? '') };
    const [further = [], data] = [more[one.name], value[one.name]];
    if (further.length === 0 || !isJsonObject(data)) return one;
    const facts = fields(data).map((fact) => `${fact.name}: ${fact.value.text}`);
    return { ...one, value: code(`{ ${[...facts, ...further].join(', ')} }`) };
  });
}

/** Source text of media types that say how their values are XML; undefined for all other fields. */
function withXml(name: string, value: JsonObject, operation: Operation, tools: XmlTools): string | undefined {
  if (xmlContents(operation).length === 0) return undefined;
  const { body, responses } = operation;
  if (name === 'body') return contentsCode(body?.contents ?? [], value[name], tools);
  if (name !== 'responses' && name !== 'xmlErrors') return undefined;
  const data = value[name];
  const all = (name === 'responses' ? successResponses(responses) : errorsInXml(operation)).map(
    ({ contents }, index) => {
      const response = Array.isArray(data) ? toObject(data[index]) : {};
      const status = `status: ${literal(response['status'] ?? '')}`;
      const code = contentsCode(contents, response['contents'], tools);
      return inBraces(contents.length === 0 ? [status] : [status, `contents: ${code}`]);
    },
  );
  return `[${all.join(', ')}]`;
}

function contentsCode(contents: readonly Content[], data: Json | undefined, tools: XmlTools): string {
  const all = contents.map(({ kind, schema }, index) => {
    const facts = fields(Array.isArray(data) ? toObject(data[index]) : {}).map(
      (one) => `${one.name}: ${one.value.text}`,
    );
    return inBraces([...facts, ...(kind === 'xml' ? [`xml: ${xmlCode(schema, tools)}`] : [])]);
  });
  return `[${all.join(', ')}]`;
}

/** The field of a descriptor that names what reads and writes XML, where it has bodies in XML. */
export function xmlField(operation: Operation, imports: Imports): readonly Field[] {
  if (xmlContents(operation).length === 0) return [];
  return [{ name: 'xml', value: code(imports.use({ name: 'xmlCodec', module: 'runtime/xml' })) }];
}

/** The field of a descriptor that names what reads its responses, where they are not JSON alone. */
export function receiveField({ responses }: JsonObject, imports: Imports): readonly Field[] {
  return responses === undefined ? [] : [{ name: 'receive', value: code(imports.use(runtime('declaredResponses'))) }];
}

/** The field of a descriptor that names what takes its response apart, where that comes item by item. */
export function splitField({ responses }: Operation, imports: Imports): readonly Field[] {
  const [content] = successResponses(responses).flatMap(({ contents }) => contents.filter(holdsItems));
  if (content === undefined) return [];
  const splitter = runtime(content.kind === 'events' ? 'splitEvents' : 'splitJsonLines');
  return [{ name: 'split', value: code(imports.use(splitter)) }];
}

/** The field of a descriptor that names the writers its kinds of bodies need. */
export function bodyWritersField(body: RequestBody | undefined, imports: Imports): readonly Field[] {
  const contents = body?.contents ?? [];
  const kinds = new Set<string>(contents.map(({ kind }) => kind));
  if (body?.media?.metadata !== undefined) kinds.add('related');
  // Form data is written by the platform, which knows no encoding and no other multipart types.
  const isEncoded = ({ kind, mediaType, encoding }: Content): boolean =>
    encoding !== undefined || (kind === 'multipart' && !/^multipart\/(?:form-data|\*)/i.test(mediaType));
  const encoded = new Set<string>(contents.filter(isEncoded).map(({ kind }) => kind));
  const needed = Object.entries(bodyWriters).flatMap(([kind, usual]): [string, CodeSymbol][] => {
    const writer = encoded.has(kind) ? encodedWriters[kind] : usual;
    return kinds.has(kind) && writer !== undefined ? [[kind, writer]] : [];
  });
  return field('bodyWriters', needed, imports);
}

function field(name: string, needed: readonly (readonly [string, CodeSymbol])[], imports: Imports): readonly Field[] {
  const entries = needed.map(([key, symbol]) => `${key}: ${imports.use(symbol)}`);
  return entries.length === 0 ? [] : [{ name, value: code(`{ ${entries.join(', ')} }`) }];
}
