import type { Api, Webhook } from '../api.js';
import { allowedValues, declaredProperties, followSchema } from '../schemas/target-schema.js';
import { isJson } from '../schemas/media-type.js';
import { type Json, type JsonObject, isJsonObject, toObject, toObjects } from '../../json.js';
import type { Diagnostics } from '../../diagnostics.js';
import type { SpecDocument } from '../../spec/spec-document.js';
import { didYouMean } from '../../spec/suggest.js';
import { findResources } from './find-resources.js';

/** Returns the name that a webhook has in code: of a callback after that of its operation. */
export function webhookName({ name, operation }: Webhook): string {
  return operation === undefined ? name : `${operation}.${name}`;
}

/** Returns the media type of the body of a webhook, that of JSON before all others; undefined where it has none. */
export function bodyType({ mediaTypes = [] }: Webhook): string | undefined {
  return mediaTypes.find(isJson) ?? mediaTypes[0];
}

/** A header or a member of the body whose values tell the requests of a webhook from those of others. */
export type WebhookMark =
  | { readonly header: string; readonly values: readonly string[] }
  | { readonly member: string; readonly values: readonly string[] };

/** Finds the mark of the requests of a webhook: `{ header: 'X-Event', values: ['ping'] }`. Undefined where it has none. */
export function findWebhookMark(api: Api, webhook: Webhook): WebhookMark | undefined {
  for (const { name, in: at, required, schema } of webhook.parameters ?? []) {
    const values = at === 'header' && required ? stringsIn(allowedValues(followSchema(api.schemas, schema))) : [];
    if (values.length > 0 && values.length <= mostValues) return { header: name, values };
  }
  const body = webhook.payload === undefined ? undefined : api.schemas[webhook.payload];
  const members = body === undefined ? [] : declaredProperties(api.schemas, body);
  for (const { name, required, schema } of members) {
    const values = required ? stringsIn(allowedValues(followSchema(api.schemas, schema))) : [];
    if (values.length > 0 && values.length <= mostValues) return { member: name, values };
  }
  return undefined;
}

/** More values than that are no mark, but a choice. */
const mostValues = 8;

function stringsIn(values: readonly Json[] = []): readonly string[] {
  const strings = values.filter((value) => typeof value === 'string');
  return strings.length === values.length ? strings : [];
}

/** Headers that the requests of a webhook always have. */
export function webhookHeaders(api: Api, { parameters = [] }: Webhook): Readonly<Record<string, string>> {
  const entries = parameters.flatMap(({ name, in: at, required, schema }): [string, string][] => {
    const found = followSchema(api.schemas, schema);
    const [value = found.default?.value] = allowedValues(found) ?? [];
    const isPlain = typeof value === 'string' && /^[!-~]([ -~]*[!-~])?$/.test(value);
    return at === 'header' && required && isPlain && /^[\w-]+$/.test(name) ? [[name.toLowerCase(), value]] : [];
  });
  return Object.fromEntries(entries);
}

/** Lists the changes and calls on which a webhook is sent (`x-webhook`). */
export function listTriggers({ extensions }: Webhook): readonly JsonObject[] {
  return toObjects(extensions['x-webhook']).map(withoutSources);
}

/** Finds the signature of a webhook, or that of the whole service. Undefined for Standard Webhooks. */
export function findWebhookSignature({ extensions }: Pick<Webhook | Api, 'extensions'>): JsonObject | undefined {
  const value = toObject(extensions['x-webhook-signature']);
  return typeof value['header'] === 'string' ? withoutSources(value) : undefined;
}

/** Finds the table whose rows are subscriptions to webhooks. */
export function findSubscriptionTable({ extensions }: Api): JsonObject | undefined {
  const value = toObject(extensions['x-webhook-subscriptions']);
  return typeof value['of'] === 'string' && typeof value['url'] === 'string' ? withoutSources(value) : undefined;
}

function withoutSources(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !name.startsWith('x-')));
}

/** Reports webhooks and listeners that are linked to tables which are nowhere, and webhooks that are sent on calls, which only callbacks are. */
export function checkWebhooks(api: Api, { positions }: SpecDocument, diagnostics: Diagnostics): void {
  const { webhooks = [], extensions } = api;
  const triggers = webhooks.flatMap((webhook) =>
    toObjects(webhook.extensions['x-webhook']).map((one) => ({ webhook, one })),
  );
  const subscriptions = extensions['x-webhook-subscriptions'];
  const named = [
    ...triggers.map(({ one }) => one),
    ...(isJsonObject(subscriptions ?? null) ? [toObject(subscriptions)] : []),
    ...toObjects(extensions['x-listeners']),
  ];
  if (named.length === 0) return;
  const stated = api.models.flatMap((model) => toObject(model.extensions['x-resource'])['table'] ?? []);
  const declared = Object.keys(toObject(toObject(extensions['x-emulator'])['tables']));
  const found = findResources(api).resources.map(({ table }) => table);
  const tables = new Set([...stated.map(String), ...declared, ...found]);
  for (const { webhook, one } of triggers) {
    const { on, of: table } = one;
    const reject = (message: string): void =>
      diagnostics.error('invalid-extension', message, positions.ofValue(one, 'on'));
    if (on === 'call' && webhook.kind === 'webhook')
      reject('only a callback is sent on a call; a webhook needs a table: `of`');
    else if (on === 'call' && table !== undefined) reject('what is sent on a call needs no table: `of`');
    else if (on !== 'call' && table === undefined)
      reject(`what is sent on ${JSON.stringify(on)} needs a table: \`of\``);
  }
  for (const one of named) checkTable(one);

  function checkTable(one: JsonObject): void {
    const { of: table } = one;
    if (typeof table !== 'string' || tables.has(table)) return;
    const message = `nothing is stored in a table ${JSON.stringify(table)}${didYouMean(table, tables)}`;
    diagnostics.error('unknown-table', message, positions.ofValue(one, 'of'));
  }
}
