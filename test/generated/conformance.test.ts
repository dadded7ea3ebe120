import * as ads from '@speccast/ad-reporting/conformance';
import { createEmulator as createAds } from '@speccast/ad-reporting/mocks';
import { mswHandlers as adsHandlers } from '@speccast/ad-reporting/msw';
import { serve as serveAds } from '@speccast/ad-reporting/server';
import * as videos from '@speccast/video-platform/conformance';
import { createEmulator as createVideos } from '@speccast/video-platform/mocks';
import { mswHandlers as videosHandlers } from '@speccast/video-platform/msw';
import { serve as serveVideos } from '@speccast/video-platform/server';
import { describe, expect, test } from 'vitest';
import { inMemory, overHttp, throughMsw, type Transport } from './transports.js';

const credentials = { key: 'any-key', tokens: { T1: 'first-user', T2: 'second-user' } } as const;

/** Each check starts in a world of its own. */
const [videoWorld, adWorld] = [createVideos({ checkResponses: true }), createAds({ checkResponses: true })];

type Kit = Pick<typeof videos, 'checks' | 'runConformance'>;
type Open = (kit: Kit) => Promise<Transport>;

const isAds = (kit: Kit): boolean => kit === ads;

const transports: Readonly<Record<string, Open>> = {
  'in memory': (kit) => inMemory(isAds(kit) ? adWorld.fork() : videoWorld.fork()),
  'through MSW': (kit) => {
    const { baseUrl } = videoWorld;
    if (!isAds(kit)) return throughMsw(baseUrl, videosHandlers(videoWorld.fork(), { baseUrl }));
    return throughMsw(adWorld.baseUrl, adsHandlers(adWorld.fork(), { baseUrl: adWorld.baseUrl }));
  },
  'over HTTP': (kit) =>
    overHttp(isAds(kit) ? serveAds(adWorld.fork(), { port: 0 }) : serveVideos(videoWorld.fork(), { port: 0 })),
};

const kits: readonly (readonly [string, Kit])[] = [
  ['video-platform', videos],
  ['ad-reporting', ads],
];

/** MSW hears what is sent below the base address; what these checks send elsewhere is left to it. */
const beyondTheBase = ['G3.others'];

async function run(kit: Kit, transport: Transport, id: string): Promise<videos.CheckResult | undefined> {
  const { baseUrl, fetch } = transport;
  const { results } = await kit.runConformance({ baseUrl, fetch, ...credentials, writes: true, only: [id] });
  return results.find((one) => one.id === id);
}

describe.each(kits)('the checks of %s', (_name, kit) => {
  for (const [name, open] of Object.entries(transports)) {
    describe(name, () => {
      for (const { id, title, source } of kit.checks) {
        if (name === 'through MSW' && beyondTheBase.includes(id)) continue;
        test(`${id} ${title} (${source})`, { timeout: 60_000 }, async () => {
          const transport = await open(kit);
          try {
            const { outcome, reason, leftovers } = (await run(kit, transport, id)) ?? {};
            expect({ outcome, reason, leftovers }).toEqual({ outcome: 'passed' });
          } finally {
            await transport.close();
          }
        });
      }
    });
  }
});

/** Every behaviour that the documents state: rows of the first document, then of the second. */
const rows = [
  'G1 G2 G3 G4 G5 G6 G7 G8 U1 U2 U3 U4 U5 U6 U7 U8 U9 U10 U11 U12 AC1 AC2 AC3 CP1 CP2 CP3 CP4 CP5 CP6 CP7 CP8 CP9 CP10 ' +
    'B1 B2 B3 B4 B5 B6 H1 H2 H3 H4 H5 W1 W2 S1 S2 S3 S4 S5 S6 M1 M2 M3 M4 M5 M6 M7 M8 M9 M10 R1 R2 R3 R4 R5 R6 ' +
    'P1 P2 P3 P4 P5 P6 P7 P8 P9 P10 Q1 Q2 Q3 Q4 Q5 X1 X2 V1 V2 V3 V4 V5 V6 TH1 TH2 TH3 TH4 TH5 TH6',
  'N1 N2 N3 N4 N5 N6 N7 N8 N9 N10',
].map((list) => list.split(' '));

test('every behaviour has a check, and every check is of one', () => {
  const covered = [videos, ads].map(({ checks }) => new Set(checks.map(({ id }) => id.split('.')[0])));
  expect(covered.map((ids) => [...ids].toSorted())).toEqual(rows.map((ids) => ids.toSorted()));
});

test('without leave to write, only checks that read are run', async () => {
  const { fetch, baseUrl, journal } = videoWorld.fork();
  const { results } = await videos.runConformance({ baseUrl, fetch, ...credentials, only: ['S2', 'U10', 'R2'] });
  expect(results.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['U10', 'passed'],
    ['S2', 'skipped'],
    ['R2', 'passed'],
  ]);
  expect(new Set(journal.map(({ method }) => method))).toEqual(new Set(['GET']));
});

