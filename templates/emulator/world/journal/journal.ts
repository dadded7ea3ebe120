import { expandParameters, type Json, type JsonObject } from '@speccast/runtime';
import type { Exchange, JournalMedia, ResponseSource } from '../../plan/exchange.js';
import type { Freedom } from '../../plan/freedoms.js';
import type { EmulatorPlan, Notes, OperationPlan } from '../../plan/plan.js';
import { describeWarning } from '../../plan/notes.js';
import type { Violation } from '../../plan/violation.js';
import { KeptFiles } from './kept-files.js';
import type { JournalEntry, JournalOptions, JournalView } from './journal-entry.js';
import { readSecretNames } from '../../plan/secret-names.js';
import { redactHeaders, redactUrl, secretNamesIn } from './redact.js';

/** A recorded request. Its entry is created when it is read. */
interface Noted {
  readonly number: number;
  readonly time: number;
  readonly durationMs: number;
  readonly caller: string | undefined;
  readonly cost: number | undefined;
  readonly method: string;
  readonly url: string;
  readonly plan: OperationPlan | undefined;
  readonly params: JsonObject | undefined;
  readonly requestHeaders: Headers;
  readonly body: Json | undefined;
  readonly media: JournalMedia | undefined;
  readonly status: number;
  readonly reason: string | undefined;
  readonly responseHeaders: Headers | undefined;
  readonly responseBody: Json | undefined;
  readonly responseMedia: JournalMedia | undefined;
  readonly faults: readonly number[] | undefined;
  readonly warnings: readonly string[] | undefined;
  readonly ignored: readonly string[] | undefined;
  readonly freedoms: readonly Freedom[] | undefined;
  readonly sampled: true | undefined;
  readonly source: ResponseSource | undefined;
  readonly violations: readonly Violation[] | undefined;
}

/** A call that was just recorded. */
export interface NotedCall {
  readonly number: number;
  readonly plan: OperationPlan | undefined;
  /** The state before and after it; undefined if that is not known. */
  readonly states: Notes['states'];
  /** Whether it may have changed the state, as far as method and status tell. */
  readonly mayChange: boolean;
}

/** When a response was sent, by the clock of the world, and to whom. */
interface NotedMoment {
  readonly time: number;
  readonly caller: string | undefined;
}

const usualLimit = 10_000;

/** The requests to a world and its responses: the newest entries, up to a limit. */
export class Journal {
  /** The entries, the oldest first. A read-only view that is always up to date. */
  readonly entries: JournalView;
  /** Called after each entry, while the state is that of its response. */
  readonly listeners: Set<(noted: NotedCall) => void> = new Set();
  /** The files of the newest entries. */
  readonly files: KeptFiles = new KeptFiles();
  readonly #plan: EmulatorPlan;
  readonly #limit: number;
  readonly #made: JournalEntry[] = [];
  #noted: Noted[] = [];
  #count = 0;
  #clears = 0;

  constructor(plan: EmulatorPlan, options: JournalOptions | false = {}) {
    this.#plan = plan;
    this.#limit = options === false ? 0 : Math.max(0, options.limit ?? usualLimit);
    this.entries = this.#view();
  }

