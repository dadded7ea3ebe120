import type { Schema } from '../../api/schemas/schema.js';
import { changeOf } from '../api-diff.js';
import type { ApiDiff } from '../api-diff.js';
import type { ChangeDirection } from '../change.js';
import { diffDocs, diffExtensions } from '../schemas/diff-annotations.js';
import { inNew, inOld, quote, step, list } from '../finding.js';
import type { Both, Finding } from '../finding.js';
import { matchMembers } from '../schemas/match-members.js';
import { useSchema } from '../schemas/schema-graph.js';
import { pairUp } from '../../api/pair-up.js';
import { diffParameter, parameterAdded, parameterKey, parameterRemoved } from './diff-parameters.js';
import { mediaTypeKey } from './diff-contents.js';
import { statusKey } from './diff-responses.js';
import type { Webhook } from '../../api/api.js';

/** Compares the requests that the service sends itself: their bodies are received, and responses to them are sent. */
export function diffWebhooks(diff: ApiDiff): void {
  const { sides, report } = diff;
  const [old, now] = [keyed(sides.before.api.webhooks), keyed(sides.after.api.webhooks)];
  const { pairs, gone, come } = matchMembers(old, now);
  for (const { before, after } of pairs) diffWebhook(diff, { before: before.webhook, after: after.webhook });
  for (const { webhook } of come) {
    const message = `the ${webhook.kind} ${quote(webhook.name)} is new`;
    report(changeOf({ code: 'webhook-added', message, subject: subjectOf(webhook), ...inNew(webhook) }));
  }
  for (const { webhook } of gone) {
    const message = `the ${webhook.kind} ${quote(webhook.name)} is gone`;
    report(changeOf({ code: 'webhook-removed', message, subject: subjectOf(webhook), ...inOld(webhook) }));
  }
}

interface KeyedWebhook {
  readonly webhook: Webhook;
  readonly keys: readonly string[];
}

/** By all that names it, then by less: it may have another method, or go to another address. */
function keyed(webhooks: readonly Webhook[] = []): readonly KeyedWebhook[] {
  return webhooks.map((webhook) => {
    const { kind, name, operation = null, expression = null, method } = webhook;
    const names = [kind, operation, name];
    const keys = [[...names, expression, method], [...names, expression], names];
    return { webhook, keys: keys.map((key) => JSON.stringify(key)) };
  });
}

function subjectOf({ kind, name, operation }: Webhook): string {
  return kind === 'webhook' ? `webhooks.${step(name)}` : `operations.${step(operation ?? '')}.callbacks.${step(name)}`;
}

function diffWebhook(diff: ApiDiff, { before, after }: Both<Webhook>): void {
  const subject = subjectOf(after);
  const operations = after.operation === undefined ? [] : [after.operation];
  const where = { subject, ...inNew(after) };
  const report = (finding: Finding): void => diff.report({ ...changeOf(finding), operations });
  if (before.method !== after.method) {
    const message = `it comes with ${quote(after.method)}, and came with ${quote(before.method)}`;
    report({ code: 'webhook-changed', message, ...where });
  }
  if (before.expression !== after.expression) {
    const [old, now] = [before, after].map(({ expression }) => quote(expression ?? ''));
    report({ code: 'webhook-changed', message: `it goes to ${now}, and went to ${old}`, ...where });
  }
  diffDocs({ report }, { before: before.doc, after: after.doc }, where);
  diffExtensions({ report }, { before: before.extensions, after: after.extensions }, where);
  diffWebhookParts({ ...diff, before, after, subject, operations });
  for (const [key, name, direction, what] of bodies) {
    const pair = { before: schemaOf(diff, 'before', before[key]), after: schemaOf(diff, 'after', after[key]) };
    if (pair.before !== undefined && pair.after !== undefined) {
      const both = { before: pair.before, after: pair.after, subject: `${subject}.${name}` };
      useSchema(diff.graph, both, { operation: after.operation ?? after.name, direction });
    } else if (pair.before !== pair.after) {
      const message =
        pair.after === undefined ? `there is no ${what} any more` : `there is now a ${what}, and there was none`;
      report({ code: 'webhook-changed', message, ...where });
    }
  }
}

const bodies: readonly (readonly [key: 'payload' | 'response', name: string, ChangeDirection, what: string])[] = [
  ['payload', 'payload', 'received', 'body'],
  ['response', 'answer', 'sent', 'body of the response'],
];

function schemaOf({ sides }: ApiDiff, side: keyof ApiDiff['sides'], id: string | undefined): Schema | undefined {
  return id === undefined ? undefined : sides[side].schemas.get(id);
}

/** A webhook or callback of both descriptions. */
interface WebhookDiff extends ApiDiff, Both<Webhook> {
  /** `webhooks.newPet` */
  readonly subject: string;
  /** Id of the operation that announces it, if one does. */
  readonly operations: readonly string[];
}

/** Compares what comes with a webhook beside its body, and which responses to it are taken. */
function diffWebhookParts(diff: WebhookDiff): void {
  diffParameters(diff);
  diffMediaTypes(diff);
  diffWebhookResponses(diff);
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

function diffWebhookResponses(diff: WebhookDiff): void {
  const { before, after } = diff;
  for (const [status, { ours, theirs }] of pairUp(before.responses, after.responses, (one) => statusKey(one.status))) {
    const subject = `${diff.subject}.responses.${step(status)}`;
    const name = status === 'default' ? 'any other status' : `status ${quote(status).slice(1, -1)}`;
    if (ours !== undefined && theirs !== undefined)
      diffDocs({ report: teller(diff) }, { before: ours.doc, after: theirs.doc }, { subject, ...inNew(theirs) });
    else if (theirs !== undefined) {
      const message = `${name} is accepted as a response`;
      teller(diff, 'sent')({ code: 'response-added', message, subject, ...inNew(theirs) });
    } else if (ours !== undefined) {
      const message = `${name} is not accepted as a response any more`;
      teller(diff, 'sent')({ code: 'response-removed', message, subject, ...inOld(ours) });
    }
  }
}
