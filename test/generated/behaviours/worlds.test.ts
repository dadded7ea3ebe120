import { createEmulator as createAds } from '@speccast/ad-reporting/mocks';
import { expect, test } from 'vitest';
import { call, expectOk, K, T1, T2, textAt } from './call.js';
import { startPlatform } from './platform.js';

test('ids depend on the requests of their caller only', async () => {
  const [alone, among] = [startPlatform(), startPlatform()];
  for (let count = 0; count < 5; count += 1) await among.insertPlaylist(T2);
  expect(await among.insertPlaylist(T1)).toBe(await alone.insertPlaylist(T1));
});

test('a report has the same bytes in each emulator', async () => {
  const generate = async (): Promise<string> => {
    const emulator = createAds({ checkResponses: true });
    const account = textAt((await call(emulator, 'GET', '/v1/accounts')).json, 'account.0.name');
    const dateRange = {
      startDate: { year: 2025, month: 12, day: 1 },
      endDate: { year: 2025, month: 12, day: 7 },
    };
    const reportSpec = { dateRange, dimensions: ['DATE', 'APP'], metrics: ['AD_REQUESTS', 'ESTIMATED_EARNINGS'] };
    const sent = { json: { reportSpec } };
    return expectOk(await call(emulator, 'POST', `/v1/${account}/networkReport:generate`, sent)).text;
  };
  expect(await generate()).toBe(await generate());
});

test('the journal has the warnings and the ignored members, like the headers', async () => {
  const { emulator, get, post } = startPlatform({ profile: 'lenient' });
  await get('/videos', { ...K, query: { chart: 'mostPopular', regionCode: 'ZZ', maxResults: 'many' } });
  const json = { snippet: { title: 'Mix', colour: 'blue' }, mood: { calm: true } };
  const { id } = await post('/playlists', { ...T1, json });
  expect(emulator.journal.slice(-2)).toMatchObject([
    { warnings: ['invalidRegionCode (regionCode)', 'invalidParameter (maxResults)'] },
    { ignored: ['mood', 'snippet.colour'] },
  ]);
  expect(emulator.state.playlists.get(id)).not.toHaveProperty('mood');
});
