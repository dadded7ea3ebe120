import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { standardWebhooks, type WebhookScheme } from '@speccast/runtime/webhooks';
import { writeExactly } from '@speccast/runtime/requests';
import type { Clock } from '../../world/clock.js';
import type { Exchange } from '../../plan/exchange.js';
import type { Call } from '../../plan/plan.js';
import { present } from '../../act/rows/present.js';
import type { Shared } from '../../world/shared.js';
import type { World } from '../../store/world.js';
import { valueAt, stringAt, stringsOf } from '../../values/json-path.js';
import { redactTarget } from './check-target.js';
import { composeBody, whyInvalid, writeBody } from './compose-body.js';
import { Deliveries, type Message } from './deliveries.js';
import type { WebhookDelivery } from './delivery.js';
import { evaluateExpression } from './evaluate-expression.js';
import { findChanges, type RowChange } from '../../store/changed-rows.js';
import { type WebhookControl, type WebhookFault, WebhookFaults, type ListedWebhookFault } from './webhook-faults.js';
import { xmlPartOf } from './xml-part.js';
import type {
  CallTrigger,
  ChangeTrigger,
  SubscriptionRule,
  WebhookPlan,
  WebhooksPlan,
} from '../../plan/webhook-plan.js';

/** What webhooks need of their world. */
export interface WebhookHost {
  readonly shared: Shared;
  readonly clock: Clock;
  /** Name of the world, if it has one. */
  readonly name: string | undefined;
  /** A call that reads a world; the current one unless one is given. */
  readonly reading: (world?: World) => Call;
  /** Changes the current world. */
  readonly change: (work: (call: Call) => void) => void;
}

/** A webhook or callback that the spec declares. */
export interface DeclaredWebhook {
  /** `newPet`; of a callback with its operation: `subscriptions.insert.onSale`. */
  readonly name: string;
  readonly kind: 'webhook' | 'callback';
  readonly method: string;
  /** The operation that announces a callback. */
  readonly operation?: string;
  /** What it is sent on by itself: `orders insert`. */
  readonly on: readonly string[];
  /** Where it goes now, secrets redacted. */
  readonly targets: readonly string[];
  /** The header with the signature. */
  readonly signature: string;
  /** A body that its schema takes. */
  readonly sample?: Json;
}

/** Where a webhook that is sent by hand goes. */
export interface SendWebhookOptions {
  /** Default: wherever it is subscribed. */
  readonly url?: string;
}

/** The webhooks of an emulator. */
export interface WebhookTools {
  /** The declared webhooks and callbacks. */
  readonly list: () => readonly DeclaredWebhook[];
  /**
   * Sends a webhook now; resolves after the first attempt. Without a body, with a sample of its schema. Throws a `TypeError` for
   * an unknown name, and for a body that the schema does not take.
   */
  readonly send: (name: string, body?: Json, options?: SendWebhookOptions) => Promise<readonly WebhookDelivery[]>;
  /** Names of the requests that capabilities send, which deliveries and faults have, too. */
  readonly others: readonly string[];
  /** The newest 1,000 deliveries, the oldest first. */
  readonly deliveries: readonly WebhookDelivery[];
  /** Sends a delivery again by its number, with the same id and body; resolves after the attempt. Undefined for an unknown number. */
  readonly resend: (number: number) => Promise<WebhookDelivery | undefined>;
  /** Resolves when no attempt is in progress. Those that are due later wait for the clock. */
  readonly idle: () => Promise<void>;
  /**
   * What receivers verify signatures with, of one webhook or of those without a signature of their own: the secret, or the public
   * key as PEM (of Ed25519 as `whpk_…`). Throws a `TypeError` where the option `secret` is a private key.
   */
  readonly key: (name?: string) => Promise<string>;
  /** Makes deliveries fail: `emulator.webhooks.on('order.created').drop().once()`; `*` is every webhook. */
  readonly on: (name: string) => WebhookControl;
  /** The faults as plain data. */
  readonly faults: {
    readonly add: (fault: WebhookFault) => number;
    readonly list: () => readonly ListedWebhookFault[];
    readonly remove: (id: number) => boolean;
    readonly clear: () => void;
  };
}

const userAgent = 'speccast-emulator';

