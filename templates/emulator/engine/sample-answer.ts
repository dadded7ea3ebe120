import { jsonResponses, type Json, type OperationContent, type OperationResponse } from '@speccast/runtime';
import { responseFor } from './check-response.js';
import type { Validator } from '@speccast/runtime/validators';
import { chooseByAccept } from './choose-by-accept.js';
import { onlyPage } from './only-page.js';
import { Refusal, type Answer, type Call } from './plan.js';
import { successOf } from './respond.js';
import { sampleBytes } from './sample-bytes.js';

/**
 * Answers an operation of which nothing is known but its responses: a value of the declared schema in the media type that
 * the caller prefers, the same for the same request.
 */
export function sampleAnswer(call: Call): Answer {
  const { responses = jsonResponses } = call.plan.operation;
  const success =
    responses.find(({ status }) => status.startsWith('2')) ?? responses.find(({ status }) => status === 'default');
  const content = chooseByAccept(success?.contents ?? [], call.accept);
  if (success === undefined || content === undefined) return { kind: 'empty' };
  const { kind = 'json' } = content;
  if (kind === 'json' || kind === 'events' || kind === 'lines') return sampleItems(call, content);
  return sampleText(call, content, success);
}

function sampleItems(call: Call, content: OperationContent): Answer {
  const { plan } = call;
  const item = responseFor(plan, successOf(plan))?.item;
  const isWhole = content.kind === undefined || content.kind === 'json';
  if (item !== undefined && !isWhole) return { kind: 'rows', rows: samplesOf(call, item), content };
  const declared = responseFor(plan, successOf(plan))?.body;
  if (declared === undefined) return { kind: 'json', body: {} };
  const body = sampleOf(call);
  if (body === undefined)
    throw new Refusal(501, 'notImplemented', `There is no sample of what ${plan.operation.id} answers.`);
  if (isWhole) return { kind: 'json', body: onlyPage(call, body, (value) => declared.is(value)) };
  return { kind: 'rows', rows: Array.isArray(body) ? body : [], content };
}

/** A text that its schema accepts, where the validator is about texts; else a small file. */
function sampleText(call: Call, { kind, mediaType }: OperationContent, { contents = [] }: OperationResponse): Answer {
  const isJudged = kind === 'text' && contents.every((one) => one.kind === 'text' || one.kind === 'binary');
  const text = isJudged ? sampleOf(call) : undefined;
  const type = mediaType.includes('*') ? 'application/octet-stream' : mediaType;
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : sampleBytes(type);
  return { kind: 'bytes', media: { bytes, mediaType: type } };
}

function samplesOf({ plan, emulator, params }: Call, item: Validator<unknown>): readonly Json[] {
  const numbers = [1, 2, 3].map((number) => `${plan.operation.id} ${JSON.stringify(params)} ${number}`);
  return numbers.flatMap((text) => emulator.sampler?.(item, text) ?? []);
}

function sampleOf({ plan, emulator, params }: Call): Json | undefined {
  const validator = responseFor(plan, successOf(plan))?.body;
  return validator && emulator.sampler?.(validator, `${plan.operation.id} ${JSON.stringify(params)}`);
}
