import { createEmulator as emulateAds } from '@speccast/ad-reporting/mocks';
import { createPartialHandler as serveAds, ServerError as AdsError } from '@speccast/ad-reporting/server-types';
import { document as adDocument } from '@speccast/ad-reporting/spec';
import { createEmulator as emulateVideos } from '@speccast/video-platform/mocks';
import { createPartialHandler as serveVideos, ServerError as VideosError } from '@speccast/video-platform/server-types';
import { document as videoDocument } from '@speccast/video-platform/spec';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createPartialHandler as serveBooks,
  ServerError,
} from '../../cases/positive-server-types/expected/src/server-types/index.js';
import { document as bookDocument } from '../../cases/positive-server-types/expected/src/spec.js';
import { isJsonObject } from '@speccast/runtime';
import type { JsonObject } from '@speccast/runtime';
import { importCase, type ImportedCase } from '../../output/import-case.js';
import { repeatHandler } from '../generated-server.js';

let bookshop: ImportedCase<object> | undefined;

beforeAll(async () => {
  bookshop = await importCase('positive-server-types');
});

afterAll(() => bookshop?.remove());

/** An emulator and a generated server of the same document. */
interface ComparedService {
  readonly document: JsonObject;
  readonly base: string;
  readonly emulated: (request: Request) => Promise<Response>;
  readonly served: (request: Request) => Promise<Response>;
}

const anybody = { authenticate: () => ({}), maxBodyBytes: 2000 };

/** Creates handlers that respond with 418, which shows that the server accepted the request. */
function failWith418(Failure: new (status: number) => Error): object {
  return repeatHandler(() => {
    throw new Failure(418);
  });
}

const settings = { maxBodyBytes: 2000, journal: false } as const;

const services: Readonly<Record<string, () => ComparedService>> = {
  bookshop: () =>
    createPair(bookDocument, bookshop!.open({}, settings).emulator, serveBooks(failWith418(ServerError), anybody)),
  'ad-reporting': () => createPair(adDocument, emulateAds(settings), serveAds(failWith418(AdsError), anybody)),
  'video-platform': () =>
    createPair(
      videoDocument,
      emulateVideos(settings),
      serveVideos(failWith418(VideosError), { ...anybody, basePath: '/v3' }),
    ),
};

function createPair(
  document: JsonObject,
  emulator: { readonly fetch: (request: Request) => Promise<Response>; readonly baseUrl: string },
  server: { readonly fetch: (request: Request, context: unknown) => Promise<Response>; readonly basePath: string },
): ComparedService {
  expect(new URL(emulator.baseUrl).pathname.replace(/\/$/, '')).toBe(server.basePath);
  return {
    document,
    base: emulator.baseUrl.replace(/\/$/, ''),
    emulated: emulator.fetch,
    served: (request) => server.fetch(request, undefined),
  };
}

const text = fc.constantFrom(
  '',
  '1',
  '-1',
  '101',
  '1e3',
  '9007199254740993',
  'a',
  'a,b',
  '%zz',
  '%2C',
  'true',
  '[]',
  '{}',
  'ü',
  'null',
);

const bodies = fc.constantFrom(
  '',
  '{',
  '{}',
  '[]',
  'null',
  '{"title":1}',
  '{"title":"A"}',
  '{"snippet":{"title":"A"}}',
  '{"__proto__":1}',
  '"ü"',
  `{"title":"${'a'.repeat(2000)}"}`,
);

const types = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-16',
  'application/merge-patch+json',
  'text/plain',
  'multipart/form-data; boundary=a',
  'multipart/form-data',
  'image/png',
);

const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE');

/** The parts of a generated request. */
interface RequestParts {
  readonly path: string;
  readonly method: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  readonly type: string;
  /** True if values of the query are percent-encoded. */
  readonly isEncoded: boolean;
}

/** Generates requests to the paths of a document, most of them invalid. */
function arbitraryRequests(document: JsonObject): fc.Arbitrary<RequestParts> {
  const paths = Object.entries(Object(document['paths'])).filter(([, item]) => isJsonObject(item));
  return fc.constantFrom(...paths).chain(([template, item]: [string, unknown]) => {
    const names = listQueryNames(document, item);
    const own = Object.keys(Object(item)).filter((name) => /^(?:get|put|post|patch|delete)$/.test(name));
    const query = fc.array(fc.tuple(fc.constantFrom('unknown', ...names), text), { maxLength: 3 });
    return fc.record({
      path: fc.oneof(
        arbitraryPath(template),
        arbitraryPath(template).map((path) => `${path}/more`),
        { arbitrary: arbitraryPath(template), weight: 8 },
      ),
      method: fc.oneof(methods, { arbitrary: fc.constantFrom(...own).map((name) => name.toUpperCase()), weight: 4 }),
      query,
      body: fc.option(bodies, { nil: undefined }),
      type: fc.oneof(types, { arbitrary: fc.constant('application/json'), weight: 2 }),
      isEncoded: fc.boolean(),
    });
  });
}

