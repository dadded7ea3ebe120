import { parseJson } from '@speccast/runtime/parameters';
import { HttpError, isJsonType, mediaTypeOf } from '@speccast/runtime/requests';
import { type Received } from '../../plan/plan.js';
import { receive } from '../../receive/receive.js';
import { type CredentialNames, readSecretNames } from '../../plan/secret-names.js';
import { findKnownBody, withKnownBody } from '../../respond/respond.js';
import { type ServedEmulator, type WithWorlds, requireEngine, withMembers } from './with-upstream.js';
import { findEntry, fetchTo } from '../../world/direct-fetch.js';
import type { Engine } from '../../world/engine.js';
import { type CallRedactor, createCallRedactor } from '../../world/journal/redactor.js';
import { defined } from '../../values/defined.js';
import { isSafe } from '../../values/safe-method.js';
import { type Recording, findCall } from '../recording/recorded-rows.js';
import { Replay, createReplayed, type RewriteLinks } from '../recording/replay.js';
import { createLinks, readUpstreamAddress } from './client-links.js';
import { readUpTo } from '../../values/bytes.js';
import { readHar, RecordingMistake } from './read-har.js';
import { fingerprint, hashDocument } from './recorder.js';

/** An emulator that replays a recording. */
export interface Replayer {
  /** Sentences about the recording, for example that it is of an older version of the document. */
  readonly warnings: readonly string[];
}

/**
 * Adds the rows of a recording to an emulator, and responds with the recorded responses until a write makes them outdated. The emulator
 * responds to all other requests. Throws a `RecordingMistake` for a file that is no recording of this service.
 */
export function withReplay<Served extends ServedEmulator>(emulator: Served, file: string): Served & Replayer {
  const engine = requireEngine(emulator);
  const recording = readHar(file);
  const warnings = checkRecording(engine, recording);
  const names = readSecretNames(engine.plan);
  const redactor = createCallRedactor(names);
  const replay = new Replay(engine, recording, names);
  const findCaller = createCallerFinder(recording, names, redactor);
  const address = readUpstreamAddress(recording.upstream, engine.plan.basePaths[0]);
  const respond = findEntry(emulator.fetch) ?? emulator.fetch;
  const play = async (request: Request) => {
    const { method, headers, signal } = request;
    const url = new URL(request.url);
    const links = createLinks(address, url, new URL(address.href));
    const caller = findCaller(request, url);
    const { body, rest } = await readUpTo(request, replay.longestBody);
    const clean = body && Buffer.from(redactor.known(Buffer.from(body).toString('latin1')), 'latin1');
    const mediaType = mediaTypeOf(headers.get('content-type') ?? '');
    const target = redactor.known(url.pathname + url.search);
    const found = replay.find({ method, target, mediaType, body: clean }, caller);
    if (!found) {
      // The credentials are those of the recording, whose rows belong to its callers.
      const own = caller === undefined ? headers : redactor.headers([...headers]);
      const init = { method, headers: own, body: rest ?? null, signal, duplex: 'half' };
      const passed = new Request(caller === undefined ? url : redactor.address(url.href), init);
      return rewriteResponse(await replay.fallBack(isSafe(method), () => respond(passed)), links);
    }
    const response = createReplayed(found, method, links);
    const sent = parseBody(mediaType, clean);
    const received: Received = {
      ...receive(request),
      source: 'recording',
      ...findCall(engine.shared, found),
      ...defined({
        body: sent === undefined ? undefined : redactor.json(sent),
        responseBody: parseBody(mediaTypeOf(response.headers.get('content-type') ?? ''), found.body),
      }),
    };
    engine.journal.note(received, response, { time: engine.clock.now(), caller: found.caller || undefined });
    engine.noteEnd(received, response);
    return response;
  };
  const fetch = fetchTo((request) => (isForWorld(emulator, request) ? respond(request) : play(request)));
  return withMembers(emulator, { fetch, warnings });
}

/** Returns whether a request is for a named world, which has a state of its own. */
function isForWorld(emulator: WithWorlds, request: Request) {
  try {
    return emulator.worldOf !== undefined && emulator.worldOf(request) !== emulator;
  } catch (error) {
    if (error instanceof HttpError) return true;
    throw error;
  }
}

/** Returns warnings about a recording. Throws a `RecordingMistake` for one that does not belong to the service. */
function checkRecording({ shared }: Engine, { file, service, hash, calls }: Recording) {
  const { plan } = shared;
  if (service !== plan.service.name)
    throw new RecordingMistake(
      `${file}#/log/_speccast/service: this is a recording of ${JSON.stringify(service)}, not of ${plan.service.name}`,
    );
  if (hash === hashDocument(plan.document ?? {})) return [];
  const lost = calls.find((call) => !call.isFailed && call.status < 400 && findCall(shared, call) === undefined);
  if (lost)
    throw new RecordingMistake(
      `${file}#${lost.at}: it was recorded with another version of the document, and this one has no operation for ${lost.method} ${lost.target}`,
    );
  return [
    `${file}#/log/_speccast/hash: it was recorded with another version of the document, which has the same operations`,
  ];
}

/**
 * Creates a function that finds the caller of a request in a recording: `redacted-1`; empty without credentials; undefined for unknown
 * credentials. As long as no recorded credential is used, each new credential gets the next recorded caller, in the order of their first
 * calls. From then on, new credentials are unknown.
 */
function createCallerFinder({ calls, callers, salt }: Recording, names: CredentialNames, redactor: CallRedactor) {
  const known = new Map<string, string | undefined>();
  /** Callers that no unknown credential has taken so far, in the order of their first calls. */
  const free = [...new Set(calls.flatMap(({ caller }) => caller.split('+')))].filter((caller) => caller !== '');
  let isRecognized = false;
  const find = (credential: string) => {
    if (credential === '') return '';
    if (known.has(credential)) return known.get(credential);
    const print = fingerprint(salt, credential);
    const recorded = Object.hasOwn(callers, credential)
      ? credential
      : Object.keys(callers).find((name) => callers[name] === print);
    if (recorded !== undefined) isRecognized = true;
    const result = recorded ?? (isRecognized ? undefined : free.shift());
    known.set(credential, result);
    if (result) redactor.learn(credential, result);
    return result;
  };
  return ({ headers }: Request, url: URL): string | undefined => {
    const sent = new Map<string, string>();
    const finder = createCallRedactor(names, (secret, mark) => sent.set(mark, secret));
    const marks = finder.nameCaller([...headers], url).split('+');
    const recorded = marks.map((mark) => find(sent.get(mark) ?? mark));
    return recorded.includes(undefined) ? undefined : recorded.join('+');
  };
}

function parseBody(type: string, body: Uint8Array | undefined) {
  return body && isJsonType(type) ? parseJson(new TextDecoder().decode(body)) : undefined;
}

/** Replaces the address of the real service in a response of the emulator: rows of the recording name it. */
function rewriteResponse(response: Response, links: RewriteLinks) {
  const body = findKnownBody(response);
  if (body === undefined || response.status === 206) return response;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const { status, headers } = response;
  const rewritten = links.body(bytes, mediaTypeOf(headers.get('content-type') ?? ''));
  if (rewritten === bytes) return response;
  headers.delete('content-length');
  return withKnownBody(new Response(Uint8Array.from(rewritten), { status, headers }), rewritten);
}
