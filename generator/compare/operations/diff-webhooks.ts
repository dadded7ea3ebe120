import type { Webhook } from '../../api/api.js';
import { openRequest, openService } from './api-diff.js';
import type { ApiDiff, RequestDiff } from './api-diff.js';
import { diffDocs, diffExtensions } from '../schemas/diff-annotations.js';
import { inNew, isSameFact, list, quote, say, step, tellAlone } from '../sides/finding.js';
import type { Both, Tell } from '../sides/finding.js';
import { matchMembers, visitPairs } from '../sides/pairs.js';
import { useSchema } from '../schemas/schema-graph.js';
import { diffParameter, parameterKey, tellPresence } from './diff-parameters.js';
import { mediaTypeKey } from './diff-body.js';
import { statusKey } from './diff-responses.js';

type WebhookDiff = RequestDiff<Webhook>;

/** Compares the requests that the service sends itself: their bodies are received, and responses to them are sent. */
export function diffWebhooks(diff: ApiDiff): void {
  const { before, after } = diff.sides;
  if (before.api.webhooks !== undefined && after.api.webhooks !== undefined) {
    // A webhook without a signature of its own uses that of the document. Default: that of Standard Webhooks.
    const steps = after.api.extensions[signatureKey] === undefined ? ['webhooks'] : [signatureKey];
    diffSignature(openService(diff).at('webhooks.signature', steps), before.api, after.api);
  }
  const { pairs, gone, come } = matchMembers(
    before.api.webhooks ?? [],
    after.api.webhooks ?? [],
    // The first key has everything that names a webhook; the others match one with another method, or at another address.
    ({ kind, name, operation = null, expression = null, method }) => {
      const names = [kind, operation, name];
      return [[...names, expression, method], [...names, expression], names].map((key) => JSON.stringify(key));
    },
  );
  const open = (both: Both<Webhook>, operations: readonly string[]): WebhookDiff => {
    const { kind, name, operation = '' } = both.after;
    const owner = kind === 'webhook' ? 'webhooks' : `operations.${step(operation)}.callbacks`;
    return openRequest(diff, both, { subject: `${owner}.${step(name)}`, operations });
  };
  for (const pair of pairs) diffWebhook(open(pair, [pair.after.operation ?? []].flat()));
  const alone = (one: Webhook, side: 'old' | 'new'): void => {
    const tell = open({ before: one, after: one }, []).tellAt({ side });
    tellAlone(tell, side, 'webhook', `the ${one.kind} ${quote(one.name)}`);
  };
  for (const one of come) alone(one, 'new');
  for (const one of gone) alone(one, 'old');
}

function diffWebhook(diff: WebhookDiff): void {
  const { before, after } = diff;
  const tell = diff.tellAt();
  if (before.method !== after.method)
    tell('webhook-changed', `it comes with ${quote(after.method)}, and came with ${quote(before.method)}`);
  if (before.expression !== after.expression) {
    const [old, now] = [before, after].map(({ expression }) => quote(expression ?? ''));
    tell('webhook-changed', `it goes to ${now}, and went to ${old}`);
  }
  diffDocs(tell, before.doc, after.doc);
  diffSignature(tell, before, after);
  diffExtensions(tell, before.extensions, after.extensions);
  diffParameters(diff);
  diffMediaTypes(diff);
  diffResponses(diff);
  diffBody(diff, 'payload', 'body');
  diffBody(diff, 'response', 'body of the response');
}

function diffParameters(diff: WebhookDiff): void {
  const { before, after, graph } = diff;
  visitPairs(before.parameters, after.parameters, parameterKey, {
    both: (pair) => {
      const subject = `${diff.subject}.parameters.${step(pair.after.name)}`;
      diffParameter(diff.tellAt({ subject, ...inNew(pair.after) }, 'received'), pair);
      const schemas = { before: pair.before.schema, after: pair.after.schema, subject };
      useSchema(graph, schemas, { operation: after.operation ?? after.name, direction: 'received' });
    },
    alone: (one, side) => {
      const subject = `${diff.subject}.parameters.${step(one.name)}`;
      tellPresence(diff.tellAt({ subject, at: one.at, side }, 'received'), one, side);
    },
  });
}

function diffMediaTypes({ before, after, tellAt }: WebhookDiff): void {
  const [old, now] = [before.mediaTypes, after.mediaTypes];
  if (old === undefined || now === undefined) return;
  const [keys, others] = [old, now].map((types) => types.map(mediaTypeKey));
  const come = now.filter((one) => !keys?.includes(mediaTypeKey(one)));
  const gone = old.filter((one) => !others?.includes(mediaTypeKey(one)));
  // A receiver cannot choose the media type of a webhook: a new one may come to code that does not read it.
  if (come.length > 0) tellAt()('webhook-changed', `its body may be of the type ${list(come)}`);
  else if (gone.length > 0)
    tellAt({}, 'received')('media-type-removed', `its body is not of the type ${list(gone)} any more`);
}

function diffResponses(diff: WebhookDiff): void {
  visitPairs(diff.before.responses, diff.after.responses, ({ status }) => statusKey(status), {
    both: ({ before, after }, status) => {
      const subject = `${diff.subject}.responses.${step(status)}`;
      diffDocs(diff.tellAt({ subject, ...inNew(after) }), before.doc, after.doc);
    },
    alone: ({ at }, side, status) => {
      const tell = diff.tellAt({ subject: `${diff.subject}.responses.${step(status)}`, at, side }, 'sent');
      const name = status === 'default' ? 'any other status' : `status ${quote(status).slice(1, -1)}`;
      if (side === 'new') tell('response-added', `${name} is accepted as a response`);
      else tell('response-removed', `${name} is not accepted as a response any more`);
    },
  });
}

function diffBody(diff: WebhookDiff, key: 'payload' | 'response', what: string): void {
  const { sides, graph, subject, after } = diff;
  const [old, now] = [sides.before.schemas.get(diff.before[key] ?? ''), sides.after.schemas.get(after[key] ?? '')];
  if (old !== undefined && now !== undefined) {
    const direction = key === 'payload' ? 'received' : 'sent';
    const pair = { before: old, after: now, subject: `${subject}.${key === 'payload' ? key : 'answer'}` };
    useSchema(graph, pair, { operation: after.operation ?? after.name, direction });
  } else if (old !== undefined) diff.tellAt()('webhook-changed', `there is no ${what} any more`);
  else if (now !== undefined) diff.tellAt()('webhook-changed', `there is now a ${what}, and there was none`);
}

const signatureKey = 'x-webhook-signature';

function diffSignature(tell: Tell, before: Signed, after: Signed): void {
  const [old, now] = [before.extensions[signatureKey], after.extensions[signatureKey]];
  if (isSameFact(old, now)) return;
  const [were, are] = [old, now].map((one) => (one === undefined ? 'in the default way' : say(one)));
  tell('webhook-signature-changed', `it is signed ${are}, and was signed ${were}`);
}

type Signed = Pick<Webhook, 'extensions'>;
