import type { JsonValue } from './spec-files.js';

/** One stated fact: its line, and the place of the spec that has to say it. */
export interface DocumentedFact {
  readonly line: number;
  readonly fact: string;
  /** Keys from the root of the spec to the place. */
  readonly at: readonly string[];
  /** Values that have to stand at the place; a place without them only has to exist. */
  readonly says?: Readonly<Record<string, JsonValue>>;
}

const schemas = ['components', 'schemas'];
const text = { type: 'string' };

/** A fact carried by a schema, or by a property of it. */
function stated(
  line: number,
  fact: string,
  schema: string,
  property?: string,
  says?: DocumentedFact['says'],
): DocumentedFact {
  const at = property === undefined ? [...schemas, schema] : [...schemas, schema, 'properties', property];
  return says === undefined ? { line, fact, at } : { line, fact, at, says };
}

/** Section 2 of the video platform's document: resources and their stated fields. */
export const videoFacts: readonly DocumentedFact[] = [
  stated(17, 'an activity is an action of a channel or user', 'Activity'),
  stated(17, 'an activity has a type', 'ActivitySnippet', 'type', text),
  stated(17, 'an activity has a channel', 'ActivitySnippet', 'channelId', text),
  stated(17, 'an activity has associated resources', 'ActivityContentDetails'),
  stated(18, 'a caption is one track', 'Caption'),
  stated(18, 'a caption belongs to exactly one video', 'CaptionSnippet', 'videoId', text),
  stated(46, 'a caption is a draft or not', 'CaptionSnippet', 'isDraft', { type: 'boolean' }),
  stated(18, 'the original language of a caption is kept', 'CaptionSnippet', 'language', text),
  stated(19, 'a banner upload answers a url', 'ChannelBannerResource', 'url', text),
  stated(20, 'a channel section is a set of videos', 'ChannelSection'),
  stated(20, 'sections are visible only with showBrowseView', 'ChannelSettings', 'showBrowseView', { type: 'boolean' }),
  stated(21, 'a channel', 'Channel'),
  stated(21, 'a channel has invideoPromotion', 'InvideoPromotion', undefined, { type: 'object' }),
  stated(21, 'a channel has brandingSettings', 'ChannelBrandingSettings'),
  stated(63, 'a channel has a banner url', 'ImageSettings', 'bannerExternalUrl', text),
  stated(21, 'a channel exposes its uploads', 'RelatedPlaylists', 'uploads', text),
  stated(21, 'a channel exposes its liked videos', 'RelatedPlaylists', 'likes', text),
  stated(21, 'a channel exposes its watch history', 'RelatedPlaylists', 'watchHistory', text),
  stated(21, 'a channel exposes its watch later list', 'RelatedPlaylists', 'watchLater', text),
  stated(22, 'a comment thread', 'CommentThread'),
  stated(22, 'a thread nests its replies', 'CommentThreadReplies', 'comments', { type: 'array' }),
  stated(23, 'a comment', 'Comment'),
  stated(23, 'a comment has a moderation status', 'CommentSnippet', 'moderationStatus', text),
  stated(24, 'a guide category', 'GuideCategory'),
  stated(25, 'a language', 'I18nLanguage'),
  stated(25, 'a language has a code', 'I18nLanguageSnippet', 'hl', text),
  stated(25, 'a language has a name', 'I18nLanguageSnippet', 'name', text),
  stated(26, 'a region', 'I18nRegion'),
  stated(26, 'a region has a code', 'I18nRegionSnippet', 'gl', text),
  stated(26, 'a region has a name', 'I18nRegionSnippet', 'name', text),
  stated(27, 'a member', 'Member'),
  stated(28, 'a membership level', 'MembershipsLevel'),
  stated(29, 'a playlist item', 'PlaylistItem'),
  stated(29, 'a playlist item has a position', 'PlaylistItemSnippet', 'position', { type: 'integer' }),
  stated(30, 'a playlist', 'Playlist'),
  stated(30, 'a playlist has a title', 'PlaylistSnippet', 'title', text),
  stated(30, 'a playlist has a description', 'PlaylistSnippet', 'description', text),
  stated(30, 'a playlist is public or private, public by default', 'PlaylistStatus', 'privacyStatus', {
    enum: ['public', 'private'],
    default: 'public',
  }),
  stated(31, 'a search result', 'SearchResult'),
  stated(32, 'a subscription', 'Subscription'),
  stated(33, 'a thumbnail', 'Thumbnail'),
  stated(33, 'a thumbnail has a width', 'Thumbnail', 'width', { type: 'integer' }),
  stated(33, 'a thumbnail has a height', 'Thumbnail', 'height', { type: 'integer' }),
  stated(33, 'thumbnails are named by size', 'ThumbnailDetails'),
  stated(34, 'a reason for reporting abuse', 'VideoAbuseReportReason'),
  stated(35, 'a video category', 'VideoCategory'),
  stated(35, 'the uploader assigns the category', 'VideoSnippet', 'categoryId', text),
  stated(36, 'a video', 'Video'),
  stated(37, 'a watermark', 'InvideoBranding'),
  stated(37, 'a watermark links to a channel', 'InvideoBranding', 'targetChannelId', text),
  stated(37, 'a watermark has timing', 'InvideoTiming'),
  stated(115, 'a video may be private', 'VideoStatus', 'privacyStatus', text),
  { line: 9, fact: 'the version is v3', at: ['servers', '0'], says: { url: '/v3' } },
  {
    line: 112,
    fact: 'the key travels in the query parameter key',
    at: ['components', 'securitySchemes', 'apiKey'],
    says: { type: 'apiKey', in: 'query', name: 'key' },
  },
  {
    line: 113,
    fact: 'the OAuth 2.0 token may travel as access_token',
    at: ['components', 'securitySchemes', 'oauth2'],
    says: { type: 'oauth2', 'x-query-parameter': 'access_token' },
  },
];