/** The table with the addresses of callbacks. */
const callbacks = '~callbacks';

/** Most addresses of callbacks that are kept. */
const mostCallbacks = 1000;

const nothing: WebhooksPlan = { list: [] };

/** Where a message goes, and the secret that it is signed with. */
interface Receiver {
  readonly to: string;
  readonly secret?: string | undefined;
}

/** Sends the webhooks of a world. */
export class Webhooks {
  readonly deliveries: Deliveries;
  readonly tools: WebhookTools;
  readonly #host: WebhookHost;
  readonly #plan: WebhooksPlan;
  readonly #faults: WebhookFaults;
  readonly #others: readonly string[];
  /** The tables whose changes are looked at. */
  readonly #watched: readonly string[];

  constructor(host: WebhookHost) {
    const { plan, options, seed, webhookKeys } = host.shared;
    this.#host = host;
    this.#plan = plan.webhooks ?? nothing;
    this.#others = [...new Set(Object.values(plan.capabilities).flatMap(({ sends = [] }) => sends))];
    this.#faults = new WebhookFaults([...this.#plan.list.map(({ name }) => name), ...this.#others]);
    this.#watched = [...new Set(this.#plan.list.flatMap(({ triggers = [] }) => triggers.flatMap(tableOf)))];
    this.deliveries = new Deliveries({
      clock: host.clock,
      options: options.webhooks ?? {},
      faults: this.#faults,
      keys: webhookKeys,
      seed: `${seed} ${host.name ?? ''}`,
      isLive: options.now !== undefined,
    });
    this.tools = this.#createTools();
  }

  /** The tables whose rows have to be there before a change, so that it shows. */
  get watched(): readonly string[] {
    return this.#watched;
  }

  /** Sends what the changes of a world cause. */
  noteChanges(before: World, after: World): void {
    if (before === after) return;
    const messages = this.#watched.flatMap((table) =>
      findChanges(table, before, after).flatMap((change) => this.#messagesOf(table, change, [before, after])),
    );
    if (messages.length > 0) this.deliveries.add(messages);
  }

