import {
  type Json,
  type JsonObject,
  type OperationContent,
  isJsonObject,
  jsonResponses,
  parseJson,
} from '@speccast/runtime';
import {
  HttpError,
  chooseByAccept,
  fromBase64,
  isBodyless,
  isJsonType,
  mediaTypeOf,
  responseIn,
  writeExactly,
  readMember,
} from '@speccast/runtime/requests';
import type { Call, CallResponse, EmulatorPlan, OperationPlan } from '../../plan/plan.js';
import { readOnce } from '../../plan/read-once.js';
import { type DocumentPart, findMember, operationPart, responsePart } from '../../plan/operations/document-parts.js';
import { readCsv, writeCsv } from '../../values/csv.js';
import {
  chooseSuccess,
  responseFor,
  statusBesideSuccess,
  chooseReason,
} from '../../plan/operations/declared-response.js';
import type { Validator } from '@speccast/runtime/validators';
import { valueAt, withoutValue, withValue } from '../../values/json-path.js';
import { paramAt } from './read-filters.js';

/** A media type of a response, and its part of the document. */
export interface DeclaredContent {
  readonly content: OperationContent;
  /** Absent if the emulator has no document. */
  readonly media?: DocumentPart | undefined;
  /** True if the validator of the response applies to its values. */
  readonly isValidated: boolean;
}

/** Reads facts of the document about the responses of an operation with a status. */
type ReadResponse<Found> = (plan: OperationPlan, emulator: EmulatorPlan, status: number) => Found;

/** Returns whether a media type can be the value of a header. */
export function isSendable(mediaType: string): boolean {
  return /^[!-~]+\/[ -~]*[!-~]$/.test(mediaType);
}

/** Finds the part of the document about a response of an operation. */
export const declaredPart: ReadResponse<DocumentPart | undefined> = readOnce((plan, { document = {} }, status) => {
  const operation = operationPart(document, plan);
  return operation && responsePart(document, operation, status);
});

/** Lists the media types that an operation declares for a status, in the order of its descriptor. */
export const listContents: ReadResponse<readonly DeclaredContent[]> = readOnce((plan, emulator, status) => {
  const { document = {} } = emulator;
  const part = declaredPart(plan, emulator, status);
  const declared = part && findMember(document, part, 'content');
  // The descriptor has no contents of redirects and errors.
  const own = responseIn(plan.operation.responses ?? jsonResponses, status)?.contents;
  const stated: readonly OperationContent[] =
    own ??
    Object.keys(declared?.value ?? {}).map((mediaType) => ({
      mediaType,
      kind: isJsonType(mediaTypeOf(mediaType)) ? 'json' : 'text',
    }));
  const contents = stated
    .filter(({ mediaType }) => isSendable(mediaType))
    .map((content) => {
      const media = declared && findMember(document, declared, content.mediaType);
      return { content, media, schema: JSON.stringify(media?.value['schema'] ?? null) };
    });
  const [first] = ['json', 'xml', 'events', 'lines', 'text'].flatMap(
    (kind) => contents.find(({ content }) => (content.kind ?? 'json') === kind) ?? [],
  );
  return contents.map(({ content, media, schema }) => {
    const { kind = 'json', unvalidated } = content;
    const isData = /^(?:json|xml)$/.test(kind) && !unvalidated;
    const isSame = content === first?.content || (isData && schema === (first?.schema ?? 'null'));
    return { content, media, isValidated: own !== undefined && isSame };
  });
});

/** Lists the examples of a media type, a parameter or a header, the first one first: `example`, then `examples`. */
export function examplesIn({ document = {} }: EmulatorPlan, holder: DocumentPart | undefined): readonly Json[] {
  const examples = holder && findMember(document, holder, 'examples');
  const named = Object.keys(examples?.value ?? {}).map((name) => {
    const {
      value,
      dataValue = value,
      serializedValue = dataValue,
    } = { ...(examples && findMember(document, examples, name)?.value) };
    return serializedValue;
  });
  return [holder?.value['example'], ...named].filter((one) => one !== undefined);
}

/**
 * Lists the examples that the document declares for a successful response as values: those of JSON, else of XML, else of CSV, which
 * are rows.
 */
