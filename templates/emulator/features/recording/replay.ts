import { mediaTypeOf } from '@speccast/runtime/requests';
import type { Engine } from '../../world/engine.js';
import type { World } from '../../store/world.js';
import { callKey } from './call-key.js';
import { dependentTables } from './dependent-tables.js';
import { effectsOf, type KnownCall, knownCall, RecordedRows } from './recorded-rows.js';
import type { RecordedCall, Recording } from './recording.js';
import type { SecretNames } from '../../plan/secret-names.js';
import { withKnownBody } from '../../respond/known-body.js';

/** A request, as far as finding its recording needs. */
export interface ReplayedRequest {
  readonly method: string;
  readonly target: string;
  readonly mediaType: string;
  /** Undefined if it is longer than all that was recorded. */
  readonly body: Uint8Array | undefined;
  /** Who calls, as the recording has it; undefined for a stranger. */
  readonly caller: string | undefined;
}

/** The calls of one caller with one key, and how many were replayed. */
interface Series {
  readonly calls: readonly Replayable[];
  next: number;
}

/** How much longer credentials may be than what replaces them, in bytes. */
const credentialBytes = 64 * 1024;

interface Replayable {
  readonly call: RecordedCall;
  readonly known: KnownCall | undefined;
}

/** Responds with recorded responses while they are true, and keeps the state of the emulator in step with them. */
export class Replay {
  readonly #engine: Engine;
  readonly #names: SecretNames;
  readonly #series: ReadonlyMap<string, Series>;
  /** The length of the longest body that can be a recorded one, in bytes. */
  readonly longestBody: number;
  /** Versions of the tables that no write but recorded ones has touched. */
  #clean: ReadonlyMap<string, object> = new Map();
  #resets = -1;

  /** Puts the rows, callers and the time of the recording into the emulator. */
  constructor(engine: Engine, recording: Recording, names: SecretNames) {
    this.#engine = engine;
    this.#names = names;
    const rows = new RecordedRows(engine.shared);
    const series = new Map<string, Series & { readonly calls: Replayable[] }>();
    for (const call of recording.calls) {
      rows.note(call);
      if (call.body === undefined || call.requestBody === undefined || call.isFailed) continue;
      const key = `${call.caller}\n${this.#keyOf({ ...call, mediaType: call.requestType, body: call.requestBody })}`;
      const one = series.get(key) ?? { calls: [], next: 0 };
      series.set(key, one);
      one.calls.push({ call, known: knownCall(engine.shared, call) });
    }
    this.#series = series;
    const longest = recording.calls.reduce((most, { requestBody }) => Math.max(most, requestBody?.length ?? 0), 0);
    // What replaces credentials is often shorter than they are.
    this.longestBody = longest === 0 ? 0 : 2 * longest + credentialBytes;
    engine.startWith(rows.state());
    this.#rewind();
  }

  /** The recorded response to a request; undefined if the emulator has to respond. */
  find(request: ReplayedRequest): RecordedCall | undefined {
    this.#rewind();
    if (request.caller === undefined || request.body === undefined) return undefined;
    const series = this.#series.get(`${request.caller}\n${this.#keyOf(request)}`);
    const isRead = isSafe(request.method);
    // Reads may come more often than they did; a write that comes once more is a new one.
    const found = series?.calls[isRead ? Math.min(series.next, series.calls.length - 1) : series.next];
    if (series === undefined || found === undefined || !this.#isTrue(found, isRead)) return undefined;
    series.next += 1;
    if (!isRead) this.#apply(found);
    return found.call;
  }

  /** Lets the emulator respond. What it reads does not count as a change, though it may make rows. */
  async fallBack(isRead: boolean, respond: () => Promise<Response>): Promise<Response> {
    const before = this.#clean;
    const world = this.#engine.world;
    const response = await respond();
    // Another request may have changed it meanwhile.
    if (isRead && this.#clean === before) this.#tidy(world, this.#engine.world);
    return response;
  }

  #keyOf({ method, target, mediaType, body }: Omit<ReplayedRequest, 'caller'>): string {
    return callKey({ method, target, mediaType, body }, this.#names);
  }

  /** Begins with the first calls again after a reset. */
  #rewind(): void {
    if (this.#resets === this.#engine.resets) return;
    this.#resets = this.#engine.resets;
    for (const series of this.#series.values()) series.next = 0;
    this.#clean = this.#engine.filledWorld().tables;
  }

  /** Whether a recorded response still says what is so. */
  #isTrue({ known }: Replayable, isRead: boolean): boolean {
    if (known === undefined) return true;
    const { action } = known.plan.behaviour;
    // What a creation makes does not depend on what is there.
    if (!isRead && typeof action === 'object' && 'insert' in action) return true;
    return [...dependentTables(this.#engine.shared, known.plan)].every((table) => this.#isClean(table));
  }

  #isClean(table: string): boolean {
    return this.#engine.world.tables.get(table) === this.#clean.get(table);
  }

  /** Makes the state what it was after a recorded write. */
  #apply({ call, known }: Replayable): void {
    if (known === undefined || call.status < 200 || call.status > 299) return;
    const before = this.#engine.world;
    this.#engine.change((tables) => {
      for (const { table, key, row } of effectsOf(this.#engine.shared, known, call)) {
        if (row === undefined) tables.remove(table, key);
        else tables.put(table, { ...tables.get(table, key), ...row });
      }
    });
    this.#tidy(before, this.#engine.world);
  }

  /** Tables that were clean before stay so. */
  #tidy(before: World, after: World): void {
    const clean = new Map(this.#clean);
    for (const [name, table] of after.tables) if (before.tables.get(name) === clean.get(name)) clean.set(name, table);
    this.#clean = clean;
  }
}

/** Whether a method only reads. */
export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

// Of the connection, or of how the body was written then.
const notReplayed: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'proxy-connection',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Makes addresses of the real service those of the emulator; undefined for those of others. */
export interface RewriteLinks {
  readonly header: (name: string, value: string) => string | undefined;
  readonly body: (bytes: Uint8Array, type: string) => Uint8Array;
}

/** A recorded response. */
export function replayedResponse(
  { status, headers, body }: RecordedCall,
  method: string,
  links: RewriteLinks,
): Response {
  const result = new Headers();
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    if (!notReplayed.has(lower)) result.append(name, links.header(lower, value) ?? value);
  }
  const isEmpty = method === 'HEAD' || [204, 205, 304].includes(status) || body === undefined;
  if (isEmpty) return new Response(null, { status, headers: result });
  const whole = links.body(body, mediaTypeOf(result.get('content-type') ?? ''));
  return withKnownBody(new Response(Uint8Array.from(whole), { status, headers: result }), whole);
}
