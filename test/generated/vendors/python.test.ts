import { createEmulator as createAdEmulator } from '@speccast/ad-reporting/mocks';
import { serve as serveAds } from '@speccast/ad-reporting/server';
import { createEmulator } from '@speccast/video-platform/mocks';
import { serve } from '@speccast/video-platform/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toPath, readCalls, createMediaFolder, findPython, runJson } from './clients.js';
import { readRows } from '../../rows.js';
import type { Json } from 'speccast/emitter';

const { table } = readRows(import.meta.url);

const python = findPython() ?? '';
const missing = python === '' ? ' (skipped: python3-googleapi and python3-google-auth are not installed)' : '';

describe.skipIf(python === '')(`python3-googleapi, with discovery from the emulator${missing}`, () => {
  const [video, ads] = [createEmulator(), createAdEmulator()];
  const media = createMediaFolder();
  let servers: readonly Awaited<ReturnType<typeof serve>>[] = [];
  let features: Readonly<Record<string, unknown>> = {};

  beforeAll(async () => {
    servers = await Promise.all([serve(video, { port: 0 }), serveAds(ads, { port: 0 })]);
    const { origin } = new URL(servers[0]?.url ?? '');
    // `as`: the script prints an object.
    features = (await runJson(python, [toPath('python/features.py'), origin, media.folder])) as typeof features;
  });

  afterAll(async () => {
    media.remove();
    await Promise.all(servers.map((server) => server.close()));
  });

  test.each([
    ['youtube', 'v3', 'video-calls.json', 51],
    ['admob', 'v1', 'ad-calls.json', 6],
  ])('makes every call of %s %s', async (name, version, file, operations) => {
    const { origin } = new URL(servers[name === 'youtube' ? 0 : 1]?.url ?? '');
    const args = [toPath('python/calls.py'), origin, name, version, toPath(file), media.folder];
    const calls = readCalls(file);
    const got = await runJson(python, args);
    expect(got).toEqual(
      calls.map(({ call, status = 200 }) => [call, status, status === 200 ? null : expect.any(String)]),
    );
    expect(new Set(calls.map(({ call }) => call)).size).toBe(operations);
  });

  table('%s', (_what: string, part: string, want: Json) => {
    expect(features[part]).toEqual(want);
  });
});
