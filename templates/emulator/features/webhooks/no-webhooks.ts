import type { WebhookTools } from './webhooks.js';

function refuse(): never {
  throw new TypeError('This emulator sends no webhooks: its spec declares none.');
}

/** The tools of an emulator whose spec declares no webhooks and has no capabilities. */
export const noWebhooks: WebhookTools = {
  list: () => [],
  send: async () => refuse(),
  others: [],
  deliveries: [],
  resend: async () => undefined,
  idle: async () => {},
  key: async () => refuse(),
  on: refuse,
  faults: { add: refuse, list: () => [], remove: () => false, clear: () => {} },
};