/** Lists the names of the query parameters of a path. */
function listQueryNames(document: JsonObject, item: unknown): readonly string[] {
  const found = new Set<string>();
  JSON.stringify(item, (_, value: unknown) => {
    const reference = Object(value)['$ref'];
    const target: unknown = String(reference).startsWith('#/components/parameters/')
      ? Object(Object(document['components'])['parameters'])[String(reference).split('/').at(-1) ?? '']
      : value;
    if (Object(target)['in'] === 'query') found.add(String(Object(target)['name']));
    return value;
  });
  return [...found];
}

/** Generates paths of a template: `/books/{bookId}` → `/books/a`. */
function arbitraryPath(template: string): fc.Arbitrary<string> {
  return text
    .filter((value) => value !== '')
    .map((value) =>
      template.replaceAll(/\{[^}=]*(?:=([^}]*))?\}/g, (_, wild?: string) => wild?.replaceAll('*', value) ?? value),
    );
}

function toRequest(base: string, { path, method, query, body, type, isEncoded }: RequestParts): Request {
  const search = query.map(([name, value]) => `${name}=${isEncoded ? encodeURIComponent(value) : value}`).join('&');
  const headers = { authorization: 'Bearer somebody', ...(body !== undefined && { 'content-type': type }) };
  const hasBody = method !== 'GET' && method !== 'HEAD' && body !== undefined;
  return new Request(`${base}${path}?${search}`, { method, headers, ...(hasBody && { body }) });
}

/** The status of a response, and location and reason of its first issue. */
interface Outcome {
  readonly status: number;
  /** Name of a parameter, or the whole message. */
  readonly at: string;
  readonly reason: string;
}

/** Reads the outcome of a request from its response. */
async function readOutcome(response: Response): Promise<Outcome> {
  const body: unknown = await response.json().catch(() => undefined);
  const envelope = Object(Object(body)['error']);
  const [first] = Array.isArray(envelope['errors']) ? envelope['errors'] : [];
  const detail = String(Object(body)['detail'] ?? envelope['message'] ?? '');
  return {
    status: response.status,
    at: String(Object(first)['location'] ?? detail),
    reason: String(Object(first)['reason'] ?? ''),
  };
}

interface ComparedOutcomes {
  /** By the generated server. */
  readonly own: Outcome;
  /** By the emulator. */
  readonly other: Outcome;
  readonly drawn: RequestParts;
}

/** Reasons for which server and emulator may respond differently. */
const differences: Readonly<Record<string, (one: ComparedOutcomes) => boolean>> = {
  'a server does not read a body that its operation does not accept': ({ own, other, drawn: { method } }) =>
    (method === 'DELETE' || own.status === 418 || own.reason === 'required') &&
    /^(?:400|413)$/.test(`${other.status}`) &&
    /body|Content-Type/.test(other.at),
  'an emulator does not enforce rules for parameters that only overlays state': ({ own, other, drawn: { method } }) =>
    own.status === 400 &&
    (method === 'HEAD' || /invalidParameter|required/.test(own.reason)) &&
    other.reason !== 'invalidParameter',
  'an emulator selects fields and pages of responses': ({ other }) =>
    /^(?:fields|pageSize|pageToken|maxResults|cursor)$/.test(other.at),
  'an emulator rejects operations that are no longer supported': ({ other }) => other.reason === 'methodNotSupported',
  'an emulator accepts uploads as forms, too, and checks their types last': ({ own, other }) =>
    own.status === 415 && (other.status === 400 || other.status === 413),
};

const rejections = [404, 405, 413, 415];

const explained = new Set<string>();

test.each(Object.entries(services))(
  'the generated server of %s rejects the same requests as the emulator',
  async (_, open) => {
    const service = open();
    const counts = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(arbitraryRequests(service.document), async (drawn) => {
        const own = await readOutcome(await service.served(toRequest(service.base, drawn)));
        const other = await readOutcome(await service.emulated(toRequest(service.base, drawn)));
        counts.set(own.status, (counts.get(own.status) ?? 0) + 1);
        const all = { own, other, drawn };
        if (own.status === 418) {
          // Later errors of the emulator come from the rules of the service, which a server does not have.
          const isRejected =
            other.reason === 'invalidParameter' || (rejections.includes(other.status) && other.status !== 404);
          if (!isRejected) return;
        } else if (own.status === other.status && own.at.split(';')[0] === other.at) return;
        const reasons = Object.keys(differences).filter((one) => differences[one]?.(all) === true);
        if (reasons.length > 0) {
          for (const one of reasons) explained.add(one);
          return;
        }
        expect(all).toEqual({ own: other, other, drawn });
      }),
      { numRuns: 400 },
    );
    expect(counts.get(418)).toBeGreaterThan(20);
    expect(counts.get(400)).toBeGreaterThan(20);
    expect(counts.get(405)).toBeGreaterThan(5);
  },
);

test('each reason for a difference occurs', () => {
  expect([...explained].toSorted()).toEqual(Object.keys(differences).toSorted());
});
