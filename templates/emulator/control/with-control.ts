import { decodePercent, isJsonObject, type HttpMethod, type JsonObject } from '@speccast/runtime';
import { type Entry, entryOf, fetchTo } from '../engine/direct-fetch.js';
import type { OperationPlan } from '../engine/plan/plan.js';
import { createRouter, type Router } from '../engine/request/router.js';
import { envelopeOf } from '../engine/response/error-response.js';
import { HttpError } from '../engine/response/http-error.js';
import { isSignInPage } from '../engine/sign-in/pages.js';
import { worldHeader } from '../engine/worlds/world-name.js';
import { checkWorldName } from '../engine/worlds/worlds.js';
import { consolePage } from './console/console-page.js';
import { controlDocument } from './control-document.js';
import { controlOperations, isReady } from './control-operations.js';
import { type Admission, admit, readControlBody } from './control-request.js';
import type { ControlledEmulator, ControlOptions } from './controlled-emulator.js';
import { Steps } from './steps.js';

/** An emulator whose `fetch` also serves the control plane. */
export interface EmulatorWithControl {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** The state that all requests to a control plane share. */
interface Plane {
  readonly base: ControlledEmulator;
  readonly admission: Admission;
  readonly route: Router;
  readonly document: () => Promise<JsonObject>;
  readonly stepsOf: (world: ControlledEmulator) => Steps;
}

const controlPath = /^(?:\/w\/([^/]+))?\/__mock(\/.*)?$/;

/**
 * Adds the control plane to an emulator: `/__mock/…`, for callers on this machine or with a token. The paths of the service do
 * not change, but their responses cannot run scripts in the origin of the control plane.
 */
export function withControl(base: ControlledEmulator, options: ControlOptions = {}): EmulatorWithControl {
  const plane = createPlane(base, options);
  const serve: Entry = entryOf(base.fetch) ?? base.fetch;
  return {
    baseUrl: base.baseUrl,
    fetch: fetchTo(async (request) => {
      // Most requests are not for the control plane.
      const path = request.url.includes('/__mock') ? controlPath.exec(new URL(request.url).pathname) : null;
      if (path !== null) return control(plane, request, path);
      const response = await serve(request);
      noteStep(plane, request);
      return withoutScripts(response);
    }),
  };
}

function createPlane(base: ControlledEmulator, { token, document = {} }: ControlOptions): Plane {
  const steps = new WeakMap<ControlledEmulator, Steps>();
  return {
    base,
    admission: { token, ownHost: new URL(base.baseUrl).host },
    route: createRouter(plansOf(controlDocument)),
    document: async () => (typeof document === 'function' ? document() : document),
    stepsOf: (world) => {
      const known = steps.get(world) ?? new Steps();
      steps.set(world, known);
      return known;
    },
  };
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
    if (rest === '/' || rest === '/ui') return await consolePage(request);
    const body = await operate(plane, request, { inPath, rest });
    return body === undefined ? new Response(null, { status: 204, headers }) : json(200, body);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return json(error.status, envelopeOf(error), error.details.headers);
  }
}

async function operate(
  plane: Plane,
  request: Request,
  { inPath, rest }: { readonly inPath: string | undefined; readonly rest: string },
): Promise<unknown> {
  const { base, stepsOf, document } = plane;
  const { id, path } = find(plane, request.method, rest);
  const { searchParams } = new URL(request.url);
  const name = nameOf(request, inPath);
  const body = await readControlBody(request);
  const world = name === undefined ? base : base.world(name);
  const operation = controlOperations[id];
  return operation?.({ base, world, name, steps: stepsOf(world), path, query: searchParams, body, document });
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

function noteStep({ base, stepsOf }: Plane, request: Request): void {
  try {
    const world = base.worldOf(request);
    const entry = world.journal.at(-1);
    if (entry !== undefined) stepsOf(world).note(entry.number, world.snapshot());
  } catch (error) {
    // A request with an invalid name of a world changes none.
    if (!(error instanceof HttpError)) throw error;
  }
}

/** Stored data may be a page, which must not run in this origin. */
function withoutScripts(response: Response): Response {
  // The pages of the sign-in have a policy of their own, which lets them send forms.
  if (!isSignInPage(response)) response.headers.set('content-security-policy', 'sandbox');
  return response;
}

const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

function json(status: number, body: unknown, more: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, ...more, 'content-type': 'application/json; charset=UTF-8' },
  });
}
