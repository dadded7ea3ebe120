import { offered, type LabClient } from '../adapter.js';
import { idsOf, meet, outcome, rejection, type Scenario } from '../scenario.js';
import { cut, films, text, type Reply } from '../server.js';

const page = '<!doctype html><title>Sign in to this network</title>';
const jsonType = { 'content-type': 'application/json' };
const list = (client: LabClient): Promise<unknown> => client.list();

function judge(reply: Reply, use: (client: LabClient) => Promise<unknown> = list): Scenario['run'] {
  return (adapter) => meet(adapter, [reply], ({ client }) => rejection(use(client), 10_000), { retries: 0 });
}

/** Successful responses that are not what they should be: an error, never an empty list. */
export const contents: readonly Scenario[] = [
  { name: '200 with an HTML page', want: 'rejects', run: judge(text(page, { 'content-type': 'text/html' })) },
  { name: '200 with an HTML page that says it is JSON', want: 'rejects', run: judge(text(page, jsonType)) },
  { name: '200 with nothing', want: 'rejects', run: judge(text('', jsonType)) },
  { name: '200 with half of its JSON', want: 'rejects', run: judge(text('{"items":[{"id":"a"},', jsonType)) },
  { name: '200 whose connection breaks in its middle', want: 'rejects', run: judge(cut('{"items":[{"id":"a"}')) },
  {
    name: '200 with JSON that is not UTF-8',
    want: 'rejects',
    run: judge(
      text(Buffer.from('{"items":[{"id":"\xe9"}],"data":[{"id":"\xe9"}],"total_count":1}', 'latin1'), jsonType),
    ),
  },
  {
    name: '204 to a write that responses nothing is a success',
    want: true,
    run: (adapter) =>
      meet(adapter, [text('', {}, 204)], async ({ client }) => (await outcome(offered(client.remove)('a'))).ok),
  },
  { name: '304 that nobody asked for is an error', want: 'rejects', run: judge(text('', { etag: '"a"' }, 304)) },
  {
    feature: 'retries',
    name: 'a response that breaks off is asked for again',
    want: { ids: ['a'], requests: 2 },
    run: (adapter) =>
      meet(adapter, [cut('{"items":['), films()], async ({ client, server }) => ({
        ids: idsOf(await client.list()),
        requests: server.requests.length,
      })),
  },
];
