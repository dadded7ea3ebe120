import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { standardWebhooks, type WebhookScheme } from '@speccast/runtime/webhooks';
import { toJsonObject, writeExactly } from '@speccast/runtime/requests';
import type { OutgoingRequest, Received, SendOutcome } from '../../plan/plan.js';
import type { Engine, Feature } from '../../world/engine.js';
import type { Hooks } from '../../world/hooks.js';
import { createKeys, type FindKeys } from './webhook-keys.js';
import type { SubscriptionRule, WebhookPlan, WebhooksPlan } from '../../plan/webhook-plan.js';
import type { Tables, World } from '../../store/world.js';
import { defined } from '../../values/defined.js';
import { stringAt, stringsOf, valueAt } from '../../values/json-path.js';
import { redactTarget, whyUnsendable } from './attempt.js';
import { composeBody, whyInvalid, writeBody } from './compose-body.js';
import { Deliveries, type Message, userAgent, type WebhookDelivery } from './deliveries.js';
import { evaluateExpression } from './evaluate-expression.js';
import { type KeyedChange, listChanges } from '../../world/list-changes.js';
import { type WebhookControl, WebhookFaults } from './webhook-faults.js';

/** A webhook or callback that the spec declares. */
export interface DeclaredWebhook {
  /** `newPet`; of a callback with its operation: `subscriptions.insert.onSale`. */
  readonly name: string;
  readonly kind: 'webhook' | 'callback';
  readonly method: string;
  /** The operation of a callback. */
  readonly operation?: string;
  /** The events on which it is sent: `orders insert`. */
  readonly on: readonly string[];
  /** Its current addresses, secrets redacted. */
  readonly targets: readonly string[];
  /** The header with the signature. */
  readonly signature: string;
  /** A body that matches its schema. */
  readonly sample?: Json;
}

/** Options of a webhook that is sent by hand. */
export interface SendWebhookOptions {
  /** Its address. Default: those of its subscriptions. */
  readonly url?: string;
}

/** The webhooks of an emulator. */
export interface WebhookTools {
  /** The declared webhooks and callbacks. */
  readonly list: () => readonly DeclaredWebhook[];
  /**
   * Sends a webhook now; resolves after the first attempt. Without a body, sends a sample of its schema. Throws a `TypeError` for
   * an unknown name, and for a body that does not match the schema.
   */
  readonly send: (name: string, body?: Json, options?: SendWebhookOptions) => Promise<readonly WebhookDelivery[]>;
  /** Names of the requests that capabilities send. They are listed in `deliveries`, and faults can apply to them. */
  readonly others: readonly string[];
  /** The newest 1,000 deliveries, the oldest first. */
  readonly deliveries: readonly WebhookDelivery[];
  /** Sends a delivery again by its number, with the same id and body; resolves after the attempt. Undefined for an unknown number. */
  readonly resend: (number: number) => Promise<WebhookDelivery | undefined>;
  /** Resolves when no attempt is in progress. Those that are due later wait for the clock. */
  readonly idle: () => Promise<void>;
  /**
   * Returns the key that verifies the signatures of one webhook or, without a name, of all webhooks that declare no signature of their
   * own: the secret, or the public key as PEM (of Ed25519 as `whpk_…`). Throws a `TypeError` if the option `secret` is a private key.
   */
  readonly key: (name?: string) => Promise<string>;
  /** Makes deliveries fail: `emulator.webhooks.on('order.created').drop().once()`; `*` is every webhook. */
  readonly on: (name: string) => WebhookControl;
  /** The faults as plain data. */
  readonly faults: Pick<WebhookFaults, 'add' | 'list' | 'remove' | 'clear'>;
}

/** The table with the addresses of callbacks. */
const callbacks = '~callbacks';

/** Maximum number of addresses of callbacks that are kept. */
const mostCallbacks = 1000;

/** The URL of a receiver, and the secret that signs its webhooks. */
interface Receiver {
  readonly to: string;
  readonly secret?: string | undefined;
}

/** Sends the webhooks of a world. */
export class Webhooks implements Hooks {
  readonly deliveries: Deliveries;
  readonly tools: WebhookTools;
  /** The tables with rows on whose changes webhooks are sent. */
  readonly watched: readonly string[];
  /** All worlds of an emulator have the same. */
  readonly findKeys: FindKeys;
  readonly #engine: Engine;
  readonly #plan: WebhooksPlan;
  readonly #faults: WebhookFaults;

