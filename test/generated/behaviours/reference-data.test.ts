import { expect, test } from 'vitest';
import { at, expectDone, expectOk, expectRefused, K, listAt, T1, T2, textAt } from './call.js';
import { related, startPlatform, valuesAt } from './platform.js';

test("R1: categories of channels are the platform's own: nobody writes them", async () => {
  const { call } = startPlatform();
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
    expectRefused(await call(method, '/guideCategories', T1), 405);
});

test.each(['/guideCategories', '/videoCategories'])(
  'R1: %s answers titles in the language asked for, with the same ids',
  async (path) => {
    const { get } = startPlatform();
    const [plain, english, spanish] = [
      await get(path, K),
      await get(path, { ...K, query: { hl: 'en' } }),
      await get(path, { ...K, query: { hl: 'es' } }),
    ];
    expect([english.ids, spanish.ids]).toEqual([plain.ids, plain.ids]);
    expect(valuesAt(english.items, 'snippet.title')).toEqual(valuesAt(plain.items, 'snippet.title'));
    expect(valuesAt(spanish.items, 'snippet.title')).not.toEqual(valuesAt(plain.items, 'snippet.title'));
    expect(valuesAt(spanish.items, 'snippet.title')).not.toContain(undefined);
    expect(valuesAt((await get(path, { ...K, query: { hl: 'xx' } })).items, 'snippet.title')).toEqual(
      valuesAt(plain.items, 'snippet.title'),
    );
  },
);

test('R2: each language has a code and a name, and its code is taken as hl', async () => {
  const { get } = startPlatform();
  const { items } = await get('/i18nLanguages', K);
  expect(items.length).toBeGreaterThan(75);
  for (const item of items) {
    const [hl, name] = [textAt(item, 'snippet.hl'), textAt(item, 'snippet.name')];
    expect([hl, name]).not.toContain('');
    for (const path of ['/videoCategories', '/guideCategories']) expectOk(await get(path, { ...K, query: { hl } }));
  }
  expect(new Set(valuesAt(items, 'snippet.hl')).size).toBe(items.length);
});

const regional: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['/search', { q: 'bread' }],
  ['/videos', { chart: 'mostPopular' }],
  ['/activities', { channelId: 'UCvF9vnF-sEsXQxVcIjQRbnL' }],
  ['/videoCategories', {}],
];

test('R3: each region has a code and a name, and its code is taken by the four lists that know regions', async () => {
  const { get } = startPlatform();
  const { items } = await get('/i18nRegions', K);
  expect(items.length).toBeGreaterThan(100);
  expect(valuesAt(items, 'snippet.gl')).toContain('ID');
  for (const item of items) {
    const [regionCode, name] = [textAt(item, 'snippet.gl'), textAt(item, 'snippet.name')];
    expect([regionCode, name]).not.toContain('');
    for (const [path, query] of regional) expectOk(await get(path, { ...K, query: { ...query, regionCode } }));
  }
});

test.each(regional)('R3: %s rejects a region that is not listed', async (path, query) => {
  const { get } = startPlatform();
  const answer = await get(path, { ...K, query: { ...query, regionCode: 'ZZ' } });
  expectRefused(answer, 400);
  expect(answer.reason).toBe('invalidRegionCode');
});

test('R4: the uploader assigns each listed category to a video, and no other', async () => {
  const { get, post, put, video } = startPlatform();
  const categories = await get('/videoCategories', { ...K, query: { hl: 'fr', regionCode: 'FR' } });
  const id = await video(T1);
  for (const categoryId of categories.ids) {
    const sent = { ...T1, ...related({ snippet: { title: 'Tides', categoryId } }, 'film', 'video/mp4') };
    expect(at(expectOk(await post('/videos', sent)).json, 'snippet.categoryId')).toBe(categoryId);
    expect(
      at(expectOk(await put('/videos', { ...T1, json: { id, snippet: { categoryId } } })).json, 'snippet.categoryId'),
    ).toBe(categoryId);
  }
  const unknown = await put('/videos', { ...T1, json: { id, snippet: { categoryId: '999' } } });
  expectRefused(unknown, 400);
  expect(unknown.reason).toBe('invalidCategoryId');
});

test('R5: each listed reason, and each secondary one, is taken by reportAbuse', async () => {
  const { get, post, video } = startPlatform();
  const videoId = await video(T1);
  const { items } = expectOk(await get('/videoAbuseReportReasons', K));
  expect(items.length).toBeGreaterThan(3);
  for (const item of items) {
    const reasonId = textAt(item, 'id');
    expectDone(await post('/videos/reportAbuse', { ...T2, json: { videoId, reasonId } }));
    for (const secondary of listAt(item, 'snippet.secondaryReasons')) {
      expectDone(
        await post('/videos/reportAbuse', {
          ...T2,
          json: { videoId, reasonId, secondaryReasonId: textAt(secondary, 'id') },
        }),
      );
    }
  }
});

test('R5: a reason that is not listed is rejected, primary or secondary', async () => {
  const platform = startPlatform();
  const videoId = await platform.video(T1);
  await platform.channelId(T2);
  const before = platform.state();
  expectRefused(await platform.post('/videos/reportAbuse', { ...T2, json: { videoId, reasonId: 'nothing' } }), 400);
  expectRefused(
    await platform.post('/videos/reportAbuse', {
      ...T2,
      json: { videoId, reasonId: 'N', secondaryReasonId: 'nothing' },
    }),
    400,
  );
  expect(platform.state()).toBe(before);
});

test('R6: there are members and no sponsors', async () => {
  const { get } = startPlatform();
  expectRefused(await get('/sponsors', T1), 404);
  expectOk(await get('/members', T1));
});

test('R6: membership levels come in the order of display, which nothing else tells', async () => {
  const { get, emulator } = startPlatform();
  const answer = expectOk(await get('/membershipsLevels', T1));
  const own = emulator.state.membershipsLevels.list().filter(({ id }) => answer.ids.includes(String(id)));
  expect(answer.ids).toEqual(own.map(({ id }) => id));
  expect((await get('/membershipsLevels', T1)).text).toBe(answer.text);
  expect(answer.text).not.toMatch(/position/i);
  const names = valuesAt(answer.items, 'snippet.levelDetails.displayName');
  expect(names).toEqual(['Supporter', 'Friend', 'Patron']);
  expect(names).not.toEqual([...names].toSorted());
});
