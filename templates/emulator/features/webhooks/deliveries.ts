import type { Json } from '@speccast/runtime';
import type { WebhookScheme, WebhookSecret } from '@speccast/runtime/webhooks';
import type { Clock } from '../../world/clock.js';
import { idFrom } from '../../values/ids.js';
import { attempt, type Outcome } from './attempt.js';
import { checkTarget, redactTarget } from './check-target.js';
import type { DeliveryState, WebhookAttempt, WebhookDelivery } from './delivery.js';
import type { SendOutcome } from '../../plan/plan.js';
import type { WebhookFaultEffect, WebhookFaults } from './webhook-faults.js';
import type { WebhookKeys } from './webhook-keys.js';
import type { WebhookOptions } from '../../plan/options.js';

/** A request to be sent, until a receiver takes it. */
export interface Message {
  /** Name of the webhook. */
  readonly name: string;
  readonly cause: string;
  readonly method: string;
  /** Absent without a subscription. */
  readonly to?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body as data, for the journal. */
  readonly body?: Json | undefined;
  /** The body as it is sent. */
  readonly payload?: string | undefined;
  /** The scheme of its signature, and a secret other than that of the emulator. Absent: it is not signed. */
  readonly sign?: { readonly scheme: WebhookScheme; readonly secret?: WebhookSecret | undefined } | undefined;
  /** Why it is not sent. */
  readonly problem?: string | undefined;
  /** Waits before further attempts. Default: those of the options. */
  readonly retries?: readonly number[];
  /** Tells whether another attempt follows one with a status, which is not 410. Default: always. */
  readonly isRetried?: (status: number) => boolean;
  /** Called once, at the end of the delivery. */
  readonly done?: (outcome: SendOutcome) => void;
}

/** The parts of a world that its deliveries use. */
export interface DeliverySetup {
  readonly clock: Clock;
  readonly options: WebhookOptions;
  readonly faults: WebhookFaults;
  readonly keys: WebhookKeys;
  /** Ids follow from it. */
  readonly seed: string;
  /** Tells that the clock moves by itself, so that timers wait for the next attempt. */
  readonly isLive: boolean;
}

/** A delivery as it is listed, and what belongs to its sending. */
interface Job extends Omit<WebhookDelivery, 'state' | 'reason' | 'next'> {
  readonly message: Message;
  readonly effects: ReadonlySet<WebhookFaultEffect['kind']>;
  readonly attempts: WebhookAttempt[];
  state: DeliveryState;
  reason?: string;
  next: number;
  /** Waits for another one to be sent. */
  isHeld: boolean;
  running?: Promise<void>;
}

/** The `User-Agent` of all requests that the emulator sends. */
export const userAgent = 'speccast-emulator';

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

/** As Standard Webhooks advises. */
const usualRetries = [5 * SECOND, 5 * MINUTE, ...[0.5, 2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)];

const usualTimeout = 10 * SECOND;

/** Most deliveries that are remembered, sent or not. */
const mostKept = 1000;

/** Most requests at a time. */
const mostAtOnce = 32;

/** The longest time that `setTimeout` can wait. */
const longestTimer = 2 ** 31 - 1;

