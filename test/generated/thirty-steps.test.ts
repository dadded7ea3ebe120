/*
 * Plays thirty steps with both packages: a maker and a viewer of videos use a channel, and a publisher reads its earnings from ads. The
 * published clients call the emulators. Each step depends on the earlier ones.
 */
import { bearer as adBearer, createAdReporting } from '@speccast/ad-reporting';
import { createEmulator as createAdEmulator } from '@speccast/ad-reporting/mocks';
import type { Json } from '@speccast/runtime';
import { bearer, createVideoPlatform } from '@speccast/video-platform';
import { createEmulator } from '@speccast/video-platform/mocks';
import { expect, test } from 'vitest';
import { readRows } from '../rows.js';
import { drawPng } from './images.js';
import { insertKept, valueAt } from './vendors/clients.js';

const { table } = readRows(import.meta.url);

/** A call of a client with its expected result. */
interface StepCall {
  readonly call: string;
  readonly as: 'maker' | 'viewer' | 'publisher';
  readonly params?: Readonly<Record<string, Json>>;
  /** A video with a number of bytes, an image with a width and height, or a text. */
  readonly media?: number | readonly [width: number, height: number] | string;
  /** Reads the items of all pages, or the text. Default: the result of the call. */
  readonly take?: 'items' | 'text';
  /** Size in bytes of the chunks of an upload. */
  readonly chunkSize?: number;
  readonly status?: number;
  /** Members of the result. */
  readonly want?: Json;
  /** Members of an item of the result. */
  readonly has?: Json;
  /** Members that no item of the result has. */
  readonly lacks?: Json;
  /** Values of the result, by dotted paths, that later steps use as `${name}`. */
  readonly keep?: Readonly<Record<string, string>>;
}

const { baseUrl, fetch } = createEmulator({ checkResponses: true });
const ads = createAdEmulator({ checkResponses: true });
const clients = {
  maker: createVideoPlatform({ auth: bearer('maker'), baseUrl, fetch }),
  viewer: createVideoPlatform({ auth: bearer('viewer'), baseUrl, fetch }),
  publisher: createAdReporting({ auth: adBearer('publisher'), baseUrl: ads.baseUrl, fetch: ads.fetch }),
};

/** Values that steps have kept for later steps, by name. */
const kept = new Map<string, string>();

/** Makes the call of a step, and returns its result. */
async function makeCall({ call, as, params = {}, media, take, chunkSize, status }: StepCall): Promise<unknown> {
  const names = call.split('.');
  const holder = names.slice(0, -1).reduce<object>((inner, name) => Reflect.get(inner, name), clients[as]);
  const sent: number[] = [];
  const file = Array.isArray(media)
    ? { data: drawPng(media[0], media[1]), type: 'image/png' }
    : typeof media === 'number'
      ? { data: new Uint8Array(media), type: 'video/mp4' }
      : media;
  const options = chunkSize && { chunkSize, onProgress: (one: { readonly sent: number }) => sent.push(one.sent) };
  const all = { ...Object(insertKept(params, kept)), ...(media !== undefined && { media: file }) };
  const promise = Object(holder)[names.at(-1) ?? ''](all, options);
  if (take === 'items') return promise.toArray({ limit: 20 });
  if (take === 'text') return promise.text();
  const result = await promise.result();
  expect(result.ok ? undefined : result.error.status).toBe(status);
  if (chunkSize) expect(sent.at(-1)).toBe(media);
  return result.data;
}

table('a step', async ({ calls }: { readonly calls: readonly StepCall[] }) => {
  for (const one of calls) {
    const result = await makeCall(one);
    const [want, has, lacks] = [one.want ?? null, one.has ?? null, one.lacks ?? null].map((part) =>
      insertKept(part, kept),
    );
    if (want !== null) expect({ result }).toMatchObject({ result: want });
    if (has !== null) expect(result).toContainEqual(expect.objectContaining(Object(has)));
    if (lacks !== null) expect(result).not.toContainEqual(expect.objectContaining(Object(lacks)));
    for (const [name, path] of Object.entries(one.keep ?? {})) {
      kept.set(name, valueAt(result, path));
      expect(kept.get(name)).not.toBe('undefined');
    }
  }
});

test('30. the earnings of the days of a week add up to those of the week', async () => {
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
