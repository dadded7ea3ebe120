import { expect, test } from 'vitest';
import {
  allPages,
  at,
  expectDone,
  expectOk,
  expectRefused,
  K,
  listAt,
  T1,
  T2,
  textAt,
  type Answer,
  type Sent,
} from './call.js';
import { startPlatform, threadOf, valuesAt, type Platform } from './platform.js';

async function threadsOf({ get }: Platform, user: Sent, query: NonNullable<Sent['query']>): Promise<Answer> {
  return expectOk(await get('/commentThreads', { ...user, query }));
}

/** A video of the first user with a comment by the second, and so many replies. */
async function conversation(
  platform: Platform,
  replies: number,
): Promise<{ readonly videoId: string; readonly thread: string; readonly replies: readonly string[] }> {
  const videoId = await platform.video(T1);
  const thread = await platform.comment(T2, videoId);
  const ids: string[] = [];
  for (let count = 0; count < replies; count += 1)
    ids.push(expectOk(await platform.reply(count % 2 === 0 ? T1 : T2, thread, `Reply ${count}`)).id);
  return { videoId, thread, replies: ids };
}

test('M1: threads are about a video or a channel', async () => {
  const platform = startPlatform();
  const channelId = await platform.channelId(T1);
  const { videoId, thread } = await conversation(platform, 0);
  const about = expectOk(
    await platform.post('/commentThreads', { ...T2, json: threadOf({ channelId }, 'Nice channel') }),
  );
  expect((await threadsOf(platform, K, { videoId })).ids).toEqual([thread]);
  const ofChannel = await threadsOf(platform, K, { channelId });
  expect(ofChannel.ids).toContain(about.id);
  expectRefused(await platform.get('/commentThreads', K), 400);
  expectRefused(await platform.get('/commentThreads', { ...K, query: { videoId: 'no-such' } }), 404);
});

