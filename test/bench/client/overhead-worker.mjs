import ky from 'ky';
import createClient from 'openapi-fetch';
import { createCore, videosList } from '../../../generated/video-platform/src/operations.ts';

/*
 * Measures list calls of clients and of bare `fetch(url).json()`, all with the same fetch in memory. Prints one line of JSON,
 * `{ pageSize: { contender: CPU microseconds of a call } }`.
 */

const address = 'https://films.test/v3';
const key = 'AIza-example-key';
const rounds = 160;
const warmUp = 20;

const found = {};
for (const count of [1, 50]) found[count] = await measure(contend(createPage(count)), count);
console.log(JSON.stringify(found));

function createPage(count) {
  const items = Array.from({ length: count }, (_, index) => ({
    kind: 'youtube#video',
    etag: `etag-${index}`,
    id: `video-${index}`,
    snippet: {
      publishedAt: '2026-01-01T00:00:00Z',
      channelId: `channel-${index}`,
      title: `Title ${index}`,
      description: `What is there to see in video ${index}.`,
      thumbnails: { default: { url: `https://images.test/${index}`, width: 120, height: 90 } },
      tags: ['one', 'two'],
      categoryId: '10',
    },
    statistics: { viewCount: '1', likeCount: '2', favoriteCount: '0', commentCount: '3' },
  }));
  return JSON.stringify({ kind: 'youtube#videoListResponse', etag: 'etag', items, pageInfo: { totalResults: count } });
}

/** Returns the call of each contender: all send the same query, and read the same page. */
function contend(text) {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  const fetch = async () => new Response(text, { headers });
  const core = createCore({ apiKey: key, fetch });
  // A core without `fetch` calls the global one, with an address in place of a `Request`.
  const plain = createCore({ apiKey: key });
  globalThis.fetch = fetch;
  const client = createClient({
    baseUrl: address,
    fetch,
    querySerializer: { array: { style: 'form', explode: false } },
  });
  const api = ky.create({ prefix: address, fetch });
  const own = { part: ['snippet', 'statistics'], chart: 'mostPopular', maxResults: 50 };
  const texts = { part: 'snippet,statistics', chart: 'mostPopular', maxResults: '50', key };
  return {
    'bare fetch': async () => (await fetch(`${address}/videos?${new URLSearchParams(texts)}`)).json(),
    ours: () => videosList(plain, own),
    'ours, with a `fetch` of the caller': () => videosList(core, own),
    'openapi-fetch': async () => (await client.GET('/videos', { params: { query: { ...own, key } } })).data,
    ky: () => api.get('videos', { searchParams: texts }).json(),
  };
}

/** Measures contenders in turns, in short batches. The lower quartile leaves out the time of garbage collection and of other processes. */
async function measure(contenders, count) {
  const size = count > 10 ? 60 : 300;
  const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, call] of Object.entries(contenders)) {
      const start = process.cpuUsage();
      for (let turn = 0; turn < size; turn += 1) {
        const { items } = await call();
        if (items.length !== count) throw new Error(`${name} returns ${items.length} videos`);
      }
      const { user, system } = process.cpuUsage(start);
      if (round >= warmUp) times[name].push((user + system) / size);
    }
  }
  const quartile = (list) => list.toSorted((one, other) => one - other)[Math.floor(list.length / 4)];
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, quartile(list)]));
}
