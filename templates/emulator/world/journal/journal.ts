import { expandParameters } from '@speccast/runtime';
import type { EmulatorPlan, Notes, OperationPlan, Received } from '../../plan/plan.js';
import { describeWarning } from '../../plan/notes.js';
import { type ReceivedMedia, countBytes } from '../../store/media.js';
import type { JournalEntry, JournalView } from './journal-entry.js';
import { readSecretNames } from '../../plan/secret-names.js';
import { namesSecret, redactHeaders, redactUrl } from './redactor.js';
import type { JournalOptions } from '../../plan/options.js';
import { defined } from '../../values/defined.js';

/** A call that was just recorded. */
export interface NotedCall {
  readonly number: number;
  readonly plan: OperationPlan | undefined;
  readonly faults: Received['faults'];
  /** The state before and after it; undefined if that is not known. */
  readonly states: Notes['states'];
  /** True if it may have changed the state, by its method and status. */
  readonly mayChange: boolean;
}

const usualLimit = 10_000;

/** Longest file that is kept, in bytes. */
const longest = 1024 * 1024;

/** Maximum number of bytes of all files that are kept. */
const most = 16 * longest;

/** The requests to a world and its responses: the newest entries, up to a limit. */
export class Journal {
  /** The entries, the oldest first. A read-only view that is always up to date. */
  readonly entries: JournalView;
  /** Called after each entry, while the state is that of its response. */
  readonly listeners: Set<(noted: NotedCall) => void> = new Set();
  /** Files of the newest requests by the number of the entry, within the limits above, so that requests can be sent again. */
  readonly files: Map<number, ReceivedMedia> = new Map();
  /** The number of times that it was cleared: each time, it counts from 1 again. */
  clears = 0;
  readonly #plan: EmulatorPlan;
  readonly #secretParameters: readonly string[];
  readonly #limit: number;
  readonly #entries: JournalEntry[] = [];
  #count = 0;
  /** Bytes of all kept files. */
  #bytes = 0;

  constructor(plan: EmulatorPlan, secretParameters: readonly string[], options: JournalOptions | false = {}) {
    this.#plan = plan;
    this.#secretParameters = secretParameters;
    this.#limit = options === false ? 0 : Math.max(0, options.limit ?? usualLimit);
    const view = new Proxy<readonly JournalEntry[]>(this.#entries, {
      get: (entries, name) => {
        if (name === 'limit') return this.#limit;
        return name === 'dropped' ? Math.max(0, this.#count - this.#limit) : Reflect.get(entries, name);
      },
      set: () => false,
      defineProperty: () => false,
      deleteProperty: () => false,
    });
    // `get` adds the other two members.
    this.entries = view as JournalView;
  }

  /**
   * Records a request and its response, which is undefined if the connection broke. `time` is that of the response, by the clock of
   * the world, and `caller` the id of the caller.
   */
  note(
    received: Received,
    response: Response | undefined,
    moment: { readonly time: number; readonly caller: string | undefined },
  ): void {
    if (this.#limit <= 0) return;
    const { request, plan } = received;
    this.#count += 1;
    if (received.media) this.#keepFile(received.media);
    const entry = this.#createEntry(received, response);
    this.#entries.push({ number: this.#count, ...defined(moment), ...entry });
    if (this.#entries.length > this.#limit) this.#entries.shift();
    if (this.listeners.size === 0) return;
    const mayChange = !(request.method === 'GET' || request.method === 'HEAD' || (response?.status ?? 0) >= 400);
    for (const listener of this.listeners)
      listener({ number: this.#count, plan, faults: received.faults, states: received.notes.states, mayChange });
  }

  clear(): void {
    this.clears += 1;
    this.files.clear();
    this.#entries.length = 0;
    this.#count = 0;
    this.#bytes = 0;
  }

  /** Keeps the file of the newest entry, unless it is too long. Removes the oldest files to make room. */
  #keepFile(file: ReceivedMedia): void {
    if (countBytes(file) > longest) return;
    this.files.set(this.#count, file);
    this.#bytes += countBytes(file);
    for (const [oldest, other] of this.files) {
      if (this.#bytes <= most) break;
      this.files.delete(oldest);
      this.#bytes -= countBytes(other);
    }
  }

  /** Creates the entry of a request, without its secrets. */
  #createEntry(received: Received, response: Response | undefined): Omit<JournalEntry, 'number' | 'time'> {
    const { request, plan, params, body, media, error, faults, source, violations = [] } = received;
    const { warnings, ignored, freedoms, sampled } = received.notes;
    const hasBody = response !== undefined && response.status !== 304 && request.method !== 'HEAD';
    const names = readSecretNames(this.#plan);
    // `Key=` instead of `key=` contains the key as well.
    const isSecret = (name: string) =>
      names.isQuery(name) || this.#secretParameters.includes(name.toLowerCase()) || (!plan && namesSecret.test(name));
    const redact = (address: string) => redactUrl(address, isSecret);
    const declared = new Set(plan && expandParameters(plan.operation).map(({ property, name }) => property ?? name));
    const known = {
      operation: plan?.operation.id,
      durationMs: Math.round((performance.now() - received.started) * 10) / 10,
      cost: received.isCounted && plan?.operation.quota?.cost,
      params,
      body,
      media: media && { bytes: countBytes(media), mediaType: media.mediaType },
      reason: error?.reason,
      responseBody: hasBody ? received.responseBody : undefined,
      responseMedia: hasBody ? received.sent : undefined,
      faults: faults?.map(({ id }) => id),
      source,
      sampled,
      undocumented: nonEmpty(Object.keys(params ?? {}).filter((name) => !declared.has(name))),
      violations: nonEmpty(violations),
      warnings: nonEmpty(warnings.map(describeWarning)),
      ignored: nonEmpty([...ignored]),
      freedoms: nonEmpty([...freedoms]),
    };
    return {
      method: request.method,
      status: response?.status ?? 0,
      ...defined(known),
      url: redact(request.url),
      requestHeaders: redactHeaders(request.headers, names, redact),
      responseHeaders: response ? redactHeaders(response.headers, names, redact) : {},
    };
  }
}

function nonEmpty<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length === 0 ? undefined : list;
}