  /** Keeps the addresses of callbacks that a successful call names, and sends the callbacks of the call itself. */
  noteCall(exchange: Exchange, response: Response): void {
    const { plan } = exchange;
    const announced = this.#plan.list.filter(
      ({ operation }) => operation !== undefined && operation === plan?.operation.id,
    );
    if (announced.length === 0 || plan === undefined || response.status < 200 || response.status > 299) return;
    for (const webhook of announced) this.#register(webhook, exchange, response);
  }

  /** Forgets faults and deliveries. */
  clear(): void {
    this.#faults.clear();
    this.deliveries.cancel(true);
  }

  #register(webhook: WebhookPlan, exchange: Exchange, response: Response): void {
    const { shared, change } = this.#host;
    const url = evaluateExpression(webhook.expression ?? '', {
      url: exchange.url.href,
      method: exchange.request.method,
      status: response.status,
      requestHeaders: exchange.request.headers,
      responseHeaders: response.headers,
      params: exchange.params ?? {},
      body: exchange.body,
      responseBody: exchange.responseBody,
    });
    if (url === undefined) return;
    const { triggers = [] } = webhook;
    const row = triggers.flatMap(tableOf).flatMap((table) => this.#keyIn(table, exchange) ?? [])[0];
    change((call) => {
      const number = call.nextNumber(callbacks);
      const id = String(number);
      call.tables.put(callbacks, { id, webhook: webhook.name, url, ...(row !== undefined && { row }) });
      call.tables.remove(callbacks, String(number - mostCallbacks));
    });
    // What a callback calls, such as an emulator that got its own address, sends none by itself: that would never end.
    const isAnswer = exchange.request.headers.get('user-agent') === userAgent;
    const bySpec: CallTrigger | undefined = triggers.length > 0 || isAnswer ? undefined : { on: 'call' };
    const onCall = triggers.find((one) => one.on === 'call') ?? bySpec;
    if (onCall === undefined) return;
    const { body: sent, responseBody } = exchange;
    const values = {
      ...(sent !== undefined && { body: sent }),
      ...(responseBody !== undefined && { row: responseBody }),
    };
    const body = composeBody(webhook, {
      template: onCall.body,
      values: this.#valuesOf(webhook, values),
      sampler: shared.plan.sampler,
    });
    this.deliveries.add([this.#message(webhook, { cause: 'call', body, receiver: { to: url } })]);
  }

  /** The key of the row that a response is about, if the table has it. */
  #keyIn(table: string, { plan, responseBody }: Exchange): string | undefined {
    const { within } = plan?.behaviour ?? {};
    if (!isJsonObject(responseBody)) return undefined;
    const inner = within === undefined ? responseBody : responseBody[within];
    if (!isJsonObject(inner)) return undefined;
    const key = this.#host.shared.keyOf(table, inner);
    return this.#host.reading().tables.get(table, key) === undefined ? undefined : key;
  }

  #messagesOf(table: string, change: RowChange, [before, after]: readonly [World, World]): readonly Message[] {
    const { reading, shared } = this.#host;
    return this.#plan.list.flatMap((webhook) => {
      const { triggers = [] } = webhook;
      const own = triggers.filter((one): one is ChangeTrigger => one.on === change.on && one.of === table);
      if (own.length === 0) return [];
      const [old, now] = [
        change.before && present(reading(before), table, change.before),
        change.after && present(reading(after), table, change.after),
      ];
      const row = now ?? old ?? {};
      const trigger = own.find((one) => applies(one, row, old));
      if (trigger === undefined) return [];
      const values = this.#valuesOf(webhook, { row, ...(old !== undefined && { before: old }) });
      const body = composeBody(webhook, { template: trigger.body, values, sampler: shared.plan.sampler });
      const problem = whyInvalid(webhook, body);
      return this.#messages(webhook, this.#receiversOf(webhook, change.key), {
        cause: `${table} ${change.on}`,
        body,
        problem,
      });
    });
  }

  #valuesOf({ name }: WebhookPlan, values: JsonObject): JsonObject {
    const time = new Date(this.#host.clock.now());
    return { event: name, time: Number.isNaN(time.getTime()) ? '' : time.toISOString(), ...values };
  }

  #messages(webhook: WebhookPlan, receivers: readonly Receiver[], parts: MessageParts): readonly Message[] {
    if (receivers.length === 0) return [this.#message(webhook, parts)];
    return receivers.map((receiver) => this.#message(webhook, { ...parts, receiver }));
  }

  #message(webhook: WebhookPlan, { cause, body, problem, receiver }: MessageParts): Message {
    const { name, method, mediaType, headers } = webhook;
    const written = this.#written(webhook, body);
    const { payload } = written;
    const type = payload === undefined ? {} : { 'content-type': mediaType ?? 'application/json' };
    return {
      name,
      cause,
      method,
      to: receiver?.to,
      headers: { 'user-agent': userAgent, ...type, ...headers },
      body,
      payload,
      sign: { scheme: this.#schemeOf(webhook), secret: receiver?.secret },
      problem: problem ?? written.problem,
    };
  }

  #written(
    webhook: WebhookPlan,
    body: Json | undefined,
  ): { readonly payload?: string | undefined; readonly problem?: string } {
    const { mediaType } = webhook;
    try {
      return { payload: writeBody(body, { mediaType, xml: xmlPartOf(this.#host.shared.plan, webhook) }) };
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return { problem: error.message };
    }
  }

  #schemeOf({ signature }: WebhookPlan): WebhookScheme {
    return signature ?? this.#plan.signature ?? standardWebhooks;
  }

  /** The addresses that get a webhook; those that name the row get what is about it alone. */
  #receiversOf({ kind, name }: WebhookPlan, row?: string): readonly Receiver[] {
    const { reading, shared } = this.#host;
    if (kind === 'callback') {
      const kept = reading().tables.find(callbacks, 'webhook', name);
      const own = kept.filter((one) => row === undefined || one['row'] === undefined || one['row'] === row);
      return own.map((one) => ({ to: String(one['url']) }));
    }
    const stated = [shared.options.webhooks?.url ?? []].flat().map((to) => ({ to }));
    const { subscriptions } = this.#plan;
    return [...stated, ...(subscriptions === undefined ? [] : subscribed(reading(), subscriptions, name))];
  }

  #find(name: string): WebhookPlan {
    const found = this.#plan.list.find((one) => one.name === name);
    if (found !== undefined) return found;
    const names = this.#plan.list.slice(0, 20).map((one) => one.name);
    const known = names.length === 0 ? 'the spec declares none' : `there are ${names.join(', ')}`;
    throw new TypeError(`There is no webhook ${JSON.stringify(name)}; ${known}.`);
  }

  async #send(name: string, given: Json | undefined, { url }: SendWebhookOptions): Promise<readonly WebhookDelivery[]> {
    const webhook = this.#find(name);
    const body = given ?? this.#sampleOf(webhook);
    const problem = whyInvalid(webhook, body);
    if (problem !== undefined) throw new TypeError(problem);
    const receivers = url === undefined ? this.#receiversOf(webhook) : [{ to: url }];
    const numbers = this.deliveries.add(this.#messages(webhook, receivers, { cause: 'sent by hand', body }));
    await this.deliveries.idle();
    return this.deliveries.some(numbers);
  }

  #sampleOf(webhook: WebhookPlan): Json | undefined {
    return composeBody(webhook, { values: {}, sampler: this.#host.shared.plan.sampler });
  }

  #createTools(): WebhookTools {
    const { deliveries } = this;
    const faults = this.#faults;
    return {
      list: () => this.#plan.list.map((webhook) => this.#shown(webhook)),
      send: (name, body, options = {}) => this.#send(name, body, options),
      others: this.#others,
      get deliveries() {
        return deliveries.list();
      },
      resend: async (number) => {
        const again = deliveries.resend(number);
        await deliveries.idle();
        return again === undefined ? undefined : deliveries.some([again])[0];
      },
      idle: () => deliveries.idle(),
      key: async (name) => {
        const scheme = name === undefined ? this.#plan.signature : this.#schemeOf(this.#find(name));
        const { verify } = await this.#host.shared.webhookKeys.pairFor(scheme);
        if (verify === undefined)
          throw new TypeError('The key to verify with belongs to the private key of the options.');
        return verify;
      },
      on: (name) => faults.on(name),
      faults: {
        add: (fault) => faults.add(fault),
        list: () => faults.list(),
        remove: (id) => faults.remove(id),
        clear: () => faults.clear(),
      },
    };
  }

  #shown(webhook: WebhookPlan): DeclaredWebhook {
    const { name, kind, method, operation, triggers = [] } = webhook;
    const sample = this.#sampleOf(webhook);
    return {
      name,
      kind,
      method,
      ...(operation !== undefined && { operation }),
      on: triggers.map((one) => (one.on === 'call' ? 'call' : `${one.of} ${one.on}`)),
      targets: this.#receiversOf(webhook).map(({ to }) => redactTarget(to)),
      signature: this.#schemeOf(webhook).header,
      ...(sample !== undefined && { sample }),
    };
  }
}

