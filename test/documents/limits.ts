import type { JsonValue } from './spec-files.js';

/** A limit of section 8: the operation that has to refuse, and what its spec has to say. */
export interface DocumentedLimit {
  readonly line: number;
  readonly operation: string;
  readonly extension: string;
  readonly says: JsonValue;
}

/** Section 8 of the video platform's document; playlists per user have no limit (line 134). */
export const videoLimits: readonly DocumentedLimit[] = [
  { line: 132, operation: 'channelSections.insert', extension: 'x-limit', says: { atMost: 10, of: 'channelSections' } },
  { line: 133, operation: 'playlistItems.insert', extension: 'x-limit', says: { atMost: 200, of: 'playlistItems' } },
  {
    line: 135,
    operation: 'channelBanners.insert',
    extension: 'x-media',
    says: { image: { ratio: '16:9', minWidth: 2048, minHeight: 1152 } },
  },
];
