import type { Json } from '@speccast/runtime';
import type { WebhookScheme, WebhookSecret } from '@speccast/runtime/webhooks';
import type { Clock } from '../../world/clock.js';
import { idFrom } from '../../values/ids.js';
import { attempt, type Outcome } from './attempt.js';
import { checkTarget, redactTarget } from './check-target.js';
import type { DeliveryState, WebhookAttempt, WebhookDelivery, WebhookOptions } from './delivery.js';
import type { SendOutcome } from '../../plan/plan.js';
import type { WebhookFaultEffect, WebhookFaults } from './webhook-faults.js';
import type { WebhookKeys } from './webhook-keys.js';

/** A request to be sent, until a receiver takes it. */
export interface Message {
  /** Name of the webhook. */
  readonly name: string;
  readonly cause: string;
  readonly method: string;
  /** Absent where nobody subscribed. */
  readonly to?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body as data, for the journal. */
  readonly body?: Json | undefined;
  /** The body as it is sent. */
  readonly payload?: string | undefined;
  /** How it is signed; without a secret, with that of the emulator. Absent: it is not. */
  readonly sign?: { readonly scheme: WebhookScheme; readonly secret?: WebhookSecret | undefined } | undefined;
  /** Why it is not sent. */
  readonly problem?: string | undefined;
  /** Waits before further attempts. Default: those of the options. */
  readonly retries?: readonly number[];
  /** Whether an attempt with a status is made again, which none with 410 is; without a status, all are. Default: all are. */
  readonly isRetried?: (status: number) => boolean;
  /** Called once, at the end of the delivery. */
  readonly done?: (outcome: SendOutcome) => void;
}

/** What deliveries need of their world. */
export interface DeliverySetup {
  readonly clock: Clock;
  readonly options: WebhookOptions;
  readonly faults: WebhookFaults;
  readonly keys: WebhookKeys;
  /** What ids follow from. */
  readonly seed: string;
  /** Whether the clock moves by itself, so that timers wait for the next attempt. */
  readonly isLive: boolean;
}

interface Job {
  readonly number: number;
  readonly id: string;
  readonly message: Message;
  readonly created: number;
  readonly faults: readonly number[];
  readonly effects: ReadonlySet<WebhookFaultEffect['kind']>;
  state: DeliveryState;
  reason?: string;
  next: number;
  /** Waits for another one to be sent. */
  isHeld: boolean;
  running?: Promise<void>;
  readonly attempts: WebhookAttempt[];
}

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

/** As Standard Webhooks advises. */
const usualRetries = [5 * SECOND, 5 * MINUTE, ...[0.5, 2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)];

const usualTimeout = 10 * SECOND;

/** Most deliveries that are remembered, sent or not. */
const mostKept = 1000;

/** Most requests at a time. */
const mostAtOnce = 32;

const longestTimer = 2 ** 31 - 1;

