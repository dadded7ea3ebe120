import { type Entry, entryOf, fetchTo } from '../../world/direct-fetch.js';
import type { Engine } from '../../world/engine.js';
import { openExchange } from '../../plan/exchange.js';
import { knownCall } from '../recording/recorded-rows.js';
import type { RecordedCall, Recording } from '../recording/recording.js';
import { Redactor } from '../../world/journal/redactor.js';
import { isSafe, Replay, replayedResponse, type RewriteLinks } from '../recording/replay.js';
import { RecordedCallers } from '../recording/recorded-callers.js';
import { readSecretNames } from '../../plan/secret-names.js';
import { parseJson } from '@speccast/runtime/parameters';
import { HttpError, isJsonType, mediaTypeOf } from '@speccast/runtime/requests';
import type { ServedEmulator } from '../../server/serve.js';
import { ClientLinks } from './client-links.js';
import { documentHash } from './document-hash.js';
import { readHar, RecordingMistake } from './har/read-har.js';
import { readUpTo } from './read-up-to.js';
import { fingerprintOf } from './recorder.js';
import { UpstreamAddress } from './upstream-address.js';
import { requireEngine, withMembers } from './with-members.js';
import { findKnownBody, withKnownBody } from '../../respond/known-body.js';

/** An emulator that replays a recording. */
export interface Replayer {
  /** What is worth a look, such as a recording of an older version of the document. */
  readonly warnings: readonly string[];
}

/**
 * Puts the rows of a recording into an emulator, and responds with recorded responses while no write changed what they tell;
 * else the emulator responds. Throws a `RecordingMistake` for a file that is no recording of this service.
 */
export function withReplay<Served extends ServedEmulator>(emulator: Served, file: string): Served & Replayer {
  const engine = requireEngine(emulator);
  const recording = readHar(file);
  const warnings = checkRecording(engine, recording);
  const player = new Player(engine, recording, entryOf(emulator.fetch) ?? emulator.fetch);
  const isNamed = (request: Request): boolean => isForWorld(emulator, request);
  const fetch = fetchTo((request) => (isNamed(request) ? player.respond(request) : player.play(request)));
  return withMembers(emulator, { fetch, warnings });
}

/** Whether a request is for a named world, which has a state of its own. */
function isForWorld(emulator: object, request: Request): boolean {
  const worldOf: unknown = Reflect.get(emulator, 'worldOf');
  if (typeof worldOf !== 'function') return false;
  try {
    return Reflect.apply(worldOf, emulator, [request]) !== emulator;
  } catch (error) {
    if (error instanceof HttpError) return true;
    throw error;
  }
}

/** Warnings about a recording. Throws a `RecordingMistake` for one that does not belong to the service. */
function checkRecording({ shared }: Engine, recording: Recording): readonly string[] {
  const { file, service, hash, calls } = recording;
  const { plan } = shared;
  if (service !== plan.service.name)
    throw new RecordingMistake(
      `${file}#/log/_speccast/service: this is a recording of ${JSON.stringify(service)}, not of ${plan.service.name}`,
    );
  if (hash === documentHash(plan.document ?? {})) return [];
  const lost = calls.find((call) => !call.isFailed && call.status < 400 && knownCall(shared, call) === undefined);
  if (lost !== undefined)
    throw new RecordingMistake(
      `${file}#${lost.at}: it was recorded with another version of the document, and this one has no operation for ${lost.method} ${lost.target}`,
    );
  return [
    `${file}#/log/_speccast/hash: it was recorded with another version of the document, which has the same operations`,
  ];
}

/** Replays the calls of a recording. */
class Player {
  readonly respond: Entry;
  readonly #engine: Engine;
  readonly #replay: Replay;
  readonly #redactor: Redactor;
  readonly #callers: RecordedCallers;
  readonly #address: UpstreamAddress;

  constructor(engine: Engine, recording: Recording, respond: Entry) {
    const names = readSecretNames(engine.plan);
    this.respond = respond;
    this.#engine = engine;
    this.#redactor = new Redactor(names);
    this.#replay = new Replay(engine, recording, names);
    this.#callers = new RecordedCallers(recording, fingerprintOf);
    this.#address = new UpstreamAddress(recording.upstream, engine.plan.basePaths[0]);
  }

