import type { Webhook } from '../../api/api.js';
import {
  bodyType,
  findWebhookSignature,
  findSubscriptionTable,
  listTriggers,
  webhookHeaders,
  webhookName,
} from '../../api/behaviour/webhooks.js';
import { isJson } from '../../api/schemas/media-type.js';
import type { Json } from '../../json.js';
import type { Imports } from '../code/imports.js';
import { literal } from '../code/literals.js';
import { code, type Code, type Field } from '../code/templates.js';
import type { MockTools } from './behaviour-value.js';

/** What the plan says of the requests that the service sends. */
interface WebhooksView {
  readonly list: readonly { readonly fields: readonly Field[] }[];
  readonly signature: Code | '';
  readonly subscriptions: Code | '';
}

/** The part of the plan about webhooks; `false` where there are none. */
export function webhooksView(tools: MockTools, imports: Imports): WebhooksView | false {
  const { webhooks = [] } = tools.api;
  if (webhooks.length === 0) return false;
  const [signature, subscriptions] = [findWebhookSignature(tools.api), findSubscriptionTable(tools.api)];
  return {
    list: webhooks.map((webhook) => ({ fields: webhookFields(webhook, tools, imports) })),
    signature: signature === undefined ? '' : code(literal(signature)),
    subscriptions: subscriptions === undefined ? '' : code(literal(subscriptions)),
  };
}

function webhookFields(webhook: Webhook, { api, layout }: MockTools, imports: Imports): readonly Field[] {
  const { kind, method, operation, expression, payload } = webhook;
  const [type, triggers, headers] = [bodyType(webhook), listTriggers(webhook), webhookHeaders(api, webhook)];
  const model = type !== undefined && isData(type) ? layout.modelById(payload ?? '') : undefined;
  const validator = model && code(imports.use(layout.validator(model)));
  return [
    ...data({ kind, name: webhookName(webhook), operation, expression, method, mediaType: type }),
    ...(validator === undefined ? [] : [{ name: 'body', value: validator }]),
    ...data({
      headers: Object.keys(headers).length === 0 ? undefined : { ...headers },
      triggers: triggers.length === 0 ? undefined : [...triggers],
      signature: findWebhookSignature(webhook),
    }),
  ];
}

/** What a sample can be made of. */
function isData(type: string): boolean {
  return isJson(type) || /form-urlencoded|[/+]xml\b/.test(type);
}

function data(values: Readonly<Record<string, Json | undefined>>): readonly Field[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value: code(literal(value)) }],
  );
}
