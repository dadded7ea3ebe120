import type { Known, Template, Vocabulary } from './vocabulary.js';

const title = { title: 'T', description: 'D', tags: ['a'] };
const video = { kind: 'youtube#video', videoId: '?videos' };
const parts = { part: 'snippet,status', maxResults: '?numbers', pageToken: 'x' };

const lists: readonly Template[] = [
  { method: 'GET', path: '/activities', query: { channelId: '?channels', regionCode: '?regions', ...parts } },
  { method: 'GET', path: '/captions', query: { videoId: '?videos', id: '?captions' } },
  { method: 'GET', path: '/captions/{?captions}', query: { tfmt: '?formats', tlang: '?languages' } },
  {
    method: 'GET',
    path: '/channelSections',
    query: { channelId: '?channels', mine: '?flags', id: '?channelSections' },
  },
  { method: 'GET', path: '/channels', query: { id: '?channels', mine: '?flags', ...parts } },
  {
    method: 'GET',
    path: '/commentThreads',
    query: { videoId: '?videos', channelId: '?channels', moderationStatus: '?statuses' },
  },
  {
    method: 'GET',
    path: '/comments',
    query: { id: '?comments', parentId: '?comments', moderationStatus: '?statuses' },
  },
  { method: 'GET', path: '/guideCategories', query: { hl: '?languages', regionCode: '?regions' } },
  { method: 'GET', path: '/i18nLanguages', query: parts },
  { method: 'GET', path: '/i18nRegions', query: parts },
  { method: 'GET', path: '/members', query: { filterByMemberChannelId: '?channels' } },
  { method: 'GET', path: '/membershipsLevels', query: parts },
  {
    method: 'GET',
    path: '/playlistItems',
    query: { playlistId: '?playlists', id: '?playlistItems', videoId: '?videos', ...parts },
  },
  { method: 'GET', path: '/playlists', query: { id: '?playlists', mine: '?flags', channelId: '?channels', ...parts } },
  {
    method: 'GET',
    path: '/search',
    query: {
      q: 'my',
      type: '?kinds',
      order: 'date',
      regionCode: '?regions',
      forMine: '?flags',
      publishedAfter: '2024-01-01T00:00:00Z',
      ...parts,
    },
  },
  {
    method: 'GET',
    path: '/subscriptions',
    query: { mine: '?flags', mySubscribers: '?flags', channelId: '?channels', id: '?subscriptions' },
  },
  { method: 'GET', path: '/videoAbuseReportReasons', query: { hl: '?languages' } },
  {
    method: 'GET',
    path: '/videoCategories',
    query: { hl: '?languages', regionCode: '?regions', id: '?videoCategories' },
  },
  {
    method: 'GET',
    path: '/videos',
    query: { id: '?videos', chart: 'mostPopular', myRating: '?ratings', regionCode: '?regions', ...parts },
  },
  { method: 'GET', path: '/videos/getRating', query: { id: '?videos' } },
];

const uploads: readonly Template[] = [
  {
    method: 'POST',
    path: '/captions',
    body: { snippet: { videoId: '?videos', language: '?languages', name: 'N', isDraft: false } },
    media: true,
  },
  {
    method: 'PUT',
    path: '/captions',
    body: { id: '?captions', snippet: { isDraft: true, videoId: '?videos' } },
    media: true,
  },
  { method: 'POST', path: '/channelBanners/insert', media: true },
  { method: 'POST', path: '/thumbnails/set', query: { videoId: '?videos' }, media: true },
  {
    method: 'POST',
    path: '/videos',
    body: { snippet: { ...title, categoryId: '22' }, status: { privacyStatus: '?privacy' } },
    media: true,
  },
  {
    method: 'POST',
    path: '/watermarks/set',
    query: { channelId: '?channels' },
    body: { targetChannelId: '?channels', timing: { offsetMs: '1' } },
    media: true,
  },
];

/** Uploads that come in pieces: to any session, or to be opened. */
const pieces: readonly Template[] = ['/videos', '/captions', '/channelBanners/insert'].flatMap((path) => [
  { method: 'PUT', path, query: { upload_id: '?~uploads' }, media: true },
  { method: 'POST', path, query: { uploadType: 'resumable' }, body: { snippet: title } },
  { method: 'DELETE', path, query: { upload_id: '?~uploads' } },
]);

