import * as ads from '@speccast/ad-reporting/conformance';
import { createEmulator as createAds } from '@speccast/ad-reporting/mocks';
import { mswHandlers as adsHandlers } from '@speccast/ad-reporting/msw';
import { serve as serveAds } from '@speccast/ad-reporting/server';
import * as videos from '@speccast/video-platform/conformance';
import { createEmulator as createVideos } from '@speccast/video-platform/mocks';
import { mswHandlers as videosHandlers } from '@speccast/video-platform/msw';
import { serve as serveVideos } from '@speccast/video-platform/server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readYaml } from '../rows.js';
import { watchRejections } from './behaviours/world-state.js';
import { throughServer } from './generated-server.js';
import { overHttp, throughMsw, type Transport } from './transports.js';

const credentials = { key: 'any-key', tokens: { T1: 'first-user', T2: 'second-user' } } as const;

const [videoWorld, adWorld] = [createVideos({ checkResponses: true }), createAds({ checkResponses: true })];
// For runs of all checks. Responses are compared with the spec in memory only, to save time.
const [largeVideoWorld, largeAdWorld] = [createVideos({ journal: false }), createAds({ journal: false })];
// Even a rejected first request of a user creates their channel, so the users are created here.
for (const token of Object.values(credentials.tokens)) for (const one of [videoWorld, largeVideoWorld]) one.as(token);

type Kit = Pick<typeof videos, 'checks' | 'runConformance'>;
/** A transport to an emulator, with its quota counter. */
interface Opened extends Transport {
  readonly quota: { readonly units: number };
}

/** Functions that open a transport to an emulator of a service. */
const transports: Readonly<Record<string, (kit: Kit) => Promise<Opened>>> = {
  'through MSW': async (kit) => {
    const [video, ad] = [largeVideoWorld.fork(), largeAdWorld.fork()];
    const { baseUrl, quota } = kit === ads ? ad : video;
    const handlers = kit === ads ? adsHandlers(ad, { baseUrl }) : videosHandlers(video, { baseUrl });
    return { ...(await throughMsw(baseUrl, handlers)), quota };
  },
  'over HTTP': async (kit) => {
    const [video, ad] = [largeVideoWorld.fork(), largeAdWorld.fork()];
    const { quota } = kit === ads ? ad : video;
    return { ...(await overHttp(kit === ads ? serveAds(ad, { port: 0 }) : serveVideos(video, { port: 0 }))), quota };
  },
};

const kits: readonly (readonly [string, Kit])[] = [
  ['video-platform', videos],
  ['ad-reporting', ads],
];

/** Checks that run in memory only: they take many requests or large images, which transports handle like any others. */
const onlyInMemory = ['B1', 'B2', 'B3', 'B5', 'G8', 'P4', 'P6', 'R2', 'R3', 'TH4', 'TH5'];
/** Checks that send requests outside of the base address, which the MSW handlers do not intercept. */
const beyondTheBase = ['G3.others'];

async function run(
  kit: Kit,
  { baseUrl, fetch }: Pick<Transport, 'baseUrl' | 'fetch'>,
  options: Partial<videos.ConformanceOptions>,
): Promise<readonly videos.CheckResult[]> {
  const { results } = await kit.runConformance({ baseUrl, fetch, ...credentials, writes: true, ...options });
  return results;
}

function expectPassed(results: readonly videos.CheckResult[], id: string): void {
  const { outcome, reason, leftovers } = results.find((one) => one.id === id) ?? {};
  expect({ outcome, reason, leftovers }).toEqual({ outcome: 'passed' });
}

function expectEstimate({ estimate, real }: { readonly estimate: number; readonly real: number }): void {
  expect(real).toBeGreaterThan(0);
  expect(Math.abs(estimate - real)).toBeLessThanOrEqual(real / 100);
}

describe.each(kits)('the checks of %s', (_name, kit) => {
  // Each behaviour runs in its own copy of the world. The emulator makes no network requests, and rejected requests change nothing.
  describe('in memory', () => {
    const runs = new Map<string, readonly videos.CheckResult[]>();
    const cost = { estimate: 0, real: 0 };
    const runOnce = async (behaviour: string): Promise<readonly videos.CheckResult[]> => {
      const known = runs.get(behaviour);
      if (known !== undefined) return known;
      const world = kit === ads ? adWorld.fork() : videoWorld.fork();
      const transport = { baseUrl: world.baseUrl, fetch: watchRejections(world) };
      const onEstimate = ({ units }: videos.CostEstimate): void => void (cost.estimate += units);
      const results = await run(kit, transport, { only: [behaviour], onEstimate });
      cost.real += world.quota.units;
      runs.set(behaviour, results);
      return results;
    };

    beforeAll(() => void vi.stubGlobal('fetch', () => Promise.reject(new Error('the network was used'))));
    afterAll(() => void vi.unstubAllGlobals());

    for (const { id, title } of kit.checks)
      test(`${id} ${title}`, async () => expectPassed(await runOnce(id.split('.')[0] ?? id), id));

    test('the estimated cost differs by at most 1 %', () => expectEstimate(cost));
  });

  // All checks in one world, as users run them.
  describe.each(Object.entries(transports))('%s', (name, open) => {
    const skipped = [...onlyInMemory, ...(name === 'through MSW' ? beyondTheBase : [])];
    const checks = kit.checks.filter(({ id }) => !skipped.includes(id));
    const only = checks.map(({ id }) => id);
    const cost = { estimate: 0, real: 0 };
    let results: readonly videos.CheckResult[];

    beforeAll(async () => {
      const transport = await open(kit);
      const onEstimate = ({ units }: videos.CostEstimate): void => void (cost.estimate = units);
      results = await run(kit, transport, { only, onEstimate }).finally(() => transport.close());
      cost.real = transport.quota.units;
    });

    for (const { id, title } of checks) test(`${id} ${title}`, () => expectPassed(results, id));

    test('the estimated cost differs by at most 1 %', () => expectEstimate(cost));
  });
});

