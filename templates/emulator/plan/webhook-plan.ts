import type { HttpMethod, Json, JsonObject, Operation } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import type { XmlPart } from '@speccast/runtime/xml';
import type { WebhookScheme } from '@speccast/runtime/webhooks';

/** A request that the service sends: a webhook, or a callback of an operation. */
export interface WebhookPlan {
  readonly kind: 'webhook' | 'callback';
  /** `newPet`; of a callback with its operation: `subscriptions.insert.onSale`. */
  readonly name: string;
  /** The operation whose calls name the address of a callback. */
  readonly operation?: string;
  /** The address of a callback: `{$request.body#/url}`. */
  readonly expression?: string;
  readonly method: HttpMethod;
  /** Absent if there is no body. */
  readonly mediaType?: string;
  readonly body?: Validator<unknown>;
  /** The rules by which its body is written as XML. */
  readonly xml?: XmlPart;
  /** Headers that it always has. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Changes and calls on which it is sent (`x-webhook`). */
  readonly triggers?: readonly WebhookTrigger[];
  /** Its signature. Default: that of all webhooks. */
  readonly signature?: WebhookScheme;
}

/** A change or call on which a webhook is sent. */
export type WebhookTrigger = ChangeTrigger | CallTrigger;

/** A change of a row of a table. */
export interface ChangeTrigger {
  readonly on: 'insert' | 'update' | 'delete';
  /** The table. */
  readonly of: string;
  /** Values that the row must have, by path. */
  readonly when?: JsonObject;
  /** Path in the row; the value there must have changed. */
  readonly changed?: string;
  /** The body, with `${row.…}`, `${before.…}`, `${event}`, `${id}` and `${time}` filled in. Default: the row, if it matches the schema. */
  readonly body?: Json;
}

/** A successful call of the operation of a callback. */
export interface CallTrigger {
  readonly on: 'call';
  readonly body?: Json;
}

/** The table whose rows are subscriptions to webhooks (`x-webhook-subscriptions`). */
export interface SubscriptionRule {
  readonly of: string;
  /** Path of the address. */
  readonly url: string;
  /** Path of the names of webhooks. Default: a subscription is to all of them. */
  readonly events?: string;
  /** Path of the secret. Default: that of the emulator. */
  readonly secret?: string;
  /** Values that a subscription must have, by path. */
  readonly when?: JsonObject;
}

/** The webhooks of a service. */
export interface WebhooksPlan {
  readonly list: readonly WebhookPlan[];
  /** Default: the signature of Standard Webhooks. */
  readonly signature?: WebhookScheme;
  readonly subscriptions?: SubscriptionRule;
  /** Writes the bodies of webhooks in XML. */
  readonly codec?: NonNullable<Operation['xml']>;
}

/** An action that a capability performs, with its options. */
export type CapabilityAction = JsonObject & { readonly perform: string };

/** A path beside those of the spec (`x-endpoints`), and the capability that handles its requests. */
export interface EndpointPlan {
  /** Begins at the root of the emulator: `/subscribe`. */
  readonly path: string;
  readonly method: HttpMethod;
  readonly action: CapabilityAction;
}

/** A capability that is called after changes of a table (`x-listeners`). */
export interface ListenerPlan {
  /** The table. */
  readonly of: string;
  readonly on: readonly RowChange['on'][];
  readonly action: CapabilityAction;
}

/** A change of a row, as callers see the row. */
export interface RowChange {
  readonly on: 'insert' | 'update' | 'delete';
  readonly table: string;
  /** Absent if the row was inserted. */
  readonly before?: JsonObject;
  /** Absent if the row was deleted. */
  readonly after?: JsonObject;
}
