import { expect, test } from 'vitest';
import { at, expectOk, K, T1, type Answer } from '../call.js';
import { startVendor } from './vendor-platform.js';

function expectReason(answer: Answer, status: number, reason: string): void {
  expect([answer.status, answer.reason], answer.text.slice(0, 300)).toEqual([status, reason]);
}

test('D8: `part` is required', async () => {
  const { send } = startVendor();
  expectReason(
    await send('GET', '/videos', { ...K, query: { chart: 'mostPopular' } }),
    400,
    'missingRequiredParameter',
  );
  expectOk(await send('GET', '/videos', { ...K, part: 'snippet', query: { chart: 'mostPopular' } }));
});

test('D8: an unknown part is rejected in the domain of parts', async () => {
  const { send } = startVendor();
  const answer = await send('GET', '/videos', { ...K, part: 'snippet,statistic', query: { chart: 'mostPopular' } });
  expectReason(answer, 400, 'unknownPart');
  expect(at(answer.json, 'error.errors.0')).toMatchObject({ domain: 'youtube.part', location: 'part' });
});

test('a body that holds a part which is not named is rejected', async () => {
  const { send } = startVendor();
  const json = { snippet: { title: 'Mix' }, status: { privacyStatus: 'private' } };
  expectReason(await send('POST', '/playlists', { ...T1, part: 'snippet', json }), 400, 'unexpectedPart');
});

test('D2: a request without any credential is forbidden', async () => {
  const { send } = startVendor();
  const answer = await send('GET', '/videos', { part: 'snippet', query: { chart: 'mostPopular' } });
  expectReason(answer, 403, 'forbidden');
  expect(at(answer.json, 'error.status')).toBe('PERMISSION_DENIED');
});

test('D5: a service account reads what is public, and has no channel', async () => {
  const { emulator, send } = startVendor();
  const robot = { token: emulator.tokens.issue({ user: 'robot', clientId: 'robot' }).accessToken };
  expectOk(await send('GET', '/videos', { ...robot, part: 'snippet', query: { chart: 'mostPopular' } }));
  const refused = [
    await send('GET', '/channels', { ...robot, part: 'snippet', query: { mine: true } }),
    await send('GET', '/videos', { ...robot, part: 'snippet', query: { myRating: 'like' } }),
    await send('POST', '/playlists', { ...robot, part: 'snippet', json: { snippet: { title: 'Mix' } } }),
  ];
  for (const answer of refused) {
    expectReason(answer, 401, 'youtubeSignupRequired');
    expect(at(answer.json, 'error.errors.0.domain')).toBe('youtube.header');
  }
  const ann = { token: emulator.tokens.issue({ user: 'ann', clientId: 'robot' }).accessToken };
  expectOk(await send('GET', '/channels', { ...ann, part: 'snippet', query: { mine: true } }));
});

test('D6: two tokens that differ are rejected, equal ones are not', async () => {
  const { send } = startVendor();
  const ask = (token: string): Promise<Answer> =>
    send('GET', '/channels', { ...T1, part: 'id', query: { mine: true, access_token: token } });
  expectReason(await ask('another'), 400, 'badRequest');
  expectOk(await ask('first-user'));
});

test('a parameter that the operation does not have is rejected; those of all operations are taken', async () => {
  const { send } = startVendor();
  const ask = (name: string): Promise<Answer> =>
    send('GET', '/videos', { ...K, part: 'id', query: { chart: 'mostPopular', [name]: 'json' } });
  expectReason(await ask('colour'), 400, 'unexpectedParameter');
  expectOk(await ask('alt'));
});

test('values that only public facts know are validated', async () => {
  const { send } = startVendor();
  const ask = (maxResults: number): Promise<Answer> =>
    send('GET', '/videos', { ...K, part: 'id', query: { chart: 'mostPopular', maxResults } });
  expectReason(await ask(51), 400, 'invalidParameter');
  expectOk(await ask(50));
});

test('D18: a page holds five items, of comments twenty', async () => {
  const { send } = startVendor();
  const answer = expectOk(await send('GET', '/channels', { ...T1, part: 'id', query: { mine: true } }));
  expect(at(answer.json, 'pageInfo.resultsPerPage')).toBe(5);
  const id = answer.ids[0] ?? '';
  const threads = await send('GET', '/commentThreads', {
    ...K,
    part: 'id',
    query: { allThreadsRelatedToChannelId: id },
  });
  expect(at(expectOk(threads).json, 'pageInfo.resultsPerPage')).toBe(20);
});

