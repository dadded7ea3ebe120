import { isJsonObject, type Json } from '../../json.js';
import { cloneData } from '../body/json-text.js';
import { InvalidOptionError } from '../errors/errors.js';
import { readOwn, readPath } from '../params/values.js';
import type { CallResponse } from '../options/call-response.js';
import type { Scope } from '../options/scope.js';
import { openCallScope } from '../transport/call-scope.js';
import { startFlight, type Flight } from '../options/flight.js';
import { detach, mapByClient, metaFor, requestKey } from './shared-call.js';
import type { CallMeta } from '../errors/call-meta.js';
import type { Call, CallFeature, SendCall } from '../options/options.js';

/** Options of `joinIds`. */
export interface JoinIdsOptions {
  /** Maximum number of ids in a request. Default: that of the spec, or else 50. */
  readonly max?: number | undefined;
  /** Ids of the operations whose calls are joined: `['videos.list']`. Default: all that allow it by the spec. */
  readonly operations?: readonly string[] | undefined;
}

/** A call that waits for simultaneous calls. */
interface Waiting {
  readonly call: Call;
  readonly ids: readonly string[];
  readonly scope: Scope;
  readonly next: SendCall;
  readonly resolve: (received: Promise<CallResponse<unknown>>) => void;
}

/** A joined request for some of the ids, or all. */
interface Batch {
  readonly ids: readonly string[];
  /** The first call with one of the ids: it reports the cost. */
  readonly payer: Waiting | undefined;
  readonly flight: Flight<Joined>;
}

/** The response to a joined request, its page, and the items of this and the following pages. */
interface Joined {
  readonly received: CallResponse<unknown>;
  readonly page: unknown;
  readonly items: readonly Json[];
}

/**
 * Creates the option `joinIds`: simultaneous calls by id that differ only in their ids are sent together, in as few requests as possible.
 * `list({ id: ['a'] })` and `list({ id: ['b'] })` → `GET /videos?id=a,b`. Each caller gets its own items, in the order of its ids, and
 * can abort without affecting the others.
 */
export function joinIds({ max, operations }: JoinIdsOptions = {}): CallFeature {
  if (max !== undefined && !(Number.isInteger(max) && max > 0))
    throw new InvalidOptionError('max', 'must be a whole number, at least 1');
  const findQueues = mapByClient<Waiting[]>();

  function enqueue(waiting: Waiting) {
    const { call } = waiting;
    const queues = findQueues(call);
    const key = requestKey(call, { ...call.params, id: ['-'] });
    const queue = queues.get(key);
    if (queue) return void queue.push(waiting);
    const started = [waiting];
    queues.set(key, started);
    // A timer, because simultaneous calls may arrive after different numbers of microtasks.
    setTimeout(() => {
      queues.delete(key);
      send(started, max ?? call.operation.joins?.max ?? 50);
    });
  }

  return {
    around: async (call, next) => {
      const ids = call.readsBody && operations?.includes(call.operation.id) !== false ? readIds(call) : undefined;
      if (!ids) return next(call);
      const scope = openCallScope(call);
      try {
        return await scope.wait(
          new Promise<CallResponse<unknown>>((resolve) => enqueue({ call, ids, scope, next, resolve })),
        );
      } catch (error) {
        // Requests in progress end if no other caller waits for them.
        scope.end(error);
        throw error;
      } finally {
        scope.close();
      }
    },
  };
}

/** Returns the ids of a call that can be joined: one without a page token, a page size and `If-None-Match`. */
function readIds({ operation: { joins, paging }, params, asBytes }: Call): readonly string[] | undefined {
  const ids = readOwn(params, 'id');
  if (!joins || asBytes || !Array.isArray(ids) || !ids.length) return undefined;
  const others = ['If-None-Match', joins.size, paging?.token?.parameter];
  if (others.some((name) => readPath(params, name) !== undefined)) return undefined;
  // An id with a comma would be sent as two ids.
  return ids.every((id) => typeof id === 'string' && /^[^,]+$/.test(id)) ? [...ids] : undefined;
}

