import { expect, test } from 'vitest';
import { at, expectDone, expectOk, expectRefused, T1, textAt, type Answer } from '../call.js';
import { startVendor, type VendorPlatform } from './vendor-platform.js';

function expectReason(answer: Answer, status: number, reason: string): void {
  expect([answer.status, answer.reason], answer.text.slice(0, 300)).toEqual([status, reason]);
}

test('D12: an update clears what its part could hold and its body leaves out, and nothing of other parts', async () => {
  const { send, playlist } = startVendor();
  const id = await playlist({
    snippet: { title: 'Mix', description: 'All of it' },
    status: { privacyStatus: 'private' },
  });
  const update = (part: string, body: object): Promise<Answer> =>
    send('PUT', '/playlists', { ...T1, part, json: { id, ...body } });
  const titled = expectOk(await update('snippet', { snippet: { title: 'Other' } }));
  expect([at(titled.json, 'snippet.title'), at(titled.json, 'snippet.description')]).toEqual(['Other', '']);
  const both = expectOk(await update('snippet,status', { snippet: { title: 'Other' } }));
  expect(at(both.json, 'status.privacyStatus')).toBe('public');
});

test('D12: sections do not vanish when a banner is set', async () => {
  const { send } = startVendor();
  const id = expectOk(await send('GET', '/channels', { ...T1, part: 'id', query: { mine: true } })).ids[0];
  const json = { id, brandingSettings: { channel: { keywords: 'sea' } } };
  const answer = expectOk(await send('PUT', '/channels', { ...T1, part: 'brandingSettings', json }));
  expect(at(answer.json, 'brandingSettings.channel')).toMatchObject({ keywords: 'sea', showBrowseView: true });
});

test('D25: a banner has to be one that was uploaded', async () => {
  const { send } = startVendor();
  const id = expectOk(await send('GET', '/channels', { ...T1, part: 'id', query: { mine: true } })).ids[0];
  const json = { id, brandingSettings: { image: { bannerExternalUrl: 'https://example.com/banner.png' } } };
  const answer = await send('PUT', '/channels', { ...T1, part: 'brandingSettings', json });
  expectReason(answer, 400, 'brandingValidationError');
});

test.each([
  ['singlePlaylist', 'playlists', 'playlistsNeeded'],
  ['multiplePlaylists', 'playlists', 'playlistsNeeded'],
  ['multipleChannels', 'channels', 'channelsNeeded'],
])('a section of type %s without %s is rejected', async (type, member, reason) => {
  const { send } = startVendor();
  const snippet = { type, title: 'Best' };
  const details = [undefined, null, {}, { [member]: null }, { [member]: [] }];
  for (const contentDetails of details) {
    const json = { snippet, ...(contentDetails !== undefined && { contentDetails }) };
    expectReason(await send('POST', '/channelSections', { ...T1, part: 'snippet,contentDetails', json }), 400, reason);
  }
  expectReason(await send('POST', '/channelSections', { ...T1, part: 'snippet', json: { snippet } }), 400, reason);
});

test('a secondary reason of abuse belongs to its reason', async () => {
  const { send, video } = startVendor();
  const videoId = await video();
  const { items } = await send('GET', '/videoAbuseReportReasons', { ...T1, part: 'snippet' });
  const pairs = items.flatMap((item) => {
    const secondary = textAt(item, 'snippet.secondaryReasons.0.id');
    return secondary === '' ? [] : [{ reasonId: textAt(item, 'id'), secondaryReasonId: secondary }];
  });
  const [first, second] = pairs;
  const report = (json: object): Promise<Answer> =>
    send('POST', '/videos/reportAbuse', { ...T1, json: { videoId, ...json } });
  expectDone(await report({ ...first }));
  expectReason(await report({ ...first, secondaryReasonId: second?.secondaryReasonId }), 400, 'invalidAbuseReason');
});

test('R4: a category that cannot be assigned is rejected', async () => {
  const { send, video } = startVendor();
  const id = await video();
  const assign = (categoryId: string): Promise<Answer> =>
    send('PUT', '/videos', { ...T1, part: 'snippet', json: { id, snippet: { title: 'Tides', categoryId } } });
  expectReason(await assign('21'), 400, 'invalidCategoryId');
  expectOk(await assign('20'));
});

test('titles and tags are counted in characters, descriptions in bytes', async () => {
  const { video } = startVendor();
  // The tags count as `"a b",xxx…`.
  await video({ title: '😀'.repeat(100), description: 'é'.repeat(2500), tags: ['a b', 'x'.repeat(494)] });
});

test('an update is checked by what it leaves in the row, as far as it writes it', async () => {
  const { emulator, send, video } = startVendor();
  const id = await video({ title: 'Tides', defaultLanguage: 'en' });
  const update = (part: string, body: object): Promise<Answer> =>
    send('PUT', '/videos', { ...T1, part, json: { id, ...body } });
  expectOk(await update('localizations', { localizations: { es: { title: 'Mareas' } } }));
  const { videos } = emulator.state;
  videos.insert({ ...videos.get(id), status: { privacyStatus: 'public', publishAt: '2040-01-01T00:00:00Z' } });
  const snippet = { title: 'Ebb', categoryId: '20' };
  expectReason(await update('snippet', { snippet }), 400, 'defaultLanguageNotSet');
  expectOk(await update('snippet', { snippet: { ...snippet, defaultLanguage: 'en' } }));
});

function moderate({ send }: VendorPlatform, id: string, moderationStatus: string, more: object = {}): Promise<Answer> {
  return send('POST', '/comments/setModerationStatus', { ...T1, query: { id, moderationStatus, ...more } });
}

test('a rejected comment cannot be published again', async () => {
  const platform = startVendor();
  const id = await platform.comment(await platform.video());
  expectDone(await moderate(platform, id, 'heldForReview'));
  expectDone(await moderate(platform, id, 'rejected'));
  expectReason(await moderate(platform, id, 'published'), 400, 'processingFailure');
});

test('likelySpam cannot be set, nobody is banned without a rejection, and not more than 50 comments at once', async () => {
  const platform = startVendor();
  const id = await platform.comment(await platform.video());
  expectRefused(await moderate(platform, id, 'likelySpam'), 400);
  expectReason(await moderate(platform, id, 'published', { banAuthor: true }), 400, 'banWithoutReject');
  const many = Array.from({ length: 51 }, (_, one) => `${id}${one}`).join(',');
  expectReason(await moderate(platform, many, 'published'), 400, 'invalidFilters');
});
