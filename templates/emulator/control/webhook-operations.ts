import { isJsonObject, type JsonObject } from '@speccast/runtime';
import { HttpError } from '@speccast/runtime/requests';
import type { WebhookFault } from '../features/webhooks/webhook-faults.js';
import { numberIn, wrongBody } from './control-request.js';
import { inPath, inQuery, items, limit, operation } from './document/draft-operation.js';
import type { Control } from './controlled-emulator.js';
import { described, hits, listOf, objectOf, open, ref, text, whole } from './control-schemas.js';

/** The paths of webhooks in the document of the control plane. */
export const webhookPaths: JsonObject = {
  '/webhooks': {
    get: operation({
      id: 'webhooks.list',
      summary: 'Lists the webhooks and callbacks of the service, where they go, and a sample of each.',
      response: objectOf(
        'What the service sends.',
        {
          items: listOf(ref('Webhook')),
          others: described(listOf(text), 'Names of the requests that capabilities send, for deliveries and faults.'),
        },
        ['items', 'others'],
      ),
    }),
  },
  '/webhooks/send': {
    post: operation({
      id: 'webhooks.send',
      summary: 'Sends a webhook now, and responds after the first attempt.',
      body: objectOf(
        'The webhook.',
        {
          name: described(text, 'Its name.'),
          body: { description: 'Its body, which its schema must take. Absent: a sample.' },
          url: described(text, 'Where it goes. Absent: wherever it is subscribed.'),
        },
        ['name'],
      ),
      response: items('Delivery'),
    }),
  },
  '/webhooks/deliveries': {
    get: operation({
      id: 'deliveries.list',
      summary: 'Lists the newest deliveries of webhooks, the oldest first.',
      parameters: [limit, inQuery('after', 'Only deliveries with a higher number.')],
      response: items('Delivery'),
    }),
  },
  '/webhooks/deliveries/{number}/resend': {
    post: operation({
      id: 'deliveries.resend',
      summary: 'Sends a delivery again, with the same id and body.',
      parameters: [inPath('number', 'Its number.')],
      response: ref('Delivery'),
    }),
  },
  '/webhooks/faults': {
    get: operation({
      id: 'webhookFaults.list',
      summary: 'Lists the faults of webhooks.',
      response: items('WebhookFault'),
    }),
    post: operation({
      id: 'webhookFaults.insert',
      summary: 'Lets deliveries of webhooks go wrong.',
      body: ref('WebhookFaultRule'),
      response: objectOf('The fault.', { id: { type: 'integer', description: 'Its id.' } }, ['id']),
    }),
    delete: operation({ id: 'webhookFaults.clear', summary: 'Removes all faults of webhooks.' }),
  },
  '/webhooks/faults/{id}': {
    delete: operation({
      id: 'webhookFaults.delete',
      summary: 'Removes a fault of webhooks.',
      parameters: [inPath('id', 'Its id.')],
    }),
  },
};