test('M2: the comments of a thread are whole comments', async () => {
  const platform = startPlatform();
  const { videoId, thread, replies } = await conversation(platform, 1);
  const [item] = (await threadsOf(platform, K, { videoId })).items;
  const single = await platform.get('/comments', { ...K, query: { id: [thread, ...replies].join(',') } });
  expect([at(item, 'snippet.topLevelComment'), at(item, 'replies.comments.0')]).toEqual(single.items);
  expect(textAt(single.items[0], 'kind')).toMatch(/#comment$/);
  expect(at(item, 'snippet.topLevelComment.snippet')).toMatchObject({
    textOriginal: 'First',
    textDisplay: 'First',
    videoId,
  });
});

test('M3: a thread shows its five newest replies, and the list of comments has all', async () => {
  const platform = startPlatform();
  const { videoId, thread, replies } = await conversation(platform, 12);
  const [item] = (await threadsOf(platform, K, { videoId })).items;
  const shown = valuesAt(listAt(item, 'replies.comments'), 'id');
  expect(at(item, 'snippet.totalReplyCount')).toBe(12);
  expect(shown).toEqual([...replies].toReversed().slice(0, 5));
  const all = await allPages(platform.emulator, '/comments', { ...K, query: { parentId: thread, maxResults: 5 } });
  expect(new Set(valuesAt(all, 'id'))).toEqual(new Set(replies));
  expect(all).toHaveLength(12);
});

test('M4: a thread without replies has no member for them', async () => {
  const platform = startPlatform();
  const { videoId } = await conversation(platform, 0);
  const [item] = (await threadsOf(platform, K, { videoId })).items;
  expect(item).not.toHaveProperty('replies');
  expect(at(item, 'snippet.totalReplyCount')).toBe(0);
});

test('M5: commentThreads.insert writes top-level comments by the caller', async () => {
  const platform = startPlatform();
  const videoId = await platform.video(T1);
  const answer = expectOk(await platform.post('/commentThreads', { ...T2, json: threadOf({ videoId }, 'Hello') }));
  expect(at(answer.json, 'snippet.topLevelComment.snippet.authorChannelId.value')).toBe(await platform.channelId(T2));
  expect(at(answer.json, 'snippet.topLevelComment.id')).toBe(answer.id);
});

test('M5: a thread with a parent, without text, about nothing or about no video is rejected', async () => {
  const platform = startPlatform();
  const { videoId, thread } = await conversation(platform, 0);
  const before = platform.state();
  const send = (json: unknown): Promise<Answer> => platform.post('/commentThreads', { ...T2, json });
  expectRefused(await send(threadOf({ videoId, parentId: thread }, 'Reply')), 400);
  expectRefused(
    await send({ snippet: { videoId, topLevelComment: { snippet: { textOriginal: 'Reply', parentId: thread } } } }),
    400,
  );
  expectRefused(await send({ snippet: { videoId } }), 400);
  expectRefused(await send(threadOf({ videoId }, '')), 400);
  expectRefused(await send(threadOf({}, 'About nothing')), 400);
  expectRefused(await send(threadOf({ videoId: 'no-such' }, 'Hello')), 404);
  expectRefused(await send(threadOf({ channelId: 'UCnobody' }, 'Hello')), 404);
  expect(platform.state()).toBe(before);
});

test('M6: comments.insert replies to a comment that exists', async () => {
  const platform = startPlatform();
  const { thread } = await conversation(platform, 0);
  const before = platform.state();
  expectRefused(await platform.post('/comments', { ...T1, json: { snippet: { textOriginal: 'To nobody' } } }), 400);
  expectRefused(await platform.post('/comments', { ...T1, json: { snippet: { parentId: thread } } }), 400);
  expectRefused(await platform.reply(T1, 'no-such'), 404);
  expect(platform.state()).toBe(before);
  expect(at(expectOk(await platform.reply(T1, thread)).json, 'snippet.parentId')).toBe(thread);
});

test('M6: a reply to a reply joins the same thread', async () => {
  const platform = startPlatform();
  const { thread, replies } = await conversation(platform, 1);
  const second = expectOk(await platform.reply(T2, replies[0] ?? ''));
  expect(at(second.json, 'snippet.parentId')).toBe(thread);
  expect((await platform.get('/comments', { ...K, query: { parentId: thread } })).ids).toEqual(
    expect.arrayContaining([...replies, second.id]),
  );
});

test('M7: comments are listed by ids in the order asked for, or by their parent', async () => {
  const platform = startPlatform();
  const { thread, replies } = await conversation(platform, 2);
  const ids = [replies[1] ?? '', thread, replies[0] ?? ''];
  expect((await platform.get('/comments', { ...K, query: { id: ids.join(',') } })).ids).toEqual(ids);
  expect((await platform.get('/comments', { ...K, query: { id: `no-such,${thread}` } })).ids).toEqual([thread]);
  expectRefused(await platform.get('/comments', K), 400);
  expectRefused(await platform.get('/comments', { ...K, query: { parentId: 'no-such' } }), 404);
});

function moderate({ post }: Platform, id: string, moderationStatus: string): Promise<Answer> {
  return post('/comments/setModerationStatus', { ...T1, query: { id, moderationStatus } });
}

test('M8: several comments are held for review at once, and only the owner sees them', async () => {
  const platform = startPlatform();
  const videoId = await platform.video(T1);
  const [a, b, c] = [
    await platform.comment(T2, videoId, 'A'),
    await platform.comment(T2, videoId, 'B'),
    await platform.comment(T2, videoId, 'C'),
  ];
  expectDone(await moderate(platform, `${a},${b}`, 'heldForReview'));
  expect((await threadsOf(platform, K, { videoId })).ids).toEqual([c]);
  expect((await platform.get('/comments', { ...K, query: { id: `${a},${b},${c}` } })).ids).toEqual([c]);
  const held = await threadsOf(platform, T1, { videoId, moderationStatus: 'heldForReview' });
  expect([...held.ids].toSorted()).toEqual([a, b].toSorted());
  expectDone(await moderate(platform, `${a},${b}`, 'published'));
  expect((await threadsOf(platform, K, { videoId })).items).toHaveLength(3);
});

test('M8: the ids may be repeated parameters too', async () => {
  const platform = startPlatform();
  const videoId = await platform.video(T1);
  const [a, b] = [await platform.comment(T2, videoId), await platform.comment(T2, videoId)];
  expectDone(await platform.post(`/comments/setModerationStatus?id=${a}&id=${b}&moderationStatus=rejected`, T1));
  expect((await threadsOf(platform, K, { videoId })).items).toEqual([]);
});

test('M8: a status that nobody knows, or none, is rejected', async () => {
  const platform = startPlatform();
  const { thread } = await conversation(platform, 0);
  const before = platform.state();
  expectRefused(await moderate(platform, thread, 'deleted'), 400);
  expectRefused(await platform.post('/comments/setModerationStatus', { ...T1, query: { id: thread } }), 400);
  expectRefused(
    await platform.post('/comments/setModerationStatus', { ...T1, query: { moderationStatus: 'rejected' } }),
    400,
  );
  expectRefused(await moderate(platform, 'no-such', 'rejected'), 404);
  expect(platform.state()).toBe(before);
});

test('M8: a rejected comment takes its replies out of sight', async () => {
  const platform = startPlatform();
  const { videoId, thread, replies } = await conversation(platform, 2);
  expectDone(await moderate(platform, thread, 'rejected'));
  expect((await threadsOf(platform, K, { videoId })).items).toEqual([]);
  expect((await platform.get('/comments', { ...K, query: { id: replies.join(',') } })).items).toEqual([]);
});

test('M9: marking as spam is an opinion that changes nothing for anybody', async () => {
  const platform = startPlatform();
  const { videoId, thread, replies } = await conversation(platform, 1);
  const seen = async (user: Sent): Promise<unknown> => (await threadsOf(platform, user, { videoId })).json;
  const before = [await seen(K), await seen(T1), await seen(T2)];
  expectDone(await platform.post('/comments/markAsSpam', { ...T1, query: { id: [thread, ...replies].join(',') } }));
  expect([await seen(K), await seen(T1), await seen(T2)]).toEqual(before);
});

test('M9: an unknown comment cannot be marked, nor can a key mark one', async () => {
  const platform = startPlatform();
  const { thread } = await conversation(platform, 0);
  const before = platform.state();
  expectRefused(await platform.post('/comments/markAsSpam', { ...T1, query: { id: `${thread},no-such` } }), 404);
  expectRefused(await platform.post('/comments/markAsSpam', { ...K, query: { id: thread } }), 401);
  expectRefused(await platform.post('/comments/markAsSpam', T1), 400);
  expect(platform.state()).toBe(before);
});

test('M10: the author changes the text; the time of the change moves, the time of writing does not', async () => {
  const platform = startPlatform();
  const { thread } = await conversation(platform, 0);
  const [before] = (await platform.get('/comments', { ...K, query: { id: thread } })).items;
  platform.emulator.clock.advance(60_000);
  const json = { id: thread, snippet: { textOriginal: 'Second thoughts' } };
  expectRefused(await platform.put('/comments', { ...T1, json }), 403);
  const after = expectOk(await platform.put('/comments', { ...T2, json }));
  expect(after.json).toMatchObject({
    snippet: {
      textOriginal: 'Second thoughts',
      textDisplay: 'Second thoughts',
      publishedAt: textAt(before, 'snippet.publishedAt'),
    },
  });
  expect(textAt(after.json, 'snippet.updatedAt') > textAt(before, 'snippet.updatedAt')).toBe(true);
});

test('M10: deleting a reply lowers the count, deleting the comment takes the thread along', async () => {
  const platform = startPlatform();
  const { videoId, thread, replies } = await conversation(platform, 2);
  expectDone(await platform.remove('/comments', { ...T1, query: { id: replies[0] ?? '' } }));
  expect(at((await threadsOf(platform, K, { videoId })).items[0], 'snippet.totalReplyCount')).toBe(1);
  expectDone(await platform.remove('/comments', { ...T2, query: { id: thread } }));
  expect((await threadsOf(platform, K, { videoId })).items).toEqual([]);
  expect((await platform.get('/comments', { ...K, query: { id: [thread, ...replies].join(',') } })).items).toEqual([]);
  expectRefused(await platform.remove('/comments', { ...T2, query: { id: thread } }), 404);
});
