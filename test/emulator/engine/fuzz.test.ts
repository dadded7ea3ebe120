import { createEmulator as createAds } from '@speccast/ad-reporting/mocks';
import { createEmulator as createVideos } from '@speccast/video-platform/mocks';
import { document as adDocument } from '@speccast/ad-reporting/spec';
import { document as videoDocument } from '@speccast/video-platform/spec';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

interface FuzzedService {
  readonly baseUrl: string;
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
}

const junk = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('true', '1', '-1', 'alwsoKhExNl', '__proto__', 'constructor', '%00', '%zz', 'a,b', 'public', 'like'),
);
const names = fc.oneof(
  fc.constantFrom(
    'id',
    'mine',
    'videoId',
    'channelId',
    'playlistId',
    'parentId',
    'part',
    'maxResults',
    'pageToken',
    'hl',
    'regionCode',
    'tfmt',
    'tlang',
    'rating',
    'moderationStatus',
    'type',
    'q',
    'uploadType',
    'access_token',
  ),
  fc.string({ maxLength: 6 }),
);
const bodyText = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.string(),
  fc.constantFrom(
    '{"snippet":null}',
    '{"snippet":{"playlistId":{}}}',
    '{"id":["a"],"snippet":[]}',
    '[]',
    'null',
    '{"__proto__":{"id":1}}',
    '{"snippet":{"position":1e99,"title":{}}}',
    '--b\r\n\r\n--b--',
    '--b\r\ncontent-type: application/json\r\n\r\n{\r\n--b--',
  ),
);
const types = fc.constantFrom(
  'application/json',
  'application/json; charset=x',
  'multipart/related; boundary=b',
  'multipart/related',
  'multipart/form-data; boundary=b',
  'image/png',
  'video/mp4',
  'text/plain',
  'application/octet-stream',
  '',
  'x',
);

const request = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH', 'OPTIONS'),
  path: fc.nat(),
  segment: junk,
  query: fc.array(fc.tuple(names, junk), { maxLength: 4 }),
  body: bodyText,
  type: types,
  token: fc.constantFrom('one', 'two', 'invalid', ''),
});

/** Expects that any request to an emulator has a response below 500, and that JSON in responses is well formed. */
async function expectNoFailures(start: () => FuzzedService, paths: readonly string[]): Promise<void> {
  const emulator = start();
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, segment, query, body, type, token }) => {
      const template = paths[path % paths.length] ?? '/';
      const filled = template.replace(/\{[^}]*\}/g, () => encodeURIComponent(segment).replaceAll('%25', '%'));
      const search = new URLSearchParams([['key', 'k'], ...query]).toString();
      const hasBody = method !== 'GET' && method !== 'HEAD';
      const headers = {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(type === '' ? {} : { 'content-type': type }),
      };
      const response = await emulator.fetch(`${emulator.baseUrl}${filled}?${search}`, {
        method,
        headers,
        ...(hasBody ? { body } : {}),
      });
      const text = await response.text();
      expect(response.status, text).toBeLessThan(500);
      if (response.headers.get('content-type')?.startsWith('application/json') === true && method !== 'HEAD')
        JSON.parse(text);
    }),
    { numRuns: 200 },
  );
}

function listPaths(document: unknown): readonly string[] {
  const { paths } = document as { readonly paths: object };
  return Object.keys(paths);
}

test('the video platform responds to any request without an internal error', async () => {
  await expectNoFailures(() => createVideos({ checkResponses: true }), listPaths(videoDocument));
});

test('ad reporting responds to any request without an internal error', async () => {
  await expectNoFailures(
    () => createAds({ checkResponses: true }),
    ['/v1/accounts/pub-4801527306914825/mediationReport:generate', ...listPaths(adDocument)],
  );
});
