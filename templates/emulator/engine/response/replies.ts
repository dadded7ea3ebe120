import type { Json, JsonObject } from '@speccast/runtime';
import type { Exchange } from '../exchange.js';
import type { OperationPlan } from '../plan/plan.js';
import { isUnchanged, type Reads, type World } from '../store/world.js';
import type { WrittenJson } from './respond.js';

/** The response of a read, and what it followed from. */
export interface Reply {
  readonly params: JsonObject;
  readonly body: Json;
  readonly written: WrittenJson;
  readonly reads: Reads;
  /** Parts of the plan that hid a row. */
  readonly hidden: ReadonlySet<object>;
}

const mostKept = 1000;

/** In UTF-16 code units. */
const longestKept = 8_000_000;

/** Responses of reads, which are sent again while nothing changed that they read. */
export class Replies {
  readonly #known = new Map<string, Reply>();
  readonly #asked = new Set<string>();
  #length = 0;

  /** The response to a request that a world has had before, if it would be the same today. */
  find(key: string, world: World): Reply | undefined {
    const reply = this.#known.get(key);
    return reply !== undefined && isUnchanged(world, reply.reads) ? reply : undefined;
  }

  /** Keeps a response if the request came before: most that differ from all others come once. */
  keep(key: string, reply: Reply): void {
    if (!this.#asked.has(key)) return this.#ask(key);
    this.#remove(key);
    this.#known.set(key, reply);
    this.#length += lengthOf(key, reply);
    // The map is in order of insertion.
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= mostKept && this.#length <= longestKept) break;
      this.#remove(oldest);
    }
  }

  #ask(key: string): void {
    if (this.#asked.size >= mostKept) this.#asked.clear();
    this.#asked.add(key);
  }

  #remove(key: string): void {
    const reply = this.#known.get(key);
    if (reply === undefined) return;
    this.#length -= lengthOf(key, reply);
    this.#known.delete(key);
  }
}

function lengthOf(key: string, { written }: Reply): number {
  return key.length + written.text.length;
}

/** Identifies all that the response to a read depends on besides the state; undefined for other requests. */
export function replyKey(exchange: Exchange, world = '', token = ''): string | undefined {
  const { request, plan, hostility, notes } = exchange;
  const names = plan === undefined ? undefined : headersRead(plan);
  const isPlain = hostility === undefined && notes.warnings.length === 0;
  if (names === undefined || !isPlain || request.method !== 'GET' || request.body !== null) return undefined;
  let key = `${world}\n${request.url}`;
  for (const name of names) key += `\n${request.headers.get(name) ?? ''}`;
  // Of these only a token may contain a line break, so it is the last one.
  return `${key}\n${token}`;
}

const headersBy = new WeakMap<OperationPlan, readonly string[] | 'unrepeatable'>();

/** The headers that a response may depend on; undefined if it may depend on more than the request and the state. */
function headersRead(plan: OperationPlan): readonly string[] | undefined {
  const known = headersBy.get(plan) ?? (isRepeatable(plan) ? namesOf(plan) : 'unrepeatable');
  headersBy.set(plan, known);
  return known === 'unrepeatable' ? undefined : known;
}

function namesOf({ operation: { parameters = [] } }: OperationPlan): readonly string[] {
  const names = parameters.flatMap((one) => (one.in === 'header' ? one.name : one.in === 'cookie' ? 'cookie' : []));
  return ['accept', 'if-match', ...names];
}

/** Capabilities may depend on anything, such as the time. */
function isRepeatable({ behaviour: { action, records = [] } }: OperationPlan): boolean {
  if (typeof action !== 'object' || 'perform' in action || records.length > 0) return false;
  return 'list' in action || 'get' in action;
}