export function declaredExamples(emulator: EmulatorPlan, plan: OperationPlan): readonly Json[] {
  const contents = listContents(plan, emulator, chooseSuccess(plan));
  const lists = ['json', 'xml', 'csv'].flatMap((kind) =>
    contents
      .filter(({ content }) => (isCsv(content.mediaType) ? 'csv' : (content.kind ?? 'json')) === kind)
      .map(({ content, media }) => examplesIn(emulator, media).flatMap((one) => readExample(plan, content, one))),
  );
  return lists.find((values) => values.length > 0) ?? [];
}

/** Returns whether a media type is CSV. */
export function isCsv(mediaType: string): boolean {
  return mediaTypeOf(mediaType) === 'text/csv';
}

/** Reads an example that is text: XML, CSV or JSON. Returns none if it is something else than its media type says. */
function readExample({ operation }: OperationPlan, content: OperationContent, example: Json): readonly Json[] {
  if (typeof example !== 'string') return [example];
  if (isCsv(content.mediaType)) return [readCsv(example)];
  if (content.kind !== 'xml') return [example, parseJson(example)].filter((one) => one !== undefined);
  try {
    // The values that an XML reader returns are JSON values.
    return [operation.xml?.read(example, content, Error) as Json];
  } catch {
    return [];
  }
}

/**
 * Responds to an operation without declared behaviour: an example or a value of the declared schema, in the media type that the
 * caller prefers. The same request gets the same value. Without a declared success, responds with the first redirect, else the first error.
 */
export function sampleResponse(call: Call): CallResponse {
  const { emulator, plan, accept } = call;
  const successes = (plan.operation.responses ?? []).filter(({ status }) => status.startsWith('2'));
  // A response without content is not the `default` one.
  if (successes.length > 0 && successes.every(({ contents = [] }) => contents.length === 0)) return { kind: 'empty' };
  const status = statusBesideSuccess(plan) ?? chooseSuccess(plan);
  const chosen = chooseDeclared(listContents(plan, emulator, status), accept);
  const response = chosen && sampleContent(call, status, chosen);
  if (!response && status >= 400)
    throw new HttpError(
      status,
      chooseReason(emulator, plan, status),
      `The document declares no success for ${plan.operation.id}.`,
    );
  return response ?? { kind: 'empty' };
}

/** Finds the declared media type that `Accept` prefers. */
export function chooseDeclared(
  contents: readonly DeclaredContent[],
  accept: string | undefined,
): DeclaredContent | undefined {
  const chosen = chooseByAccept(
    contents.map(({ content }) => content),
    accept,
  );
  return contents.find(({ content }) => content === chosen);
}

/** Creates a response in a media type: its example, else a sample of its schema; undefined for an error without an example. */
export function sampleContent(call: Call, status: number, declared: DeclaredContent): CallResponse | undefined {
  const { content, media, isValidated } = declared;
  const { kind = 'json', mediaType } = content;
  const { emulator, plan } = call;
  const examples = examplesIn(emulator, media);
  const validator = isValidated ? responseFor(plan, status)?.body : undefined;
  if (kind === 'events' || kind === 'lines') return sampleItems(call, declared, examples, validator);
  const read = examples.flatMap((one) => readExample(plan, content, one).map((value) => ({ one, value })));
  const good = read.find(({ value }) => validator?.is(value) !== false);
  if (kind === 'json' || (kind === 'xml' && typeof good?.one !== 'string')) {
    if (!good && status >= 400) return undefined;
    let body = good ? good.value : sampleDeclared(call, declared, validator);
    // If no value matches the schema, the nearest one is sent.
    if (body === undefined) body = sampleDeclared(call, declared, undefined) ?? {};
    const page = validator ? onlyPage(call, body, validator) : body;
    return { kind: 'json', status, body: page, ...(!isValidated && { content }) };
  }
  const [example] = examples;
  if (example === undefined && status >= 400) return undefined;
  const isText = kind === 'text' || isCsv(mediaType);
  const value = example ?? (isText ? sampleDeclared(call, declared, validator) : undefined);
  if (value !== undefined) return textResponse(status, mediaType, value);
  const type = mediaTypeOf(mediaType);
  const file = readMember(files, type) ?? (type.endsWith('xml') ? '<root/>' : 'sample');
  return textResponse(status, type.includes('*') ? 'application/octet-stream' : mediaType, file);
}

