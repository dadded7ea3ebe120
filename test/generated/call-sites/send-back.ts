import { bearer, createVideoPlatform, type VideoInput, type VideoStatus } from '@speccast/video-platform';
import type { Playground } from './playground.js';

/** Returns the first item; throws if there is none. */
function first<Item>(items: readonly Item[] | undefined): Item {
  const [item] = items ?? [];
  if (item === undefined) throw new Error('the list is empty');
  return item;
}

/** Reads a resource of each type that can be updated, and updates it: first unchanged, then changed. */
export async function sendBack(emulator: Playground, id: string): Promise<readonly (string | undefined)[]> {
  const client = createVideoPlatform({ auth: bearer('user-token'), ...emulator });
  const { videos, playlists, playlistItems, channels, channelSections, comments, captions } = client;
  const channel = first((await channels.list({ mine: true, part: ['id', 'brandingSettings', 'statistics'] })).items);
  const channelId = channel.id;
  const video = first((await videos.list({ id: [id], part: ['id', 'snippet', 'status', 'statistics'] })).items);
  await videos.update({ body: video });
  const title = 'Changed';
  const { privacyStatus } = video.status;
  const renamed = await videos.update({
    part: ['snippet', 'status'],
    body: {
      ...video,
      snippet: { ...video.snippet, title },
      status: { ...video.status, ...(privacyStatus && { privacyStatus }) },
    },
  });
  const playlist = await playlists.insert({
    body: { snippet: { title: 'Mix' }, status: { privacyStatus: 'private' } },
  });
  await playlists.update({ body: playlist });
  const mix = await playlists.update({ body: { ...playlist, snippet: { ...playlist.snippet, title } } });
  const resourceId = { kind: 'youtube#video', videoId: video.id };
  const item = await playlistItems.insert({ body: { snippet: { playlistId: playlist.id, resourceId } } });
  await playlistItems.update({ body: item });
  const moved = await playlistItems.update({ body: { ...item, snippet: { ...item.snippet, position: 0 } } });
  await channels.update({ body: channel });
  const branding = {
    ...channel.brandingSettings,
    channel: { ...channel.brandingSettings.channel, description: title },
  };
  const branded = await channels.update({ body: { ...channel, brandingSettings: branding } });
  const section = await channelSections.insert({ body: { snippet: { type: 'recentUploads' } } });
  await channelSections.update({ body: section });
  const retitled = await channelSections.update({ body: { ...section, snippet: { ...section.snippet, title } } });
  const thread = await client.commentThreads.insert({
    body: { snippet: { channelId, videoId: video.id, topLevelComment: { snippet: { textOriginal: 'First' } } } },
  });
  const comment = thread.snippet.topLevelComment;
  if (comment?.snippet === undefined) throw new Error('the thread has no comment');
  await comments.update({ body: comment });
  const edited = await comments.update({ body: { ...comment, snippet: { ...comment.snippet, textOriginal: title } } });
  const track = await captions.insert({
    body: { snippet: { videoId: video.id, language: 'en', name: 'A', isDraft: true } },
    media: { data: 'WEBVTT\n', type: 'text/vtt' },
  });
  await captions.update({ body: track });
  const published = await captions.update({ body: { ...track, snippet: { ...track.snippet, isDraft: false } } });
  return [
    renamed.snippet.title,
    mix.snippet?.title,
    `${moved.snippet?.position}`,
    branded.brandingSettings?.channel?.description,
    retitled.snippet?.title,
    edited.snippet?.textOriginal,
    `${published.snippet?.isDraft}`,
  ];
}

/** Returns URL and width of each thumbnail of a video: `default https://a.test/1.png 120`. */
export async function readPictures(emulator: Playground, id: string): Promise<readonly string[]> {
  const client = createVideoPlatform({ auth: bearer('user-token'), ...emulator });
  const { thumbnails = {} } = first((await client.videos.list({ id: [id], part: ['snippet'] })).items).snippet;
  const all = Object.entries(thumbnails).map(([name, { url, width }]) => `${name} ${url} ${width}`);
  return [...all, `medium: ${thumbnails.medium?.height ?? 'none'}`];
}

/** Makes requests that do not compile. Never called. */
export function mistakes(client: ReturnType<typeof createVideoPlatform>, status: VideoStatus, text: string): void {
  // @ts-expect-error the value is not declared
  void client.videos.update({ body: { id: 'a', status: { privacyStatus: 'privat' } } });
  // @ts-expect-error a string may be a value that is not declared
  void client.playlists.insert({ body: { status: { privacyStatus: text } } });
  // @ts-expect-error the service sets it
  void client.videos.update({ body: { id: 'a', etag: 'b' } });
  // @ts-expect-error the service sets it
  void client.videos.update({ body: { id: 'a', snippet: { publishedAt: '2026-01-01T00:00:00Z' } } });
  const input: VideoInput = { id: 'a', status };
  void client.videos.update({ body: input });
  // @ts-expect-error a width is a number
  void client.videos.list().then(({ items }) => items?.[0]?.snippet.thumbnails?.default?.width?.toUpperCase());
}
