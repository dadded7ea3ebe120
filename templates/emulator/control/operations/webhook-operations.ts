import type { WebhookFault } from '../../features/webhooks/webhook-faults.js';
import { readId, readNumber, rejecting, requireFound, requireString, takeLast } from '../input/control-request.js';
import { readFaultRule } from './test-operations.js';
import type { ControlOperations } from '../input/controlled-emulator.js';
import { inQuery, limit, object } from '../document/draft-schema.js';

/** The operations on webhooks. */
export const webhookOperations: ControlOperations = {
  'webhooks.list GET /webhooks': {
    summary: 'Lists the webhooks and callbacks of the service, with their receivers and a sample of each.',
    response: object(`The requests that the service sends.
      items Webhook[]
      others string[]: Names of the requests that capabilities send, for deliveries and faults.`),
    run: ({ world }) => ({ items: world.webhooks.list(), others: world.webhooks.others }),
  },
  'webhooks.send POST /webhooks/send': {
    summary: 'Sends a webhook now, and responds after the first attempt.',
    body: object(`The webhook.
      name: Its name.
      body? any: Its body, which must match its schema. Absent: a sample.
      url?: URL of the receiver. Absent: all subscribed receivers.`),
    response: 'Delivery[]',
    run: async ({ world, body: { name, body, url } }) => {
      requireString(name, 'name');
      if (url !== undefined) requireString(url, 'url');
      return rejecting(() => world.webhooks.send(name, body, { ...(url !== undefined && { url }) }));
    },
  },
  'deliveries.list GET /webhooks/deliveries': {
    summary: 'Lists the newest deliveries of webhooks, the oldest first.',
    parameters: [limit, inQuery('after', 'Only deliveries with a higher number.')],
    response: 'Delivery[]',
    run: ({ world, query }) => {
      const after = readNumber(query, 'after') ?? 0;
      const newer = world.webhooks.deliveries.filter(({ number }) => number > after);
      return takeLast(newer, query);
    },
  },
  'deliveries.resend POST /webhooks/deliveries/{number}/resend': {
    summary: 'Sends a delivery again, with the same id and body.',
    response: 'Delivery',
    run: async ({ world, path: { number } }) =>
      requireFound(await world.webhooks.resend(readId(number)), `There is no delivery ${number}.`),
  },
  'webhookFaults.list GET /webhooks/faults': {
    summary: 'Lists the faults of webhooks.',
    response: 'WebhookFault[]',
    run: ({ world }) => world.webhooks.faults.list(),
  },
  'webhookFaults.insert POST /webhooks/faults': {
    summary: 'Adds a fault of the deliveries of a webhook.',
    body: 'WebhookFaultRule',
    response: object('The fault.\nid', { id: { type: 'integer', description: 'Its id.' } }),
    run: async ({ world: { webhooks }, body }) => {
      const rule = readFaultRule<WebhookFault>(body, 'webhook');
      return { id: await rejecting(() => webhooks.faults.add(rule)) };
    },
  },
  'webhookFaults.clear DELETE /webhooks/faults': {
    summary: 'Removes all faults of webhooks.',
    run: ({ world }) => world.webhooks.faults.clear(),
  },
  'webhookFaults.delete DELETE /webhooks/faults/{id}': {
    summary: 'Removes a fault of webhooks.',
    run: ({ world, path: { id } }) =>
      requireFound(world.webhooks.faults.remove(readId(id)), `There is no fault ${id}.`),
  },
};
