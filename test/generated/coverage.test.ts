import { runConformance } from '@speccast/video-platform/conformance';
import { checkCoverage, formatCoverage, type VideoPlatformEmulator } from '@speccast/video-platform/mocks';
import { expect, test } from 'vitest';
import { call, T1 } from './behaviours/call.js';
import { runSuite } from './behaviours/own-checks.js';
import { startPlatform, type Platform } from './behaviours/platform.js';
import { listViolations, type Probe } from './coverage-requests.js';
import { unreachable } from './coverage-unreachable.js';
import { ValueProbe } from './probe-values.js';

const tokens = { T1: 'first-user', T2: 'second-user' };

async function send(emulator: VideoPlatformEmulator, { operation, path = {}, ...sent }: Probe): Promise<void> {
  const found = emulator.operations.find(({ id }) => id === operation);
  if (found === undefined) return;
  const place = found.path.replace(/\{([^{}]+)\}/g, (_all, name: string) => encodeURIComponent(path[name] ?? 'x'));
  await call(emulator, found.method, place, sent);
}

/** Adds a fault for each documented reason of an error that no request has caused so far, and sends a request that fails with it. */
async function causeReasons({ emulator }: Platform): Promise<void> {
  for (const item of emulator.coverage().statuses.missing) {
    const [where = '', status = '', reason] = item.split(' ');
    if (reason === undefined) continue;
    const operation = where === '*' ? 'videos.list' : where;
    const fault = emulator.faults.add({ operation, effect: { kind: 'fail', reason, status: Number(status) } });
    await send(emulator, { operation, ...T1, path: { id: 'x' } });
    emulator.faults.remove(fault);
  }
}

/** Repeats a successful read of each operation with `if-none-match: *`, which responds with 304. */
async function repeatReads({ emulator }: Platform): Promise<void> {
  for (const { id } of emulator.operations) {
    const known = emulator.journal.findLast(
      (one) => one.operation === id && one.method === 'GET' && one.status === 200,
    );
    if (known !== undefined) await call(emulator, 'GET', known.url, { ...T1, headers: { 'if-none-match': '*' } });
  }
}

/** Reasons of the emulator's own errors, for media types and resumable uploads, which the documents do not list. */
const ownReasons: readonly string[] = [
  '400 invalidChunkSize',
  '400 invalidContentRange',
  '400 invalidHeader',
  '409 uploadCompleted',
  '410 uploadExpired',
  '415 unsupportedMediaType',
];

/** Sends a body that is too large, and resumes an upload that has expired. */
async function exceedLimits({ emulator, call: send, post }: Platform): Promise<void> {
  await post('/playlists', { ...T1, bytes: new Uint8Array(1_000_001), type: 'application/json' });
  const started = await send('POST', '/videos', { ...T1, query: { uploadType: 'resumable' }, json: {} });
  emulator.clock.advance(8 * 24 * 60 * 60 * 1000);
  await send('PUT', started.headers.get('location') ?? '', { bytes: 'x' });
}

test(
  'checks and requests cover every documented operation, status and rule, and nearly all values',
  { timeout: 120_000 },
  async () => {
    const platform = startPlatform({ maxBodyBytes: 1_000_000 });
    const { emulator } = platform;
    const values = new ValueProbe(emulator);
    await runConformance({ baseUrl: emulator.baseUrl, fetch: values.fetch, key: 'any-key', tokens, writes: true });
    for (const rule of emulator.coverage.rules()) for (const probe of listViolations(rule)) await send(emulator, probe);
    expect(await runSuite('broken-rules', emulator)).toEqual([]);
    await repeatReads(platform);
    await exceedLimits(platform);
    await causeReasons(platform);
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
    // No call of activities.insert succeeds, so its values cannot be covered.
    const coverage = emulator.coverage();
    const never = coverage.byOperation.find(({ operation }) => operation === 'activities.insert')?.enums.total ?? 0;
    const enums = { ...coverage.enums, total: coverage.enums.total - never };
    // ValueProbe does not reach the rest: items of lists inside bodies, and JSON beside an image.
    checkCoverage({ ...coverage, enums }, { enums: 96, parameters: 97 });
  },
);