/** The ids of all behaviours that the two documents state. */
const behaviours = [
  'G1 G2 G3 G4 G5 G6 G7 G8 U1 U2 U3 U4 U5 U6 U7 U8 U9 U10 U11 U12 AC1 AC2 AC3 CP1 CP2 CP3 CP4 CP5 CP6 CP7 CP8 CP9 CP10 ' +
    'B1 B2 B3 B4 B5 B6 H1 H2 H3 H4 H5 W1 W2 S1 S2 S3 S4 S5 S6 M1 M2 M3 M4 M5 M6 M7 M8 M9 M10 R1 R2 R3 R4 R5 R6 ' +
    'P1 P2 P3 P4 P5 P6 P7 P8 P9 P10 Q1 Q2 Q3 Q4 Q5 X1 X2 V1 V2 V3 V4 V5 V6 TH1 TH2 TH3 TH4 TH5 TH6',
  'N1 N2 N3 N4 N5 N6 N7 N8 N9 N10',
].map((list) => list.split(' '));

test('every behaviour has a check, and every check belongs to a behaviour', () => {
  const covered = [videos, ads].map(({ checks }) => new Set(checks.map(({ id }) => id.split('.')[0])));
  expect(covered.map((ids) => [...ids].toSorted())).toEqual(behaviours.map((ids) => ids.toSorted()));
});

test('without `writes`, only checks that read are run', async () => {
  const { fetch, baseUrl, journal } = videoWorld.fork();
  const { results } = await videos.runConformance({ baseUrl, fetch, ...credentials, only: ['S2', 'U10', 'R2'] });
  expect(results.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['U10', 'passed'],
    ['S2', 'skipped'],
    ['R2', 'passed'],
  ]);
  expect(new Set(journal.map(({ method }) => method))).toEqual(new Set(['GET']));
});

/** Checks that fail through a generated server in front of the emulator, by reason. */
const notServed = readYaml<Readonly<Record<string, readonly string[]>>>(new URL('not-served.yaml', import.meta.url));

describe.each([
  ['video-platform', videos, largeVideoWorld],
  ['ad-reporting', ads, largeAdWorld],
] as const)('the checks of %s through a generated server', (name, kit, emulator) => {
  const checks = kit.checks.filter(({ id }) => !onlyInMemory.includes(id));
  let results: readonly videos.CheckResult[];

  beforeAll(async () => {
    results = await run(kit, throughServer(name, emulator.fork()), { only: checks.map(({ id }) => id) });
  });

  const exceptions = Object.values(notServed).flat();
  for (const { id, title } of checks)
    if (!exceptions.includes(id)) test(`${id} ${title}`, () => expectPassed(results, id));

  test('the checks of not-served.yaml fail', () => {
    const passed = results.filter(({ id, outcome }) => exceptions.includes(id) && outcome === 'passed');
    expect(passed.map(({ id }) => id)).toEqual([]);
  });
});

test('a generated server rejects JSON in place of a file, and lists the media types that it accepts', async () => {
  const { fetch, baseUrl } = throughServer('video-platform', videoWorld.fork());
  const headers = { authorization: 'Bearer T1', 'content-type': 'application/json' };
  const response = await fetch(new Request(`${baseUrl}/videos`, { method: 'POST', headers, body: '{}' }));
  expect([response.status, (await response.json()).error.message]).toEqual([
    415,
    'The operation does not take application/json; it takes video/*, application/octet-stream.',
  ]);
});

