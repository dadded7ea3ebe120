import {
  isJsonObject,
  type Json,
  jsonResponses,
  type OperationContent,
  type OperationResponse,
} from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import { HttpError, chooseByAccept, fromBase64, mediaTypeOf, writeExactly } from '@speccast/runtime/requests';
import type { CallResponse, Call } from '../plan/plan.js';
import { declaredExamples } from './declared-example.js';
import { responseFor, successBody, successOf } from './declared-response.js';
import { asOnlyPage } from './only-page.js';
import { valueAt, withValue } from '../values/json-path.js';

/**
 * Responds to an operation without declared behaviour: a value of the declared schema, in the media type that the caller
 * prefers. The same request gets the same value.
 */
export function sampleResponse(call: Call): CallResponse {
  const { responses = jsonResponses } = call.plan.operation;
  const success =
    responses.find(({ status }) => status.startsWith('2')) ?? responses.find(({ status }) => status === 'default');
  const content = chooseByAccept(success?.contents ?? [], call.accept);
  if (success === undefined || content === undefined) return { kind: 'empty' };
  const { kind = 'json' } = content;
  if (/^(?:json|xml|events|lines)$/.test(kind)) return sampleItems(call, content);
  return sampleText(call, content, success);
}

function sampleItems(call: Call, content: OperationContent): CallResponse {
  const { plan } = call;
  const item = responseFor(plan, successOf(plan))?.item;
  const isWhole = /^(?:json|xml)$/.test(content.kind ?? 'json');
  if (item !== undefined && !isWhole) return { kind: 'rows', rows: samplesOf(call, item), content };
  const declared = successBody(plan);
  if (declared === undefined) return { kind: 'json', body: {} };
  const [example] = declaredExamples(call.emulator, plan);
  const body = example !== undefined && declared.is(example) ? example : sampleOf(call);
  if (body === undefined)
    throw new HttpError(501, 'notImplemented', `There is no sample response for ${plan.operation.id}.`);
  if (isWhole) {
    const page = onlyPage(call, body, (value) => declared.is(value));
    return { kind: 'json', body: withoutFurther(call, page, declared) };
  }
  return { kind: 'rows', rows: Array.isArray(body) ? body : [], content };
}

/** A sampled list names no further pages: nobody would come to their end. */
function withoutFurther({ plan }: Call, body: Json, declared: Validator<unknown>): Json {
  const { items } = plan.operation.paging ?? {};
  const isGet = plan.operation.method === 'GET';
  if (!isGet || items === undefined || !isJsonObject(body)) return body;
  const list = valueAt(body, items);
  return asOnlyPage(body, { declared, items, told: {}, count: Array.isArray(list) ? list.length : 0 });
}

/** A string that the schema accepts, if the response is text; else a small file. */
function sampleText(
  call: Call,
  { kind, mediaType }: OperationContent,
  { contents = [] }: OperationResponse,
): CallResponse {
  const isValidated = kind === 'text' && contents.every((one) => one.kind === 'text' || one.kind === 'binary');
  const text = isValidated ? sampleOf(call) : undefined;
  const type = mediaType.includes('*') ? 'application/octet-stream' : mediaType;
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : sampleBytes(type);
  return { kind: 'bytes', media: { bytes, mediaType: type } };
}

function samplesOf({ plan, emulator, params }: Call, item: Validator<unknown>): readonly Json[] {
  const numbers = [1, 2, 3].map((number) => `${plan.operation.id} ${writeExactly(params)} ${number}`);
  return numbers.flatMap((text) => emulator.sampler?.(item, text) ?? []);
}

function sampleOf({ plan, emulator, params }: Call): Json | undefined {
  const validator = successBody(plan);
  return validator && emulator.sampler?.(validator, `${plan.operation.id} ${writeExactly(params)}`);
}

/** The sample of a list with numbered pages is its only page: all others are empty. */
function onlyPage({ plan, params }: Call, sample: Json, isDeclared: (value: Json) => boolean): Json {
  const { items, numbers } = plan.operation.paging ?? {};
  if (numbers === undefined) return sample;
  const { page, offset, first = page === undefined ? 0 : 1 } = numbers;
  const parameter = page ?? offset ?? '';
  const at = Number(params[parameter] ?? valueAt(params, parameter) ?? first);
  if (!(at > first)) return sample;
  const empty = items === undefined ? [] : isJsonObject(sample) ? withValue(sample, items, []) : sample;
  return isDeclared(empty) ? empty : sample;
}

/** The smallest files of some formats, in base 64; one pixel each of the images. */
const files: Readonly<Record<string, string>> = {
  'image/png': 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'image/gif': 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'application/zip': 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==',
};

/** Bytes of a media type: a small file of known formats, else a string. */
function sampleBytes(mediaType: string): Uint8Array {
  const type = mediaTypeOf(mediaType);
  const file = Object.hasOwn(files, type) ? files[type] : undefined;
  if (file !== undefined) return fromBase64(file);
  const text = type === 'application/pdf' ? '%PDF-1.4\n%%EOF\n' : type.endsWith('xml') ? '<root/>' : 'sample';
  return new TextEncoder().encode(text);
}
