import { runConformance } from '@speccast/video-platform/conformance';
import { checkCoverage, formatCoverage, type VideoPlatformEmulator } from '@speccast/video-platform/mocks';
import { expect, test } from 'vitest';
import { call, K, T1, T2, textAt, type Answer } from './behaviours/call.js';
import { startPlatform, type Platform } from './behaviours/platform.js';
import { breakersOf, targetedProbes, type Owned, type Probe } from './coverage-requests.js';
import { unreachable } from './coverage-unreachable.js';
import { ValueProbe } from './probe-values.js';

const tokens = { T1: 'first-user', T2: 'second-user' };

async function send(emulator: VideoPlatformEmulator, { operation, path = {}, ...sent }: Probe): Promise<void> {
  const found = emulator.operations.find(({ id }) => id === operation);
  if (found === undefined) return;
  const place = found.path.replace(/\{([^{}]+)\}/g, (_all, name: string) => encodeURIComponent(path[name] ?? 'x'));
  await call(emulator, found.method, place, sent);
}

/** What the first user owns, of every kind. */
async function furnish(platform: Platform): Promise<Owned> {
  const id = (answer: Answer): string => answer.id;
  const videoId = await platform.video(T1);
  const playlistId = await platform.playlist(T1);
  return {
    videoId,
    playlistId,
    itemId: id(await platform.item(T1, { playlistId, videoId })),
    captionId: id(await platform.caption(T1, { videoId })),
    sectionId: id(await platform.post('/channelSections', { ...T1, json: { snippet: { type: 'recentUploads' } } })),
    threadId: await platform.comment(T1, videoId),
    subscriptionId: id(
      await platform.post('/subscriptions', {
        ...T1,
        json: { snippet: { resourceId: { channelId: await platform.channelId(T2) } } },
      }),
    ),
    channelId: textAt(await platform.channel(T1), 'id'),
  };
}

/** Meets each documented reason that the requests so far have not met, as a fault. */
async function meetReasons({ emulator }: Platform): Promise<void> {
  for (const item of emulator.coverage().statuses.missing) {
    const [where = '', status = '', reason] = item.split(' ');
    if (reason === undefined) continue;
    const operation = where === '*' ? 'videos.list' : where;
    const fault = emulator.faults.add({ operation, effect: { kind: 'fail', reason, status: Number(status) } });
    await send(emulator, { operation, ...T1, path: { id: 'x' } });
    emulator.faults.remove(fault);
  }
}

/** Asks again, for each operation, for an answer that was given, which still holds. */
async function askAgain({ emulator }: Platform): Promise<void> {
  for (const { id } of emulator.operations) {
    const known = emulator.journal.findLast(
      (one) => one.operation === id && one.method === 'GET' && one.status === 200,
    );
    if (known !== undefined) await call(emulator, 'GET', known.url, { ...T1, headers: { 'if-none-match': '*' } });
  }
}

/** Reasons of the emulator itself, for media types and for uploads in pieces: no document lists any for them. */
const ownReasons: readonly string[] = [
  '400 invalidChunkSize',
  '400 invalidContentRange',
  '400 invalidHeader',
  '409 uploadCompleted',
  '410 uploadExpired',
  '415 unsupportedMediaType',
];

/** Hides what the first user owns, and lets others look for it. */
async function hide({ put, get, video }: Platform, owned: Owned): Promise<void> {
  const { videoId, playlistId, itemId, captionId, threadId, channelId } = owned;
  await put('/playlists', { ...T1, json: { id: playlistId, status: { privacyStatus: 'private' } } });
  await get('/activities', { ...K, query: { channelId } });
  await get('/playlistItems', { ...K, query: { id: itemId } });
  await video(T1, { status: { privacyStatus: 'unlisted' } });
  await get('/videos', { ...K, query: { chart: 'mostPopular' } });
  await put('/videos', { ...T1, json: { id: videoId, status: { privacyStatus: 'private' } } });
  await get('/activities', { ...K, query: { channelId } });
  await get('/commentThreads', { ...K, query: { id: threadId } });
  await get('/comments', { ...K, query: { id: threadId } });
  await get(`/captions/${captionId}`, K);
}

/** Breaks the rules of uploads that come in pieces. */
async function breakUploads({ emulator, call: send }: Platform): Promise<void> {
  const start = { ...T1, query: { uploadType: 'resumable' }, json: {} };
  await send('POST', '/videos', { ...start, headers: { 'x-upload-content-length': 'odd' } });
  const open = async (): Promise<string> => (await send('POST', '/videos', start)).headers.get('location') ?? '';
  const [address, whole] = [await open(), await open()];
  await send('PUT', address.replace(/upload_id=[^&]+/, 'upload_id=odd'), { bytes: 'x' });
  await send('PATCH', address, { bytes: 'x' });
  await send('PUT', address, { bytes: 'x', headers: { 'content-range': 'odd' } });
  await send('PUT', address, { bytes: 'x', headers: { 'content-range': 'bytes 0-0/*' } });
  await send('PUT', whole, { bytes: 'x', type: 'video/mp4' });
  await send('DELETE', whole);
  emulator.clock.advance(8 * 24 * 60 * 60 * 1000);
  await send('PUT', address, { bytes: 'x' });
}

test(
  'the suite exercises every documented operation, status and rule, and nearly all values',
  { timeout: 120_000 },
  async () => {
    const platform = startPlatform({ maxBodyBytes: 1_000_000 });
    const { emulator } = platform;
    const values = new ValueProbe(emulator);
    await runConformance({ baseUrl: emulator.baseUrl, fetch: values.fetch, key: 'any-key', tokens, writes: true });
    for (const rule of emulator.coverage.rules()) for (const probe of breakersOf(rule)) await send(emulator, probe);
    const owned = await furnish(platform);
    for (const probe of targetedProbes(owned)) await send(emulator, probe);
    await askAgain(platform);
    await hide(platform, owned);
    await breakUploads(platform);
    await meetReasons(platform);
    await values.run();
    const { operations, statuses, rules } = emulator.coverage();
    expect(formatCoverage(emulator.coverage())).toContain('all operations (51/51 100%)');
    expect(operations.missing).toEqual([]);
    expect([...statuses.missing, ...rules.missing]).toEqual(Object.keys(unreachable));
    const unlisted = emulator.journal.flatMap(({ operation, status, reason = '' }) => {
      const listed = emulator.operations.find(({ id }) => id === operation)?.reasons[status] ?? [];
      const isKnown = listed.includes(reason) || ownReasons.includes(`${status} ${reason}`);
      return reason === '' || operation === undefined || isKnown ? [] : [`${operation} ${status} ${reason}`];
    });
    expect([...new Set(unlisted)]).toEqual([]);
    // No call of activities.insert succeeds, so that none of its values can be met.
    const coverage = emulator.coverage();
    const never = coverage.byOperation.find(({ operation }) => operation === 'activities.insert')?.enums.total ?? 0;
    const enums = { ...coverage.enums, total: coverage.enums.total - never };
    // What stays is what a generic request cannot reach: items of lists inside bodies, and JSON beside an image.
    checkCoverage({ ...coverage, enums }, { enums: 96, parameters: 97 });
  },
);