/** The webhooks of a world that wait or were sent. */
export class Deliveries {
  readonly #setup: DeliverySetup;
  #jobs: Job[] = [];
  #count = 0;
  /** Ids that were made, also before a reset: receivers know deliveries by them. */
  #ids = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(setup: DeliverySetup) {
    this.#setup = setup;
  }

  /** Lists the newest 1,000 deliveries, the oldest first, or those of some numbers. */
  list(numbers?: readonly number[]): readonly WebhookDelivery[] {
    return this.#jobs.filter(({ number }) => numbers?.includes(number) ?? true).map(toDelivery);
  }

  /** Adds messages. The first attempt begins at once, unless a fault delays it. Returns the numbers of the deliveries. */
  add(messages: readonly Message[]): readonly number[] {
    const numbers = messages.flatMap((message) => {
      const faults = this.#setup.faults.take(message.name);
      const { id, number, state, effects } = this.#create(message, faults);
      if (!effects.has('duplicate') || state !== 'pending') return [number];
      return [number, this.#create(message, faults, id).number];
    });
    this.pump();
    return numbers;
  }

  /** Sends a delivery again, with its id and body. Returns the number of the new one; undefined for an unknown number. */
  resend(number: number): number | undefined {
    const job = this.#jobs.find((one) => one.number === number);
    if (job === undefined) return undefined;
    const again = this.#create({ ...job.message, cause: `number ${number} again` }, [], job.id);
    this.pump();
    return again.number;
  }

  /** Resolves when no attempt is in progress. Does not wait for those that are due later. */
  async idle(): Promise<void> {
    for (;;) {
      const running = this.#jobs.flatMap((job) => job.running ?? []);
      if (running.length === 0) return;
      await Promise.all(running);
    }
  }

  /** Cancels the deliveries that wait. With `all`, removes the others from the list, too. */
  cancel(all = false): void {
    const jobs = this.#jobs;
    if (all) [this.#jobs, this.#count] = [[], 0];
    cancelPending(jobs);
    this.#wait();
  }

  /** Begins the attempts that are due. Call it when the clock may have moved. */
  pump(): void {
    let free = mostAtOnce - this.#jobs.filter(({ running }) => running !== undefined).length;
    const now = this.#setup.clock.now();
    for (const job of this.#jobs)
      if (free > 0 && isWaiting(job) && job.next <= now) {
        free -= 1;
        job.running = this.#run(job);
      }
    this.#wait();
  }

  #create(message: Message, taken: ReturnType<WebhookFaults['take']>, id = this.#nextId()): Job {
    const { clock, options } = this.#setup;
    const { name, method, to, cause, body, problem } = message;
    const effects = new Set(taken.map(({ effect }) => effect.kind));
    const delays = taken.map(({ effect }) => (effect.kind === 'delay' ? effect.milliseconds : 0));
    const isHeld = effects.has('reorder');
    const created = clock.now();
    this.#count += 1;
    const job: Job = {
      number: this.#count,
      id,
      webhook: name,
      method,
      ...(to !== undefined && { url: redactTarget(to) }),
      state: 'pending',
      created,
      cause,
      ...(body !== undefined && { body }),
      attempts: [],
      ...(taken.length > 0 && { faults: taken.map((fault) => fault.id) }),
      message,
      effects,
      next: created + Math.max(0, ...delays) + (isHeld ? MINUTE : 0),
      isHeld,
    };
    const target = to === undefined ? undefined : checkTarget(to, options);
    // `done` finds the delivery in the list.
    this.#jobs.push(job);
    if (target === undefined) end(job, 'unaddressed', 'Nobody subscribed to it, and there is no other address.');
    else if (effects.has('drop')) end(job, 'dropped', 'A fault dropped it.');
    else if ('reason' in target) end(job, 'rejected', target.reason);
    else if (problem !== undefined) end(job, 'rejected', problem);
    cancelPending(this.#jobs.splice(0, this.#jobs.length - mostKept));
    return job;
  }

  #nextId(): string {
    this.#ids += 1;
    return idFrom(`${this.#setup.seed} webhook ${this.#ids}`, { prefix: 'msg_', length: 28, alphabet: 'base64url' });
  }

  async #run(job: Job): Promise<void> {
    const { clock, options } = this.#setup;
    const { attempts, message, effects } = job;
    const time = clock.now();
    const outcome = await this.#attempt(job, time - (effects.has('stale') ? HOUR : 0));
    delete job.running;
    const { text: _text, retryAfter, ...attempted } = outcome;
    attempts.push({ time, ...attempted });
    if (job.state === 'pending') {
      const { status, error } = outcome;
      const { retries = options.retries ?? usualRetries, isRetried } = message;
      const wait = retries[attempts.length - 1];
      const isLast = wait === undefined || (status !== undefined && isRetried?.(status) === false);
      if (error === undefined) end(job, 'delivered', undefined, outcome);
      else if (error === 'gone') end(job, 'failed', 'The receiver is gone (410).', outcome);
      else if (isLast) end(job, 'failed', `No attempt succeeded: ${status ?? error}.`, outcome);
      else job.next = clock.now() + Math.max(wait, retryAfter);
    }
    this.#release(job);
    this.pump();
  }

  async #attempt({ id, message, effects }: Job, time: number): Promise<Outcome> {
    const { options, keys } = this.#setup;
    const { method, to = '', payload, sign } = message;
    const target = checkTarget(to, options);
    if ('reason' in target) return { took: 0, text: '', retryAfter: 0, error: 'unreachable' };
    const signed = sign && { ...sign, secret: sign.secret ?? (await keys.pairFor(sign.scheme)).secret };
    const headers = { 'user-agent': userAgent, ...message.headers };
    const one = { id, method, url: target.url, headers, payload, signed, time, isWrong: effects.has('wrongSignature') };
    // Read when it is sent: tests replace the global one.
    const send = options.fetch ?? ((request: Request) => fetch(request));
    return attempt(one, send, options.timeoutMs ?? usualTimeout);
  }

  /** Sends the deliveries that a fault holds until another one was sent. */
  #release(sent: Job): void {
    const now = this.#setup.clock.now();
    const held = sent.isHeld ? [] : this.#jobs.filter((job) => job.isHeld && job.running === undefined);
    sent.isHeld = false;
    for (const job of held) {
      job.isHeld = false;
      job.next = Math.min(job.next, now);
    }
  }

  /** Waits for the next attempt, where the clock moves by itself. */
  #wait(): void {
    const { isLive, clock } = this.#setup;
    clearTimeout(this.#timer);
    const waiting = this.#jobs.filter(isWaiting);
    if (!isLive || waiting.length === 0) return;
    const delay = Math.min(...waiting.map(({ next }) => next)) - clock.now();
    this.#timer = setTimeout(() => this.pump(), Math.min(Math.max(delay, 1), longestTimer));
    // In Node a timer keeps the process alive, which this one must not. In browsers it is a number.
    const timer: { unref?: () => void } | number = this.#timer;
    if (typeof timer === 'object') timer.unref?.();
  }
}

function isWaiting({ state, running }: Job): boolean {
  return state === 'pending' && running === undefined;
}

/** Ends a delivery, and calls `done`; an error there becomes the reason that the list shows. */
function end(job: Job, state: DeliveryState, reason?: string, { status, text = '' }: Partial<Outcome> = {}): void {
  job.state = state;
  if (reason !== undefined) job.reason = reason;
  try {
    job.message.done?.({ ...(status !== undefined && { status }), text, ...(reason !== undefined && { reason }) });
  } catch (error) {
    job.reason = `What follows from it failed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function cancelPending(jobs: readonly Job[]): void {
  for (const job of jobs) if (job.state === 'pending') end(job, 'cancelled', 'The state of the emulator was replaced.');
}

function toDelivery(job: Job): WebhookDelivery {
  const { message: _message, effects: _effects, isHeld: _isHeld, running: _running, next, ...delivery } = job;
  return { ...delivery, attempts: [...job.attempts], ...(job.state === 'pending' && { next }) };
}
