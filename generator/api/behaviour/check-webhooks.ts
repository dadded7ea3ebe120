import type { Diagnostics } from '../../diagnostics.js';
import { isJsonObject, type JsonObject } from '../../spec/read/json.js';
import type { SpecDocument } from '../../spec/spec-document.js';
import { didYouMean } from '../../spec/suggest.js';
import type { Api } from '../api.js';
import { toObject, toObjects } from '../tools/extension-values.js';
import { findResources } from './find-resources.js';

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
  const tables = listTables(api);
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

/** The tables of the emulator: those that the spec names, and those that its paths suggest. */
function listTables(api: Api): ReadonlySet<string> {
  const stated = api.models.flatMap(({ extensions }) => toObject(extensions['x-resource'])['table'] ?? []);
  const others = Object.keys(toObject(toObject(api.extensions['x-emulator'])['tables']));
  const found = findResources(api).resources.map(({ table }) => table);
  return new Set([...stated.map(String), ...others, ...found]);
}
