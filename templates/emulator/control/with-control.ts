import { decodePercent } from '@speccast/runtime/parameters';
import {
  headerError,
  HttpError,
  createRouter,
  createEnvelope,
  toJsonObject,
  writeExactly,
} from '@speccast/runtime/requests';
import { type Entry, findEntry, fetchTo } from '../world/direct-fetch.js';
import { rowsIn } from '../store/world.js';
import type { Engine } from '../world/engine.js';
import { findEngine } from '../world/engines.js';
import { callers } from '../world/seed.js';
import { isSignInPage } from '../features/sign-in/pages.js';
import { worldHeader, checkWorldName } from '../receive/worlds.js';
import { type Admission, admit, checkMembers, notFound, readControlBody } from './input/control-request.js';
import { consolePage } from './console-page.js';
import { controlOperations, readyResponse } from './control-operations.js';
import type { Control, ControlledEmulator, ControlOptions, WorldControl } from './input/controlled-emulator.js';
import { Steps } from './input/steps.js';
import { findTable } from './operations/row-operations.js';
import { readMoment, Undo } from './input/undo.js';

/** An emulator whose `fetch` also serves the control plane. */
export interface EmulatorWithControl {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** The state that all requests to a control plane share. */
interface Plane extends Admission, Pick<Control, 'base' | 'instance' | 'scenarios' | 'document'> {
  readonly keep: (world: ControlledEmulator) => WorldControl;
}

/** Header with the id of a known caller: the control plane sends the request with the token of that caller. */
const callerHeader = 'x-mock-caller';

const controlPath = /^(?:\/w\/([^/]+))?\/__mock(\/.*)?$/;

const route = /* @__PURE__ */ createRouter(controlOperations);

/**
 * Adds the control plane to an emulator: `/__mock/…`, for callers on this machine or with a token. The paths of the service do
 * not change, but their responses cannot run scripts in the origin of the control plane.
 */
export function withControl(base: ControlledEmulator, options: ControlOptions = {}): EmulatorWithControl {
  const plane = createPlane(base, options);
  const serve: Entry = findEntry(base.fetch) ?? base.fetch;
  plane.keep(base);
  return {
    baseUrl: base.baseUrl,
    fetch: fetchTo(async (request) => {
      try {
        // Most requests are not for the control plane.
        const path = request.url.includes('/__mock') ? controlPath.exec(new URL(request.url).pathname) : null;
        if (path !== null) return await operate(plane, request, path);
        if (!request.headers.has(callerHeader)) return await serveWithoutScripts(plane, request, serve);
        admit(request, plane);
        const named = asCaller(findEngine(findWorld(plane, request)), request);
        return await serveWithoutScripts(plane, named, serve);
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        const { error: envelope } = createEnvelope(error);
        const errors = 'errors' in error && { errors: error.errors };
        return write(error.status, { error: { ...toJsonObject(envelope), ...errors } }, error.details.headers);
      }
    }),
  };
}

/** Adds `GET /__mock/ready` and `/__mock/health` to an emulator that has no control plane. */
export function withReadiness({ baseUrl, fetch }: EmulatorWithControl): EmulatorWithControl {
  const serve: Entry = findEntry(fetch) ?? fetch;
  return {
    baseUrl,
    fetch: fetchTo(async (request) => {
      const { pathname } = new URL(request.url);
      const isProbe = request.method === 'GET' && /^\/__mock\/(?:ready|health)$/.test(pathname);
      return isProbe ? write(200, readyResponse) : serve(request);
    }),
  };
}

function createPlane(base: ControlledEmulator, { token, document }: ControlOptions): Plane {
  const worlds = new WeakMap<ControlledEmulator, WorldControl>();
  return {
    base,
    instance: Math.random().toString(36).slice(2, 10),
    scenarios: new Map(),
    token,
    ownHost: new URL(base.baseUrl).host,
    document: async () =>
      (typeof document === 'function' ? await document() : document) ?? findEngine(base).plan.document ?? {},
    keep: (world) => {
      const known = worlds.get(world);
      if (known) return known;
      const steps = new Steps();
      findEngine(world).journal.listeners.add((call) => steps.note(call, world.snapshot()));
      const kept = { steps, undo: new Undo(), conditions: new Map(), open: 0 };
      worlds.set(world, kept);
      return kept;
    },
  };
}

/** Responds to a request of the control plane. */
async function operate(plane: Plane, request: Request, [, inPath, rest = '/']: RegExpExecArray): Promise<Response> {
  const { method, headers, signal } = request;
  // Health checks of containers send no token. This response opens no world.
  if (rest === '/ready' && inPath === undefined && method === 'GET') return write(200, readyResponse);
  admit(request, plane);
  if (rest === '/' || rest === '/ui') return consolePage(request);
  const found = route(method, rest);
  if (found.kind === 'unknown') throw notFound(`The control plane has nothing at ${rest}.`);
  if (found.kind === 'method') {
    const allow = found.allowed.join(', ');
    throw new HttpError(405, 'httpMethodNotAllowed', `${rest} takes ${allow}, not ${method}.`, { headers: { allow } });
  }
  const { plan: declared, path: raw } = found;
  const values = Object.entries(raw).map(([variable, value]) => [variable, decodePercent(value)]);
  // An operation reads only variables of its own path.
  const path = Object.fromEntries(values) as Control['path'];
  // Tokens belong to the control plane here and do not select a world.
  const stated = [inPath && decodePercent(inPath), headers.get(worldHeader)];
  const [name, other = name] = stated.flatMap((one) => (one ? checkWorldName(one) : []));
  if (other !== name) throw new HttpError(400, 'invalidWorld', `The request names two worlds: ${name} and ${other}.`);
  const body = await readControlBody(request);
  const query = new URL(request.url).searchParams;
  checkMembers(declared, query, body);
  const world = name === undefined ? plane.base : plane.base.world(name);
  const kept = plane.keep(world);
  const engine = findEngine(world);
  const input: Control = { ...plane, ...kept, world, engine, name, path, query, headers, signal, body };
  if ('table' in path) findTable(input);
  const before = declared.isUndoable && readMoment(engine);
  const result = declared.run(input);
  const change = before && kept.undo.add(engine, before, declared.id.startsWith('rows.'));
  if (before) kept.steps.latest = engine.filledWorld();
  const response = await result;
  if (response instanceof Response) return response;
  const undo = change ? { 'x-mock-undo': change } : {};
  if (!declared.response) return write(204, undefined, undo);
  return write(200, Array.isArray(response) ? { items: response } : response, undo);
}

/** Serves a request of the service. Stored data may be a page, which must not run scripts in this origin. */
async function serveWithoutScripts(plane: Plane, request: Request, serve: Entry): Promise<Response> {
  const world = findWorld(plane, request);
  const kept = plane.keep(world);
  // A change that no request made belongs to no step.
  if (kept.open === 0) kept.steps.latest = findEngine(world).filledWorld();
  kept.open += 1;
  try {
    const response = await serve(request);
    // The pages of the sign-in have a policy of their own, which lets them send forms.
    if (!isSignInPage(response)) response.headers.set('content-security-policy', 'sandbox');
    return response;
  } finally {
    kept.open -= 1;
  }
}

/** Returns a request with the token of the caller whose id it names, so that senders need not know the token. */
function asCaller(engine: Engine, request: Request): Request {
  const id = request.headers.get(callerHeader) ?? '';
  const rows = rowsIn(engine.filledWorld(), callers).values();
  const caller = [...rows].find((row) => row['ownId'] === id || row['userId'] === id);
  if (!caller) throw headerError(400, 'unknownCaller', `There is no caller ${id}.`, callerHeader);
  const kinds = Object.values(engine.plan.service.security).map(({ kind }) => kind);
  const scheme = kinds.includes('basic') && !kinds.includes('bearer') ? 'Basic' : 'Bearer';
  const named = new Request(request.url, request);
  named.headers.delete(callerHeader);
  named.headers.set('authorization', `${scheme} ${String(caller['id'])}`);
  return named;
}

/** Finds the world of a request of the service; the base if the name of the world is invalid, which the service rejects. */
function findWorld({ base }: Plane, request: Request): ControlledEmulator {
  try {
    return base.worldOf(request);
  } catch (error) {
    if (error instanceof HttpError) return base;
    throw error;
  }
}

function write(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(body === undefined ? null : writeExactly(body), {
    status,
    headers: {
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json; charset=UTF-8' }),
    },
  });
}
