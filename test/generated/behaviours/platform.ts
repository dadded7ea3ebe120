import { createEmulator, type EmulatorOptions, type VideoPlatformEmulator } from '@speccast/video-platform/mocks';
import { at, call, expectOk, type FetchedResponse, type RequestOptions } from './call.js';

/** An emulator of the video platform, with short forms of calls that many tests begin with. */
export interface Platform {
  readonly emulator: VideoPlatformEmulator;
  get(path: string, sent: RequestOptions): Promise<FetchedResponse>;
  post(path: string, sent: RequestOptions): Promise<FetchedResponse>;
  /** Calls a path below the base address, or a URL, with any method. */
  call(method: string, path: string, sent?: RequestOptions): Promise<FetchedResponse>;
  /** Uploads a video and returns its id. */
  uploadVideo(user: RequestOptions, metadata?: object): Promise<string>;
  /** Inserts a playlist and returns its id. */
  insertPlaylist(user: RequestOptions, resource?: object): Promise<string>;
  /** Adds a video to a playlist, by default at its end. */
  addItem(
    user: RequestOptions,
    snippet: { readonly playlistId: string; readonly videoId: string; readonly position?: number },
  ): Promise<FetchedResponse>;
  /** Writes a top-level comment on a video and returns its id. */
  addComment(user: RequestOptions, videoId: string, text?: string): Promise<string>;
  addReply(user: RequestOptions, parentId: string, text?: string): Promise<FetchedResponse>;
  uploadCaption(user: RequestOptions, snippet: object, file?: string): Promise<FetchedResponse>;
}

/** A caption file of two cues. */
export const srt: string =
  '1\n00:00:01,000 --> 00:00:02,500\nHello there\n\n2\n00:00:03,000 --> 00:00:04,000\nGoodbye\n';

/** Starts an emulator that throws if one of its responses differs from the spec. */
export function startPlatform(options: EmulatorOptions = {}): Platform {
  const emulator = createEmulator({ checkResponses: true, ...options });
  const send = (method: string) => (path: string, sent: RequestOptions) => call(emulator, method, path, sent);
  const post = send('POST');
  return {
    emulator,
    get: send('GET'),
    post,
    call: (method, path, sent) => call(emulator, method, path, sent),
    uploadVideo: async (user, metadata = { snippet: { title: 'Tides' } }) =>
      expectOk(await post('/videos', { ...user, ...writeRelated(metadata, 'not really a film', 'video/mp4') })).id,
    insertPlaylist: async (user, resource = { snippet: { title: 'Mix' } }) =>
      expectOk(await post('/playlists', { ...user, json: resource })).id,
    addItem: (user, snippet) => post('/playlistItems', { ...user, json: toItem(snippet) }),
    addComment: async (user, videoId, text = 'First') =>
      expectOk(
        await post('/commentThreads', {
          ...user,
          json: { snippet: { videoId, topLevelComment: { snippet: { textOriginal: text } } } },
        }),
      ).id,
    addReply: (user, parentId, text = 'Indeed') =>
      post('/comments', { ...user, json: { snippet: { parentId, textOriginal: text } } }),
    uploadCaption: (user, snippet, file = srt) =>
      post('/captions', {
        ...user,
        ...writeRelated({ snippet: { language: 'en', name: 'English', ...snippet } }, file, 'application/octet-stream'),
      }),
  };
}

/** Writes a `multipart/related` body of JSON and bytes, and returns it with its media type. */
export function writeRelated(
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

/** Returns the body of `playlistItems.insert` that adds a video to a playlist. */
export function toItem({
  videoId,
  ...snippet
}: {
  readonly playlistId: string;
  readonly videoId: string;
  readonly position?: number;
}): unknown {
  return { snippet: { ...snippet, resourceId: { kind: 'video-platform#video', videoId } } };
}

/** Returns the value at a dotted path of each item. */
export function valuesAt(items: readonly unknown[], path: string): readonly unknown[] {
  return items.map((item) => at(item, path));
}
