import { createEmulator as createAds } from '@speccast/ad-reporting/mocks';
import { createEmulator as createVideos } from '@speccast/video-platform/mocks';
import { ErrorModel } from '@speccast/video-platform/validators';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryRequest, type WildRequest } from './arbitrary-request.js';
import { adVocabulary, videoVocabulary } from './vocabularies.js';
import type { Known, Vocabulary } from './vocabulary.js';

/** What the properties need of an emulator. */
interface Fuzzed {
  readonly baseUrl: string;
  readonly fetch: (input: Request) => Promise<Response>;
  readonly as: (token: string) => unknown;
  readonly journal: readonly { readonly operation?: string; readonly status: number }[];
  readonly snapshot: () => {
    readonly world: {
      readonly tables: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
      readonly blobs: ReadonlyMap<string, unknown>;
    };
  };
  readonly fork: () => Fuzzed;
}

const services: Readonly<Record<string, readonly [Fuzzed, Vocabulary]>> = {
  'video-platform': fuzzed(await uploading(createVideos({ checkResponses: true })), videoVocabulary),
  'ad-reporting': fuzzed(createAds({ checkResponses: true }), adVocabulary),
};

/** An emulator with uploads that have begun. */
async function uploading<Emulator extends Fuzzed>(emulator: Emulator): Promise<Emulator> {
  const headers = { authorization: 'Bearer first-user' };
  for (const path of ['/videos', '/captions', '/channelBanners/insert']) {
    const body = path === '/captions' ? '{"snippet":{"videoId":"alwsoKhExNl"}}' : null;
    const url = `${emulator.baseUrl}${path}?uploadType=resumable`;
    await emulator.fetch(new Request(url, { method: 'POST', headers, body }));
  }
  return emulator;
}

/** An emulator that has met two users, and requests about what it holds. */
function fuzzed(emulator: Fuzzed, vocabulary: (ids: Known) => Vocabulary): readonly [Fuzzed, Vocabulary] {
  emulator.as('first-user');
  emulator.as('second-user');
  const ids = [...emulator.snapshot().world.tables].map(([name, rows]): [string, readonly string[]] => [
    name,
    [...rows.keys()].slice(-8),
  ]);
  return [emulator, vocabulary(Object.fromEntries(ids))];
}

/** The state as text, without what lists of pages, callers and unfinished uploads keep. */
function stateOf({ snapshot }: Fuzzed): string {
  const { tables, blobs } = snapshot().world;
  return JSON.stringify([
    [...tables].filter(([name]) => !name.startsWith('~')).map(([name, rows]) => [name, ...rows]),
    [...blobs.keys()].filter((key) => !key.startsWith('~')),
  ]);
}

async function send(emulator: Fuzzed, { method, target, headers, body }: WildRequest): Promise<Response | undefined> {
  const url = emulator.baseUrl.replace(/\/$/, '') + target;
  if (!URL.canParse(url) || new URL(url).origin !== new URL(emulator.baseUrl).origin) return undefined;
  return emulator.fetch(
    new Request(url, {
      method,
      headers: headers.map(([name, value]) => [name, value] satisfies [string, string]),
      ...(body === undefined || body.length === 0 ? {} : { body: body.slice() }),
    }),
  );
}

async function expectSound(emulator: Fuzzed, request: WildRequest): Promise<void> {
  const [before, text] = [emulator.snapshot().world, stateOf(emulator)];
  const response = await send(emulator, request);
  if (response === undefined) return;
  const answer = await response.text();
  expect(response.status, answer).toBeLessThan(500);
  const after = emulator.snapshot().world;
  if (after !== before && mayChangeNothing(request, response, [before, after])) expect(stateOf(emulator)).toBe(text);
  // An upload that is given up is answered with 499 and nothing more.
  if (response.status < 400 || response.status === 499 || request.method === 'HEAD') return;
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(ErrorModel.check(JSON.parse(answer))).toEqual([]);
}

type World = ReturnType<Fuzzed['snapshot']>['world'];

/** A refusal never changes anything; a read neither, unless it is the first request of a user. */
function mayChangeNothing({ method }: WildRequest, { status }: Response, worlds: readonly [World, World]): boolean {
  const [known, knownAfter] = worlds.map(({ tables }) => tables.get('~callers')?.size);
  return status >= 400 || (['GET', 'HEAD', 'OPTIONS'].includes(method.toUpperCase()) && known === knownAfter);
}

test.each(Object.entries(services))(
  'G4: no request to %s, of whatever shape, fails the service, and one that is refused changes nothing',
  async (_name, [base, vocabulary]) => {
    const requests = fc.array(arbitraryRequest(vocabulary), { minLength: 1, maxLength: 5 });
    const sound = fc.asyncProperty(requests, async (all) => {
      const emulator = base.fork();
      for (const request of all) await expectSound(emulator, request);
    });
    await fc.assert(sound, { numRuns: 100 });
  },
  600_000,
);

test.each(Object.entries(services))(
  'G4: the requests made up for %s reach successes of most operations and refusals of many kinds',
  async (name, [base, vocabulary]) => {
    const emulator = base.fork();
    for (const request of fc.sample(arbitraryRequest(vocabulary), {
      numRuns: name === 'ad-reporting' ? 400 : 800,
      seed: 1,
    }))
      await send(emulator, request);
    const statuses = new Set(emulator.journal.map(({ status }) => status));
    const succeeded = new Set(
      emulator.journal.filter(({ status }) => status < 300).map(({ operation }) => operation ?? ''),
    );
    const refusals = name === 'ad-reporting' ? [400, 401, 404, 405] : [400, 401, 403, 404, 405, 415];
    expect([...statuses]).toEqual(expect.arrayContaining(refusals));
    expect(succeeded.size).toBeGreaterThanOrEqual(name === 'ad-reporting' ? 6 : 36);
  },
);
