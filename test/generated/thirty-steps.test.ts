/*
 * A channel in thirty steps: what a maker of videos and a viewer do in an afternoon, and what the ads beside the videos
 * earned. Every call goes through the clients as published; nothing but the emulators answers. The steps build on each other.
 */
import { bearer as adBearer, createAdReporting } from '@speccast/ad-reporting';
import { createEmulator as createAdEmulator } from '@speccast/ad-reporting/mocks';
import type { Json } from '@speccast/runtime';
import { bearer, createVideoPlatform } from '@speccast/video-platform';
import { createEmulator } from '@speccast/video-platform/mocks';
import { expect, test } from 'vitest';
import { readRows } from '../rows.js';
import { drawPng } from './images.js';
import { filled, valueAt } from './vendors/clients.js';

const { table } = readRows(import.meta.url);

/** A call of a client, and what is expected of its result. */
interface Call {
  readonly call: string;
  readonly as: 'maker' | 'viewer' | 'publisher';
  readonly params?: Readonly<Record<string, Json>>;
  /** A file of so many bytes, a picture of so many pixels, or a text. */
  readonly media?: number | readonly [width: number, height: number] | string;
  /** What of a call is taken: the items of all pages, or its text. */
  readonly take?: 'items' | 'text';
  /** Sent in pieces of so many bytes. */
  readonly chunkSize?: number;
  readonly status?: number;
  readonly want?: Json;
  /** A part of an item that is among those of the result, or is not. */
  readonly has?: Json;
  readonly lacks?: Json;
  readonly keep?: Readonly<Record<string, string>>;
}

const { baseUrl, fetch } = createEmulator({ checkResponses: true });
const ads = createAdEmulator({ checkResponses: true });
const clients = {
  maker: createVideoPlatform({ auth: bearer('maker'), baseUrl, fetch }),
  viewer: createVideoPlatform({ auth: bearer('viewer'), baseUrl, fetch }),
  publisher: createAdReporting({ auth: adBearer('publisher'), baseUrl: ads.baseUrl, fetch: ads.fetch }),
};

/** What one step leaves for those after it. */
const kept = new Map<string, string>();

function readMedia(media: NonNullable<Call['media']>): unknown {
  if (typeof media === 'string') return media;
  if (typeof media === 'number') return { data: new Uint8Array(media), type: 'video/mp4' };
  return { data: drawPng(...media), type: 'image/png' };
}

async function make({ call, as, params = {}, media, take, chunkSize, status }: Call): Promise<unknown> {
  const names = call.split('.');
  const holder = names.slice(0, -1).reduce<object>((inner, name) => Reflect.get(inner, name), clients[as]);
  const sent: number[] = [];
  const options = chunkSize && { chunkSize, onProgress: (one: { readonly sent: number }) => sent.push(one.sent) };
  const all = { ...Object(filled(params, kept)), ...(media !== undefined && { media: readMedia(media) }) };
  const made = Object(holder)[names.at(-1) ?? ''](all, options);
  if (take === 'items') return made.toArray({ limit: 20 });
  if (take === 'text') return made.text();
  const result = await made.result();
  expect(result.ok ? undefined : result.error.status).toBe(status);
  if (chunkSize) expect(sent.at(-1)).toBe(media);
  return result.data;
}

table('a step', async ({ calls }: { readonly calls: readonly Call[] }) => {
  for (const one of calls) {
    const result = await make(one);
    const [want, has, lacks] = [one.want ?? null, one.has ?? null, one.lacks ?? null].map((part) => filled(part, kept));
    if (want !== null) expect({ result }).toMatchObject({ result: want });
    if (has !== null) expect(result).toContainEqual(expect.objectContaining(Object(has)));
    if (lacks !== null) expect(result).not.toContainEqual(expect.objectContaining(Object(lacks)));
    for (const [name, path] of Object.entries(one.keep ?? {})) {
      kept.set(name, valueAt(result, path));
      expect(kept.get(name)).not.toBe('undefined');
    }
  }
});

test('30. what each day of a week earned adds up to the week', async () => {
  const [startDate, endDate] = [
    { year: 2025, month: 12, day: 1 },
    { year: 2025, month: 12, day: 7 },
  ];
  const earned = async (dimensions: readonly 'DATE'[]): Promise<readonly bigint[]> => {
    const reportSpec = { dateRange: { startDate, endDate }, dimensions, metrics: ['ESTIMATED_EARNINGS'] } as const;
    const parent = `accounts/${String(kept.get('account')).slice(9)}` as const;
    const report = clients.publisher.accounts.networkReport.generate({ parent, body: { reportSpec } });
    const earnings: bigint[] = [];
    for await (const row of report) earnings.push(BigInt(row.metricValues?.ESTIMATED_EARNINGS?.microsValue ?? 0));
    return earnings;
  };
  const days = await earned(['DATE']);
  expect(days).toHaveLength(7);
  expect(await earned([])).toEqual([days.reduce((total, one) => total + one, 0n)]);
});
