import type { Json } from '@speccast/runtime';
import { Refusal, type Answer, type ReceivedMedia, type RefusalDetails } from '../plan/plan.js';

/** How the call behind a session ended: with an answer, or a refusal. Plain data, to be said again when asked for. */
export type Outcome =
  | { readonly kind: 'refused'; readonly refusal: KeptRefusal }
  | { readonly kind: 'empty'; readonly status?: number }
  | { readonly kind: 'json'; readonly status?: number; readonly body: Json; readonly headers?: AnswerHeaders }
  | { readonly kind: 'bytes'; readonly status?: number; readonly headers?: AnswerHeaders };

type AnswerHeaders = Readonly<Record<string, string>>;

interface KeptRefusal {
  readonly status: number;
  readonly reason: string;
  readonly message: string;
  readonly details: RefusalDetails;
}

/** An answer as data; bytes stay with the caller. */
export function outcomeOf(answer: Answer): Outcome {
  if (answer.kind === 'rows') {
    const { rows, headers } = answer;
    return { kind: 'json', body: [...rows], ...(headers && { headers }) };
  }
  if (answer.kind !== 'bytes') return answer;
  const { media: _media, ...kept } = answer;
  return kept;
}

/** A refusal as data. */
export function refusedOutcome({ status, reason, message, details }: Refusal): Outcome {
  return { kind: 'refused', refusal: { status, reason, message, details } };
}

/** The answer again, with the bytes that were kept beside it; a refusal is thrown again. */
export function recall(outcome: Outcome, media: ReceivedMedia | undefined): Answer {
  if (outcome.kind === 'refused') {
    const { status, reason, message, details } = outcome.refusal;
    throw new Refusal(status, reason, message, details);
  }
  if (outcome.kind !== 'bytes') return outcome;
  return { ...outcome, media: media ?? { bytes: new Uint8Array(0), mediaType: 'application/octet-stream' } };
}
