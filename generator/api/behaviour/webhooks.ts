import type { Api, Webhook } from '../api.js';
import { allowedValues, declaredProperties, followSchema } from '../schemas/target-schema.js';
import { isJson } from '../schemas/media-type.js';
import { type JsonObject, listEntries, toObject, toObjects } from '../../json.js';
import type { Diagnostics } from '../../diagnostics.js';
import type { SpecDocument } from '../../spec/spec-document.js';
import { didYouMean } from '../../spec/suggest.js';
import { findResources } from './find-resources.js';

/** Returns the name of a webhook in code: `newPet`, or `subscribe.onEvent` for a callback of the operation `subscribe`. */
export function readWebhookName({ name, operation }: Webhook): string {
  return operation === undefined ? name : `${operation}.${name}`;
}

/** Returns the media type of the body of a webhook, JSON before all others; undefined if it has no body. */
export function findBodyType({ mediaTypes = [] }: Webhook): string | undefined {
  return mediaTypes.find(isJson) ?? mediaTypes[0];
}

/** A header or a member of the body whose value identifies the requests of a webhook: `X-Event: ping`. */
export type WebhookMark = ({ readonly header: string } | { readonly member: string }) & {
  readonly values: readonly string[];
};

/** Finds the mark of the requests of a webhook: `{ header: 'X-Event', values: ['ping'] }`. Undefined where it has none. */
export function findWebhookMark({ schemas }: Api, { parameters = [], payload }: Webhook): WebhookMark | undefined {
  const body = payload === undefined ? undefined : schemas[payload];
  const marks = [
    ...parameters.filter((one) => one.in === 'header').map((one) => ({ ...one, place: { header: one.name } })),
    ...(body ? declaredProperties(schemas, body) : []).map((one) => ({ ...one, place: { member: one.name } })),
  ];
  for (const { required, schema, place } of marks) {
    const all = (required && allowedValues(followSchema(schemas, schema))) || [];
    const values = all.filter((value) => typeof value === 'string');
    if (values.length > 0 && values.length <= mostValues && values.length === all.length) return { ...place, values };
  }
  return undefined;
}

/** Most values of a mark: a member that can have more is data, such as a color. */
const mostValues = 8;

/** Returns the headers that all requests of a webhook have, with values that the spec allows. */
export function buildWebhookHeaders(api: Api, { parameters = [] }: Webhook): Readonly<Record<string, string>> {
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
  return Object.fromEntries(listEntries(value));
}

/**
 * Reports webhooks and listeners that name an unknown table, webhooks with `on: call` (only callbacks can be sent on a call), and
 * triggers on changes that name no table.
 */
export function checkWebhooks(api: Api, { positions }: SpecDocument, diagnostics: Diagnostics): void {
  const { webhooks = [], extensions } = api;
  const triggers = webhooks.flatMap(({ kind, extensions: own }) =>
    toObjects(own['x-webhook']).map((one) => ({ kind, one })),
  );
  const named = [
    ...triggers.map(({ one }) => one),
    ...toObjects(extensions['x-webhook-subscriptions']),
    ...toObjects(extensions['x-listeners']),
  ];
  if (named.length === 0) return;
  const tables = new Set([
    ...api.models.flatMap(({ extensions: own }) => toObject(own['x-resource'])['table'] ?? []).map(String),
    ...Object.keys(toObject(toObject(extensions['x-emulator'])['tables'])),
    ...findResources(api).resources.map(({ table }) => table),
  ]);
  for (const { kind, one } of triggers) {
    const { on, of: table } = one;
    const message =
      on === 'call'
        ? kind === 'webhook'
          ? 'only callbacks can be sent on a call: name the table of this webhook in `of`'
          : table !== undefined && 'a callback on a call has no table: remove `of`'
        : table === undefined && `a request on ${JSON.stringify(on)} needs a table: name it in \`of\``;
    if (message) diagnostics.error('invalid-extension', message, positions.ofValue(one, 'on'));
  }
  for (const one of named) {
    const { of: table } = one;
    if (typeof table !== 'string' || tables.has(table)) continue;
    const message = `no schema is stored in the table ${JSON.stringify(table)}${didYouMean(table, tables)}`;
    diagnostics.error('unknown-table', message, positions.ofValue(one, 'of'));
  }
}
