import type { Coverage } from '@speccast/video-platform/mocks';

/** What is probed: the emulator of any service. */
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

/** A request that went well, and the state that it met. */
interface Success<Moment> {
  readonly moment: Moment;
  readonly request: Request;
  /** JSON that it carried, alone or beside bytes. */
  readonly json: unknown;
}

/** Most requests with different parameters that are kept of one operation. */
const mostKept = 12;

/** What a parameter may take where its spec lists no values. */
const guesses = ['true', '1', 'en', 'US', '*', '2020-01-01T00:00:00Z', 'items', 'x', '10,20', '10km', '/m/01'];

/** Remembers what went well, to ask for the same with other values. */
export class ValueProbe<Moment> {
  readonly #emulator: Probed<Moment>;
  readonly #known = new Map<string, Map<string, Success<Moment>>>();

  constructor(emulator: Probed<Moment>) {
    this.#emulator = emulator;
  }

  /** Answers as the emulator does. */
  readonly fetch = async (request: Request): Promise<Response> => {
    const { journal, snapshot } = this.#emulator;
    const [moment, copy] = [snapshot(), request.clone()];
    const response = await this.#emulator.fetch(request);
    const entry = journal.at(-1);
    if (entry?.operation === undefined || entry.method !== request.method || entry.status >= 300) return response;
    const kept = this.#known.get(entry.operation) ?? new Map<string, Success<Moment>>();
    const kind = [...namesIn(entry.params), ...namesIn(entry.body)].toSorted().join(' ');
    if (kept.size < mostKept || kept.has(kind)) kept.set(kind, { moment, request: copy, json: entry.body });
    this.#known.set(entry.operation, kept);
    return response;
  };

  /** Sends each declared value, and each parameter, that no request has had so far. */
  async run(): Promise<void> {
    const { coverage } = this.#emulator;
    for (const item of coverage().enums.missing) {
      const [, operation = '', isBody, name = '', value = ''] = /^(\S+) (body )?([^=]+)=(.*)$/.exec(item) ?? [];
      await this.#meet(
        { operation, name, values: [value], isBody: isBody !== undefined },
        (now) => now.enums.missing,
        item,
      );
    }
    for (const item of coverage().parameters.missing) {
      const [operation = '', name = ''] = item.split(' ');
      await this.#meet({ operation, name, values: guesses, isBody: false }, (now) => now.parameters.missing, item);
    }
  }

  async #meet(aim: Aim, missingOf: (coverage: Coverage) => readonly string[], item: string): Promise<void> {
    const { coverage, fetch, restore, snapshot } = this.#emulator;
    const now = snapshot();
    for (const { moment, request, json } of this.#known.get(aim.operation)?.values() ?? []) {
      for (const changed of await changesOf(request, json, aim)) {
        restore(moment);
        const response = await fetch(changed);
        await response.arrayBuffer();
        if (response.ok && !missingOf(coverage()).includes(item)) return restore(now);
      }
    }
    restore(now);
  }
}

/** Something that a request of an operation is to have. */
interface Aim {
  readonly operation: string;
  /** Name of a parameter, or path of the body. */
  readonly name: string;
  /** What it may be, in the order in which it is tried. */
  readonly values: readonly unknown[];
  readonly isBody: boolean;
}

/** The names of all members, at any depth. */
function namesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [...(Array.isArray(value) ? [] : [name]), ...namesIn(inner)]);
}

function withParameter(request: Request, { name }: Aim, value: unknown): Request {
  const url = new URL(request.url);
  url.searchParams.set(name, String(value));
  const headers = new Headers(request.headers);
  if (name.startsWith('If-')) headers.set(name, String(value));
  const copy = request.clone();
  return new Request(url, { method: copy.method, headers, body: copy.body, ...(copy.body && { duplex: 'half' }) });
}

/** The ways in which a request can come to what it is to have. */
async function changesOf(request: Request, json: unknown, aim: Aim): Promise<readonly Request[]> {
  if (!aim.isBody) return aim.values.map((value) => withParameter(request, aim, value));
  if (json === undefined) return [];
  const texts = aim.values.flatMap((value) => placings(json, aim.name.split('.'), value));
  const changed = await Promise.all(
    [...new Set(texts.map((one) => JSON.stringify(one)))].map((text) => withJson(request, text)),
  );
  return changed.filter((one) => one !== undefined);
}

const related = /(application\/json[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n)[^]*?(\r\n--)/i;

/** The same request with other JSON; undefined where there is no place for it. */
async function withJson(request: Request, text: string): Promise<Request | undefined> {
  const type = request.headers.get('content-type') ?? '';
  const isAlone = type.startsWith('application/json');
  const sent = isAlone ? '' : await request.clone().text();
  if (!isAlone && !related.test(sent)) return undefined;
  const body = isAlone ? text : sent.replace(related, (_all, head: string, tail: string) => head + text + tail);
  return new Request(request.url, { method: request.method, headers: request.headers, body });
}

/** JSON with a value at a path, whose members may be lists: those that are, or any one of those that are not there. */
function placings(json: unknown, [name, ...rest]: readonly string[], value: unknown): readonly unknown[] {
  if (name === undefined) return [value, [value]];
  if (Array.isArray(json)) return placings(json[0], [name, ...rest], value).map((first) => [first, ...json.slice(1)]);
  const inner = Object(json)[name];
  const placed = placings(inner, rest, value).map((one) => ({ ...Object(json), [name]: one }));
  if (inner !== undefined || rest.length === 0) return placed;
  return [...placed, ...placings([{}], rest, value).map((one) => ({ ...Object(json), [name]: one }))];
}
