import { type Json, type SecretNames, createMessageRedactor, isJsonObject, parseJson } from '@speccast/runtime';
import { isBodyless, isJsonType, mediaTypeOf, textOrLatin1 } from '@speccast/runtime/requests';
import { withKnownBody } from '../../respond/respond.js';
import type { World } from '../../store/world.js';
import type { Engine } from '../../world/engine.js';
import type { OperationPlan } from '../../plan/plan.js';
import { findTable } from '../../plan/rule.js';
import type { Shared } from '../../receive/shared.js';
import {
  type KnownCall,
  type RecordedCall,
  RecordedRows,
  type Recording,
  findCall,
  readEffects,
} from './recorded-rows.js';
import { isSafe } from '../../values/safe-method.js';
import { compareTexts } from '../../store/compare-values.js';

/** The calls of one caller with one key, and the index of the next to be replayed. */
interface Series {
  readonly calls: RecordedCall[];
  next: number;
}

/** Maximum difference in length of credentials and the text that replaces them, in bytes. */
const credentialBytes = 64 * 1024;

/** Responds with recorded responses as long as they fit the state, and makes the changes of recorded writes in the state. */
export class Replay {
  /** The length of the longest body that can be a recorded one, in bytes. */
  readonly longestBody: number;
  readonly #engine: Engine;
  readonly #names: SecretNames;
  readonly #series = new Map<string, Series>();
  /** Versions of the tables that only recorded writes have changed. */
  #clean: ReadonlyMap<string, object> = new Map();
  #resets = -1;

  /** Sets the rows, callers and time of the emulator to those of the recording. */
  constructor(engine: Engine, { calls }: Recording, names: SecretNames) {
    this.#engine = engine;
    this.#names = names;
    const rows = new RecordedRows(engine.shared);
    let longest = 0;
    for (const call of calls) {
      rows.note(call);
      const { method, target, caller, requestType, requestBody: body } = call;
      longest = Math.max(longest, body?.length ?? 0);
      if (!call.body || !body || call.isFailed) continue;
      const key = `${caller}\n${callKey({ method, target, mediaType: requestType, body }, names)}`;
      const series = this.#series.get(key) ?? { calls: [], next: 0 };
      this.#series.set(key, series);
      series.calls.push(call);
    }
    // Credentials are often longer than the text that replaces them.
    this.longestBody = longest === 0 ? 0 : 2 * longest + credentialBytes;
    engine.startWith(rows.state());
    this.#rewind();
  }

