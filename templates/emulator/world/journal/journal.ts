import { expandParameters, type JsonObject } from '@speccast/runtime';
import type { EmulatorPlan, Notes, OperationPlan, Received } from '../../plan/plan.js';
import { describeWarning } from '../../plan/notes.js';
import { countBytes } from '../../store/media.js';
import { KeptFiles } from './kept-files.js';
import type { JournalEntry, JournalView } from './journal-entry.js';
import { readSecretNames } from '../../plan/secret-names.js';
import { redactHeaders, redactUrl, secretNamesIn } from './redact.js';
import type { JournalOptions } from '../../plan/options.js';

/** A recorded request, whose entry is made when it is read. */
type Noted = ReturnType<typeof noteFacts>;

/** A call that was just recorded. */
export interface NotedCall {
  readonly number: number;
  readonly plan: OperationPlan | undefined;
  readonly faults: Received['faults'];
  /** The state before and after it; undefined if that is not known. */
  readonly states: Notes['states'];
  /** True if it may have changed the state, as far as method and status tell. */
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
  readonly #secretParameters: readonly string[];
  readonly #limit: number;
  readonly #made: JournalEntry[] = [];
  #noted: Noted[] = [];
  #count = 0;
  #clears = 0;

  constructor(plan: EmulatorPlan, secretParameters: readonly string[], options: JournalOptions | false = {}) {
    this.#plan = plan;
    this.#secretParameters = secretParameters;
    this.#limit = options === false ? 0 : Math.max(0, options.limit ?? usualLimit);
    this.entries = this.#view();
  }

  /** Records a request and its response, which is undefined if the connection broke. */
  note(received: Received, response: Response | undefined, moment: NotedMoment): void {
    if (this.#limit <= 0) return;
    const { request, plan } = received;
    this.#count += 1;
    if (received.media !== undefined) this.files.keep(this.#count, received.media);
    this.#noted.push(noteFacts(received, response, { number: this.#count, ...moment }));
    if (this.#noted.length >= 2 * this.#limit) this.#noted = this.#noted.slice(-this.#limit);
    if (this.listeners.size === 0) return;
    const mayChange = !(request.method === 'GET' || request.method === 'HEAD' || (response?.status ?? 0) >= 400);
    for (const listener of this.listeners)
      listener({ number: this.#count, plan, faults: received.faults, states: received.notes.states, mayChange });
  }

  /** The number of times that it was cleared: each time, it counts from 1 again. */
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
    for (const one of noted) this.#made.push(toEntry(this.#plan, this.#secretParameters, one));
    if (this.#made.length > this.#limit) this.#made.splice(0, this.#made.length - this.#limit);
    return this.#made;
  }
}

/** Takes from a request all that its entry is made of; empty lists are left out. */
function noteFacts(
  received: Received,
  response: Response | undefined,
  { number, ...moment }: NotedMoment & { readonly number: number },
) {
  const { request, plan, params, body, media, error, responseBody, sent, faults, source, violations = [] } = received;
  const { warnings, ignored, freedoms, sampled } = received.notes;
  const hasBody = response !== undefined && response.status !== 304 && request.method !== 'HEAD';
  return {
    number,
    ...moment,
    durationMs: Math.round((performance.now() - received.started) * 10) / 10,
    cost: received.isCounted === true ? plan?.operation.quota?.cost : undefined,
    method: request.method,
    url: request.url,
    plan,
    params,
    requestHeaders: request.headers,
    body,
    media: media && { bytes: countBytes(media), mediaType: media.mediaType },
    status: response?.status ?? 0,
    reason: error?.reason,
    responseHeaders: response?.headers,
    responseBody: hasBody ? responseBody : undefined,
    responseMedia: hasBody ? sent : undefined,
    faults: faults?.map(({ id }) => id),
    source,
    violations: violations.length === 0 ? undefined : violations,
    sampled,
    warnings: warnings.length === 0 ? undefined : warnings.map(describeWarning),
    ignored: ignored.length === 0 ? undefined : ignored,
    freedoms: freedoms.size === 0 ? undefined : [...freedoms],
  };
}

/** Makes the entry of a request, without its secrets. */
function toEntry(service: EmulatorPlan, secretParameters: readonly string[], noted: Noted): JournalEntry {
  const { number, time, method, status, plan, responseHeaders, requestHeaders, ...more } = noted;
  const names = readSecretNames(service);
  const secrets = [...secretParameters, ...(plan === undefined ? secretNamesIn(noted.url) : [])];
  const redact = (address: string): string => (URL.canParse(address) ? redactUrl(address, names, secrets) : address);
  const known = Object.entries({
    operation: plan?.operation.id,
    ...more,
    undocumented: findUndocumented(plan, noted.params),
  });
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

/** Names the sent parameters that the operation does not declare; undefined if there are none. */
function findUndocumented(plan: OperationPlan | undefined, params: JsonObject = {}): readonly string[] | undefined {
  const names = new Set(plan && expandParameters(plan.operation).map(({ property, name }) => property ?? name));
  const others = Object.keys(params).filter((name) => !names.has(name));
  return others.length === 0 ? undefined : others;
}