  constructor(engine: Engine, parent: Webhooks | undefined) {
    const { capabilities, webhooks = { list: [] } } = engine.plan;
    const others = [...new Set(Object.values(capabilities).flatMap(({ sends = [] }) => sends))];
    this.#engine = engine;
    this.findKeys = parent?.findKeys ?? createKeys(engine.shared.seed, engine.options.webhooks?.secret);
    this.#plan = webhooks;
    this.#faults = new WebhookFaults([...webhooks.list.map(({ name }) => name), ...others]);
    this.watched = [...new Set(webhooks.list.flatMap(listTables))];
    this.deliveries = new Deliveries(engine, this.findKeys, this.#faults);
    this.tools = this.#createTools(others);
  }

  /** Sends the webhooks for the changes between two worlds. */
  noteChanges(before: World, after: World): void {
    const messages = this.watched
      .flatMap((table) => listChanges(this.#engine, table, before, after))
      .flatMap((change) => this.#plan.list.flatMap((webhook) => this.#writeChange(webhook, change)));
    if (messages.length > 0) this.deliveries.add(messages);
  }

  #writeChange(webhook: WebhookPlan, { on, table, key, before, after }: KeyedChange): readonly Message[] {
    const row = after ?? before ?? {};
    const trigger = webhook.triggers?.find((one) => {
      if (one.on === 'call' || one.on !== on || one.of !== table || !hasValues(row, one.when)) return false;
      const { changed } = one;
      return changed === undefined || writeExactly(valueAt(row, changed)) !== writeExactly(valueAt(before, changed));
    });
    if (!trigger) return [];
    const body = this.#compose(webhook, defined({ row, before }), trigger.body);
    const parts = { cause: `${table} ${on}`, body, problem: whyInvalid(webhook, body) };
    return this.#write(webhook, this.#listReceivers(webhook, key), parts);
  }

  /**
   * Keeps the addresses of callbacks that a successful call names, sends the callbacks of the call itself, and all deliveries that are
   * due. Ignores calls that a real service or a recording responded to: the state has no trace of them.
   */
  noteEnd(received: Received, response: Response | undefined): void {
    const { plan, source = 'fallback' } = received;
    if (!response || source !== 'fallback') return;
    if (response.ok)
      for (const webhook of this.#plan.list)
        if (webhook.operation === plan?.operation.id) this.#register(webhook, received, response);
    this.deliveries.pump();
  }

  /** Sends the requests of capabilities. */
  send(requests: readonly OutgoingRequest[]): void {
    const engine = this.#engine;
    this.deliveries.add(
      requests.map((request) => ({
        ...request,
        to: request.url,
        payload: request.body,
        done: (outcome: SendOutcome) => void engine.run(engine.outside, (call) => request.done?.(call, outcome)),
      })),
    );
  }

  /** Explains why nothing may be sent to a URL; undefined if it is allowed. */
  whyUnsendable(url: string): string | undefined {
    return whyUnsendable(url, this.#engine.options.webhooks ?? {});
  }

  passTime(): void {
    this.deliveries.pump();
  }

  replace(): void {
    this.deliveries.cancel();
  }

  /** Removes all faults and deliveries. */
  reset(): void {
    this.#faults.clear();
    this.deliveries.cancel(true);
  }

  #register(webhook: WebhookPlan, received: Received, response: Response): void {
    const { name, expression = '', triggers = [] } = webhook;
    const { request, body, responseBody } = received;
    const url = evaluateExpression(expression, { received, response });
    if (url === undefined) return;
    const row = this.#findKey(listTables(webhook), received);
    this.#engine.run(this.#engine.outside, (call) => {
      const number = call.nextNumber(callbacks);
      call.tables.put(callbacks, defined({ id: String(number), webhook: name, url, row }));
      call.tables.remove(callbacks, String(number - mostCallbacks));
    });
    const stated = triggers.find((one) => one.on === 'call');
    // A callback whose receiver is an emulator, too, causes no further callback there: that would never end.
    const isAnswer = request.headers.get('user-agent') === userAgent;
    if (!stated && (triggers.length > 0 || isAnswer)) return;
    const composed = this.#compose(webhook, defined({ body, row: responseBody }), stated?.body);
    this.deliveries.add(this.#write(webhook, [{ to: url }], { cause: 'call', body: composed }));
  }

  /** Finds the key of the row that a response is about, in the first of some tables that has it. */
  #findKey(tables: readonly string[], { plan, responseBody }: Received): string | undefined {
    const { within } = plan?.behaviour ?? {};
    const row = within === undefined ? responseBody : toJsonObject(responseBody)[within];
    if (!isJsonObject(row)) return undefined;
    const { keyOf } = this.#engine.shared;
    const table = tables.find((one) => this.#engine.findRow(one, keyOf(one, row)));
    return table && keyOf(table, row);
  }

  #compose(webhook: WebhookPlan, values: JsonObject, template: Json | undefined): Json | undefined {
    const { clock, plan } = this.#engine;
    const date = new Date(clock.now());
    const time = Number.isNaN(date.getTime()) ? '' : date.toISOString();
    return composeBody(webhook, plan.sampler, { event: webhook.name, time, ...values }, template);
  }

  /** Writes a message for each receiver of a webhook; without receivers, one message without an address. */
  #write(
    webhook: WebhookPlan,
    receivers: readonly Receiver[],
    parts: Pick<Message, 'cause' | 'body' | 'problem'>,
  ): readonly Message[] {
    const { name, method, mediaType = 'application/json', headers } = webhook;
    let { problem } = parts;
    let payload: string | undefined;
    try {
      payload = writeBody(webhook, parts.body, this.#plan.codec);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      problem ??= error.message;
    }
    const scheme = this.#findScheme(webhook);
    const all: readonly Partial<Receiver>[] = receivers.length > 0 ? receivers : [{}];
    return all.map(({ to, secret }) => ({
      ...parts,
      name,
      method,
      to,
      headers: { ...(payload !== undefined && { 'content-type': mediaType }), ...headers },
      payload,
      sign: { scheme, secret },
      problem,
    }));
  }

  #findScheme({ signature }: WebhookPlan): WebhookScheme {
    return signature ?? this.#plan.signature ?? standardWebhooks;
  }

  /** Lists the receivers of a webhook. A callback about a row goes only to addresses that a call about this row, or about no row, named. */
  #listReceivers({ kind, name }: WebhookPlan, row?: string): readonly Receiver[] {
    const { tables } = this.#engine.readCall();
    if (kind === 'callback') {
      return tables
        .find(callbacks, 'webhook', name)
        .filter((one) => row === undefined || (one['row'] ?? row) === row)
        .map((one) => ({ to: String(one['url']) }));
    }
    const stated = [this.#engine.options.webhooks?.url ?? []].flat().map((to) => ({ to }));
    const { subscriptions } = this.#plan;
    return [...stated, ...(subscriptions ? listSubscribed(tables, subscriptions, name) : [])];
  }

  #find(name: string): WebhookPlan {
    const { list } = this.#plan;
    const found = list.find((one) => one.name === name);
    if (found) return found;
    const names = list.slice(0, 20).map((one) => one.name);
    const known = names.length === 0 ? 'the spec declares none' : `there are ${names.join(', ')}`;
    throw new TypeError(`There is no webhook ${JSON.stringify(name)}; ${known}.`);
  }