/** Creates a response of events or lines: an example that is text, the items of examples, else a few sampled ones. */
function sampleItems(
  call: Call,
  declared: DeclaredContent,
  examples: readonly Json[],
  validator: Validator<unknown> | undefined,
): CallResponse {
  const { plan, emulator, params } = call;
  const { content } = declared;
  const status = chooseSuccess(plan);
  const text = examples.find((one) => typeof one === 'string');
  if (text !== undefined) return textResponse(status, content.mediaType, text);
  const item = responseFor(plan, status)?.item;
  const stated = examples.flat();
  const isDeclared = item ? stated.every((one) => item.is(one)) : validator?.is(stated) !== false;
  if (stated.length > 0 && isDeclared) return { kind: 'rows', rows: stated, content };
  if (!item) return { kind: 'rows', rows: [sampleDeclared(call, declared, validator) ?? []].flat(), content };
  const texts = [1, 2, 3].map((number) => `${plan.operation.id} ${writeExactly(params)} ${number}`);
  return { kind: 'rows', rows: texts.flatMap((one) => emulator.sampler?.(item, one) ?? []), content };
}

/** Samples a value that the validator accepts; without a validator, a value of the schema in the document. */
export function sampleDeclared(
  { emulator, plan, params }: Call,
  { media }: DeclaredContent,
  validator: Validator<unknown> | undefined,
): Json | undefined {
  const text = `${plan.operation.id} ${writeExactly(params)}`;
  if (validator) return emulator.sampler?.(validator, text);
  const { itemSchema, schema = itemSchema } = media?.value ?? {};
  return schema === undefined ? undefined : emulator.sampler?.({ schema, root: emulator.document ?? {} }, text);
}

/** Changes the sample of a list so that it is the only page: later pages are empty, and no page names a next one, so that loops over pages end. */
function onlyPage(call: Call, sample: Json, declared: Validator<unknown>): Json {
  const { method, paging } = call.plan.operation;
  const { items, numbers = {} } = paging ?? {};
  const { page, offset, first = page ? 1 : 0 } = numbers;
  const parameter = page ?? offset;
  const at = Number((parameter && paramAt(call, parameter)) ?? first);
  const empty = items === undefined ? [] : isJsonObject(sample) ? withValue(sample, items, []) : sample;
  const body = at > first && declared.is(empty) ? empty : sample;
  return method !== 'GET' || items === undefined || !isJsonObject(body) ? body : asOnlyPage(body, declared, items);
}

/** Matches media types whose examples are in base64; the response has the decoded bytes. */
const pictures = /^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:pdf|zip|gzip))/;

const inBase64 = /^(?:[A-Za-z\d+/]{4}){4,}(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

/** Responds with a value as text: lists are CSV where that is the media type, and other values JSON. */
export function textResponse(status: number, mediaType: string, value: Json): CallResponse {
  const other = Array.isArray(value) && isCsv(mediaType) ? writeCsv(value) : writeExactly(value);
  const text = typeof value === 'string' ? value : other;
  const bytes = pictures.test(mediaType) && inBase64.test(text) ? fromBase64(text) : new TextEncoder().encode(text);
  const media = { bytes, mediaType: mediaType.includes('*') ? 'text/plain' : mediaType };
  const headers = { 'content-range': `bytes 0-${bytes.length - 1}/${bytes.length}` };
  return { kind: 'bytes', status, media, ...(status === 206 && { headers }) };
}

/** The smallest files of some formats, as text or in base 64; one pixel each of the images. */
const files: Readonly<Record<string, string>> = {
  'image/png': 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'image/gif': 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'application/zip': 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==',
  'application/pdf': '%PDF-1.4\n%%EOF\n',
};

/** The response that a request prefers: `Prefer: code=404, example=gone` (RFC 7240). */
export interface Preference {
  readonly code?: string;
  readonly example?: string;
}

const member = /(?:^|[,;])\s*(code|example)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*))/gi;

/** Reads the preferences about the response; undefined if there are none. */
export function readPreference(header: string | null): Preference | undefined {
  const stated = [...(header ?? '').matchAll(member)].map(([, name = '', quoted, plain = '']) => [
    name.toLowerCase(),
    quoted?.replace(/\\(.)/g, '$1') ?? plain,
  ]);
  // The first value of a name wins.
  return stated.length === 0 ? undefined : Object.fromEntries(stated.toReversed());
}

/**
 * Makes the response that a request prefers: the example, else a sample of what is declared for the status. What is not declared
 * is noted as ignored. `response` is absent if the usual response is preferred; `headers` name the preferences that were applied. Throws
 * an `HttpError` for an error without an example.
 */
