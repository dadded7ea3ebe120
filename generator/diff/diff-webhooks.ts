import type { Schema } from '../api/schemas/schema.js';
import type { Webhook } from '../api/api.js';
import { changeOf } from './api-diff.js';
import type { ApiDiff } from './api-diff.js';
import type { ChangeDirection } from './change.js';
import { diffDocs, diffExtensions } from './diff-annotations.js';
import { diffWebhookParts } from './diff-webhook-parts.js';
import { inNew, inOld, quote, step } from './finding.js';
import type { Both, Finding } from './finding.js';
import { matchMembers } from './match-members.js';
import { useSchema } from './schema-graph.js';

/** Compares the requests that the service sends itself: their bodies are received, and answers to them are sent. */
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
  ['response', 'answer', 'sent', 'body of the answer'],
];

function schemaOf({ sides }: ApiDiff, side: keyof ApiDiff['sides'], id: string | undefined): Schema | undefined {
  return id === undefined ? undefined : sides[side].schemas.get(id);
}
