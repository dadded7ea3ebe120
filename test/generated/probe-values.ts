import type { Coverage } from '@speccast/video-platform/mocks';

/** The members of an emulator that `ValueProbe` uses. */
export interface Probed<Moment> {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly journal: readonly {
    readonly method: string;
    readonly operation?: string;
    readonly status: number;
    readonly params?: unknown;
    readonly body?: unknown;
  }[];
  readonly snapshot: () => Moment;
  readonly restore: (moment: Moment) => void;
  readonly coverage: () => Coverage;
}

/** A successful request, and the state of the emulator before it. */
interface Success<Moment> {
  readonly moment: Moment;
  readonly request: Request;
  /** JSON of its body, alone or beside a file. */
  readonly json: unknown;
}

/** Maximum number of requests with different parameters that are kept of an operation. */
const mostKept = 12;

/** Values to try for a parameter for which the spec lists none. */
const guesses = ['true', '1', 'en', 'US', '*', '2020-01-01T00:00:00Z', 'items', 'x', '10,20', '10km', '/m/01'];

/** Records successful requests, and repeats them with parameters and values that no request has had, to cover these. */
export class ValueProbe<Moment> {
  readonly #emulator: Probed<Moment>;
  readonly #known = new Map<string, Map<string, Success<Moment>>>();

  constructor(emulator: Probed<Moment>) {
    this.#emulator = emulator;
  }

  /** Sends a request to the emulator, and records it if it succeeds. */
  readonly fetch = async (request: Request): Promise<Response> => {
    const { journal, snapshot } = this.#emulator;
    const [moment, copy] = [snapshot(), request.clone()];
    const response = await this.#emulator.fetch(request);
    const entry = journal.at(-1);
    if (entry?.operation === undefined || entry.method !== request.method || entry.status >= 300) return response;
    const kept = this.#known.get(entry.operation) ?? new Map<string, Success<Moment>>();
    const kind = [...listNames(entry.params), ...listNames(entry.body)].toSorted().join(' ');
    if (kept.size < mostKept || kept.has(kind)) kept.set(kind, { moment, request: copy, json: entry.body });
    this.#known.set(entry.operation, kept);
    return response;
  };

  /** Tries to cover each declared value and each parameter that no request has had so far. */
  async run(): Promise<void> {
    const { coverage } = this.#emulator;
    for (const item of coverage().enums.missing) {
      const [, operation = '', isBody, name = '', value = ''] = /^(\S+) (body )?([^=]+)=(.*)$/.exec(item) ?? [];
      await this.#cover(
        { operation, name, values: [value], isBody: isBody !== undefined },
        (now) => now.enums.missing,
        item,
      );
    }
    for (const item of coverage().parameters.missing) {
      const [operation = '', name = ''] = item.split(' ');
      await this.#cover({ operation, name, values: guesses, isBody: false }, (now) => now.parameters.missing, item);
    }
  }

  /** Repeats requests of an operation with the value of an aim, each in its earlier state, until `item` is not missing any more. */
  async #cover(aim: Aim, listMissing: (coverage: Coverage) => readonly string[], item: string): Promise<void> {
    const { coverage, fetch, restore, snapshot } = this.#emulator;
    const now = snapshot();
    for (const { moment, request, json } of this.#known.get(aim.operation)?.values() ?? []) {
      for (const changed of await applyAim(request, json, aim)) {
        restore(moment);
        const response = await fetch(changed);
        await response.arrayBuffer();
        if (response.ok && !listMissing(coverage()).includes(item)) return restore(now);
      }
    }
    restore(now);
  }
}

/** A parameter or a member of the body to cover. */
interface Aim {
  readonly operation: string;
  /** Name of a parameter, or dotted path in the body. */
  readonly name: string;
  /** Values to try, in this order. */
  readonly values: readonly unknown[];
  readonly isBody: boolean;
}

/** Lists the names of all members of a value, at any depth. */
function listNames(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(Array.isArray(value) ? [] : [name]),
    ...listNames(inner),
  ]);
}

/** Copies a request with another value of a parameter. */
function withParameter(request: Request, { name }: Aim, value: unknown): Request {
  const url = new URL(request.url);
  url.searchParams.set(name, String(value));
  const headers = new Headers(request.headers);
  if (name.startsWith('If-')) headers.set(name, String(value));
  const copy = request.clone();
  return new Request(url, { method: copy.method, headers, body: copy.body, ...(copy.body && { duplex: 'half' }) });
}

/** Copies a request with each value of an aim, in each possible place. */
async function applyAim(request: Request, json: unknown, aim: Aim): Promise<readonly Request[]> {
  if (!aim.isBody) return aim.values.map((value) => withParameter(request, aim, value));
  if (json === undefined) return [];
  const texts = aim.values.flatMap((value) => insertAt(json, aim.name.split('.'), value));
  const changed = await Promise.all(
    [...new Set(texts.map((one) => JSON.stringify(one)))].map((text) => withJson(request, text)),
  );
  return changed.filter((one) => one !== undefined);
}

const related = /(application\/json[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n)[^]*?(\r\n--)/i;

/** Copies a request with other JSON; returns `undefined` if its body has no JSON. */
async function withJson(request: Request, text: string): Promise<Request | undefined> {
  const type = request.headers.get('content-type') ?? '';
  const isAlone = type.startsWith('application/json');
  const sent = isAlone ? '' : await request.clone().text();
  if (!isAlone && !related.test(sent)) return undefined;
  const body = isAlone ? text : sent.replace(related, (_all, head: string, tail: string) => head + text + tail);
  return new Request(request.url, { method: request.method, headers: request.headers, body });
}

/** Returns copies of JSON with a value at a path: `{}`, `a.b`, 1 → `{ a: { b: 1 } }`, `{ a: [{ b: 1 }] }`. A missing member may be a list or not. */
function insertAt(json: unknown, [name, ...rest]: readonly string[], value: unknown): readonly unknown[] {
  if (name === undefined) return [value, [value]];
  if (Array.isArray(json)) return insertAt(json[0], [name, ...rest], value).map((first) => [first, ...json.slice(1)]);
  const inner = Object(json)[name];
  const placed = insertAt(inner, rest, value).map((one) => ({ ...Object(json), [name]: one }));
  if (inner !== undefined || rest.length === 0) return placed;
  return [...placed, ...insertAt([{}], rest, value).map((one) => ({ ...Object(json), [name]: one }))];
}
