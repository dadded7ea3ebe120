import { createEmulator as createAds } from '@speccast/ad-reporting/mocks';
import { createEmulator as createVideos } from '@speccast/video-platform/mocks';
import { ErrorModel } from '@speccast/video-platform/validators';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryRequest, type WildRequest } from './arbitrary-request.js';
import { adVocabulary, videoVocabulary } from './vocabularies.js';
import type { Known, Vocabulary } from './vocabulary.js';
import { describeWorld, type Stateful } from './world-state.js';

/** The members of an emulator that these tests use. */
interface Fuzzed extends Stateful {
  readonly baseUrl: string;
  readonly as: (token: string) => unknown;
  readonly journal: readonly { readonly operation?: string; readonly status: number }[];
  readonly fork: () => Fuzzed;
}

const services: Readonly<Record<string, readonly [Fuzzed, Vocabulary]>> = {
  'video-platform': prepare(await beginUploads(createVideos({ checkResponses: true })), videoVocabulary),
  'ad-reporting': prepare(createAds({ checkResponses: true }), adVocabulary),
};

/** Begins resumable uploads, and returns the emulator. */
async function beginUploads<Emulator extends Fuzzed>(emulator: Emulator): Promise<Emulator> {
  const headers = { authorization: 'Bearer first-user' };
  for (const path of ['/videos', '/captions', '/channelBanners/insert']) {
    const body = path === '/captions' ? '{"snippet":{"videoId":"alwsoKhExNl"}}' : null;
    const url = `${emulator.baseUrl}${path}?uploadType=resumable`;
    await emulator.fetch(new Request(url, { method: 'POST', headers, body }));
  }
  return emulator;
}

/** Adds two users to an emulator, and returns it with a vocabulary of the ids of its rows. */
function prepare(emulator: Fuzzed, vocabulary: (ids: Known) => Vocabulary): readonly [Fuzzed, Vocabulary] {
  emulator.as('first-user');
  emulator.as('second-user');
  const ids = [...emulator.snapshot().world.tables].map(([name, rows]): [string, readonly string[]] => [
    name,
    [...rows.keys()].slice(-8),
  ]);
  return [emulator, vocabulary(Object.fromEntries(ids))];
}

/** Sends a request; returns `undefined` if its target is not a URL of the service. */
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

/** Sends a request, and expects no error of the server, errors in the declared form, and no change by a request that must not change anything. */
async function expectSound(emulator: Fuzzed, request: WildRequest): Promise<void> {
  const before = emulator.snapshot().world;
  const response = await send(emulator, request);
  if (response === undefined) return;
  const text = await response.text();
  expect(response.status, text).toBeLessThan(500);
  const after = emulator.snapshot().world;
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method.toUpperCase());
  // The first request of a user creates their rows, even if it reads.
  const [known, knownAfter] = [before, after].map(({ tables }) => tables.get('~callers')?.size);
  if (after !== before && (response.status >= 400 || (isRead && known === knownAfter)))
    expect(describeWorld(after)).toBe(describeWorld(before));
  // The response to a cancelled upload is 499 without a body.
  if (response.status < 400 || response.status === 499 || request.method === 'HEAD') return;
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(ErrorModel.check(JSON.parse(text))).toEqual([]);
}

test.each(Object.entries(services))(
  'G4: no request makes %s respond with a status of 500 or more, and rejected requests change nothing',
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
  'G4: the generated requests to %s succeed for most operations, and cause many kinds of errors',
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
    const errors = name === 'ad-reporting' ? [400, 401, 404, 405] : [400, 401, 403, 404, 405, 415];
    expect([...statuses]).toEqual(expect.arrayContaining(errors));
    expect(succeeded.size).toBeGreaterThanOrEqual(name === 'ad-reporting' ? 6 : 36);
  },
);
