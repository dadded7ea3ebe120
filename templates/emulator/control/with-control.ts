import { isJsonObject, type HttpMethod, type JsonObject } from '@speccast/runtime';
import { decodePercent } from '@speccast/runtime/parameters';
import { HttpError, type Router, createRouter, createEnvelope, writeExactly } from '@speccast/runtime/requests';
import { type Entry, entryOf, fetchTo } from '../world/direct-fetch.js';
import { engineOf } from '../world/engines.js';
import type { OperationPlan } from '../plan/plan.js';
import { isSignInPage } from '../features/sign-in/pages/pages.js';
import { worldHeader } from '../receive/world-name.js';
import { checkWorldName } from '../world/worlds.js';
import { asCaller, callerHeader } from './as-caller.js';
import { consolePage } from './console-page.js';
import { consoleStart } from './console-start.js';
import { controlDocument } from './control-document.js';
import { controlOperations, isReady, undoable } from './control-operations.js';
import { checkMembers } from './check-members.js';
import { type Admission, admit, readControlBody } from './control-request.js';
import type { Control, ControlledEmulator, ControlOptions, Kept } from './controlled-emulator.js';
import { Steps } from './operations/steps.js';
import { Undo } from './operations/undo.js';

/** An emulator whose `fetch` also serves the control plane. */
export interface EmulatorWithControl {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** The state that all requests to a control plane share. */
interface Plane extends Pick<Control, 'base' | 'instance' | 'scenarios' | 'document'> {
  readonly admission: Admission;
  readonly route: Router<OperationPlan>;
  readonly keptOf: (world: ControlledEmulator) => KeptOfWorld;
}

interface KeptOfWorld extends Kept {
  /** Number of requests that it is responding to. */
  open: number;
}

const controlPath = /^(?:\/w\/([^/]+))?\/__mock(\/.*)?$/;

/**
 * Adds the control plane to an emulator: `/__mock/…`, for callers on this machine or with a token. The paths of the service do
 * not change, but their responses cannot run scripts in the origin of the control plane.
 */
export function withControl(base: ControlledEmulator, options: ControlOptions = {}): EmulatorWithControl {
  const plane = createPlane(base, options);
  const serve: Entry = entryOf(base.fetch) ?? base.fetch;
  plane.keptOf(base);
  return {
    baseUrl: base.baseUrl,
    fetch: fetchTo(async (request) => {
      // Most requests are not for the control plane.
      const path = request.url.includes('/__mock') ? controlPath.exec(new URL(request.url).pathname) : null;
      if (path !== null) return control(plane, request, path);
      if (!request.headers.has(callerHeader)) return withoutScripts(await serveIn(plane, request, serve));
      try {
        admit(request, plane.admission);
        const named = asCaller(engineOf(worldOf(plane, request) ?? base), request);
        return withoutScripts(await serveIn(plane, named, serve));
      } catch (error) {
        return rejection(error);
      }
    }),
  };
}

/** Without a control plane, `GET /__mock/ready` and `/__mock/health` still tell that the emulator takes requests. */
export function withReadiness({ baseUrl, fetch }: EmulatorWithControl): EmulatorWithControl {
  const serve: Entry = entryOf(fetch) ?? fetch;
  const isAsked = ({ method, url }: Request): boolean =>
    method === 'GET' && /^\/__mock\/(?:ready|health)$/.test(new URL(url).pathname);
  return { baseUrl, fetch: fetchTo(async (request) => (isAsked(request) ? json(200, isReady) : serve(request))) };
}

function createPlane(base: ControlledEmulator, { token, document }: ControlOptions): Plane {
  const worlds = new WeakMap<ControlledEmulator, KeptOfWorld>();
  return {
    base,
    instance: Math.random().toString(36).slice(2, 10),
    scenarios: new Map(),
    admission: { token, ownHost: new URL(base.baseUrl).host },
    route: createRouter(plansOf(controlDocument)),
    document: async () =>
      (typeof document === 'function' ? await document() : document) ?? engineOf(base).plan.document ?? {},
    keptOf: (world) => {
      const known = worlds.get(world) ?? keep(world);
      worlds.set(world, known);
      return known;
    },
  };
}

/** Begins to keep what the control plane needs of a world: the state after each entry of its journal. */
function keep(world: ControlledEmulator): KeptOfWorld {
  const steps = new Steps();
  const { journal } = engineOf(world);
  journal.listeners.add((call) => steps.note(call, world.snapshot()));
  return { steps, undo: new Undo(), conditions: new Map(), open: 0 };
}

/** The operations of the document, as far as finding them needs. */
function plansOf({ paths }: JsonObject): readonly OperationPlan[] {
  return entriesOf(paths).flatMap(([path, item]) =>
    entriesOf(item).map(([method, operation]): OperationPlan => {
      const id = isJsonObject(operation) ? String(operation['operationId']) : '';
      // The methods of the document are those of HTTP.
      return {
        operation: { id, method: method.toUpperCase() as HttpMethod, path, auth: [] },
        responses: [],
        behaviour: {},
      };
    }),
  );
}

function entriesOf(value: JsonObject[string] | undefined): readonly (readonly [string, JsonObject[string]])[] {
  return value !== undefined && isJsonObject(value) ? Object.entries(value) : [];
}

async function control(plane: Plane, request: Request, [, inPath, rest = '/']: RegExpExecArray): Promise<Response> {
  try {
    // Whoever starts a container asks this before there is a token to send. It opens no world.
    if (rest === '/ready' && inPath === undefined && request.method === 'GET') return json(200, isReady);
    admit(request, plane.admission);
    if (rest === '/' || rest === '/ui') return await servePage(plane, request);
    return await operate(plane, request, { inPath, rest });
  } catch (error) {
    return rejection(error);
  }
}

/** The page has data only where reading it needs no token, because nothing sends one for a page. */
function servePage(plane: Plane, request: Request): Promise<Response> {
  if (plane.admission.token !== undefined || request.method === 'HEAD') return consolePage(request, undefined);
  const { base, keptOf } = plane;
  const { headers, signal } = request;
  const query = new URLSearchParams();
  const shared = { engine: engineOf(base), name: undefined, path: {}, query, headers, signal, body: {} };
  return consolePage(request, consoleStart({ ...plane, ...keptOf(base), world: base, ...shared }));
}

function rejection(error: unknown): Response {
  if (!(error instanceof HttpError)) throw error;
  const body = createEnvelope(error);
  const { error: inner } = body;
  const whole = 'errors' in error && isJsonObject(inner) ? { error: { ...inner, errors: error.errors } } : body;
  return json(error.status, whole, error.details.headers);
}

async function operate(
  plane: Plane,
  request: Request,
  { inPath, rest }: { readonly inPath: string | undefined; readonly rest: string },
): Promise<Response> {
  const { base, keptOf } = plane;
  const { id, path } = find(plane, request.method, rest);
  const { searchParams: query } = new URL(request.url);
  const { headers, signal } = request;
  const name = nameOf(request, inPath);
  const body = await readControlBody(request);
  checkMembers(id, query, body);
  const world = name === undefined ? base : base.world(name);
  const engine = engineOf(world);
  const kept = keptOf(world);
  const operation = controlOperations[id];
  const run = (): unknown =>
    operation?.({ ...plane, ...kept, world, engine, name, path, query, headers, signal, body });
  if (!undoable.has(id)) return responseOf(await run());
  const { result, id: change } = kept.undo.watch(engine, run, id.startsWith('rows.'));
  kept.steps.see(engine.filledWorld());
  return responseOf(result, change === undefined ? {} : { 'x-mock-undo': change });
}

function responseOf(result: unknown, more: Readonly<Record<string, string>> = {}): Response {
  if (result instanceof Response) return result;
  if (result === undefined) return new Response(null, { status: 204, headers: { ...usualHeaders, ...more } });
  return json(200, result, more);
}

function find({ route }: Plane, method: string, path: string): { id: string; path: Readonly<Record<string, string>> } {
  const found = route(method, path);
  if (found.kind === 'operation') {
    const values = Object.entries(found.path).map(([name, value]) => [name, decodePercent(value)] as const);
    return { id: found.plan.operation.id, path: Object.fromEntries(values) };
  }
  if (found.kind === 'unknown') throw new HttpError(404, 'notFound', `The control plane has nothing at ${path}.`);
  const allow = found.allowed.join(', ');
  throw new HttpError(405, 'httpMethodNotAllowed', `${path} takes ${allow}, not ${method}.`, { headers: { allow } });
}

/** Tokens here belong to the control plane and do not select a world. */
function nameOf({ headers: sent }: Request, inPath: string | undefined): string | undefined {
  const names = [inPath === undefined ? undefined : decodePercent(inPath), sent.get(worldHeader) || undefined];
  const [name, other] = names.flatMap((one) => (one === undefined ? [] : checkWorldName(one)));
  if (other === undefined || other === name) return name;
  throw new HttpError(400, 'invalidWorld', `The request names two worlds: ${name} and ${other}.`);
}

/** Lets a world respond to a request of the service. */
async function serveIn(plane: Plane, request: Request, serve: Entry): Promise<Response> {
  const world = worldOf(plane, request);
  if (world === undefined) return serve(request);
  const kept = plane.keptOf(world);
  // What changed without a request belongs to none.
  if (kept.open === 0) kept.steps.see(engineOf(world).filledWorld());
  kept.open += 1;
  try {
    return await serve(request);
  } finally {
    kept.open -= 1;
  }
}

/** The world of a request of the service; undefined if the request has an invalid name of a world, which changes none. */
function worldOf({ base }: Plane, request: Request): ControlledEmulator | undefined {
  try {
    return base.worldOf(request);
  } catch (error) {
    if (error instanceof HttpError) return undefined;
    throw error;
  }
}

/** Stored data may be a page, which must not run in this origin. */
function withoutScripts(response: Response): Response {
  // The pages of the sign-in have a policy of their own, which lets them send forms.
  if (!isSignInPage(response)) response.headers.set('content-security-policy', 'sandbox');
  return response;
}

const usualHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

function json(status: number, body: unknown, more: Readonly<Record<string, string>> = {}): Response {
  return new Response(writeExactly(body), {
    status,
    headers: { ...usualHeaders, ...more, 'content-type': 'application/json; charset=UTF-8' },
  });
}