/** What an implementation may get wrong, the checks that have to see it, and the answers it gives instead. */
const mistakes: readonly (readonly [string, readonly string[], (request: Request, answer: Response) => unknown])[] = [
  ['an eleventh section', ['S2'], ({ method }, { status }) => method === 'POST' && status >= 400 && {}],
  ['anybody is let in', ['U1', 'U4', 'U8'], (_request, { status }) => status === 401 && { items: [] }],
  ['every list is empty', ['G1', 'P9', 'M7', 'V2', 'H1'], ({ method }) => method === 'GET' && { items: [] }],
  ['whatever is deleted was there', ['P5', 'CP10', 'S5', 'V3'], ({ method }) => method === 'DELETE' && {}],
  [
    'any image is a banner',
    ['B1', 'B2', 'B5'],
    ({ url }, { ok }) => url.includes('channelBanners') && !ok && { url: 'x' },
  ],
  [
    'the same account for everybody',
    ['N2'],
    ({ url }) => url.endsWith('/accounts') && { account: [{ name: 'accounts/pub-1' }] },
  ],
  [
    'a change is not dated',
    ['M10'],
    async ({ method }, answer) => {
      if (method !== 'PUT' || !answer.ok) return false;
      const { snippet, ...comment } = await answer.clone().json();
      return { ...comment, snippet: { ...snippet, updatedAt: snippet.publishedAt } };
    },
  ],
];

test.each(mistakes)('an implementation with a mistake fails: %s', async (_name, ids, answerInstead) => {
  for (const id of ids) {
    const kit: Kit = id.startsWith('N') ? ads : videos;
    const { baseUrl, fetch } = kit === ads ? adWorld.fork() : videoWorld.fork();
    const wrong = async (request: Request): Promise<Response> => {
      const answer = await fetch(request.clone());
      const instead = await answerInstead(request, answer);
      return typeof instead === 'object' ? Response.json(instead) : answer;
    };
    const transport = { baseUrl, fetch: wrong, close: () => Promise.resolve() };
    const results = await Promise.all(
      kit.checks
        .filter((check) => check.id === id || check.id.startsWith(`${id}.`))
        .map((check) => run(kit, transport, check.id)),
    );
    expect(
      results.map((result) => result?.outcome),
      id,
    ).toContain('failed');
  }
});

/** The channel of the first user, as it is answered; what differs from answer to answer left out. */
async function channelOf({ baseUrl, fetch }: Pick<Transport, 'baseUrl' | 'fetch'>): Promise<Record<string, unknown>> {
  const part = 'brandingSettings,contentDetails,snippet,statistics,invideoPromotion';
  const headers = { authorization: `Bearer ${credentials.tokens.T1}` };
  const answer = await fetch(new Request(`${baseUrl}/channels?mine=true&part=${part}`, { headers }));
  const { etag: _etag, ...channel } = (await answer.json()).items[0];
  return channel;
}

test.each(['B6', 'H2', 'S3'])('%s leaves the channel as it was', async (id) => {
  const { baseUrl, fetch } = videoWorld.fork();
  const headers = { authorization: `Bearer ${credentials.tokens.T1}`, 'content-type': 'application/json' };
  const { id: channelId } = await channelOf({ baseUrl, fetch });
  // What was not there before cannot be taken away again where updates merge.
  const settings = {
    brandingSettings: { channel: { keywords: 'own' }, image: { bannerExternalUrl: 'https://images.test/own' } },
    invideoPromotion: { items: [], position: { type: 'corner', cornerPosition: 'topLeft' }, useSmartTiming: false },
  };
  const body = JSON.stringify({ id: channelId, ...settings });
  expect((await fetch(new Request(`${baseUrl}/channels`, { method: 'PUT', headers, body }))).status).toBe(200);
  const before = await channelOf({ baseUrl, fetch });
  const { passed, failed } = await videos.runConformance({ baseUrl, fetch, ...credentials, writes: true, only: [id] });
  expect([passed > 0, failed, await channelOf({ baseUrl, fetch })]).toEqual([true, 0, before]);
});

/** What checks cost by the estimate, and by the count of an emulator. */
async function costs(
  kit: Kit,
  options: Partial<videos.ConformanceOptions>,
): Promise<readonly [number, number, number]> {
  const { baseUrl, fetch, quota } = kit === ads ? adWorld.fork() : videoWorld.fork();
  let estimate = 0;
  const onEstimate = ({ units }: videos.CostEstimate): void => void (estimate = units);
  const { failed } = await kit.runConformance({ baseUrl, fetch, ...credentials, writes: true, onEstimate, ...options });
  return [estimate, quota.units, failed];
}

test.each(kits)(
  'the estimate of what the checks of %s cost is right within a hundredth',
  { timeout: 120_000 },
  async (_, kit) => {
    const [estimate, real, failed] = await costs(kit, {});
    expect(failed).toBe(0);
    expect(Math.abs(estimate - real)).toBeLessThanOrEqual(real / 100);
  },
);

test(
  'the checks that hold for the real video service cost no more than 22,000 units',
  { timeout: 60_000 },
  async () => {
    const [estimate, real, failed] = await costs(videos, { documented: false });
    expect(failed).toBe(0);
    expect(Math.max(estimate, real)).toBeLessThanOrEqual(22_000);
  },
);

test.each([100, 1000, 9000])('with a budget of %i units they cost no more', { timeout: 60_000 }, async (budget) => {
  const [estimate, real, failed] = await costs(videos, { documented: false, budget });
  expect([failed, estimate <= budget, real <= budget]).toEqual([0, true, true]);
});

test(
  'the emulator with the rules of the real service passes, and only its quota ends the run',
  { timeout: 60_000 },
  async () => {
    const { baseUrl, fetch, quota } = createVideos({ profile: 'vendor' });
    const options = { baseUrl, fetch, ...credentials, writes: true, documented: false };
    const report = await videos.runConformance(options);
    expect([report.failed, report.stopped]).toEqual([0, expect.stringContaining('per day')]);
    quota.reset();
    const onResult = (): void => quota.reset();
    expect(await videos.runConformance({ ...options, onResult })).toMatchObject({ passed: 83, failed: 0 });
  },
);