export function preferResponse(
  call: Call,
  { code, example }: Preference,
): { readonly response?: CallResponse; readonly headers: Readonly<Record<string, string>> } {
  const { emulator, plan, notes, accept } = call;
  const { document = {} } = emulator;
  const operation = operationPart(document, plan);
  const responses = operation && findMember(document, operation, 'responses');
  const stated = Object.keys(responses?.value ?? {}).map((name) => Number(name.replace(/xx$/i, '00')) || 500);
  // The media types that have the example, with it as their first one.
  const listNamed = (status: number) =>
    listContents(plan, emulator, status).flatMap((one) => {
      const { media } = one;
      const examples = media && example !== undefined && findMember(document, media, 'examples');
      const named = examples && findMember(document, examples, example);
      const { value, dataValue = value, serializedValue } = named ? named.value : {};
      const found = dataValue ?? serializedValue;
      if (!media || found === undefined) return [];
      return [{ ...one, media: { ...media, value: { ...media.value, example: found } } }];
    });
  // Without a code it is the first status with the example, of a success first.
  const status =
    code === undefined
      ? [chooseSuccess(plan), ...stated].find((one) => listNamed(one).length > 0)
      : [Number(code)].find((one) => /^[2-5]\d\d$/.test(code) && declaredPart(plan, emulator, one));
  const named = status === undefined ? [] : listNamed(status);
  const applied: string[] = [];
  const note = (text: string, isApplied: boolean) =>
    isApplied ? applied.push(text.replace(/[^ -~]/g, '?')) : notes.ignored.push(`Prefer: ${text}`);
  if (code !== undefined) note(`code=${code}`, status !== undefined);
  if (example !== undefined) note(`example=${example}`, named.length > 0);
  if (status === undefined || applied.length === 0) return { headers: {} };
  const headers = { 'preference-applied': applied.join(', '), vary: 'Prefer' };
  if (named.length === 0 && status === chooseSuccess(plan)) return { headers };
  notes.sampled = true;
  const chosen = isBodyless(status)
    ? undefined
    : chooseDeclared(named.length > 0 ? named : listContents(plan, emulator, status), accept);
  if (!chosen) return { headers, response: { kind: 'empty', status } };
  const response = sampleContent(call, status, chosen);
  if (response) return { headers, response };
  const message = `The request prefers the status ${status}.`;
  throw new HttpError(status, chooseReason(emulator, plan, status), message, { headers });
}

const further =
  /(?:^|_)(?:next|prev|previous|after|before|cursors?|more|last)(?:_|$)|(?:next|more|cursor|marker|continuation|offset)|page_?token/i;

const total =
  /^(?:total|count|size|length)(?:_?(?:count|results|items|size|records|elements|entries))?$|(?:_|^)(?:count|total)$/i;

/** Maximum number of levels of objects around the items that are read. */
const deepest = 3;

/**
 * Changes the sampled members of a list that would name further pages so that they name none: absent, null, empty or false. `items` is
 * the path of the items, and `known` holds the members that were not sampled.
 */
export function asOnlyPage(
  body: JsonObject,
  declared: Validator<unknown>,
  items: string,
  known: JsonObject = {},
): JsonObject {
  const list = valueAt(body, items);
  const count = Array.isArray(list) ? list.length : 0;
  let result = body;
  for (const path of listPaths(body, deepest)) {
    const value = valueAt(result, path);
    const own = valueAt(known, path);
    const isKnown = own !== undefined && !isJsonObject(own);
    if (value === undefined || isKnown || `${path}.`.startsWith(`${items}.`)) continue;
    const name = path.slice(path.lastIndexOf('.') + 1).replace(/([a-z\d])([A-Z])/g, '$1_$2');
    const isTotal = typeof value === 'number' && total.test(name);
    const values = further.test(name) ? [undefined, null, '', false, 0] : isTotal ? [count] : [];
    const before = result;
    const changed = values.map((one) =>
      one === undefined ? withoutValue(before, path) : withValue(before, path, one),
    );
    result = changed.find((one) => declared.is(one)) ?? before;
  }
  return result;
}

function listPaths(object: JsonObject, depth: number): readonly string[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const inner = isJsonObject(value) && depth > 1 ? listPaths(value, depth - 1) : [];
    return name.includes('.') ? [] : [name, ...inner.map((path) => `${name}.${path}`)];
  });
}