/** The webhooks that a world sends: those that wait, and what became of the others. */
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

  /** The newest 1,000 deliveries, the oldest first. */
  list(): readonly WebhookDelivery[] {
    return this.#jobs.map(shown);
  }

  /** Adds messages. The first attempt begins at once, unless a fault says otherwise. Returns the numbers of the deliveries. */
  add(messages: readonly Message[]): readonly number[] {
    const numbers = messages.flatMap((message) => this.#enter(message));
    this.pump();
    return numbers;
  }

  /** Sends a delivery again, with its id and body. Returns the number of the new one; undefined for an unknown number. */
  resend(number: number): number | undefined {
    const job = this.#jobs.find((one) => one.number === number);
    if (job === undefined) return undefined;
    const again = this.#create({ ...job.message, cause: `number ${number} again` }, { id: job.id });
    this.pump();
    return again.number;
  }

  /** The deliveries of some numbers. */
  some(numbers: readonly number[]): readonly WebhookDelivery[] {
    return this.#jobs.filter((job) => numbers.includes(job.number)).map(shown);
  }

  /** Resolves when no attempt is in progress. Those that are due later are not waited for. */
  async idle(): Promise<void> {
    for (;;) {
      const running = this.#jobs.flatMap((job) => job.running ?? []);
      if (running.length === 0) return;
      await Promise.all(running);
    }
  }

  /** Cancels what waits. With `all`, forgets what was sent, too. */
  cancel(all = false): void {
    const jobs = this.#jobs;
    if (all) [this.#jobs, this.#count] = [[], 0];
    cancelPending(jobs);
    this.#wait();
  }

  /** Begins the attempts that are due. Called whenever the clock may have moved. */
  pump(): void {
    let free = mostAtOnce - this.#jobs.filter(({ running }) => running !== undefined).length;
    const now = this.#setup.clock.now();
    for (const job of this.#jobs) {
      if (free <= 0) break;
      if (job.state !== 'pending' || job.running !== undefined || job.next > now) continue;
      free -= 1;
      job.running = this.#run(job);
    }
    this.#wait();
  }

  #enter(message: Message): readonly number[] {
    const taken = this.#setup.faults.take(message.name);
    const effects = new Set(taken.map(({ effect }) => effect.kind));
    const delay = taken.map(({ effect }) => (effect.kind === 'delay' ? effect.milliseconds : 0));
    const parts = { effects, faults: taken.map(({ id }) => id), delay: Math.max(0, ...delay) };
    const job = this.#create(message, parts);
    if (!effects.has('duplicate') || job.state !== 'pending') return [job.number];
    return [job.number, this.#create(message, { ...parts, id: job.id }).number];
  }

  #create(message: Message, parts: { id?: string; delay?: number } & Partial<Pick<Job, 'effects' | 'faults'>>): Job {
    const { clock, options } = this.#setup;
    const { effects = new Set(), faults = [], delay = 0 } = parts;
    this.#count += 1;
    const isHeld = effects.has('reorder');
    const created = clock.now();
    const job: Job = {
      number: this.#count,
      id: parts.id ?? this.#nextId(),
      message,
      created,
      faults,
      effects,
      state: 'pending',
      next: created + delay + (isHeld ? MINUTE : 0),
      isHeld,
      attempts: [],
    };
    const target = message.to === undefined ? undefined : checkTarget(message.to, options);
    // Whoever is told of an end finds the delivery in the list.
    this.#jobs.push(job);
    if (target === undefined) end(job, 'unaddressed', 'Nobody subscribed to it, and there is no other address.');
    else if (effects.has('drop')) end(job, 'dropped', 'A fault dropped it.');
    else if ('reason' in target) end(job, 'rejected', target.reason);
    else if (message.problem !== undefined) end(job, 'rejected', message.problem);
    cancelPending(this.#jobs.splice(0, this.#jobs.length - mostKept));
    return job;
  }

  #nextId(): string {
    this.#ids += 1;
    return idFrom(`${this.#setup.seed} webhook ${this.#ids}`, { prefix: 'msg_', length: 28, alphabet: 'base64url' });
  }

  async #run(job: Job): Promise<void> {
    const { clock, options } = this.#setup;
    const time = clock.now();
    const outcome = await this.#attempt(job, time - (job.effects.has('stale') ? HOUR : 0));
    delete job.running;
    const { took, status, error, response } = outcome;
    const known = { ...(status !== undefined && { status }), ...(error !== undefined && { error }) };
    job.attempts.push({ time, took, ...known, ...(response !== undefined && { response }) });
    if (job.state === 'pending') {
      const { retries, isRetried } = job.message;
      const wait = (retries ?? options.retries ?? usualRetries)[job.attempts.length - 1];
      const isLast = wait === undefined || (status !== undefined && isRetried?.(status) === false);
      if (error === undefined) end(job, 'delivered', undefined, outcome);
      else if (error === 'gone') end(job, 'failed', 'The receiver is gone (410).', outcome);
      else if (isLast) end(job, 'failed', `No attempt succeeded: ${status ?? error}.`, outcome);
      else job.next = clock.now() + Math.max(wait, outcome.retryAfter);
    }
    this.#release(job);
    this.pump();
  }

  async #attempt({ id, message, effects }: Job, time: number): Promise<Outcome> {
    const { options, keys } = this.#setup;
    const { method, to = '', headers = {}, payload, sign } = message;
    const send = options.fetch ?? ((request: Request) => fetch(request));
    const secret = sign && (sign.secret ?? (await keys.pairFor(sign.scheme)).secret);
    const signed = sign && secret !== undefined ? { scheme: sign.scheme, secret } : undefined;
    const target = checkTarget(to, options);
    if ('reason' in target) return { took: 0, text: '', retryAfter: 0, error: 'unreachable' };
    const one = { id, method, url: target.url, headers, payload, signed, time, isWrong: effects.has('wrongSignature') };
    return attempt(one, send, options.timeoutMs ?? usualTimeout);
  }

  /** Sends those that waited for another one. */
  #release(sent: Job): void {
    if (sent.isHeld) {
      sent.isHeld = false;
      return;
    }
    for (const job of this.#jobs) {
      if (!job.isHeld || job.running !== undefined) continue;
      job.isHeld = false;
      job.next = Math.min(job.next, this.#setup.clock.now());
    }
  }

  /** Waits for the next attempt, where the clock moves by itself. */
  #wait(): void {
    clearTimeout(this.#timer);
    if (!this.#setup.isLive) return;
    const waiting = this.#jobs.filter(({ state, running }) => state === 'pending' && running === undefined);
    if (waiting.length === 0) return;
    const next = waiting.reduce((least, job) => Math.min(least, job.next), Infinity);
    const delay = Math.min(Math.max(next - this.#setup.clock.now(), 1), longestTimer);
    const timer: unknown = (this.#timer = setTimeout(() => this.pump(), delay));
    // In Node a timer keeps the process alive, which this one must not.
    if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
      timer.unref();
  }
}

/** Ends a delivery, and tells whoever sent it; what goes wrong there is the reason that the list shows. */
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

function shown({ message, ...job }: Job): WebhookDelivery {
  const { number, id, state, reason, created, next, attempts, faults } = job;
  const { name, method, to, cause, body } = message;
  return {
    number,
    id,
    webhook: name,
    method,
    ...(to !== undefined && { url: redactTarget(to) }),
    state,
    ...(reason !== undefined && { reason }),
    created,
    ...(state === 'pending' && { next }),
    cause,
    ...(body !== undefined && { body }),
    attempts: [...attempts],
    ...(faults.length > 0 && { faults }),
  };
}
