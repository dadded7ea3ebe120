import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { cloneData } from '../body/json-text.js';
import { InvalidOptionError } from '../errors/errors.js';
import { readOwn } from '../params/values.js';
import type { CallResponse } from '../options/call-response.js';
import type { Scope } from '../options/scope.js';
import { openCallScope } from '../transport/call-scope.js';
import { detach, metaFor, requestKey, startFlight, type Flight } from './flight.js';
import type { CallMeta } from '../errors/call-meta.js';
import type { Call, Settings, CallFeature, SendCall } from '../options/options.js';

/** Which look-ups are joined. */
export interface JoinIdsOptions {
  /** Most ids of one request. Default: what the spec says, else 50. */
  readonly max?: number | undefined;
  /** Ids of the operations whose look-ups are joined: `['videos.list']`. Default: all that the spec lets join. */
  readonly operations?: readonly string[] | undefined;
}

/** A call that waits for the others of its moment. */
interface Waiting {
  readonly call: Call;
  readonly ids: readonly string[];
  readonly scope: Scope;
  readonly next: SendCall;
  readonly resolve: (received: Promise<CallResponse<unknown>>) => void;
}

/** A request for some of the ids, or all. */
interface Batch {
  readonly ids: ReadonlySet<string>;
  /** The call that its cost is told to: the first that wants one of its ids. */
  readonly payer: Waiting | undefined;
  readonly flight: Flight<CallResponse<unknown>>;
}

/**
 * For the option `joinIds`: look-ups by id that a client starts in the same moment, and that differ in nothing but their ids,
 * are sent as few requests, each with as many ids as it takes. Each caller gets its own items, in the order of its ids, and may
 * give up by itself.
 */
export function joinIds({ max, operations }: JoinIdsOptions = {}): CallFeature {
  if (max !== undefined && !(Number.isInteger(max) && max > 0))
    throw new InvalidOptionError('max', 'must be a whole number, at least 1');
  // The settings stand for the client: its credentials, address and middleware are those of all its calls.
  const clients = new WeakMap<Settings, Map<string, Waiting[]>>();

  function enqueue(waiting: Waiting): void {
    const { call } = waiting;
    const queues = clients.get(call.settings) ?? new Map<string, Waiting[]>();
    clients.set(call.settings, queues);
    const key = requestKey(call, { ...call.params, [parameter]: ['-'] });
    const queue = queues.get(key);
    if (queue !== undefined) return void queue.push(waiting);
    const started = [waiting];
    queues.set(key, started);
    // A timer, since the calls of one moment may come here by more or fewer steps.
    setTimeout(() => {
      queues.delete(key);
      send(started, max ?? call.operation.joins?.max ?? 50);
    });
  }

  return {
    around: async (call, next) => {
      const ids = call.readsBody && operations?.includes(call.operation.id) !== false ? idsOf(call) : undefined;
      if (ids === undefined) return next(call);
      const scope = openCallScope(call);
      try {
        return await scope.wait(
          new Promise<CallResponse<unknown>>((resolve) => enqueue({ call, ids, scope, next, resolve })),
        );
      } catch (error) {
        // What else it waits for need not go on.
        scope.end(error);
        throw error;
      } finally {
        scope.close();
      }
    },
  };
}

const parameter = 'id';

/** The ids of a look-up that can be joined: one that wants neither a certain page nor only what has changed. */
function idsOf({ operation: { joins, paging }, params, asBytes }: Call): readonly string[] | undefined {
  const given = readOwn(params, parameter);
  if (joins === undefined || asBytes || !Array.isArray(given)) return undefined;
  const own = ['If-None-Match', joins.size, paging?.token?.parameter];
  if (own.some((name) => name !== undefined && readOwn(params, name) !== undefined)) return undefined;
  const ids: readonly unknown[] = given;
  // A comma would make two of one.
  const plain = ids.filter((id): id is string => typeof id === 'string' && /^[^,]+$/.test(id));
  return plain.length === 0 || plain.length < ids.length ? undefined : [...new Set(plain)];
}

/** How many ids a look-up names, some of them perhaps twice. */
function countOf({ params }: Call): number {
  const ids = readOwn(params, parameter);
  return Array.isArray(ids) ? ids.length : 0;
}

function send(queue: readonly Waiting[], max: number): void {
  const here = queue.filter(({ scope }) => !scope.signal.aborted);
  const ids = [...new Set(here.flatMap((one) => one.ids))];
  const [first] = here;
  if (first === undefined) return;
  // A look-up that is alone stays as it is, unless it is too long.
  if (here.length === 1 && countOf(first.call) <= max) return first.resolve(first.next(first.call));
  const batches: Batch[] = [];
  for (let start = 0; start < ids.length; start += max)
    batches.push(startBatch(here, first, ids.slice(start, start + max)));
  for (const one of here) one.resolve(collect(one, batches, here));
}

