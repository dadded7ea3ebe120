import type { FindKeys } from './webhook-keys.js';
import type { Json } from '@speccast/runtime';
import { signWebhook, type WebhookScheme, type WebhookSecret } from '@speccast/runtime/webhooks';
import type { Engine } from '../../world/engine.js';
import { defined } from '../../values/defined.js';
import { idFrom } from '../../values/ids.js';
import { attempt, type Outcome, redactTarget, type WebhookAttempt, whyUnsendable } from './attempt.js';
import type { WebhookOptions } from '../../plan/options.js';
import type { OutgoingRequest, SendOutcome } from '../../plan/plan.js';
import type { WebhookFaultEffect, WebhookFaults } from './webhook-faults.js';

/**
 * The state of a delivery. `unaddressed`: there is no subscription. `rejected`: its address or its body is invalid or not allowed.
 * `dropped`: by a fault. `cancelled`: by a reset, or because the state was replaced.
 */
export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'rejected' | 'unaddressed' | 'dropped' | 'cancelled';

/** A webhook for one receiver, and the attempts to deliver it. */
export interface WebhookDelivery {
  /** Counts from 1 for each world. */
  readonly number: number;
  /** The same in each attempt, and in duplicates. */
  readonly id: string;
  /** Name of the webhook. */
  readonly webhook: string;
  readonly method: string;
  /** Its address, secrets redacted. Absent without a subscription. */
  readonly url?: string;
  readonly state: DeliveryState;
  /** Reason why it was not delivered, as a sentence. */
  readonly reason?: string;
  /** Time of its cause, by the clock of the emulator. */
  readonly created: number;
  /** Time of the next attempt, by the clock of the emulator. */
  readonly next?: number;
  /** The event that caused it: `orders insert`, `call`, `sent by hand`. */
  readonly cause: string;
  readonly body?: Json;
  readonly attempts: readonly WebhookAttempt[];
  /** Ids of the faults that applied to it. */
  readonly faults?: readonly number[];
}

/** A request that is sent to one receiver, and repeated until the receiver accepts it. */
export interface Message extends Pick<
  OutgoingRequest,
  'name' | 'cause' | 'method' | 'headers' | 'retries' | 'isRetried'
> {
  /** Absent without a subscription. */
  readonly to?: string | undefined;
  /** The body as data, for the journal. */
  readonly body?: Json | undefined;
  /** The body as it is sent. */
  readonly payload?: string | undefined;
  /** The scheme of its signature, and a secret other than that of the emulator. Absent: it is not signed. */
  readonly sign?: { readonly scheme: WebhookScheme; readonly secret?: WebhookSecret | undefined } | undefined;
  /** Reason why it is not sent. */
  readonly problem?: string | undefined;
  /** Called once, at the end of the delivery. */
  readonly done?: (outcome: SendOutcome) => void;
}

/** A delivery as it is listed, and the data to send it. */
interface Job {
  readonly message: Message;
  readonly effects: ReadonlySet<WebhookFaultEffect['kind']>;
  /** Replaced at each change. It has `next` as long as it is pending. */
  delivery: WebhookDelivery;
  /** True while it waits until another one is sent. */
  isHeld: boolean;
  running?: Promise<void>;
}

/** The `User-Agent` of all requests that the emulator sends. */
export const userAgent = 'speccast-emulator';

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

/** The waits before further attempts that Standard Webhooks recommends. */
const usualRetries = [5 * SECOND, 5 * MINUTE, ...[0.5, 2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)];

/** Maximum number of deliveries in the list. */
const mostKept = 1000;

/** Maximum number of requests at a time. */
const mostAtOnce = 32;

/** The longest time that `setTimeout` can wait. */
const longestTimer = 2 ** 31 - 1;