  #createTools(others: readonly string[]): WebhookTools {
    const { plan } = this.#engine;
    const { deliveries } = this;
    return {
      list: () =>
        this.#plan.list.map((webhook) => {
          const { name, kind, method, operation, triggers = [] } = webhook;
          return defined({
            name,
            kind,
            method,
            operation,
            on: triggers.map((one) => (one.on === 'call' ? 'call' : `${one.of} ${one.on}`)),
            targets: this.#listReceivers(webhook).map(({ to }) => redactTarget(to)),
            signature: this.#findScheme(webhook).header,
            sample: composeBody(webhook, plan.sampler, {}),
          });
        }),
      send: async (name, stated, { url } = {}) => {
        const webhook = this.#find(name);
        const body = stated ?? composeBody(webhook, plan.sampler, {});
        const problem = whyInvalid(webhook, body);
        if (problem !== undefined) throw new TypeError(problem);
        const receivers = url === undefined ? this.#listReceivers(webhook) : [{ to: url }];
        const jobs = deliveries.add(this.#write(webhook, receivers, { cause: 'sent by hand', body }));
        await deliveries.idle();
        return jobs.map(({ delivery }) => delivery);
      },
      others,
      get deliveries() {
        return deliveries.list();
      },
      resend: (number) => deliveries.resend(number),
      idle: () => deliveries.idle(),
      key: async (name) => {
        const scheme = name === undefined ? this.#plan.signature : this.#findScheme(this.#find(name));
        const { verify } = await this.findKeys(scheme);
        if (verify !== undefined) return verify;
        throw new TypeError('The option `secret` is a private key, whose public key is unknown here.');
      },
      on: (name) => this.#faults.on(name),
      faults: this.#faults,
    };
  }
}

/** The webhooks and callbacks of the spec, and the requests that capabilities send. */
export const webhooks: Feature<Webhooks> = {
  name: 'webhooks',
  open: (engine, parent) => new Webhooks(engine, parent),
};

/** Lists the tables with rows on whose changes a webhook is sent. */
function listTables({ triggers = [] }: WebhookPlan): readonly string[] {
  return triggers.flatMap((one) => (one.on === 'call' ? [] : one.of));
}

/** Returns whether a row has some values, by their paths. */
function hasValues(row: JsonObject, values: JsonObject = {}): boolean {
  return Object.entries(values).every(([path, value]) => writeExactly(valueAt(row, path)) === writeExactly(value));
}

/** Lists the subscriptions to a webhook: those that name it or `*`, or no webhook at all. */
function listSubscribed(tables: Tables, rule: SubscriptionRule, name: string): readonly Receiver[] {
  const { of, url, events, secret, when } = rule;
  return tables.list(of).flatMap((row) => {
    const to = stringAt(row, url);
    const names = events === undefined ? undefined : valueAt(row, events);
    const isMeant = names === undefined || stringsOf(names).some((one) => one === name || one === '*');
    return to !== undefined && isMeant && hasValues(row, when)
      ? [{ to, secret: secret === undefined ? undefined : stringAt(row, secret) }]
      : [];
  });
}