/** The schemas of webhooks. */
export const webhookSchemas: JsonObject = {
  Webhook: objectOf(
    'A webhook or callback that the spec declares.',
    {
      name: described(text, 'Its name; of a callback after that of its operation.'),
      kind: { type: 'string', enum: ['webhook', 'callback'], description: 'What it is.' },
      method: described(text, 'HTTP method.'),
      operation: described(text, 'The operation that announces a callback.'),
      on: described(listOf(text), 'What it is sent on by itself: a table and a change, or call.'),
      targets: described(listOf(text), 'Where it goes now, secrets redacted.'),
      signature: described(text, 'The header with the signature.'),
      sample: { description: 'A body that its schema takes.' },
    },
    ['name', 'kind', 'method', 'on', 'targets', 'signature'],
  ),
  Delivery: objectOf(
    'A webhook for one receiver.',
    {
      number: described(whole, 'Counts from 1.'),
      id: described(text, 'The same in each attempt.'),
      webhook: described(text, 'Name of the webhook.'),
      method: described(text, 'HTTP method.'),
      url: described(text, 'Where it goes, secrets redacted; absent where nobody subscribed.'),
      state: {
        type: 'string',
        enum: ['pending', 'delivered', 'failed', 'rejected', 'unaddressed', 'dropped', 'cancelled'],
        description: 'What became of it.',
      },
      reason: described(text, 'Why it was not delivered.'),
      created: described(whole, 'When it was caused, in milliseconds since the epoch by the clock of the world.'),
      next: described(whole, 'When the next attempt is due.'),
      cause: described(text, 'What caused it.'),
      body: { description: 'Its body.' },
      attempts: listOf(open),
      faults: listOf(whole),
    },
    ['number', 'id', 'webhook', 'method', 'state', 'created', 'cause', 'attempts'],
  ),
  WebhookFaultRule: objectOf(
    'What goes wrong with the deliveries of a webhook.',
    {
      webhook: described(text, 'Its name; * is every webhook.'),
      hits,
      effect: objectOf(
        'What happens to a delivery.',
        {
          kind: {
            type: 'string',
            enum: ['drop', 'delay', 'duplicate', 'reorder', 'wrongSignature', 'stale'],
            description: 'What it is.',
          },
          milliseconds: { type: 'number', description: 'delay: how much later it is sent, by the clock of the world.' },
        },
        ['kind'],
      ),
    },
    ['webhook', 'effect'],
  ),
  WebhookFault: {
    description: 'A fault of webhooks and its counters.',
    allOf: [
      ref('WebhookFaultRule'),
      objectOf(
        'What has become of it.',
        {
          id: described(whole, 'Names it for removal.'),
          seen: described(whole, 'Deliveries it could have hit.'),
          used: described(whole, 'Deliveries it has hit.'),
        },
        ['id', 'seen', 'used'],
      ),
    ],
  },
};

const usualLimit = 100;

/** The operations of webhooks by their ids in the document. */
export const webhookOperations: Readonly<Record<string, (control: Control) => unknown>> = {
  'webhooks.list': ({ world }) => ({ items: world.webhooks.list(), others: world.webhooks.others }),
  'webhooks.send': async ({ world, body: { name, body, url } }) => {
    if (typeof name !== 'string') throw wrongBody('name has to be a string', 'name');
    if (url !== undefined && typeof url !== 'string') throw wrongBody('url has to be a string', 'url');
    return { items: await rejecting(() => world.webhooks.send(name, body, url === undefined ? {} : { url })) };
  },
  'deliveries.list': ({ world, query }) => {
    const after = numberIn(query, 'after') ?? 0;
    const newer = world.webhooks.deliveries.filter(({ number }) => number > after);
    return { items: newer.slice(-(numberIn(query, 'limit') ?? usualLimit) || newer.length) };
  },
  'deliveries.resend': async ({ world, path: { number = '' } }) => {
    const again = await world.webhooks.resend(idIn(number));
    if (again === undefined) throw notFound(`There is no delivery ${number}.`);
    return again;
  },
  'webhookFaults.list': ({ world }) => ({ items: world.webhooks.faults.list() }),
  'webhookFaults.insert': async ({ world, body }) => ({ id: await rejecting(() => addFault(world, body)) }),
  'webhookFaults.clear': ({ world }) => world.webhooks.faults.clear(),
  'webhookFaults.delete': ({ world, path: { id = '' } }) => {
    if (!world.webhooks.faults.remove(idIn(id))) throw notFound(`There is no fault ${id}.`);
  },
};

function addFault({ webhooks }: Control['world'], body: JsonObject): number {
  const { webhook, effect, hits } = body;
  if (typeof webhook !== 'string') throw wrongBody('webhook has to be a string', 'webhook');
  if (!isJsonObject(effect)) throw wrongBody('effect has to be an object', 'effect');
  if (hits !== undefined && !isJsonObject(hits)) throw wrongBody('hits has to be an object', 'hits');
  // The members are validated by `add`.
  return webhooks.faults.add({ webhook, effect, ...(hits !== undefined && { hits }) } as unknown as WebhookFault);
}

/** Errors of whoever called are 400. */
async function rejecting<Result>(work: () => Result): Promise<Awaited<Result>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TypeError) throw wrongBody(error.message.replace(/\.$/, ''));
    throw error;
  }
}

/** The number of a path; -1, which nothing has, for anything else. */
function idIn(value: string): number {
  return /^\d{1,15}$/.test(value) ? Number(value) : -1;
}

function notFound(message: string): HttpError {
  return new HttpError(404, 'notFound', message);
}
