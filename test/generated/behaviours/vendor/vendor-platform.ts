import { createEmulator, type EmulatorOptions, type VideoPlatformEmulator } from '@speccast/video-platform/mocks';
import { call, expectOk, T1, type Answer, type QueryValue, type Sent } from '../call.js';
import { related } from '../platform.js';

/** The video platform as strict as the real service. */
export interface VendorPlatform {
  readonly emulator: VideoPlatformEmulator;
  /** Sends a request; `part` goes into the query. */
  send(method: string, path: string, sent?: Sent & { readonly part?: string }): Promise<Answer>;
  /** Uploads a video of the first user and gives its id. */
  video(snippet?: object): Promise<string>;
  playlist(resource?: object): Promise<string>;
  /** Writes a comment of the first user on its own video and gives its id. */
  comment(videoId: string): Promise<string>;
}

/** Starts an emulator with the profile `vendor`, which throws where an answer is not what its spec declares. */
export function startVendor(options: EmulatorOptions = {}): VendorPlatform {
  const emulator = createEmulator({ profile: 'vendor', checkResponses: true, ...options });
  const send: VendorPlatform['send'] = (method, path, { part, ...sent } = {}) => {
    const query: Readonly<Record<string, QueryValue>> = { ...(part === undefined ? {} : { part }), ...sent.query };
    return call(emulator, method, path, { ...sent, query });
  };
  return {
    emulator,
    send,
    video: async (snippet = { title: 'Tides' }) => {
      const upload = related({ snippet }, 'not really a film', 'video/mp4');
      return expectOk(await send('POST', '/videos', { ...T1, part: 'snippet', ...upload })).id;
    },
    playlist: async (resource = { snippet: { title: 'Mix' } }) =>
      expectOk(await send('POST', '/playlists', { ...T1, part: Object.keys(resource).join(','), json: resource })).id,
    comment: async (videoId) => {
      const json = { snippet: { videoId, topLevelComment: { snippet: { textOriginal: 'First' } } } };
      return expectOk(await send('POST', '/commentThreads', { ...T1, part: 'snippet', json })).id;
    },
  };
}
