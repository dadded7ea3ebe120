import { offered } from '../adapter.js';
import { meet, outcome, type Scenario } from '../scenario.js';
import { films, takeUpload, withServer } from '../server.js';

const bytes = new TextEncoder().encode('these are the bytes of a film');

/** Uploads: from what, and where to. */
export const uploads: readonly Scenario[] = [
  {
    name: 'uploads go where the base address says, its path and query included',
    want: { path: true, query: true },
    run: (adapter) =>
      withServer([films()], async ({ url, requests }) => {
        const client = adapter.open({ baseUrl: `${url}/tenant/v3?stage=test`, retries: 0 });
        await outcome(offered(client.upload)(bytes));
        const target = requests[0]?.target ?? '';
        return { path: target.includes('/tenant/v3'), query: target.includes('stage=test') };
      }),
  },
  {
    name: 'progress of an upload is told, up to its end',
    want: { grows: true, last: true },
    run: (adapter) =>
      meet(adapter, [takeUpload()], async ({ client }) => {
        const told: number[] = [];
        const data = new Blob([new Uint8Array(3_000_000)]);
        const call = offered(client.upload)(data, { onProgress: ({ sent }) => told.push(sent) });
        await outcome(call);
        const grows = told.length > 1 && told.every((sent, index) => index === 0 || sent >= (told[index - 1] ?? 0));
        return { grows, last: (told.at(-1) ?? 0) >= data.size };
      }),
  },
];