function send(queue: readonly Waiting[], max: number) {
  const here = queue.filter(({ scope }) => !scope.signal.aborted);
  const [first] = here;
  if (!first) return;
  const { call, next } = first;
  // A single call is sent unchanged, unless it has too many ids.
  if (here.length === 1 && first.ids.length <= max) return first.resolve(next(call));
  const all = [...new Set(here.flatMap((one) => one.ids))];
  const size = call.operation.joins?.size;
  const batches: Batch[] = [];
  for (let start = 0; start < all.length; start += max) {
    const ids = all.slice(start, start + max);
    const params = { ...call.params, ...(size && { [size]: ids.length }) };
    const payer = here.find((one) => one.ids.some((id) => ids.includes(id)));
    batches.push({
      ids,
      payer,
      flight: startFlight((signal) => readAll({ ...detach(call, signal), params }, ids, next)),
    });
  }
  for (const one of here) one.resolve(collect(one, batches, here.length > 1));
}

/** Sends a joined request, and further ones for missing ids while responses have a token for the next page. */
async function readAll(call: Call, ids: readonly string[], next: SendCall): Promise<Joined> {
  const { items: name = '', token } = call.operation.paging ?? {};
  const received = await next({ ...call, params: { ...call.params, id: ids } });
  const page = await received.read();
  const list: unknown = Object(page)[name];
  const items: readonly Json[] = Array.isArray(list) ? list : [];
  const found = new Set(items.map(readId));
  const missing = ids.filter((id) => !found.has(id));
  const isMore = token?.property !== undefined && Object(page)[token.property] !== undefined;
  if (!isMore || !missing.length || missing.length === ids.length) return { received, page, items };
  const rest = await readAll(call, missing, next);
  const meta = addUp(received.meta, rest.received.meta);
  return { received: { ...rest.received, meta }, page, items: [...items, ...rest.items] };
}

function readId(item: Json): unknown {
  return Object(item).id;
}

/** Creates the response for one caller from the joined responses: its items in the order of its ids, and its own counts. */
async function collect(one: Waiting, batches: readonly Batch[], isShared: boolean): Promise<CallResponse<unknown>> {
  const ids = [...new Set(one.ids)];
  const mine = batches.filter((batch) => ids.some((id) => batch.ids.includes(id)));
  const joined = await Promise.all(mine.map(({ flight }) => flight.wait(one.scope)));
  const { items: name = '' } = one.call.operation.paging ?? {};
  const all = joined.flatMap(({ items }) => items);
  const known = new Map(all.map((item) => [readId(item), item]));
  const isOther = ({ page }: Joined) => isJsonObject(page) && page[name] !== undefined && !Array.isArray(page[name]);
  const areNamed = known.size === all.length && !known.has(undefined) && !joined.some(isOther);
  const [first] = joined;
  // Items without ids, which the parameter `fields` may leave out, cannot be assigned to callers.
  if (!first || !isJsonObject(first.page) || (isShared && !areNamed)) return one.next(one.call);
  const items = areNamed ? ids.filter((id) => known.has(id)).map((id) => cloneData(known.get(id))) : all;
  const members = Object.entries(first.page).filter(([key]) => key !== name && !/^etag$|page_?token$/i.test(key));
  const rest = members.map(([key, value]) => {
    const copy = cloneData(value);
    for (const count of ['totalResults', 'resultsPerPage'])
      if (isJsonObject(copy) && count in copy) Object.assign(copy, { [count]: items.length });
    return [key, copy];
  });
  const data = { ...Object.fromEntries(rest), [name]: items };
  const metas = joined.map(({ received }, index) => metaFor(received.meta, mine[index]?.payer === one));
  return { ...first.received, meta: metas.reduce(addUp), read: async () => data };
}

/** Adds up the requests and costs of two responses. The other facts are those of the first. */
function addUp(one: CallMeta, other: CallMeta): CallMeta {
  const quotaCost = one.quotaCost === undefined ? undefined : one.quotaCost + (other.quotaCost ?? 0);
  return { ...one, attempts: one.attempts + other.attempts, quotaCost };
}