function startBatch(here: readonly Waiting[], { call, next }: Waiting, ids: readonly string[]): Batch {
  const size = call.operation.joins?.size;
  const params = { ...call.params, [parameter]: ids, ...(size === undefined ? {} : { [size]: ids.length }) };
  return {
    ids: new Set(ids),
    payer: here.find((one) => one.ids.some((id) => ids.includes(id))),
    flight: startFlight((signal) => readAll({ ...detach(call, signal), params }, ids, next)),
  };
}

/** Sends a joined look-up, and once more for the ids that are missing as long as the service has more to send. */
async function readAll(call: Call, ids: readonly string[], next: SendCall): Promise<CallResponse<unknown>> {
  const items = call.operation.paging?.items ?? '';
  const following = call.operation.paging?.token?.property;
  const pages: unknown[] = [];
  const metas: CallMeta[] = [];
  const found = new Set<unknown>();
  for (let missing = ids; ;) {
    const received = await next({ ...call, params: { ...call.params, [parameter]: missing } });
    const page = await received.read();
    pages.push(page);
    metas.push(received.meta);
    const before = found.size;
    for (const item of listItems(page, items)) found.add(isJsonObject(item) ? item[parameter] : undefined);
    missing = ids.filter((id) => !found.has(id));
    const isMore = following !== undefined && isJsonObject(page) && page[following] !== undefined;
    if (!isMore || missing.length === 0 || found.size === before)
      return { ...received, meta: metas.reduce(addUp), read: async () => mergePages(pages, items) };
  }
}

function mergePages(pages: readonly unknown[], items: string): unknown {
  const [first] = pages;
  if (pages.length < 2 || !isJsonObject(first)) return first;
  return { ...first, [items]: pages.flatMap((page) => listItems(page, items)) };
}

function listItems(page: unknown, items: string): readonly Json[] {
  const list = isJsonObject(page) ? page[items] : undefined;
  return Array.isArray(list) ? list : [];
}

async function collect(
  one: Waiting,
  batches: readonly Batch[],
  here: readonly Waiting[],
): Promise<CallResponse<unknown>> {
  const { call, ids, scope, next } = one;
  const mine = batches.filter((batch) => ids.some((id) => batch.ids.has(id)));
  const responses = await Promise.all(mine.map(({ flight }) => flight.wait(scope)));
  const [first] = responses;
  const pages = await Promise.all(responses.map((received) => received.read()));
  const others = new Set(here.flatMap((other) => (other === one ? [] : other.ids)));
  const data = pickItems(pages, { items: call.operation.paging?.items ?? '', ids, others });
  // Items that do not say their ids, for `fields` leaves them out, are nobody's.
  if (first === undefined || data === undefined) return next(call);
  const metas = responses.map(({ meta }, index) => metaFor(meta, mine[index]?.payer === one));
  return { ...first, meta: metas.reduce(addUp), read: async () => data };
}

/** What several requests took and cost together; the rest is the first one's. */
function addUp(one: CallMeta, other: CallMeta): CallMeta {
  const quotaCost = one.quotaCost === undefined ? undefined : one.quotaCost + (other.quotaCost ?? 0);
  return { ...one, attempts: one.attempts + other.attempts, quotaCost };
}

/** Which items of a response a caller gets. */
export interface Wanted {
  /** Property of the response that holds the items. */
  readonly items: string;
  /** The ids that the caller asked for, each once. */
  readonly ids: readonly string[];
  /** Those that others asked for with it. */
  readonly others: ReadonlySet<string>;
}

/**
 * A caller's own response out of responses to more ids: its items in the order of its ids, and without what only says
 * something of the whole. `undefined` where the items do not tell whose they are.
 */
export function pickItems(pages: readonly unknown[], { items, ids, others }: Wanted): JsonObject | undefined {
  const [first] = pages;
  const lists = pages.map((page) => (isJsonObject(page) ? page[items] : undefined));
  const all = pages.flatMap((page) => listItems(page, items));
  const known = new Map<Json | undefined, Json>(all.map((item) => [isJsonObject(item) ? item['id'] : undefined, item]));
  const areNamed =
    known.size === all.length &&
    !known.has(undefined) &&
    lists.every((list) => Array.isArray(list) || list === undefined);
  if (!isJsonObject(first) || (others.size > 0 && !areNamed)) return undefined;
  const mine = !areNamed
    ? all
    : ids.flatMap((id) => {
        const item = known.get(id);
        return item === undefined ? [] : [others.has(id) ? cloneData(item) : item];
      });
  return { ...ownRest(first, items, mine.length), [items]: mine };
}

/** Whatever stands beside the items, with the counts of the caller's own. */
function ownRest(page: JsonObject, items: string, count: number): JsonObject {
  const rest = Object.entries(page).filter(([name]) => name !== items && !/^etag$|page_?token$/i.test(name));
  return Object.fromEntries(
    rest.map(([name, value]) => [name, cloneData(isJsonObject(value) ? withCounts(value, count) : value)]),
  );
}

function withCounts(info: JsonObject, count: number): JsonObject {
  const counts = ['totalResults', 'resultsPerPage']
    .filter((name) => name in info)
    .map((name) => [name, count] as const);
  return { ...info, ...Object.fromEntries(counts) };
}