/** Section 2 of the ad service's document. */
export const adFacts: readonly DocumentedFact[] = [
  stated(15, 'an account', 'PublisherAccount'),
  stated(15, 'an account is named accounts/<account_id>', 'PublisherAccount', 'name', {
    type: 'string',
    pattern: '^accounts/[^/]+$',
  }),
  stated(16, 'an ad unit', 'AdUnit'),
  stated(17, 'an app', 'App'),
  stated(18, 'a mediation report', 'GenerateMediationReportResponse'),
  stated(19, 'a network report', 'GenerateNetworkReportResponse'),
];

/** Facts that no schema carries: they have to stand in the `x-facts` of something, with their line. */
export const videoFactLines: readonly number[] = [28, 40, 41, 42, 114, 115, 116, 134, 141];

/** Which line describes each resource of the endpoint table. */
export const videoResources: Readonly<Record<string, number>> = {
  activities: 17,
  captions: 18,
  channelBanners: 19,
  channelSections: 20,
  channels: 21,
  commentThreads: 22,
  comments: 23,
  guideCategories: 24,
  i18nLanguages: 25,
  i18nRegions: 26,
  members: 27,
  membershipsLevels: 28,
  playlistItems: 29,
  playlists: 30,
  search: 31,
  subscriptions: 32,
  thumbnails: 33,
  videoAbuseReportReasons: 34,
  videoCategories: 35,
  videos: 36,
  watermarks: 37,
};

/** Which line describes each resource of the ad service. */
export const adResources: Readonly<Record<string, number>> = {
  accounts: 15,
  'accounts.adUnits': 16,
  'accounts.apps': 17,
  'accounts.mediationReport': 18,
  'accounts.networkReport': 19,
};

/** Lines of the video platform's document that call something "not shown". */
export const videoNotShown: readonly number[] = [13, 48, 48, 108, 108, 118, 122, 126, 137, 141];

/** Lines of the ad service's document that call something "not shown" or "not given". */
export const adNotShown: readonly number[] = [5, 21, 25, 38, 42, 46, 50, 54];
