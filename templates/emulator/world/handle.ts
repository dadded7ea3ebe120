import { readQuery } from '@speccast/runtime/parameters';
import {
  HttpError,
  type HttpErrorDetails,
  errorBody,
  headerError,
  memberAt,
  withDeclaredStatus,
  withMember,
  writeExactly,
} from '@speccast/runtime/requests';
import { createUnsupported, perform } from '../act/perform.js';
import { preferResponse, readPreference } from '../act/rows/examples.js';
import { noteHeaders } from '../plan/notes.js';
import type { Call, CallResponse, Received, Routed, Valid } from '../plan/plan.js';
import { authorize } from '../receive/authorize.js';
import { checkRequest, checkTokenParameters, readInput } from '../receive/validate.js';
import { locate } from '../receive/router.js';
import { forgetOldest } from '../receive/stored-tokens.js';
import { checkMethod, respond, shareWith } from '../respond/respond.js';
import { withDeclaredHeaders } from '../respond/declared-headers.js';
import { errorExample, respondError, vendorEnvelope } from '../respond/respond-error.js';
import { countBytes } from '../store/media.js';
import { throwIfAborted } from './direct-fetch.js';
import type { Engine } from './engine.js';
import { serveMedia } from './serve-media.js';
import { type JsonObject, expandParameters } from '@speccast/runtime';
import { noteIgnored } from '../plan/operations/parameter-effects.js';
import { checkVendor } from '../receive/check-vendor.js';
import { checkResponse, successBody } from '../plan/operations/declared-response.js';
import { readCallSelection, selectFields } from '../respond/select-fields.js';
import { represent } from '../respond/represent.js';
import { unsampled } from '../values/samples/find-unsampled.js';
import type { Row } from '../store/table.js';
import { defined } from '../values/defined.js';
import { stringsOf } from '../values/json-path.js';

/**
 * Responds to a request, and records it. It checks in this order: path (404) and method (405), credentials (401), media type (415) and
 * size (413), parameters and body (400), existence (404), owners (403), rules and limits; then it makes the change.
 */
export async function handle(engine: Engine, received: Received): Promise<Response> {
  const { request, notes } = received;
  throwIfAborted(request);
  if (!engine.options.now) engine.clock.advance(1000);
  for (const hooks of engine.hooks) hooks.receive?.(received);
  let response: Response | undefined;
  try {
    response = await serve(engine, received).catch((cause: unknown) => reject(engine, received, cause));
    for (const [name, value] of Object.entries(noteHeaders(notes, request.method))) response.headers.set(name, value);
    if (received.hostility && request.method !== 'OPTIONS') response = await received.hostility.disguise(response);
    shareWith(received.request, response, engine.plan);
  } finally {
    // A request whose connection broke is part of the journal, too.
    engine.note(received, response);
  }
  throwIfAborted(request);
  return response;
}

async function serve(engine: Engine, received: Received): Promise<Response> {
  const { request, url, error } = received;
  // For example, the request names an invalid world.
  if (error) throw error;
  const early = (await serveMedia(engine, request, url)) ?? (await serveFeature(engine, received, 'serve'));
  if (early) return early;
  const { base, route } = locate(engine.shared, request.method, url.pathname, url.search);
  if (route.kind !== 'operation') {
    const other = route.kind === 'method' ? checkMethod(request, url.pathname, route.allowed) : undefined;
    const response = other ?? (await serveFeature(engine, received, 'serveUnrouted'));
    if (response) return response;
    throw new HttpError(404, 'notFound', `There is nothing at ${url.pathname}.`);
  }
  const { plan, path } = route;
  const baseUrl = url.origin + engine.prefix + base;
  let reading: ReturnType<Routed['read']> | undefined;
  const readBody = () => engine.ask((hooks) => hooks.readBody?.(routed));
  const read: Routed['read'] = () => (reading ??= readInput(engine.shared, routed, readBody()));
  const routed: Routed = Object.assign(received, { plan, path, query: readQuery(url.search), baseUrl, read });
  return engine.around(routed, () => withDeclaredHeaders(engine.plan, routed, callOperation(engine, routed)));
}

/** Returns the response of the first feature that has one. */
async function serveFeature(
  engine: Engine,
  received: Received,
  hook: 'serve' | 'serveUnrouted',
): Promise<Response | undefined> {
  for (const hooks of engine.hooks) {
    const responding = hooks[hook]?.(received);
    const response = responding && (await responding);
    if (response) return response;
  }
  return undefined;
}

async function callOperation(engine: Engine, routed: Routed): Promise<Response> {
  const { request, plan } = routed;
  const token = authorize(engine, routed);
  if (token !== undefined) routed.token = token;
  const exhausted = engine.quota.spend(routed);
  if (exhausted) throw exhausted;
  const preference = readPreference(request.headers.get('prefer'));
  if (plan.behaviour.action === 'unsupported') throw createUnsupported(plan, engine.plan);
  const header = (name: string) => request.headers.get(name) ?? undefined;
  const facts = {
    publicUrl: engine.readPublicAddress(request).href,
    accept: header('accept'),
    ifMatch: header('if-match'),
    ifNoneMatch: header('if-none-match'),
  };
  const valid = Object.assign(routed, await routed.read(), defined(facts));
  const taken = engine.ask((hooks) => hooks.take?.(valid));
  if (taken) return taken;
  const preferred = preference && engine.run(valid, (call) => preferResponse(call, preference));
  const response = preferred?.response ?? runOnce(engine, valid);
  if (response.kind === 'json') routed.responseBody = response.body;
  if (response.kind === 'bytes')
    routed.sent = { bytes: countBytes(response.media), mediaType: response.media.mediaType };
  const sent = respond(request, plan, response);
  for (const [name, value] of Object.entries(preferred?.headers ?? {})) sent.headers.append(name, value);
  return sent;
}

