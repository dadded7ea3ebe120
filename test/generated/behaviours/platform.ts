import { createEmulator, type EmulatorOptions, type VideoPlatformEmulator } from '@speccast/video-platform/mocks';
import { at, call, expectOk, textAt, type Answer, type Sent } from './call.js';

/** The video platform, with shorthands for what tests need before they begin. */
export interface Platform {
  readonly emulator: VideoPlatformEmulator;
  get(path: string, sent: Sent): Promise<Answer>;
  post(path: string, sent: Sent): Promise<Answer>;
  put(path: string, sent: Sent): Promise<Answer>;
  remove(path: string, sent: Sent): Promise<Answer>;
  /** Any other method, or a whole address. */
  call(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** The own channel of a user. */
  channel(user: Sent): Promise<unknown>;
  channelId(user: Sent): Promise<string>;
  /** Uploads a video and gives its id. */
  video(user: Sent, metadata?: object): Promise<string>;
  playlist(user: Sent, resource?: object): Promise<string>;
  /** Adds a video to a playlist; at its end unless a position is given. */
  item(
    user: Sent,
    snippet: { readonly playlistId: string; readonly videoId: string; readonly position?: number },
  ): Promise<Answer>;
  /** Writes a top-level comment on a video and gives its id. */
  comment(user: Sent, videoId: string, text?: string): Promise<string>;
  reply(user: Sent, parentId: string, text?: string): Promise<Answer>;
  caption(user: Sent, snippet: object, file?: string): Promise<Answer>;
  /** The whole state, cursors and callers aside, as text to compare. */
  state(): string;
}

/** A caption file of two cues. */
export const srt: string =
  '1\n00:00:01,000 --> 00:00:02,500\nHello there\n\n2\n00:00:03,000 --> 00:00:04,000\nGoodbye\n';

/** Starts an emulator that throws where an answer is not what its spec declares. */
export function startPlatform(options: EmulatorOptions = {}): Platform {
  const emulator = createEmulator({ checkResponses: true, ...options });
  const send = (method: string) => (path: string, sent: Sent) => call(emulator, method, path, sent);
  const [get, post] = [send('GET'), send('POST')];
  const channel = async (user: Sent): Promise<unknown> =>
    expectOk(await get('/channels', { ...user, query: { mine: true } })).items[0];
  return {
    emulator,
    get,
    post,
    put: send('PUT'),
    remove: send('DELETE'),
    call: (method, path, sent) => call(emulator, method, path, sent),
    channel,
    channelId: async (user) => textAt(await channel(user), 'id'),
    video: async (user, metadata = { snippet: { title: 'Tides' } }) =>
      expectOk(await post('/videos', { ...user, ...related(metadata, 'not really a film', 'video/mp4') })).id,
    playlist: async (user, resource = { snippet: { title: 'Mix' } }) =>
      expectOk(await post('/playlists', { ...user, json: resource })).id,
    item: (user, snippet) => post('/playlistItems', { ...user, json: itemOf(snippet) }),
    comment: async (user, videoId, text = 'First') =>
      expectOk(await post('/commentThreads', { ...user, json: threadOf({ videoId }, text) })).id,
    reply: (user, parentId, text = 'Indeed') =>
      post('/comments', { ...user, json: { snippet: { parentId, textOriginal: text } } }),
    caption: (user, snippet, file = srt) =>
      post('/captions', {
        ...user,
        ...related({ snippet: { language: 'en', name: 'English', ...snippet } }, file, 'application/octet-stream'),
      }),
    state: () => stateOf(emulator),
  };
}

/** A `multipart/related` body of JSON and bytes. */
export function related(
  json: unknown,
  media: Uint8Array | string,
  mediaType: string,
): { readonly bytes: Uint8Array; readonly type: string } {
  const head = `--edge\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(json)}\r\n--edge\r\ncontent-type: ${mediaType}\r\n\r\n`;
  const bytes = typeof media === 'string' ? Buffer.from(media) : Buffer.from(media);
  return {
    bytes: new Uint8Array(Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--edge--\r\n')])),
    type: 'multipart/related; boundary=edge',
  };
}

/** A thread about a video or a channel, as commentThreads.insert takes it. */
export function threadOf(subject: object, text: string): unknown {
  return { snippet: { ...subject, topLevelComment: { snippet: { textOriginal: text } } } };
}

/** A playlist item with a video, as playlistItems.insert takes it. */
export function itemOf({
  videoId,
  ...snippet
}: {
  readonly playlistId: string;
  readonly videoId: string;
  readonly position?: number;
}): unknown {
  return { snippet: { ...snippet, resourceId: { kind: 'video-platform#video', videoId } } };
}

function stateOf({ snapshot }: VideoPlatformEmulator): string {
  const { world } = snapshot();
  const tables = [...world.tables]
    .filter(([name]) => !name.startsWith('~'))
    .map(([name, rows]) => [name, ...rows.values()]);
  return JSON.stringify([tables, [...world.blobs.keys()]]);
}

/** The path of a special list in a channel: `uploads`, `likes`, `watchHistory`, `watchLater`. */
export function specialList(channel: unknown, name: string): string {
  return textAt(channel, `contentDetails.relatedPlaylists.${name}`);
}

/** The values at a path of each item. */
export function valuesAt(items: readonly unknown[], path: string): readonly unknown[] {
  return items.map((item) => at(item, path));
}
