/** One row of an endpoint table, as the document states it. */
export interface DocumentedOperation {
  /** Line of the document. */
  readonly line: number;
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Query parameters stated for it, apart from the credentials. */
  readonly query: readonly string[];
  /** What may authorize it: an API key or a token, a token alone, or nothing is shown. */
  readonly credential: 'key or token' | 'token' | 'not shown';
  /** Whether it uploads bytes, and whether it must. */
  readonly upload: 'no' | 'may' | 'must';
  /** What a success answers. */
  readonly answer: 'list' | 'resource' | 'bytes' | 'nothing' | 'report' | 'refusal';
}

type Rest = Partial<Pick<DocumentedOperation, 'query' | 'upload'>>;
type Row = readonly [
  line: number,
  id: string,
  method: DocumentedOperation['method'],
  path: string,
  answer: DocumentedOperation['answer'],
  rest?: Rest,
];

const privateReads = ['members.list', 'membershipsLevels.list', 'videos.getRating'];

function videoRow([line, id, method, path, answer, rest]: Row): DocumentedOperation {
  const open = method === 'GET' && !privateReads.includes(id);
  return {
    line,
    id,
    method,
    path,
    answer,
    query: [],
    upload: 'no',
    credential: open ? 'key or token' : 'token',
    ...rest,
  };
}

function adRow([line, id, method, path, answer]: Row): DocumentedOperation {
  return { line, id, method, path, answer, query: [], upload: 'no', credential: 'not shown' };
}

const videoRows: readonly Row[] = [
  [56, 'activities.list', 'GET', '/activities', 'list', { query: ['regionCode'] }],
  [57, 'activities.insert', 'POST', '/activities', 'refusal'],
  [58, 'captions.delete', 'DELETE', '/captions', 'nothing'],
  [59, 'captions.download', 'GET', '/captions/{id}', 'bytes', { query: ['tfmt', 'tlang'] }],
  [60, 'captions.insert', 'POST', '/captions', 'resource', { upload: 'must' }],
  [61, 'captions.list', 'GET', '/captions', 'list'],
  [62, 'captions.update', 'PUT', '/captions', 'resource', { upload: 'may' }],
  [63, 'channelBanners.insert', 'POST', '/channelBanners/insert', 'resource', { upload: 'must' }],
  [64, 'channelSections.delete', 'DELETE', '/channelSections', 'nothing'],
  [65, 'channelSections.insert', 'POST', '/channelSections', 'resource'],
  [66, 'channelSections.list', 'GET', '/channelSections', 'list'],
  [67, 'channelSections.update', 'PUT', '/channelSections', 'resource'],
  [68, 'channels.list', 'GET', '/channels', 'list'],
  [69, 'channels.update', 'PUT', '/channels', 'resource'],
  [70, 'commentThreads.list', 'GET', '/commentThreads', 'list'],
  [71, 'commentThreads.insert', 'POST', '/commentThreads', 'resource'],
  [72, 'comments.list', 'GET', '/comments', 'list'],
  [73, 'comments.setModerationStatus', 'POST', '/comments/setModerationStatus', 'nothing'],
  [74, 'comments.insert', 'POST', '/comments', 'resource'],
  [75, 'comments.markAsSpam', 'POST', '/comments/markAsSpam', 'nothing'],
  [76, 'comments.delete', 'DELETE', '/comments', 'nothing'],
  [77, 'comments.update', 'PUT', '/comments', 'resource'],
  [78, 'guideCategories.list', 'GET', '/guideCategories', 'list', { query: ['hl'] }],
  [79, 'i18nLanguages.list', 'GET', '/i18nLanguages', 'list'],
  [80, 'i18nRegions.list', 'GET', '/i18nRegions', 'list'],
  [81, 'members.list', 'GET', '/members', 'list'],
  [82, 'membershipsLevels.list', 'GET', '/membershipsLevels', 'list'],
  [83, 'playlistItems.delete', 'DELETE', '/playlistItems', 'nothing'],
  [84, 'playlistItems.insert', 'POST', '/playlistItems', 'resource'],
  [85, 'playlistItems.list', 'GET', '/playlistItems', 'list'],
  [86, 'playlistItems.update', 'PUT', '/playlistItems', 'resource'],
  [87, 'playlists.delete', 'DELETE', '/playlists', 'nothing'],
  [88, 'playlists.list', 'GET', '/playlists', 'list'],
  [89, 'playlists.insert', 'POST', '/playlists', 'resource'],
  [90, 'playlists.update', 'PUT', '/playlists', 'resource'],
  [91, 'search.list', 'GET', '/search', 'list', { query: ['regionCode'] }],
  [92, 'subscriptions.delete', 'DELETE', '/subscriptions', 'nothing'],
  [93, 'subscriptions.insert', 'POST', '/subscriptions', 'resource'],
  [94, 'subscriptions.list', 'GET', '/subscriptions', 'list'],
  [95, 'thumbnails.set', 'POST', '/thumbnails/set', 'resource', { upload: 'must' }],
  [96, 'videoAbuseReportReasons.list', 'GET', '/videoAbuseReportReasons', 'list'],
  [97, 'videoCategories.list', 'GET', '/videoCategories', 'list', { query: ['hl', 'regionCode'] }],
  [98, 'videos.insert', 'POST', '/videos', 'resource', { upload: 'must' }],
  [99, 'videos.list', 'GET', '/videos', 'list', { query: ['regionCode'] }],
  [100, 'videos.delete', 'DELETE', '/videos', 'nothing'],
  [101, 'videos.update', 'PUT', '/videos', 'resource'],
  [102, 'videos.rate', 'POST', '/videos/rate', 'nothing'],
  [103, 'videos.getRating', 'GET', '/videos/getRating', 'list'],
  [104, 'videos.reportAbuse', 'POST', '/videos/reportAbuse', 'nothing'],
  [105, 'watermarks.set', 'POST', '/watermarks/set', 'nothing', { upload: 'must' }],
  [106, 'watermarks.unset', 'POST', '/watermarks/unset', 'nothing'],
];

const adRows: readonly Row[] = [
  [31, 'accounts.get', 'GET', '/v1/{name=accounts/*}', 'resource'],
  [32, 'accounts.list', 'GET', '/v1/accounts', 'list'],
  [33, 'accounts.adUnits.list', 'GET', '/v1/{parent=accounts/*}/adUnits', 'list'],
  [34, 'accounts.apps.list', 'GET', '/v1/{parent=accounts/*}/apps', 'list'],
  [35, 'accounts.mediationReport.generate', 'POST', '/v1/{parent=accounts/*}/mediationReport:generate', 'report'],
  [36, 'accounts.networkReport.generate', 'POST', '/v1/{parent=accounts/*}/networkReport:generate', 'report'],
];

/** The endpoint table of the video platform's document. */
export const videoOperations: readonly DocumentedOperation[] = videoRows.map(videoRow);

/** The endpoint table of the ad service's document. */
export const adOperations: readonly DocumentedOperation[] = adRows.map(adRow);
