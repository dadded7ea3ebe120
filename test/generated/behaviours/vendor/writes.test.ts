import { expect, test } from 'vitest';
import { at, expectDone, expectOk, expectRefused, T1, type Answer } from '../call.js';
import { related, srt } from '../platform.js';
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
  expect([at(titled.json, 'snippet.title'), at(titled.json, 'snippet.description')]).toEqual(['Other', undefined]);
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

test('R4: a category that cannot be assigned is rejected', async () => {
  const { send, video } = startVendor();
  const id = await video();
  const assign = (categoryId: string): Promise<Answer> =>
    send('PUT', '/videos', { ...T1, part: 'snippet', json: { id, snippet: { title: 'Tides', categoryId } } });
  expectReason(await assign('21'), 400, 'invalidCategoryId');
  expectOk(await assign('20'));
});

test('the snippet of a video has to hold title and category', async () => {
  const { send, video } = startVendor();
  const id = await video();
  const update = (part: string, body: object): Promise<Answer> =>
    send('PUT', '/videos', { ...T1, part, json: { id, ...body } });
  expectReason(await update('snippet', { snippet: { title: 'Tides' } }), 400, 'invalidCategoryId');
  expectReason(await update('snippet', { snippet: { categoryId: '20' } }), 400, 'invalidTitle');
  expectOk(await update('status', { status: { privacyStatus: 'private' } }));
});

const texts: readonly (readonly [string, object, string])[] = [
  ['a title of 101 characters', { title: 'x'.repeat(101) }, 'invalidTitle'],
  ['a description of 5,001', { title: 'x', description: 'x'.repeat(5001) }, 'invalidDescription'],
  ['tags of 501 in all', { title: 'x', tags: ['x'.repeat(250), 'y'.repeat(251)] }, 'invalidTags'],
];

for (const [what, snippet, reason] of texts) {
  test(`${what} is too long for a video`, async () => {
    const { send, video } = startVendor();
    const upload = related({ snippet }, 'not really a film', 'video/mp4');
    expectReason(await send('POST', '/videos', { ...T1, part: 'snippet', ...upload }), 400, reason);
    await video({ title: '😀'.repeat(100), description: 'x'.repeat(5000), tags: ['x'.repeat(250), 'y'.repeat(250)] });
  });
}

test('CP7: a second track of the same language and name is a conflict', async () => {
  const { send, video } = startVendor();
  const videoId = await video();
  const insert = (name: string): Promise<Answer> => {
    const track = related({ snippet: { videoId, language: 'en', name } }, srt, 'application/octet-stream');
    return send('POST', '/captions', { ...T1, part: 'snippet', ...track });
  };
  expectOk(await insert('English'));
  expectReason(await insert('English'), 409, 'captionExists');
  expectOk(await insert('Other'));
  expectReason(await insert('x'.repeat(151)), 400, 'nameTooLong');
});

test('an image of more than 2 MiB is no thumbnail', async () => {
  const { send, video } = startVendor();
  const query = { videoId: await video() };
  const bytes = new Uint8Array(2_097_153);
  expectReason(
    await send('POST', '/thumbnails/set', { ...T1, query, bytes, type: 'image/png' }),
    413,
    'uploadTooLarge',
  );
});

test('a body without what it has to hold is rejected', async () => {
  const { send } = startVendor();
  const insert = (path: string, part: string, json: object): Promise<Answer> =>
    send('POST', path, { ...T1, part, json });
  expectReason(await insert('/playlists', 'status', { status: {} }), 400, 'playlistTitleRequired');
  expectReason(await insert('/channelSections', 'snippet', { snippet: {} }), 400, 'typeRequired');
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
