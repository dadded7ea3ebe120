import { pairUp } from '../api/pair-up.js';
import type { Webhook } from '../api/api.js';
import { changeOf } from './api-diff.js';
import type { ApiDiff } from './api-diff.js';
import type { ChangeDirection } from './change.js';
import { diffDocs } from './diff-annotations.js';
import { diffParameter, parameterAdded, parameterKey, parameterRemoved } from './diff-parameter.js';
import { inNew, inOld, list, quote, step } from './finding.js';
import type { Both, Finding } from './finding.js';
import { mediaTypeKey } from './media-type-key.js';
import { statusKey } from './pair-responses.js';
import { useSchema } from './schema-graph.js';

/** A webhook or callback of both descriptions. */
export interface WebhookDiff extends ApiDiff, Both<Webhook> {
  /** `webhooks.newPet` */
  readonly subject: string;
  /** Id of the operation that announces it, if one does. */
  readonly operations: readonly string[];
}

/** Compares what comes with a webhook beside its body, and which answers to it are taken. */
export function diffWebhookParts(diff: WebhookDiff): void {
  diffParameters(diff);
  diffMediaTypes(diff);
  diffAnswers(diff);
}

function teller({ report, operations }: WebhookDiff, direction?: ChangeDirection): (finding: Finding) => void {
  return (finding) => report({ ...changeOf(finding, direction), operations });
}

function diffParameters(diff: WebhookDiff): void {
  const { before, after, graph, operations } = diff;
  const tell = teller(diff, 'received');
  for (const { ours, theirs } of pairUp(before.parameters ?? [], after.parameters ?? [], parameterKey).values()) {
    const subject = `${diff.subject}.parameters.${step((theirs ?? ours)?.name ?? '')}`;
    if (ours !== undefined && theirs !== undefined) {
      diffParameter(tell, { before: ours, after: theirs }, { subject, ...inNew(theirs) });
      const pair = { before: ours.schema, after: theirs.schema, subject };
      useSchema(graph, pair, { operation: operations[0] ?? after.name, direction: 'received' });
    } else if (theirs !== undefined) {
      tell({ ...parameterAdded(theirs), subject, ...inNew(theirs) });
    } else if (ours !== undefined) {
      tell({ ...parameterRemoved(ours), subject, ...inOld(ours) });
    }
  }
}

function diffMediaTypes(diff: WebhookDiff): void {
  const [old, now] = [diff.before.mediaTypes, diff.after.mediaTypes];
  if (old === undefined || now === undefined) return;
  const come = without(now, old);
  const gone = without(old, now);
  const where = { subject: diff.subject, ...inNew(diff.after) };
  // Nobody asks for one of them: whatever is new may come.
  if (come.length > 0)
    teller(diff)({ code: 'webhook-changed', message: `its body may be of the type ${list(come)}`, ...where });
  else if (gone.length > 0) {
    const message = `its body is not of the type ${list(gone)} any more`;
    teller(diff, 'received')({ code: 'media-type-removed', message, ...where });
  }
}

function without(types: readonly string[], others: readonly string[]): readonly string[] {
  const keys = new Set(others.map(mediaTypeKey));
  return types.filter((one) => !keys.has(mediaTypeKey(one)));
}

function diffAnswers(diff: WebhookDiff): void {
  const { before, after } = diff;
  for (const [status, { ours, theirs }] of pairUp(before.responses, after.responses, (one) => statusKey(one.status))) {
    const subject = `${diff.subject}.responses.${step(status)}`;
    const name = status === 'default' ? 'any other status' : `status ${quote(status).slice(1, -1)}`;
    if (ours !== undefined && theirs !== undefined)
      diffDocs({ report: teller(diff) }, { before: ours.doc, after: theirs.doc }, { subject, ...inNew(theirs) });
    else if (theirs !== undefined) {
      const message = `${name} is taken for an answer`;
      teller(diff, 'sent')({ code: 'response-added', message, subject, ...inNew(theirs) });
    } else if (ours !== undefined) {
      const message = `${name} is not taken for an answer any more`;
      teller(diff, 'sent')({ code: 'response-removed', message, subject, ...inOld(ours) });
    }
  }
}