test('D20: a language that the service does not know is rejected, a variant of one that it knows is not', async () => {
  const { send } = startVendor();
  const ask = (hl: string): Promise<Answer> => send('GET', '/i18nRegions', { ...K, part: 'snippet', query: { hl } });
  expectReason(await ask('xx'), 400, 'invalidLanguage');
  for (const hl of ['es', 'en-US', 'en_US']) expectOk(await ask(hl));
});

test('exactly one filter has to be there', async () => {
  const { send } = startVendor();
  expectReason(await send('GET', '/videos', { ...K, part: 'id' }), 400, 'missingRequiredParameter');
  const both = await send('GET', '/videos', { ...K, part: 'id', query: { chart: 'mostPopular', id: 'x' } });
  expectReason(both, 400, 'incompatibleParameters');
  expect(at(both.json, 'error.errors.0.domain')).toBe('youtube.parameter');
});

test('filters of videos and other types are rejected in searches of all types', async () => {
  const { send } = startVendor();
  const odd = await send('GET', '/search', { ...K, part: 'id', query: { q: 'a', type: 'podcast' } });
  expectReason(odd, 400, 'invalidSearchFilter');
  const untyped = await send('GET', '/search', { ...K, part: 'id', query: { videoDuration: 'short' } });
  expectReason(untyped, 400, 'invalidSearchFilter');
  expectOk(await send('GET', '/search', { ...K, part: 'id', query: { videoDuration: 'short', type: 'video' } }));
});

test('parameters that need a token are rejected with a key', async () => {
  const { send } = startVendor();
  expectReason(
    await send('GET', '/search', { ...K, part: 'id', query: { forMine: true, type: 'video' } }),
    401,
    'required',
  );
});

test('at most 50 ids can be named', async () => {
  const { send } = startVendor();
  const ask = (count: number): Promise<Answer> =>
    send('GET', '/videos', {
      ...K,
      part: 'id',
      query: { id: Array.from({ length: count }, (_, one) => `v${one}`).join(',') },
    });
  expectReason(await ask(51), 400, 'invalidFilters');
  expectOk(await ask(50));
});

test('a token without one of the scopes of an operation is rejected; one of which nothing is known has all', async () => {
  const { send } = startVendor({
    credentials: {
      tokens: {
        reader: { scopes: ['https://www.googleapis.com/auth/youtube.readonly'] },
        'first-user': {},
      },
    },
  });
  const json = { snippet: { title: 'Mix' } };
  expectOk(await send('GET', '/playlists', { token: 'reader', part: 'id', query: { mine: true } }));
  const answer = await send('POST', '/playlists', { token: 'reader', part: 'snippet', json });
  expectReason(answer, 403, 'insufficientPermissions');
  expect(at(answer.json, 'error.details.0')).toEqual({
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
    domain: 'googleapis.com',
    metadata: { service: 'youtube.googleapis.com', method: 'playlists.insert' },
  });
  expectOk(await send('POST', '/playlists', { ...T1, part: 'snippet', json }));
  expectReason(await send('POST', '/playlists', { token: 'unknown', part: 'snippet', json }), 401, 'authError');
});

test('tokens of one user share a channel', async () => {
  const tokens = { phone: { user: 'ada' }, desk: { user: 'ada' }, other: {} };
  const { send } = startVendor({ credentials: { tokens } });
  const channelOf = async (token: string): Promise<string | undefined> =>
    expectOk(await send('GET', '/channels', { token, part: 'id', query: { mine: true } })).ids[0];
  expect(await channelOf('phone')).toBe(await channelOf('desk'));
  expect(await channelOf('other')).not.toBe(await channelOf('desk'));
});

test('D23: caption tracks are for those who may edit the video', async () => {
  const { send, video } = startVendor();
  const videoId = await video();
  const ask = (who: object): Promise<Answer> => send('GET', '/captions', { ...who, part: 'id', query: { videoId } });
  expectReason(await ask(K), 401, 'required');
  expectReason(await ask({ token: 'second-user' }), 403, 'forbidden');
  expectOk(await ask(T1));
});
