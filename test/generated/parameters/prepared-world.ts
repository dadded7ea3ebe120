import type { Scenario } from '@speccast/video-platform/mocks';

const harbour = 'UCvF9vnF-sEsXQxVcIjQRbnL';
const me = '${me}';

function commentOf(id: string, text: string, more: object = {}): object {
  const snippet = { channelId: me, videoId: 'mine-000001', textOriginal: text, textDisplay: text };
  const author = { authorDisplayName: 'Ann', authorChannelId: { value: me } };
  const rest = { likeCount: 0, moderationStatus: 'published', publishedAt: '2025-01-01T00:00:00Z' };
  return { id, snippet: { ...snippet, ...author, ...rest, ...more } };
}

/** Rows that differ in everything that a parameter can ask for; `first-user` owns most of them. */
const tables: Readonly<Record<string, readonly object[]>> = {
  channels: [
    {
      id: 'UCtongues',
      snippet: { title: 'Tongues', publishedAt: '2025-01-01T00:00:00Z' },
      localizations: { es: { title: 'Lenguas' } },
      status: { privacyStatus: 'public' },
    },
  ],
  videos: [
    {
      id: 'mine-000001',
      snippet: {
        title: 'Alpha',
        channelId: me,
        publishedAt: '2025-06-01T00:00:00Z',
        categoryId: '20',
        liveBroadcastContent: 'live',
      },
      localizations: { es: { title: 'Alfa' } },
      contentDetails: {
        duration: 'PT25M',
        dimension: '3d',
        definition: 'hd',
        caption: 'true',
        regionRestriction: { allowed: ['AT'] },
        contentRating: { ytRating: 'ytAgeRestricted' },
      },
      status: { privacyStatus: 'public', uploadStatus: 'processed', license: 'creativeCommon', embeddable: false },
      topicDetails: { topicIds: ['/m/04rlf'] },
      recordingDetails: { location: { latitude: 35.6, longitude: 139.6 } },
      paidProductPlacementDetails: { hasPaidProductPlacement: true },
      statistics: { viewCount: '9' },
      player: { embedHtml: '<iframe width="480" height="270" src="https://player.test/1"></iframe>' },
    },
    {
      id: 'mine-000002',
      snippet: { title: 'Zeta', channelId: me, publishedAt: '2025-06-02T00:00:00Z', categoryId: '22' },
      contentDetails: { duration: 'PT1M', dimension: '2d', definition: 'sd', caption: 'false' },
      status: { privacyStatus: 'private', uploadStatus: 'processed' },
    },
  ],
  playlists: [
    {
      id: 'PLmine',
      snippet: { title: 'Mix', channelId: me, publishedAt: '2025-06-01T00:00:00Z' },
      localizations: { es: { title: 'Mezcla' } },
      status: { privacyStatus: 'public' },
    },
  ],
  playlistItems: [1, 2].map((number) => ({
    id: `item-${number}`,
    snippet: {
      playlistId: 'PLmine',
      channelId: me,
      position: number - 1,
      resourceId: { kind: 'youtube#video', videoId: `mine-00000${number}` },
    },
  })),
  captions: [1, 2].map((number) => ({
    id: `track-${number}`,
    snippet: { videoId: 'mine-000001', language: 'en', name: `Track ${number}`, isDraft: false },
  })),
  channelSections: [1, 2].map((number) => ({
    id: `section-${number}`,
    snippet: { type: 'recentUploads', channelId: me, position: number - 1 },
  })),
  comments: [
    commentOf('thread-1', 'Salt & "pepper"', { likeCount: 3 }),
    commentOf('thread-2', 'Sugar', { publishedAt: '2025-02-01T00:00:00Z' }),
    commentOf('thread-3', 'Held', { moderationStatus: 'heldForReview' }),
    commentOf('reply-1', 'More > less', { parentId: 'thread-1' }),
    commentOf('reply-2', 'Indeed', { parentId: 'thread-1' }),
  ],
  commentThreads: [1, 2, 3].map((number) => ({
    id: `thread-${number}`,
    snippet: { channelId: me, videoId: 'mine-000001', canReply: true, isPublic: true },
  })),
  subscriptions: [
    ['sub-1', me, 'UCkp8nasVpcXwQh37ChgOzfZ', 4],
    ['sub-2', me, harbour, 1],
    ['sub-3', harbour, me, 0],
  ].map(([id, channelId, to, newItemCount]) => ({
    id,
    snippet: { channelId, resourceId: { kind: 'youtube#channel', channelId: to }, publishedAt: '2025-01-01T00:00:00Z' },
    contentDetails: { newItemCount },
  })),
  membershipsLevels: [{ id: 'level-1', snippet: { creatorChannelId: me, levelDetails: { displayName: 'Gold' } } }],
  members: [
    {
      id: 'member-1',
      snippet: {
        creatorChannelId: me,
        memberDetails: { channelId: 'UCz3VTtuslY0y1AcE-q-twd4', displayName: 'Trail' },
        membershipsDetails: { highestAccessibleLevel: 'level-1', accessibleLevels: ['level-1'] },
      },
    },
  ],
  activities: [
    {
      id: 'activity-1',
      snippet: { type: 'upload', channelId: me, publishedAt: '2025-06-01T00:00:00Z' },
      contentDetails: { upload: { videoId: 'mine-000001' } },
    },
  ],
};

/** The world in which parameters are tried. */
export const scenario: Scenario = {
  callers: { me: 'first-user' },
  // `as`: rows are looked at by the emulator, which takes them as JSON.
  tables: tables as NonNullable<Scenario['tables']>,
};