interface MessageParts extends Pick<Message, 'cause' | 'body' | 'problem'> {
  readonly receiver?: Receiver;
}

function tableOf(trigger: { readonly on: string; readonly of?: string }): readonly string[] {
  return trigger.of === undefined ? [] : [trigger.of];
}

function applies({ when = {}, changed }: ChangeTrigger, row: JsonObject, before: JsonObject | undefined): boolean {
  if (!Object.entries(when).every(([path, value]) => writeExactly(valueAt(row, path)) === writeExactly(value)))
    return false;
  return changed === undefined || writeExactly(valueAt(row, changed)) !== writeExactly(valueAt(before ?? {}, changed));
}

function subscribed(call: Call, rule: SubscriptionRule, name: string): readonly Receiver[] {
  const { of, url, events, secret, when = {} } = rule;
  return call.tables.list(of).flatMap((row) => {
    const to = stringAt(row, url);
    const names = events === undefined ? undefined : valueAt(row, events);
    const isMeant = names === undefined || stringsOf(names).some((one) => one === name || one === '*');
    const isActive = Object.entries(when).every(([path, value]) => valueAt(row, path) === value);
    return to === undefined || !isMeant || !isActive
      ? []
      : [{ to, secret: secret === undefined ? undefined : stringAt(row, secret) }];
  });
}
