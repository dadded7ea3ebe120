import { expect, test } from 'vitest';
import { temporaryFolder, writeTexts } from '../../output/temporary-folder.js';
import { readRows } from '../../rows.js';
import { testCommands } from '../command-rows.js';
import { startMock } from '../run-command.js';
import { startService } from './pets.js';

testCommands(import.meta.url);

test('a stream of any length is validated item by item, also if the client aborts it', async () => {
  const line = `{"n":1,"text":"${'x'.repeat(1000)}"}\n`;
  const upstream = await startService(({ url }, response) => {
    response.writeHead(200, { 'content-type': 'application/jsonl' });
    if (url === '/v1/lines?endless=1') return void response.write('{"n":"x"}\n');
    for (let index = 0; index < 12_000; index += 1) response.write(line);
    response.end('{"n":"last"}\n');
  });
  const folder = temporaryFolder();
  writeTexts(folder, readRows(import.meta.url).data('project'));
  const mock = await startMock(folder, 'feed.yaml', '--upstream', upstream, '--fail-on', 'never');
  await (await fetch(`${mock.url}/lines`)).text();
  expect(mock.written.err.match(/^error: .*/gm)).toEqual([
    'error: GET /lines 200: response body 12000.n: Must be a whole number (feed.yaml:41:61)',
  ]);
  const leave = new AbortController();
  const { body } = await fetch(`${mock.url}/lines?endless=1`, { signal: leave.signal });
  await body?.getReader().read();
  leave.abort();
  await mock.stop();
  expect(mock.written.err).toContain('Contract: 2 requests, 2 errors, 1 warning.');
});
