import { startEmulator, sample } from '@speccast/emulator';
import type { Emulator, EmulatorOptions, EmulatorPlan, WebhooksPlan } from '@speccast/emulator';
import type { Json } from '@speccast/runtime';
import { operation, planned } from '../shelf.js';
import { schemaValidator } from '../schema-validator.js';

const json = [{ mediaType: 'application/json' }];

const order = {
  type: 'object',
  required: ['id', 'status'],
  properties: { id: { type: 'string' }, status: { type: 'string' } },
};

const created = {
  type: 'object',
  required: ['type', 'data'],
  properties: { type: { const: 'order.created' }, timestamp: { type: 'string', format: 'date-time' }, data: order },
};

/** The webhooks of the shop. */
export const shopWebhooks: WebhooksPlan = {
  list: [
    {
      kind: 'webhook',
      name: 'order.created',
      method: 'POST',
      mediaType: 'application/json',
      body: schemaValidator(created),
      triggers: [{ on: 'insert', of: 'orders' }],
    },
    {
      kind: 'webhook',
      name: 'order.paid',
      method: 'POST',
      mediaType: 'application/json',
      body: schemaValidator(order),
      triggers: [{ on: 'update', of: 'orders', when: { status: 'paid' }, changed: 'status' }],
    },
    {
      kind: 'webhook',
      name: 'order.gone',
      method: 'POST',
      mediaType: 'application/json',
      triggers: [{ on: 'delete', of: 'orders', body: { type: '${event}', id: '${row.id}', at: '${time}' } }],
    },
    {
      kind: 'callback',
      name: 'orders.insert.onChange',
      operation: 'orders.insert',
      expression: '{$request.body#/callbackUrl}',
      method: 'PUT',
      mediaType: 'application/json',
      triggers: [{ on: 'update', of: 'orders' }],
    },
  ],
  subscriptions: { of: 'hooks', url: 'url', events: 'events', secret: 'secret', when: { active: true } },
};

/** A shop with orders and hooks. */
export const shopPlan: EmulatorPlan = {
  service: {
    name: 'shop',
    version: '1',
    security: { key: { kind: 'apiKey', in: 'query', name: 'key' }, oauth: { kind: 'bearer' } },
  },
  basePaths: ['/v1'],
  capabilities: {},
  settings: {},
  seed: { world: { tables: { orders: [{ id: 'first', status: 'open' }] } }, caller: { tables: {} } },
  resources: [
    { table: 'orders', rules: { id: { prefix: 'O', length: 6 }, defaults: { status: 'open' } } },
    { table: 'hooks', rules: { id: { prefix: 'H', length: 6 }, defaults: { active: true } } },
  ],
  operations: [
    planned(operation('orders.insert', { method: 'POST', path: '/orders', body: json }), {
      action: { insert: 'orders' },
    }),
    planned(operation('orders.list', { path: '/orders' }), { action: { list: 'orders', items: 'items' } }),
    planned(
      operation('orders.update', {
        method: 'PATCH',
        path: '/orders/{id}',
        body: json,
        parameters: [{ name: 'id', in: 'path', required: true }],
      }),
      {
        action: { update: 'orders', by: 'id' },
      },
    ),
    planned(
      operation('orders.delete', {
        method: 'DELETE',
        path: '/orders/{id}',
        parameters: [{ name: 'id', in: 'path', required: true }],
        responses: [{ status: '204' }],
      }),
      {
        action: { delete: 'orders', by: 'id' },
      },
    ),
    planned(operation('hooks.insert', { method: 'POST', path: '/hooks', body: json }), { action: { insert: 'hooks' } }),
  ],
  sampler: sample,
  webhooks: shopWebhooks,
};

/** A request that a receiver got. */
export interface Received {
  readonly request: Request;
  readonly body: string;
}

/** A shop, what receivers got, and how they respond. */
export interface Shop {
  readonly emulator: Emulator;
  readonly received: Received[];
  /** Statuses of the next responses; 204 when there are none left. */
  readonly responses: (Response | Error)[];
  /** Calls the shop. */
  readonly call: (method: string, path: string, body?: Json) => Promise<Response>;
}

/** Opens a shop whose webhooks come here. */
export function openShop(webhooks: EmulatorOptions['webhooks'] = {}, plan: Partial<EmulatorPlan> = {}): Shop {
  const received: Received[] = [];
  const responses: (Response | Error)[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    received.push({ request, body: await request.clone().text() });
    const next = responses.shift() ?? new Response(null, { status: 204 });
    if (next instanceof Error) throw next;
    return next;
  };
  const emulator = startEmulator<Record<string, Record<string, unknown>>>(
    { ...shopPlan, ...plan },
    { webhooks: { fetch, ...webhooks } },
  );
  return {
    emulator,
    received,
    responses,
    call: (method, path, body) =>
      emulator.fetch(`${emulator.baseUrl}${path}?key=k`, {
        method,
        headers: { authorization: 'Bearer t1', 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  };
}
