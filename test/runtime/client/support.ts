import {
  toFormData,
  toRelated,
  toUrlEncoded,
  expandNames,
  encodeReserved,
  toContent,
  writeAnyBody,
  declaredResponses,
  writeAnyParameter,
  writeDeepObject,
  writePipeDelimited,
  writeSpaceDelimited,
  writeTabDelimited,
  writeLabel,
  writeMatrix,
} from '@speccast/runtime';
import type { Operation, Service } from '@speccast/runtime';
import { createCore, withErrorTexts } from '@speccast/runtime/client';
import type { ClientOptions, Core } from '@speccast/runtime/client';

/** Writers of all styles of parameters. */
export const writers: NonNullable<Operation['writers']> = {
  any: writeAnyParameter,
  label: writeLabel,
  matrix: writeMatrix,
  spaceDelimited: writeSpaceDelimited,
  pipeDelimited: writePipeDelimited,
  tabDelimited: writeTabDelimited,
  deepObject: writeDeepObject,
  content: toContent,
  reserved: encodeReserved,
};

/** A service with each kind of credential. */
export const service: Service = {
  name: 'films',
  version: '1.0.0',
  baseUrl: 'https://films.test/v3',
  security: {
    apiKey: { kind: 'apiKey', in: 'query', name: 'key' },
    headerKey: { kind: 'apiKey', in: 'header', name: 'X-Key' },
    cookieKey: { kind: 'apiKey', in: 'cookie', name: 'session' },
    oauth2: { kind: 'bearer', oauth2: true, queryParameter: 'access_token' },
    plainToken: { kind: 'bearer' },
    basic: { kind: 'basic' },
    certificate: { kind: 'other' },
  },
};

/** Params of any operation. */
export interface AnyParams {
  readonly [name: string]: unknown;
}

type AnyOperation = Operation<AnyParams, unknown>;

/** Returns the operation `films.list`, which responds with JSON, with changes. */
export function createOperation(changes: Partial<AnyOperation> = {}): AnyOperation {
  return {
    id: 'films.list',
    method: 'GET',
    path: '/films',
    responses: [{ status: '200', contents: [{ mediaType: 'application/json' }] }],
    receive: declaredResponses,
    auth: [],
    writers,
    expandPath: expandNames,
    writeBody: writeAnyBody,
    bodyWriters: { form: toUrlEncoded, multipart: toFormData, related: toRelated },
    ...changes,
  };
}

/** Returns the operation `films.insert`, which takes JSON, with changes. */
export function createWriteOperation(changes: Partial<AnyOperation> = {}): AnyOperation {
  return createOperation({
    id: 'films.insert',
    method: 'POST',
    body: [{ mediaType: 'application/json' }],
    bodyRequired: true,
    ...changes,
  });
}

/** A response of a scripted fetch, an error with which it rejects, or a function that responds. */
export type Step = Response | Error | ((request: Request) => Response | Promise<Response>);

/** A scripted fetch, and the requests that it received. */
export interface Script {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly requests: Request[];
}

/** Creates a `fetch` that responds with these steps in turn and repeats the last one; without steps, it responds with `{}`. */
export function scriptFetch(...steps: readonly Step[]): Script {
  const requests: Request[] = [];
  return {
    requests,
    fetch: async (request) => {
      const step = steps[Math.min(requests.length, steps.length - 1)];
      requests.push(request.clone());
      if (step === undefined) return json({});
      if (step instanceof Error) throw step;
      return typeof step === 'function' ? step(request) : step.clone();
    },
  };
}

/** Returns a JSON response. */
export function json(body: unknown, init: ResponseInit = {}): Response {
  return Response.json(body, init);
}

/** Creates a clock that never waits, and records the pauses. */
export function createTestClock(random = 0.5): {
  readonly pauses: number[];
  time: number;
  now(): number;
  random(): number;
  sleep(ms: number): Promise<void>;
} {
  const pauses: number[] = [];
  return {
    pauses,
    time: 1_000_000,
    now() {
      return this.time;
    },
    random: () => random,
    sleep: async (ms) => {
      pauses.push(ms);
    },
  };
}

/** Creates a core of the test service. */
export function createTestCore(options: ClientOptions): Core {
  return createCore(service, options, [withErrorTexts]);
}

/** Sends one call, and returns its request. */
export async function captureRequest(
  called: AnyOperation,
  params: AnyParams,
  options: ClientOptions = {},
): Promise<Request> {
  const { fetch, requests } = scriptFetch(json({}));
  await createTestCore({ fetch, ...options }).call(called, params);
  const [request] = requests;
  if (request === undefined) throw new Error('no request was sent');
  return request;
}

/** Returns the error with which a promise rejects. */
export async function catchError(promise: PromiseLike<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw new Error('the promise rejected with a value that is not an Error', { cause: error });
  }
  throw new Error('the promise did not reject');
}

/** Waits for three turns of the event loop, so that pending promises and timers of 0 ms are done. */
export async function flushTasks(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}