  /** Records a request and its response, which is undefined if the connection broke. */
  note(exchange: Exchange, response: Response | undefined, { time, caller }: NotedMoment): void {
    if (this.#limit <= 0) return;
    const { request, plan, params, body, media, error, responseBody: sentBody, sent, faults } = exchange;
    const hasBody = response !== undefined && response.status !== 304 && request.method !== 'HEAD';
    this.#count += 1;
    if (exchange.file !== undefined) this.files.keep(this.#count, exchange.file);
    this.#noted.push({
      number: this.#count,
      time,
      durationMs: Math.round((performance.now() - exchange.started) * 10) / 10,
      caller,
      cost: exchange.isCounted === true ? plan?.operation.quota?.cost : undefined,
      method: request.method,
      url: request.url,
      plan,
      params,
      requestHeaders: request.headers,
      body,
      media,
      status: response?.status ?? 0,
      reason: error?.reason,
      responseHeaders: response?.headers,
      responseBody: hasBody ? sentBody : undefined,
      responseMedia: hasBody ? sent : undefined,
      faults,
      source: exchange.source,
      violations: exchange.violations?.length === 0 ? undefined : exchange.violations,
      ...notedOf(exchange.notes),
    });
    if (this.#noted.length >= 2 * this.#limit) this.#noted = this.#noted.slice(-this.#limit);
    if (this.listeners.size === 0) return;
    const mayChange = !(request.method === 'GET' || request.method === 'HEAD' || (response?.status ?? 0) >= 400);
    for (const listener of this.listeners)
      listener({ number: this.#count, plan, states: exchange.notes.states, mayChange });
  }

  /** How often it was cleared: then it counts from 1 again. */
  get clears(): number {
    return this.#clears;
  }

  clear(): void {
    this.#clears += 1;
    this.files.clear();
    this.#noted = [];
    this.#made.length = 0;
    this.#count = 0;
  }

  #view(): JournalView {
    const completed = (): JournalEntry[] => this.#complete();
    const get = (_made: object, key: string | symbol): unknown => {
      if (key === 'limit') return this.#limit;
      return key === 'dropped' ? Math.max(0, this.#count - this.#limit) : Reflect.get(completed(), key);
    };
    const view = new Proxy<readonly JournalEntry[]>(this.#made, {
      get,
      has: (_made, key) => Reflect.has(completed(), key),
      ownKeys: () => Reflect.ownKeys(completed()),
      getOwnPropertyDescriptor: (_made, key) => Reflect.getOwnPropertyDescriptor(completed(), key),
      set: () => false,
      defineProperty: () => false,
      deleteProperty: () => false,
    });
    // `get` adds the other two members.
    return view as JournalView;
  }

  #complete(): JournalEntry[] {
    if (this.#noted.length === 0) return this.#made;
    const noted = this.#noted.slice(-this.#limit);
    this.#noted = [];
    for (const one of noted) this.#made.push(entryOf(this.#plan, one));
    if (this.#made.length > this.#limit) this.#made.splice(0, this.#made.length - this.#limit);
    return this.#made;
  }
}

/** Undefined for an empty list. */
function notedOf({
  warnings,
  ignored,
  freedoms,
  sampled,
}: Notes): Pick<Noted, 'warnings' | 'ignored' | 'freedoms' | 'sampled'> {
  return {
    sampled,
    warnings: warnings.length === 0 ? undefined : warnings.map(describeWarning),
    ignored: ignored.length === 0 ? undefined : ignored,
    freedoms: freedoms.size === 0 ? undefined : [...freedoms],
  };
}

function entryOf(of: EmulatorPlan, noted: Noted): JournalEntry {
  const { number, time, method, status, plan, responseHeaders, requestHeaders, ...more } = noted;
  const names = readSecretNames(of);
  const secrets = [
    ...(of.uploads === undefined ? [] : [of.uploads.parameter]),
    ...(plan === undefined ? secretNamesIn(noted.url) : []),
  ];
  const redact = (address: string): string => (URL.canParse(address) ? redactUrl(address, names, secrets) : address);
  const others = undocumented(plan, noted.params);
  const known = Object.entries({ operation: plan?.operation.id, ...more, undocumented: others });
  return {
    number,
    time,
    method,
    status,
    ...Object.fromEntries(known.filter(([, value]) => value !== undefined)),
    url: redact(noted.url),
    requestHeaders: redactHeaders(requestHeaders, names, redact),
    responseHeaders: responseHeaders === undefined ? {} : redactHeaders(responseHeaders, names, redact),
  };
}

/** Names of sent parameters that the operation does not declare; undefined if there are none. */
function undocumented(plan: OperationPlan | undefined, params: JsonObject = {}): readonly string[] | undefined {
  const names = new Set(plan && expandParameters(plan.operation).map(({ property, name }) => property ?? name));
  const others = Object.keys(params).filter((name) => !names.has(name));
  return others.length === 0 ? undefined : others;
}