  /**
   * Finds the recorded response to a request of a caller (`redacted-1`); undefined if the emulator has to respond. Pass undefined for
   * an unknown caller, and for a body that is longer than all recorded ones.
   */
  find(request: AskedCall, caller: string | undefined): RecordedCall | undefined {
    this.#rewind();
    if (caller === undefined || !request.body) return undefined;
    const series = this.#series.get(`${caller}\n${callKey(request, this.#names)}`);
    if (!series) return undefined;
    const { calls, next } = series;
    const isRead = isSafe(request.method);
    // The last recorded read is repeated. A write after the last recorded one is new.
    const found = isRead ? (calls[next] ?? calls.at(-1)) : calls[next];
    const known = found && findCall(this.#engine.shared, found);
    if (!found || (known && !this.#isTrue(known, isRead))) return undefined;
    series.next += 1;
    if (known && !isRead && found.status >= 200 && found.status <= 299) this.#apply(known, found);
    return found;
  }

  /** Lets the emulator respond. Rows that a read creates do not count as changes. */
  async fallBack(isRead: boolean, respond: () => Promise<Response>): Promise<Response> {
    const clean = this.#clean;
    const { world } = this.#engine;
    const response = await respond();
    // Another request may have changed it meanwhile.
    if (isRead && this.#clean === clean) this.#keepClean(world);
    return response;
  }

  /** Starts again with the first recorded calls after a reset of the emulator. */
  #rewind(): void {
    if (this.#resets === this.#engine.resets) return;
    this.#resets = this.#engine.resets;
    for (const series of this.#series.values()) series.next = 0;
    this.#clean = this.#engine.filledWorld().tables;
  }

  /** Returns whether a recorded response still fits the state. */
  #isTrue({ plan }: KnownCall, isRead: boolean): boolean {
    const { action } = plan.behaviour;
    // A new row does not depend on the others.
    if (!isRead && typeof action === 'object' && 'insert' in action) return true;
    const { tables } = this.#engine.world;
    return dependentTables(this.#engine.shared, plan).every((table) => tables.get(table) === this.#clean.get(table));
  }

  /** Changes the rows that a successful recorded write changed. */
  #apply(known: KnownCall, call: RecordedCall): void {
    const { world } = this.#engine;
    this.#engine.change((tables) => {
      for (const { table, key, row, on } of readEffects(known, call)) {
        if (on === 'delete') tables.remove(table, key);
        else tables.put(table, { ...tables.get(table, key), ...row });
      }
    });
    this.#keepClean(world);
  }

  /** Keeps the tables clean that were clean before a change. */
  #keepClean(before: World): void {
    const clean = new Map(this.#clean);
    for (const [name, table] of this.#engine.world.tables)
      if (before.tables.get(name) === clean.get(name)) clean.set(name, table);
    this.#clean = clean;
  }
}

/** Matches headers of a connection (RFC 9110, section 7.6.1). */
export const connectionHeader: RegExp =
  /^(?:connection|keep-alive|proxy-(?:authenticate|authorization|connection)|te|trailer|transfer-encoding|upgrade)$/;

/** Functions that replace URLs of the real service by those of the emulator. `header` returns undefined for a URL of another service. */
export interface RewriteLinks {
  readonly header: (name: string, value: string) => string | undefined;
  readonly body: (bytes: Uint8Array, type: string) => Uint8Array;
}

/** Creates the response of a recorded call. */
export function createReplayed(
  { status, headers: recorded, body }: RecordedCall,
  method: string,
  links: RewriteLinks,
): Response {
  const headers = new Headers();
  for (const [name, value] of recorded) {
    const lower = name.toLowerCase();
    // The body is recorded without its encoding.
    if (!connectionHeader.test(lower) && !/^content-(?:encoding|length)$/.test(lower))
      headers.append(name, links.header(lower, value) ?? value);
  }
  if (method === 'HEAD' || isBodyless(status) || !body) return new Response(null, { status, headers });
  const whole = links.body(body, mediaTypeOf(headers.get('content-type') ?? ''));
  return withKnownBody(new Response(Uint8Array.from(whole), { status, headers }), whole);
}

/** Lists the tables that the response of an operation can depend on: its own, and those that rules and filters refer to. */
function dependentTables({ rules }: Shared, { behaviour }: OperationPlan): readonly string[] {
  const filters = [behaviour.filters, behaviour.selectors].flatMap((all) => Object.values(all ?? {}));
  const tables = new Set([findTable(behaviour), ...filters.flatMap(({ table, related }) => [table, related?.table])]);
  // The loop also visits the tables that are added here.
  for (const table of tables) {
    if (table === undefined) continue;
    const { visibility = [], owner, copies = {}, embeds = {}, counts = {} } = rules(table);
    for (const { table: other } of visibility) tables.add(other);
    if (typeof owner === 'object') tables.add(owner.table);
    for (const { of } of [copies, embeds, counts].flatMap((all) => Object.values(all))) tables.add(of);
  }
  return [...tables].filter((table) => table !== undefined);
}

/** The parts of a call that identify it, without its caller. */
export interface AskedCall {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly mediaType: string;
  readonly body: Uint8Array | undefined;
}

const mask = '*';

/** Returns a key that is equal for calls with the same method, path, query and body, except for spaces, the order of members and credentials. */
export function callKey({ method, target, mediaType, body }: AskedCall, names: SecretNames): string {
  const { pathname, searchParams } = new URL(target, 'http://recorded.test');
  const query = [...searchParams].map(([name, value]) => [name, names.isQuery(name) ? mask : value] as const);
  const content = body?.length ? bodyKey(textOrLatin1(body), mediaType, names) : null;
  return JSON.stringify([method, pathname, sortPairs(query), content]);
}

type Pairs = readonly (readonly [string, string])[];

/** Sorts pairs by name; those of one name keep their order. */
function sortPairs(pairs: Pairs): Pairs {
  return pairs.toSorted(([left], [right]) => compareTexts(left, right));
}

function bodyKey(text: string, mediaType: string, names: SecretNames): Json {
  const redactor = createMessageRedactor(names, () => mask);
  const masked = redactor.body(text, mediaType);
  const sortMembers = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(sortMembers);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.keys(value)
        .sort()
        .map((name) => [name, names.isMember(name) ? mask : sortMembers(value[name] ?? null)]),
    );
  };
  const json = isJsonType(mediaType) || mediaType === '' ? parseJson(masked) : undefined;
  if (json !== undefined) return sortMembers(json);
  if (mediaType === 'application/x-www-form-urlencoded') {
    return sortPairs([...new URLSearchParams(masked)].map(([name, value]) => [name, redactor.text(value)] as const));
  }
  // Clients choose a new boundary each time.
  const [, boundary] = mediaType.startsWith('multipart/') ? (/^\s*--([^\r\n]+)/.exec(text) ?? []) : [];
  return boundary === undefined ? masked : masked.replaceAll(boundary, 'boundary');
}