/** Mistakes of an implementation, the checks that have to fail, and a function that returns the wrong JSON for a request. */
const mistakes: readonly (readonly [string, readonly string[], (request: Request, response: Response) => unknown])[] = [
  ['it accepts an eleventh section', ['S2'], ({ method }, { status }) => method === 'POST' && status >= 400 && {}],
  [
    'it accepts requests without credentials',
    ['U1', 'U4', 'U8'],
    (_request, { status }) => status === 401 && { items: [] },
  ],
  ['all lists are empty', ['G1', 'P9', 'M7', 'V2', 'H1'], ({ method }) => method === 'GET' && { items: [] }],
  ['every deletion succeeds', ['P5', 'CP10', 'S5', 'V3'], ({ method }) => method === 'DELETE' && {}],
  [
    'it accepts images of any size as banners',
    ['B1', 'B2', 'B5'],
    ({ url }, { ok }) => url.includes('channelBanners') && !ok && { url: 'x' },
  ],
  [
    'all users have the same account',
    ['N2'],
    ({ url }) => url.endsWith('/accounts') && { account: [{ name: 'accounts/pub-1' }] },
  ],
  [
    'a change does not set `updatedAt`',
    ['M10'],
    async ({ method }, response) => {
      if (method !== 'PUT' || !response.ok) return false;
      const { snippet, ...comment } = await response.clone().json();
      return { ...comment, snippet: { ...snippet, updatedAt: snippet.publishedAt } };
    },
  ],
];

test.each(mistakes)('checks fail if %s', async (_name, ids, respondWrongly) => {
  for (const id of ids) {
    const kit: Kit = id.startsWith('N') ? ads : videos;
    const { baseUrl, fetch } = kit === ads ? adWorld.fork() : videoWorld.fork();
    const wrong = async (request: Request): Promise<Response> => {
      const response = await fetch(request.clone());
      const json = await respondWrongly(request, response);
      return typeof json === 'object' ? Response.json(json) : response;
    };
    const transport = { baseUrl, fetch: wrong };
    const results = await run(kit, transport, { only: [id] });
    expect(
      results.map(({ outcome }) => outcome),
      id,
    ).toContain('failed');
  }
});

/** Reads the channel of the first user, without its etag. */
async function readChannel({ baseUrl, fetch }: Pick<Transport, 'baseUrl' | 'fetch'>): Promise<Record<string, unknown>> {
  const part = 'brandingSettings,contentDetails,snippet,statistics,invideoPromotion';
  const headers = { authorization: `Bearer ${credentials.tokens.T1}` };
  const response = await fetch(new Request(`${baseUrl}/channels?mine=true&part=${part}`, { headers }));
  const { etag: _etag, ...channel } = (await response.json()).items[0];
  return channel;
}

test.each(['B6', 'H2', 'S3'])('%s leaves the channel as it was', async (id) => {
  const { baseUrl, fetch } = videoWorld.fork();
  const headers = { authorization: `Bearer ${credentials.tokens.T1}`, 'content-type': 'application/json' };
  const { id: channelId } = await readChannel({ baseUrl, fetch });
  // Updates merge, so the checks cannot remove members that the channel did not have before.
  const settings = {
    brandingSettings: { channel: { keywords: 'own' }, image: { bannerExternalUrl: 'https://images.test/own' } },
    invideoPromotion: { items: [], position: { type: 'corner', cornerPosition: 'topLeft' }, useSmartTiming: false },
  };
  const body = JSON.stringify({ id: channelId, ...settings });
  expect((await fetch(new Request(`${baseUrl}/channels`, { method: 'PUT', headers, body }))).status).toBe(200);
  const before = await readChannel({ baseUrl, fetch });
  const { passed, failed } = await videos.runConformance({ baseUrl, fetch, ...credentials, writes: true, only: [id] });
  expect([passed > 0, failed, await readChannel({ baseUrl, fetch })]).toEqual([true, 0, before]);
});

test.each([100, 1000])('a run with a budget of %i units costs no more', { timeout: 60_000 }, async (budget) => {
  const { baseUrl, fetch, quota } = videoWorld.fork();
  let estimate = 0;
  const onEstimate = ({ units }: videos.CostEstimate): void => void (estimate = units);
  const options = { writes: true, documented: false, budget, onEstimate };
  const { failed } = await videos.runConformance({ baseUrl, fetch, ...credentials, ...options });
  expect([failed, estimate <= budget, quota.units <= budget]).toEqual([0, true, true]);
});

test(
  'the emulator with the profile `vendor` passes all checks, for at most 22,000 units of quota',
  { timeout: 60_000 },
  async () => {
    const { baseUrl, fetch, quota } = createVideos({ profile: 'vendor' });
    const options = { baseUrl, fetch, ...credentials, writes: true, documented: false };
    const cost = { estimate: 0, real: 0 };
    const onEstimate = ({ units }: videos.CostEstimate): void => void (cost.estimate = units);
    const onResult = (): void => {
      cost.real += quota.units;
      quota.reset();
    };
    expect(await videos.runConformance({ ...options, onEstimate, onResult })).toMatchObject({ passed: 83, failed: 0 });
    expect(cost.real).toBeGreaterThan(10_000);
    expect(Math.max(cost.estimate, cost.real)).toBeLessThanOrEqual(22_000);
  },
);