const changes: readonly Template[] = [
  { method: 'POST', path: '/activities', body: { snippet: title } },
  {
    method: 'POST',
    path: '/channelSections',
    body: { snippet: { type: 'recentUploads', position: 0 }, contentDetails: { playlists: ['?playlists'] } },
  },
  {
    method: 'PUT',
    path: '/channelSections',
    body: { id: '?channelSections', snippet: { title: 'T', position: 0, channelId: '?channels' } },
  },
  {
    method: 'PUT',
    path: '/channels',
    body: {
      id: '?channels',
      brandingSettings: { channel: { showBrowseView: false }, image: { bannerExternalUrl: 'x' } },
      invideoPromotion: { timing: {} },
    },
  },
  {
    method: 'POST',
    path: '/commentThreads',
    body: { snippet: { videoId: '?videos', topLevelComment: { snippet: { textOriginal: 'T' } } } },
  },
  {
    method: 'POST',
    path: '/commentThreads',
    body: { snippet: { channelId: '?channels', topLevelComment: { snippet: { textOriginal: 'T' } } } },
  },
  {
    method: 'POST',
    path: '/comments/setModerationStatus',
    query: { id: '?comments', moderationStatus: '?statuses', banAuthor: '?flags' },
  },
  { method: 'POST', path: '/comments', body: { snippet: { parentId: '?comments', textOriginal: 'T' } } },
  { method: 'POST', path: '/comments/markAsSpam', query: { id: '?comments' } },
  {
    method: 'PUT',
    path: '/comments',
    body: { id: '?comments', snippet: { textOriginal: 'T', parentId: '?comments', videoId: '?videos' } },
  },
  {
    method: 'POST',
    path: '/playlistItems',
    body: { snippet: { playlistId: '?playlists', position: 0, resourceId: video } },
  },
  { method: 'POST', path: '/playlistItems', body: { snippet: { playlistId: '?playlists', resourceId: video } } },
  {
    method: 'PUT',
    path: '/playlistItems',
    body: { id: '?playlistItems', snippet: { playlistId: '?playlists', position: 0, resourceId: video } },
  },
  { method: 'POST', path: '/playlists', body: { snippet: title, status: { privacyStatus: '?privacy' } } },
  {
    method: 'PUT',
    path: '/playlists',
    body: { id: '?playlists', snippet: { ...title, channelId: '?channels' }, status: { privacyStatus: '?privacy' } },
  },
  {
    method: 'POST',
    path: '/subscriptions',
    body: { snippet: { resourceId: { kind: 'youtube#channel', channelId: '?channels' } } },
  },
  {
    method: 'PUT',
    path: '/videos',
    body: {
      id: '?videos',
      snippet: { ...title, categoryId: '?videoCategories', channelId: '?channels' },
      status: { privacyStatus: '?privacy' },
    },
  },
  { method: 'POST', path: '/videos/rate', query: { id: '?videos', rating: '?ratings' } },
  {
    method: 'POST',
    path: '/videos/reportAbuse',
    body: { videoId: '?videos', reasonId: '?videoAbuseReportReasons', secondaryReasonId: '27' },
  },
  { method: 'POST', path: '/watermarks/unset', query: { channelId: '?channels' } },
];

const deletions: readonly Template[] = [
  'captions',
  'channelSections',
  'comments',
  'playlistItems',
  'playlists',
  'subscriptions',
  'videos',
].map((name) => ({ method: 'DELETE', path: `/${name}`, query: { id: `?${name}` } }));

const values: Known = {
  flags: ['true', 'false'],
  numbers: ['0', '1', '3', '50', '9999'],
  statuses: ['published', 'heldForReview', 'rejected', 'likelySpam'],
  ratings: ['like', 'dislike', 'none'],
  regions: ['NZ', 'FR', 'ZZ'],
  languages: ['fr', 'en', 'xx'],
  formats: ['srt', 'vtt', 'sbv', 'ttml', 'scc'],
  '~uploads': ['none'],
  privacy: ['public', 'private', 'unlisted'],
  kinds: ['video', 'channel', 'playlist', 'video,playlist'],
};

/** Requests to the video platform; `ids` are those of rows by table. */
export function videoVocabulary(ids: Known): Vocabulary {
  return {
    templates: [...lists, ...uploads, ...pieces, ...changes, ...deletions],
    known: { ...values, ...ids },
    tokens: ['first-user', 'second-user', 'first-user', 'new-user', 'invalid'],
  };
}

const reportSpec = {
  dateRange: { startDate: { year: 2025, month: 12, day: 1 }, endDate: { year: 2025, month: 12, day: 7 } },
  dimensions: ['DATE', 'COUNTRY'],
  metrics: ['CLICKS', 'IMPRESSION_CTR'],
  dimensionFilters: [{ dimension: 'COUNTRY', matchesAny: { values: ['US'] } }],
  sortConditions: [{ metric: 'CLICKS', order: 'DESCENDING' }],
  localizationSettings: { currencyCode: 'EUR', languageCode: 'en' },
  maxReportRows: 5,
  timeZone: 'America/Los_Angeles',
};

/** Requests to the ad service; `ids` are those of rows by table. */
export function adVocabulary(ids: Known): Vocabulary {
  const pages = { pageSize: '?numbers', pageToken: 'x' };
  const gets = ['/v1/accounts', '/v1/{?accounts}', '/v1/{?accounts}/adUnits', '/v1/{?accounts}/apps'].map((path) => ({
    method: 'GET',
    path,
    query: pages,
  }));
  const posts = ['mediation', 'network'].map((kind) => ({
    method: 'POST',
    path: `/v1/{?accounts}/${kind}Report:generate`,
    body: { reportSpec },
  }));
  return {
    templates: [...gets, ...posts],
    known: { ...values, ...ids },
    tokens: ['first-user', 'new-user', 'expired'],
  };
}
