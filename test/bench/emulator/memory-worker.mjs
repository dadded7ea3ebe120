import { http, HttpResponse, getResponse } from 'msw';
import { createEmulator } from '../../../generated/video-platform/dist/mocks/index.js';
import { document as reports } from '../../../generated/ad-reporting/dist/spec.js';
import { document as videos } from '../../../generated/video-platform/dist/spec.js';

/*
 * Measures requests without a network: the emulator's `fetch`, or MSW's `getResponse` with a handler for each of the 57
 * operations, in the order of the specs, that responds with the same JSON. `memory-worker.mjs <request> <contender>`
 * prints the CPU time of a request in microseconds, the lower quartile of many batches. Each process runs one contender, so
 * that the garbage of one does not slow down the other.
 */

const batches = 60;
const perBatch = 40;
const warmUp = 40;
const [request, contender] = process.argv.slice(2);

const emulator = createEmulator();
const base = emulator.baseUrl;
const { items } = await (await emulator.fetch(`${base}/videos?chart=mostPopular&key=k`)).json();
const requests = {
  'videos.list?id': () => new Request(`${base}/videos?id=${items[0].id}&key=k`),
  'playlists.insert': () =>
    new Request(`${base}/playlists?part=snippet`, {
      method: 'POST',
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
      body: JSON.stringify({ snippet: { title: 'A list' } }),
    }),
};

const body = await (await emulator.fetch(requests[request]())).json();
const all = [...createHandlers(videos, base, body), ...createHandlers(reports, 'https://ads.test/v1', body)];
const { method, url } = requests[request]();
const one = all.filter(({ info }) => info.method === method && info.path === url.replace(/\?.*/, ''));
if (one.length !== 1 || all.length !== 57) throw new Error(`${all.length} handlers, ${one.length} for ${url}`);
const contenders = {
  ours: () => emulator.fetch(requests[request]()),
  all: () => getResponse(all, requests[request]()),
  one: () => getResponse(one, requests[request]()),
};
const times = [];
for (let batch = 0; batch < batches + warmUp; batch += 1) {
  const time = await measureTime(contenders[contender]);
  if (batch >= warmUp) times.push(time);
}
console.log(times.sort((left, right) => left - right)[Math.floor(batches / 4)]);

async function measureTime(ask) {
  const start = process.cpuUsage();
  for (let index = 0; index < perBatch; index += 1) {
    const response = await ask();
    const text = await response.text();
    if (!response.ok || text.length < 100) throw new Error(`${response.status} ${text}`);
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / perBatch;
}

/** Creates a handler for each operation of a document, as a generated file of handlers has it. */
function createHandlers({ paths }, address, body) {
  return Object.entries(paths).flatMap(([path, item]) => {
    // A colon before a verb (`/accounts/{id}:report`) does not begin a parameter.
    const pattern = path.replaceAll(':', '\\:').replace(/\{(\w+)\}/g, ':$1');
    return ['get', 'post', 'put', 'delete', 'patch'].flatMap((method) =>
      item[method] === undefined ? [] : [http[method](address + pattern, () => HttpResponse.json(body))],
    );
  });
}
