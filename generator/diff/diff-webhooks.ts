import { pairUp } from '../api/pair-up.js';
import type { Schema } from '../api/schema.js';
import type { Webhook } from '../api/webhook.js';
import { changeOf } from './api-diff.js';
import type { ApiDiff } from './api-diff.js';
import type { ChangeDirection } from './change.js';
import { diffDocs, diffExtensions } from './diff-annotations.js';
import { inNew, inOld, quote, step } from './finding.js';
import type { Both, Finding } from './finding.js';
import { useSchema } from './schema-graph.js';

/** Compares the requests that the service sends itself: their bodies are received, and answers to them are sent. */
export function diffWebhooks(diff: ApiDiff): void {
  const { sides, report } = diff;
  const [old, now] = [sides.before.api.webhooks ?? [], sides.after.api.webhooks ?? []];
  for (const [, { ours, theirs }] of pairUp(old, now, keyOf)) {
    if (ours !== undefined && theirs !== undefined) diffWebhook(diff, { before: ours, after: theirs });
    else if (theirs !== undefined) {
      const message = `the ${theirs.kind} ${quote(theirs.name)} is new`;
      report(changeOf({ code: 'webhook-added', message, subject: subjectOf(theirs), ...inNew(theirs) }));
    } else if (ours !== undefined) {
      const message = `the ${ours.kind} ${quote(ours.name)} is gone`;
      report(changeOf({ code: 'webhook-removed', message, subject: subjectOf(ours), ...inOld(ours) }));
    }
  }
}

function keyOf({ kind, name, operation, expression }: Webhook): string {
  return JSON.stringify([kind, operation ?? null, name, expression ?? null]);
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
  diffDocs({ report }, { before: before.doc, after: after.doc }, where);
  diffExtensions({ report }, { before: before.extensions, after: after.extensions }, where);
  for (const [key, direction, what] of bodies) {
    const pair = { before: schemaOf(diff, 'before', before[key]), after: schemaOf(diff, 'after', after[key]) };
    if (pair.before !== undefined && pair.after !== undefined) {
      const both = { before: pair.before, after: pair.after, subject: `${subject}.${key}` };
      useSchema(diff.graph, both, { operation: after.operation ?? after.name, direction });
    } else if (pair.before !== pair.after) {
      const message =
        pair.after === undefined ? `there is no ${what} any more` : `there is now a ${what}, and there was none`;
      report({ code: 'webhook-changed', message, ...where });
    }
  }
}

const bodies: readonly (readonly ['payload' | 'answer', ChangeDirection, string])[] = [
  ['payload', 'received', 'body'],
  ['answer', 'sent', 'body of the answer'],
];

function schemaOf({ sides }: ApiDiff, side: keyof ApiDiff['sides'], id: string | undefined): Schema | undefined {
  return id === undefined ? undefined : sides[side].schemas.get(id);
}