/** The deliveries of a world, pending and ended. */
export class Deliveries {
  readonly #engine: Engine;
  readonly #options: WebhookOptions;
  readonly #findKeys: FindKeys;
  readonly #faults: WebhookFaults;
  #jobs: Job[] = [];
  #count = 0;
  /** Number of ids so far. A reset does not clear it, because receivers recognize duplicates by their ids. */
  #ids = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(engine: Engine, findKeys: FindKeys, faults: WebhookFaults) {
    this.#engine = engine;
    this.#options = engine.options.webhooks ?? {};
    this.#findKeys = findKeys;
    this.#faults = faults;
  }

  /** Lists the newest 1,000 deliveries, the oldest first. */
  list(): readonly WebhookDelivery[] {
    return this.#jobs.map(({ delivery }) => delivery);
  }

  /** Adds messages. The first attempt begins at once, unless a fault delays it. */
  add(messages: readonly Message[]): readonly Job[] {
    const jobs = messages.flatMap((message) => {
      const faults = this.#faults.take(message.name);
      const job = this.#create(message, faults);
      const { id, next } = job.delivery;
      return job.effects.has('duplicate') && next !== undefined ? [job, this.#create(message, faults, id)] : [job];
    });
    this.pump();
    return jobs;
  }

  /** Sends a delivery again, with its id and body; resolves after the attempt. Undefined for an unknown number. */
  async resend(number: number): Promise<WebhookDelivery | undefined> {
    const job = this.#jobs.find(({ delivery }) => delivery.number === number);
    const again = job && this.#create({ ...job.message, cause: `number ${number} again` }, [], job.delivery.id);
    this.pump();
    await this.idle();
    return again?.delivery;
  }

  /** Resolves when no attempt is in progress. Does not wait for those that are due later. */
  async idle(): Promise<void> {
    const running = this.#jobs.flatMap((job) => job.running ?? []);
    if (running.length === 0) return;
    await Promise.all(running);
    await this.idle();
  }

  /** Cancels the deliveries that wait. With `all`, removes the others from the list, too. */
  cancel(all = false): void {
    const jobs = this.#jobs;
    if (all) [this.#jobs, this.#count] = [[], 0];
    cancelPending(jobs);
    this.pump();
  }

  /** Begins the attempts that are due. Call it when the clock may have moved. */
  pump(): void {
    const now = this.#engine.clock.now();
    let free = mostAtOnce - this.#jobs.filter(({ running }) => running !== undefined).length;
    let first = Infinity;
    for (const job of this.#jobs) {
      const { next } = job.delivery;
      if (next === undefined || job.running) continue;
      if (next <= now && free > 0) {
        free -= 1;
        job.running = this.#run(job);
      } else first = Math.min(first, next);
    }
    clearTimeout(this.#timer);
    // Without `now`, the clock moves only with calls, and each call calls `pump`.
    if (this.#engine.options.now === undefined || first === Infinity) return;
    this.#timer = setTimeout(() => this.pump(), Math.min(Math.max(first - now, 1), longestTimer));
    // In Node a timer keeps the process alive, which this one must not. In browsers it is a number.
    const timer: { unref?: () => void } | number = this.#timer;
    if (typeof timer === 'object') timer.unref?.();
  }

  #create(message: Message, taken: ReturnType<WebhookFaults['take']>, id = this.#nextId()): Job {
    const { name, method, to, cause, body, problem } = message;
    const effects = new Set(taken.map(({ rule }) => rule.effect.kind));
    const delays = taken.map(({ rule: { effect } }) => (effect.kind === 'delay' ? effect.milliseconds : 0));
    const isHeld = effects.has('reorder');
    const created = this.#engine.clock.now();
    this.#count += 1;
    const delivery: WebhookDelivery = defined({
      number: this.#count,
      id,
      webhook: name,
      method,
      url: to === undefined ? undefined : redactTarget(to),
      state: 'pending' as const,
      created,
      cause,
      body,
      attempts: [],
      faults: taken.length > 0 ? taken.map((fault) => fault.id) : undefined,
      next: created + Math.max(0, ...delays) + (isHeld ? MINUTE : 0),
    });
    const job: Job = { message, effects, delivery, isHeld };
    // `done` finds the delivery in the list.
    this.#jobs.push(job);
    const rejected = to === undefined ? undefined : (whyUnsendable(to, this.#options) ?? problem);
    if (to === undefined) end(job, 'unaddressed', 'There is no receiver: no subscription, and no URL in the options.');
    else if (effects.has('drop')) end(job, 'dropped', 'A fault dropped it.');
    else if (rejected !== undefined) end(job, 'rejected', rejected);
    cancelPending(this.#jobs.splice(0, this.#jobs.length - mostKept));
    return job;
  }

  #nextId(): string {
    this.#ids += 1;
    const { shared, name = '' } = this.#engine;
    return idFrom(`${shared.seed} ${name} webhook ${this.#ids}`, { prefix: 'msg_', length: 28, alphabet: 'base64url' });
  }

  async #run(job: Job): Promise<void> {
    const { clock } = this.#engine;
    const { message, isHeld } = job;
    const { retries = this.#options.retries ?? usualRetries, isRetried } = message;
    const time = clock.now();
    const { text, retryAfter, ...attempted } = await this.#attempt(job, time);
    delete job.running;
    const attempts = [...job.delivery.attempts, { time, ...attempted }];
    job.delivery = { ...job.delivery, attempts };
    const now = clock.now();
    if (job.delivery.state === 'pending') {
      const { status, error } = attempted;
      const wait = retries[attempts.length - 1];
      const isLast = wait === undefined || (status !== undefined && isRetried?.(status) === false);
      const outcome = defined({ status, text });
      if (error === undefined) end(job, 'delivered', undefined, outcome);
      else if (error === 'gone') end(job, 'failed', 'The receiver is gone (410).', outcome);
      else if (isLast) end(job, 'failed', `No attempt succeeded: ${status ?? error}.`, outcome);
      else job.delivery = { ...job.delivery, next: now + Math.max(wait, retryAfter) };
    }
    // The deliveries that a fault holds are sent after this one.
    const held = isHeld ? [] : this.#jobs.filter((one) => one.isHeld && one.running === undefined);
    for (const one of [job, ...held]) one.isHeld = false;
    for (const one of held) if (one.delivery.next !== undefined) one.delivery = { ...one.delivery, next: now };
    this.pump();
  }

  async #attempt({ message, effects, delivery: { id } }: Job, now: number): Promise<Outcome> {
    const { method, to = '', payload, sign } = message;
    const url = new URL(to);
    url.hash = '';
    const signed = (payload ?? '') + (effects.has('wrongSignature') ? ' ' : '');
    const time = now - (effects.has('stale') ? HOUR : 0);
    let headers = { 'user-agent': userAgent, ...message.headers };
    try {
      if (sign) {
        const { scheme, secret = (await this.#findKeys(scheme)).secret } = sign;
        headers = { ...headers, ...(await signWebhook(signed, { scheme, secret, id, time })) };
      }
    } catch {
      return { text: '', retryAfter: 0, error: 'unsigned', took: 0 };
    }
    const body = method === 'GET' || method === 'HEAD' ? null : (payload ?? null);
    return attempt(url, { method, headers, body }, this.#options);
  }
}

/** Ends a delivery, and calls `done`; an error there becomes the reason that the list shows. */
function end(job: Job, state: DeliveryState, reason?: string, outcome: SendOutcome = { text: '' }): void {
  const { next: _next, ...delivery } = job.delivery;
  job.delivery = defined({ ...delivery, state, reason });
  try {
    job.message.done?.(defined({ ...outcome, reason }));
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    job.delivery = { ...job.delivery, reason: `The capability failed after the delivery: ${text}` };
  }
}

function cancelPending(jobs: readonly Job[]): void {
  for (const job of jobs)
    if (job.delivery.next !== undefined) end(job, 'cancelled', 'The state of the emulator was replaced.');
}
