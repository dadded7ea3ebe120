import { isJsonObject, type Json } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import { HttpError, chooseByAccept, fromBase64, mediaTypeOf, writeExactly } from '@speccast/runtime/requests';
import type { CallResponse, Call } from '../plan/plan.js';
import { listContents, type DeclaredContent, examplesIn, isCsv, readExample } from './declared-example.js';
import { responseFor, statusBesideSuccess, chooseSuccess } from '../plan/operations/declared-response.js';
import { asOnlyPage } from './lists/only-page.js';
import { writeCsv } from '../values/csv.js';
import { valueAt, withValue } from '../values/json-path.js';
import { chooseReason } from '../plan/operations/reasons.js';

/**
 * Responds to an operation without declared behaviour: an example or a value of the declared schema, in the media type that the
 * caller prefers. The same request gets the same value. Without a declared success it is the first redirect, else the first error.
 */
export function sampleResponse(call: Call): CallResponse {
  const { emulator, plan, accept } = call;
  const successes = (plan.operation.responses ?? []).filter(({ status }) => status.startsWith('2'));
  // A response without content is not the `default` one.
  if (successes.length > 0 && successes.every(({ contents = [] }) => contents.length === 0)) return { kind: 'empty' };
  const status = statusBesideSuccess(plan) ?? chooseSuccess(plan);
  const chosen = chooseDeclared(listContents(emulator, plan, status), accept);
  const response = chosen && sampleContent(call, status, chosen);
  if (response === undefined && status >= 400)
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

/** Makes a response in a media type: its example, else a sample of its schema; undefined for an error without an example. */
export function sampleContent(call: Call, status: number, declared: DeclaredContent): CallResponse | undefined {
  const { content, media, isValidated } = declared;
  const { kind = 'json', mediaType } = content;
  const { emulator, plan } = call;
  const examples = examplesIn(emulator, media);
  const validator = isValidated ? responseFor(plan, status)?.body : undefined;
  const isDeclared = (value: Json | undefined) => validator?.is(value) !== false;
  if (kind === 'events' || kind === 'lines') return sampleItems(call, declared, examples, validator);
  const good = examples.find((one) => readExample(plan, content, one).some(isDeclared));
  if (kind === 'json' || (kind === 'xml' && typeof good !== 'string')) {
    const example = good === undefined ? undefined : readExample(plan, content, good).find(isDeclared);
    if (example === undefined && status >= 400) return undefined;
    let body = example === undefined ? sampleDeclared(call, declared, validator) : example;
    // If no value matches the schema, the nearest one is sent.
    if (body === undefined) body = sampleDeclared(call, declared, undefined) ?? {};
    const page = validator === undefined ? body : onlyPage(call, body, validator);
    return { kind: 'json', status, body: page, ...(!isValidated && { content }) };
  }
  const [example] = examples;
  if (example === undefined && status >= 400) return undefined;
  const isText = kind === 'text' || isCsv(mediaType);
  const value = example ?? (isText ? sampleDeclared(call, declared, validator) : undefined);
  return value === undefined ? bytesResponse(status, mediaType) : textResponse(status, mediaType, value);
}

/** Makes a response of events or lines: an example that is text, the items of examples, else a few sampled ones. */
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
  const isDeclared = item === undefined ? validator?.is(stated) !== false : stated.every((one) => item.is(one));
  if (stated.length > 0 && isDeclared) return { kind: 'rows', rows: stated, content };
  if (item === undefined)
    return { kind: 'rows', rows: [sampleDeclared(call, declared, validator) ?? []].flat(), content };
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
  if (validator !== undefined) return emulator.sampler?.(validator, text);
  const { itemSchema, schema = itemSchema } = media?.value ?? {};
  return schema === undefined ? undefined : emulator.sampler?.({ schema, root: emulator.document ?? {} }, text);
}

/** Makes the sample of a list its only page: pages with other numbers are empty, and it names no further one, which would never end. */
function onlyPage({ plan, params }: Call, sample: Json, declared: Validator<unknown>): Json {
  const { items, numbers = {} } = plan.operation.paging ?? {};
  const { page, offset, first = page === undefined ? 0 : 1 } = numbers;
  const parameter = page ?? offset;
  const stated = parameter === undefined ? undefined : (params[parameter] ?? valueAt(params, parameter));
  const at = Number(stated ?? first);
  const empty = items === undefined ? [] : isJsonObject(sample) ? withValue(sample, items, []) : sample;
  const body = at > first && declared.is(empty) ? empty : sample;
  if (plan.operation.method !== 'GET' || items === undefined || !isJsonObject(body)) return body;
  const list = valueAt(body, items);
  return asOnlyPage(body, { declared, items, known: {}, count: Array.isArray(list) ? list.length : 0 });
}

/** Media types whose examples are written in base 64, of which the bytes are sent. */
const pictures = /^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:pdf|zip|gzip))/;

const inBase64 = /^(?:[A-Za-z\d+/]{4}){4,}(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

/** Responds with a value as text: lists are CSV where that is the media type, and other values JSON. */
export function textResponse(status: number, mediaType: string, value: Json): CallResponse {
  const other = Array.isArray(value) && isCsv(mediaType) ? writeCsv(value) : writeExactly(value);
  const text = typeof value === 'string' ? value : other;
  const bytes = pictures.test(mediaType) && inBase64.test(text) ? fromBase64(text) : new TextEncoder().encode(text);
  return respondBytes(status, mediaType.includes('*') ? 'text/plain' : mediaType, bytes);
}

function respondBytes(status: number, mediaType: string, bytes: Uint8Array): CallResponse {
  const range = { 'content-range': `bytes 0-${bytes.length - 1}/${bytes.length}` };
  return { kind: 'bytes', status, media: { bytes, mediaType }, ...(status === 206 && { headers: range }) };
}

/** The smallest files of some formats, in base 64; one pixel each of the images. */
const files: Readonly<Record<string, string>> = {
  'image/png': 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'image/gif': 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'application/zip': 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==',
};

/** Responds with bytes of a media type: a small file of known formats, else a string. */
function bytesResponse(status: number, stated: string): CallResponse {
  const mediaType = stated.includes('*') ? 'application/octet-stream' : stated;
  const type = mediaTypeOf(mediaType);
  const file = Object.hasOwn(files, type) ? files[type] : undefined;
  const text = type === 'application/pdf' ? '%PDF-1.4\n%%EOF\n' : type.endsWith('xml') ? '<root/>' : 'sample';
  const bytes = file === undefined ? new TextEncoder().encode(text) : fromBase64(file);
  return respondBytes(status, mediaType, bytes);
}
