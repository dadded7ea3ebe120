import { jsonAnswers } from '../json-answers.js';
import { Refusal, type Answer, type Call } from './plan.js';
import { successOf } from './respond.js';
import { responseFor } from './check-response.js';

/** Answers an operation of which nothing is known but its responses: a value of the declared schema, the same for the same request. */
export function sampleAnswer({ plan, emulator, params }: Call): Answer {
  const { responses = jsonAnswers } = plan.operation;
  const success =
    responses.find(({ status }) => status.startsWith('2')) ?? responses.find(({ status }) => status === 'default');
  const [content] = success?.contents ?? [];
  if (content === undefined) return { kind: 'empty' };
  if ((content.kind ?? 'json') !== 'json') {
    const mediaType = content.mediaType.includes('*') ? 'application/octet-stream' : content.mediaType;
    return { kind: 'bytes', media: { bytes: new TextEncoder().encode('sample'), mediaType } };
  }
  const validator = responseFor(plan, successOf(plan))?.body;
  if (validator === undefined) return { kind: 'json', body: {} };
  const body = emulator.sampler?.(validator, `${plan.operation.id} ${JSON.stringify(params)}`);
  if (body === undefined)
    throw new Refusal(501, 'notImplemented', `There is no sample of what ${plan.operation.id} answers.`);
  return { kind: 'json', body };
}