/** Writes the response to a request that an error ended. */
function reject(engine: Engine, received: Received, cause: unknown): Promise<Response> | Response {
  if (!(cause instanceof HttpError)) throw cause;
  const { request, plan, url } = received;
  const error = withDeclaredStatus(plan, cause);
  received.error = error;
  const rejection = {
    error,
    plan,
    service: engine.plan,
    sample: engine.plan.sampler,
    explanation: engine.ask((hooks) => hooks.explain?.(received, error)),
    path: url.pathname,
    now: engine.clock.now(),
  };
  const vendor = engine.shared.profile === 'vendor' ? vendorEnvelope(error, plan, engine.plan) : undefined;
  const body = vendor ?? errorExample(rejection) ?? errorBody(rejection);
  received.responseBody = body;
  return withDeclaredHeaders(engine.plan, received, respondError(request, rejection, body));
}

/** Validates a call, runs its operation, and reduces the response to the requested fields. */
export function execute(call: Call, checkResponses = false): CallResponse {
  const selection = readCallSelection(call);
  checkTokenParameters(call);
  if (call.profile === 'vendor') checkVendor(call);
  checkRequest(call);
  const response = perform(ignoreUnknown(call));
  noteIgnored(call);
  const declared = successBody(call.plan);
  const isPart =
    declared &&
    unsampled.has(declared) &&
    response.kind === 'json' &&
    declared.check(response.body).some(({ keyword }) => keyword === 'required');
  if (isPart) call.notes.lacking = true;
  // A lenient emulator may return data that it accepted although it is invalid.
  const isChecked = checkResponses && call.notes.warnings.length === 0 && !isPart;
  const checked = isChecked ? checkResponse(call.plan, response) : response;
  const reduced = selectFields(call, checked, selection);
  const sent = represent(call, call.hostility?.distort(call, reduced) ?? reduced);
  const isIndented = String(call.params[call.emulator.settings.indents ?? '']) === 'true';
  return isIndented && (sent.kind === 'json' || sent.kind === 'rows') ? { ...sent, indent: 2 } : sent;
}

/** Returns the call without members of the body that no schema declares. As in a real service, they are neither stored nor returned. */
function ignoreUnknown(call: Call): Call {
  const { plan, emulator, body, notes } = call;
  if (body === undefined || !plan.body || !emulator.checkLeniently) return call;
  const { drift } = emulator.checkLeniently(plan.body, body, { limit: Infinity });
  const unknown = drift.filter(({ keyword }) => /^(additional|unevaluated)Properties$/.test(keyword));
  if (unknown.length === 0) return call;
  let rest = body;
  for (const { path } of unknown) {
    notes.ignored.push(path.join('.'));
    // Removing a member removes its inner members, too.
    if (memberAt(rest, path) !== undefined) rest = withMember(rest, path, undefined);
  }
  return { ...call, body: rest };
}

/** The table of the responses to calls with an idempotency key, which belongs to the state of a world. */
const table = '~idempotent';

const mostKept = 10_000;

/** Statuses after which a key can be sent again with another request: the call has not run yet. */
const untried: readonly number[] = [400, 422, 429];

/**
 * Runs a call, or repeats the response to an earlier call of the same caller with the same `Idempotency-Key`, if the operation
 * declares this header. Rejects (422) a key that was sent with another request. Failures of the service are not stored.
 */
function runOnce(engine: Engine, input: Valid): CallResponse {
  const run = () => engine.run(input, (call) => execute(call, engine.options.checkResponses));
  const { notes, request, plan, media, body = null } = input;
  const { operation } = plan;
  const declared = expandParameters(operation).find(
    (one) => one.in === 'header' && /^(?:x-)?idempotency-key$/i.test(one.name),
  );
  const key = declared && request.headers.get(declared.name);
  if (!declared || !key || operation.method === 'GET') return run();
  const { [declared.property ?? declared.name]: _key, ...params } = input.params;
  const sent = writeExactly([params, body, media ? [media.mediaType, countBytes(media)] : null]);
  const id = writeExactly([operation.id, input.token ?? null, key]);
  const known = engine.findRow(table, id);
  if (known?.['sent'] === sent) return repeat(known, notes);
  if (known) {
    const message = `${declared.name} was sent with another request before.`;
    throw headerError(422, 'idempotencyKeyReused', message, declared.name);
  }
  const keep = (outcome: JsonObject) =>
    engine.change((tables) => {
      tables.put(table, { id, sent, ...outcome });
      forgetOldest(tables, table, mostKept);
    });
  try {
    const response = run();
    // `as`: these kinds hold JSON alone.
    if (response.kind === 'json' || response.kind === 'empty')
      keep({ response: { ...response } as JsonObject, ignored: notes.ignored, sampled: notes.sampled === true });
    return response;
  } catch (error) {
    if (error instanceof HttpError && error.status < 500 && !untried.includes(error.status)) {
      const { status, reason, message, details } = error;
      // `as`: details are JSON.
      keep({ error: { status, reason, message, details: { ...details } as JsonObject } });
    }
    throw error;
  }
}

function repeat({ response, error, ignored, sampled }: Row, notes: Call['notes']): CallResponse {
  notes.ignored.push(...stringsOf(ignored));
  if (sampled === true) notes.sampled = true;
  // `as`: the row was written above.
  if (error === undefined) return response as CallResponse;
  // `as`: so was this one.
  const { status, reason, message, details } = error as JsonObject;
  // `as`: details are JSON.
  throw new HttpError(Number(status), String(reason), String(message), details as HttpErrorDetails);
}