  async play(request: Request): Promise<Response> {
    const { method } = request;
    const url = new URL(request.url);
    const headers = [...request.headers];
    const caller = this.#callerOf(headers, url);
    const { body, rest } = await readUpTo(request, this.#replay.longestBody);
    const mediaType = mediaTypeOf(request.headers.get('content-type') ?? '');
    const target = this.#redactor.known(url.pathname + url.search);
    const asked = { method, target, mediaType, body: body && this.#clean(body), caller };
    const found = this.#replay.find(asked);
    if (found !== undefined) return this.#found(request, found, asked);
    const passed = this.#asRecorded(request, headers, { rest, isStranger: caller === undefined });
    const response = await this.#replay.fallBack(isSafe(method), () => this.respond(passed));
    // Rows of the recording name the real service.
    const known = findKnownBody(response);
    if (known === undefined || response.status === 206) return response;
    const bytes = typeof known === 'string' ? Buffer.from(known) : known;
    const whole = this.#links(request).body(bytes, mediaTypeOf(response.headers.get('content-type') ?? ''));
    if (whole === bytes) return response;
    response.headers.delete('content-length');
    const { status, headers: own } = response;
    return withKnownBody(new Response(Uint8Array.from(whole), { status, headers: own }), whole);
  }

  #links(request: Request): RewriteLinks {
    const links = new ClientLinks(this.#address, new URL(request.url));
    const there = new URL(this.#address.href);
    return {
      header: (name, value) => links.header(name, value, there),
      body: (bytes, type) => links.body(bytes, type),
    };
  }

  /** Who calls, as the recording has it; undefined for a stranger. */
  #callerOf(headers: readonly (readonly [string, string])[], url: URL): string | undefined {
    const values = new Map<string, string>();
    const finder = new Redactor(this.#redactor.names, (value, made) => values.set(made, value));
    const parts = finder.callerOf(headers, url).split('+');
    const recorded = parts.map((part) => {
      const value = values.get(part) ?? part;
      const found = value === '' ? '' : this.#callers.find(value);
      if (found !== undefined && found !== '') this.#redactor.learn(value, found);
      return found;
    });
    return recorded.includes(undefined) ? undefined : recorded.join('+');
  }

  #clean(body: Uint8Array): Uint8Array {
    const text = Buffer.from(body).toString('latin1');
    return this.#redactor.has(text) ? Buffer.from(this.#redactor.known(text), 'latin1') : body;
  }

  #found(
    request: Request,
    call: RecordedCall,
    { mediaType, body }: { readonly mediaType: string; readonly body: Uint8Array | undefined },
  ): Response {
    const response = replayedResponse(call, request.method, this.#links(request));
    const exchange = openExchange(request);
    exchange.source = 'recording';
    const known = knownCall(this.#engine.shared, call);
    if (known !== undefined) {
      exchange.plan = known.plan;
      exchange.params = known.params;
    }
    const sent = isJsonType(mediaType) && body !== undefined ? parseJson(new TextDecoder().decode(body)) : undefined;
    if (sent !== undefined) exchange.body = this.#redactor.json(sent);
    const told = isJsonType(mediaTypeOf(response.headers.get('content-type') ?? ''))
      ? parseJson(new TextDecoder().decode(call.body))
      : undefined;
    if (told !== undefined) exchange.responseBody = told;
    const caller = call.caller === '' ? undefined : call.caller;
    this.#engine.journal.note(exchange, response, { time: this.#engine.clock.now(), caller });
    this.#engine.shared.tally.note(exchange, response.status);
    return response;
  }

  /** The request with the credentials of the recording, whose rows belong to its callers. */
  #asRecorded(request: Request, headers: readonly (readonly [string, string])[], { rest, isStranger }: Rest): Request {
    const replaced = isStranger ? [...headers] : this.#redactor.headers(headers);
    const address = isStranger ? request.url : this.#redactor.address(request.url);
    const isSame =
      address === request.url &&
      replaced.every(([name, value], index) => headers[index]?.[0] === name && headers[index]?.[1] === value);
    if (isSame && rest === undefined) return request;
    const init: RequestInit & { duplex: 'half' } = {
      method: request.method,
      headers: replaced.map(([name, value]): [string, string] => [name, value]),
      body: rest ?? request.body,
      signal: request.signal,
      duplex: 'half',
    };
    return new Request(address, init);
  }
}

interface Rest {
  /** The body, if some of it was read. */
  readonly rest: ReadableStream<Uint8Array> | undefined;
  readonly isStranger: boolean;
}
