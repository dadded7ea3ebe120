import { pngOf } from '../images.js';
import { related } from '../behaviours/platform.js';
import type { Sent } from '../behaviours/call.js';

/**
 * Two queries whose responses differ by the value of a parameter: `['hl=es', '']`. They continue the one of the operation; after
 * `?` a query stands alone. One that begins with `!` is rejected, with `~` it may be.
 */
export type Trial = readonly [one: string, other: string];

/** A call of an operation that succeeds, and a trial for each of its parameters, by name. */
export interface OperationTrials {
  readonly query?: string;
  readonly sent?: Sent;
  readonly trials?: Readonly<Record<string, Trial>>;
}

const image = pngOf(2048, 1152);
const picture = { bytes: image, type: 'image/png' };
const harbour = 'UCvF9vnF-sEsXQxVcIjQRbnL';
const written: Trial = ['~part=id', ''];
const video = { snippet: { title: 'New', categoryId: '22' } };
const section = { snippet: { type: 'popularUploads', title: 'Best' } };

function remove(one: string, other: string): OperationTrials {
  return { query: `id=${one}`, trials: { id: [`?id=${one}`, `?id=${other}`] } };
}

function videoFilter(name: string, value: string): Readonly<Record<string, Trial>> {
  return { [name]: [`type=video&${name}=${value}`, 'type=video'] };
}

/** Trials by operation. `fields`, `prettyPrint`, pages and conditions are tried with the call of the operation. */
export const videoTrials: Readonly<Record<string, OperationTrials>> = {
  'activities.list': {
    query: 'mine=true',
    trials: {
      channelId: [`?channelId=${harbour}`, '?mine=true'],
      home: ['!?home=true', ''],
      mine: ['?mine=true', `?channelId=${harbour}`],
      publishedAfter: ['publishedAfter=2025-06-01T01:00:00%2B02:00', ''],
      publishedBefore: ['publishedBefore=2025-01-01T00:00:00Z', ''],
      regionCode: ['regionCode=DE', ''],
    },
  },
  'captions.delete': remove('track-1', 'track-2'),
  'captions.download': {
    query: 'id={caption}',
    trials: {
      id: ['', '!?id=nothing'],
      tfmt: ['tfmt=vtt', ''],
      tlang: ['tlang=fr', ''],
    },
  },
  'captions.insert': {
    query: 'part=snippet',
    sent: related({ snippet: { videoId: 'mine-000001', language: 'fr', name: 'New' } }, '1', 'text/plain'),
    trials: { part: written },
  },
  'captions.list': {
    query: 'videoId=mine-000001',
    trials: { id: ['id=track-1', ''], videoId: ['', '?videoId=mine-000002'] },
  },
  'captions.update': {
    query: 'part=snippet',
    sent: { json: { id: 'track-1', snippet: { isDraft: true } } },
    trials: { part: written },
  },
  'channelBanners.insert': { sent: picture },
  'channelSections.delete': remove('section-1', 'section-2'),
  'channelSections.insert': { query: 'part=snippet', sent: { json: section }, trials: { part: written } },
  'channelSections.list': {
    query: 'mine=true',
    trials: {
      channelId: [`?channelId=${harbour}`, ''],
      id: ['?id=section-1', ''],
      mine: ['', `?channelId=${harbour}`],
    },
  },
  'channelSections.update': {
    query: 'part=snippet',
    sent: { json: { id: 'section-1', ...section } },
    trials: { part: written },
  },
  'channels.list': {
    query: 'categoryId=GCVGVjaA',
    trials: {
      categoryId: ['', '?categoryId=GCQ29va2luZyAmIEhlYWx0aA'],
      forHandle: ['?forHandle=HarbourKitchen', '?forHandle=@nobody'],
      forUsername: ['?forUsername=nobody', '?forHandle=@harbourkitchen'],
      hl: ['?id=UCtongues&hl=es', '?id=UCtongues'],
      id: [`?id=${harbour}`, '?id={me}'],
      managedByMe: ['?managedByMe=true&onBehalfOfContentOwner=x', '?mine=true'],
      mine: ['?mine=true', `?id=${harbour}`],
      mySubscribers: ['?mySubscribers=true', '?mine=true'],
    },
  },
  'channels.update': {
    query: 'part=brandingSettings',
    sent: { json: { id: '{me}', brandingSettings: { channel: { description: 'New' } } } },
    trials: { part: written },
  },
  'commentThreads.insert': {
    query: 'part=snippet',
    sent: {
      json: {
        snippet: {
          channelId: '{me}',
          videoId: 'mine-000001',
          topLevelComment: { snippet: { textOriginal: 'New' } },
        },
      },
    },
    trials: { part: written },
  },
  'commentThreads.list': {
    query: 'videoId=mine-000001',
    trials: {
      allThreadsRelatedToChannelId: ['?allThreadsRelatedToChannelId={me}', '?videoId=alwsoKhExNl'],
      channelId: ['?channelId={me}', '?videoId=alwsoKhExNl'],
      id: ['?id=thread-1', ''],
      moderationStatus: ['moderationStatus=heldForReview', ''],
      order: ['order=relevance', 'order=time'],
      postId: ['?postId=x', ''],
      searchTerms: ['searchTerms=sugar', ''],
      textFormat: ['textFormat=plainText&part=snippet', 'textFormat=html&part=snippet'],
      videoId: ['', '?videoId=alwsoKhExNl'],
    },
  },
  'comments.delete': remove('reply-1', 'reply-2'),
  'comments.insert': {
    query: 'part=snippet',
    sent: { json: { snippet: { parentId: 'thread-1', textOriginal: 'New' } } },
    trials: { part: written },
  },
  'comments.list': {
    query: 'parentId=thread-1',
    trials: {
      id: ['?id=reply-1', ''],
      parentId: ['', '?parentId=UgJx3RIK8vQW9BQtni68xJeJXM'],
      textFormat: ['textFormat=plainText&part=snippet', 'part=snippet'],
    },
  },
  // Nobody sees it.
  'comments.markAsSpam': { query: 'id=reply-1', trials: { id: ['', '!?id=nothing'] } },
  'comments.setModerationStatus': {
    query: 'id=reply-1&moderationStatus=rejected',
    trials: {
      banAuthor: [
        '!?id=reply-1&moderationStatus=heldForReview&banAuthor=true',
        '?id=reply-1&moderationStatus=heldForReview',
      ],
      id: ['', '?id=reply-2&moderationStatus=rejected'],
      moderationStatus: ['', '?id=reply-1&moderationStatus=heldForReview'],
    },
  },
  'comments.update': {
    query: 'part=snippet',
    sent: { json: { id: 'reply-1', snippet: { textOriginal: 'New' } } },
    trials: { part: written },
  },
  'guideCategories.list': {
    query: 'regionCode=ZA',
    trials: { hl: ['hl=es', ''], id: ['?id=GCVGVjaA', ''], regionCode: ['', '?regionCode=US'] },
  },
  'i18nLanguages.list': { trials: { hl: ['hl=es', ''] } },
  'i18nRegions.list': { trials: { hl: ['hl=es', ''] } },
  'members.list': {
    trials: {
      filterByMemberChannelId: [`filterByMemberChannelId=${harbour}`, ''],
      hasAccessToLevel: ['hasAccessToLevel=level-1', ''],
      mode: ['mode=updates', 'mode=all_current'],
    },
  },
  'membershipsLevels.list': {},
  'playlistItems.delete': remove('item-1', 'item-2'),
  'playlistItems.insert': {
    query: 'part=snippet',
    sent: {
      json: { snippet: { playlistId: 'PLmine', resourceId: { kind: 'youtube#video', videoId: 'alwsoKhExNl' } } },
    },
    trials: { part: written },
  },
  'playlistItems.list': {
    query: 'playlistId=PLmine',
    trials: {
      id: ['?id=item-1', ''],
      playlistId: ['', '?playlistId=PLqhYZYGJZxvKlCB9-1p-FbX9Acsw_C5t6'],
      videoId: ['videoId=mine-000001', ''],
    },
  },
  'playlistItems.update': {
    query: 'part=snippet',
    sent: {
      json: {
        id: 'item-1',
        snippet: {
          playlistId: 'PLmine',
          position: 1,
          resourceId: { kind: 'youtube#video', videoId: 'mine-000001' },
        },
      },
    },
    trials: { part: written },
  },
  'playlists.delete': remove('PLmine', '{playlist}'),
  'playlists.insert': { query: 'part=snippet', sent: { json: video }, trials: { part: written } },
  'playlists.list': {
    query: 'mine=true',
    trials: {
      channelId: [`?channelId=${harbour}`, ''],
      hl: ['?id=PLmine&hl=es&part=snippet', '?id=PLmine&part=snippet'],
      id: ['?id=PLmine', ''],
      mine: ['', `?channelId=${harbour}`],
    },
  },
  'playlists.update': {
    query: 'part=snippet',
    sent: { json: { id: 'PLmine', snippet: { title: 'New', defaultLanguage: 'en' } } },
    trials: { part: written },
  },
  'search.list': {
    query: 'maxResults=50',
    trials: {
      channelId: [`channelId=${harbour}`, ''],
      ...videoFilter('eventType', 'live'),
      forMine: ['type=video&forMine=true', 'type=video'],
      location: ['type=video&location=35.60,139.60&locationRadius=40km', 'type=video&location=0,0&locationRadius=40km'],
      locationRadius: [
        'type=video&location=36.60,139.60&locationRadius=200km',
        'type=video&location=36.60,139.60&locationRadius=10mi',
      ],
      order: ['order=viewCount', 'order=title'],
      publishedAfter: ['publishedAfter=2024-05-18T18:20:01%2B02:00', ''],
      publishedBefore: ['publishedBefore=2024-05-18T18:20:01%2B02:00', ''],
      q: ['q=bread', ''],
      regionCode: ['regionCode=DE', ''],
      relevanceLanguage: ['!relevanceLanguage=elvish', ''],
      safeSearch: ['safeSearch=strict', ''],
      topicId: ['topicId=/m/04rlf', ''],
      type: ['type=playlist', ''],
      ...videoFilter('videoCaption', 'closedCaption'),
      ...videoFilter('videoCategoryId', '20'),
      ...videoFilter('videoDefinition', 'high'),
      ...videoFilter('videoDimension', '3d'),
      ...videoFilter('videoDuration', 'long'),
      ...videoFilter('videoEmbeddable', 'true'),
      ...videoFilter('videoLicense', 'creativeCommon'),
      ...videoFilter('videoPaidProductPlacement', 'true'),
      ...videoFilter('videoSyndicated', 'true'),
    },
  },
  'subscriptions.delete': remove('sub-1', 'sub-2'),
  'subscriptions.insert': {
    query: 'part=snippet',
    sent: { json: { snippet: { resourceId: { kind: 'youtube#channel', channelId: 'UCz3VTtuslY0y1AcE-q-twd4' } } } },
    trials: { part: written },
  },
  'subscriptions.list': {
    query: 'mine=true',
    trials: {
      channelId: [`?channelId=${harbour}`, ''],
      forChannelId: [`forChannelId=${harbour}`, ''],
      id: ['?id=sub-1', ''],
      mine: ['', `?channelId=${harbour}`],
      myRecentSubscribers: ['?myRecentSubscribers=true', ''],
      mySubscribers: ['?mySubscribers=true', ''],
      order: ['order=alphabetical', 'order=unread'],
    },
  },
  'thumbnails.set': {
    query: 'videoId=mine-000001',
    sent: picture,
    trials: { videoId: ['', '?videoId=mine-000002'] },
  },
  'videoAbuseReportReasons.list': { trials: { hl: ['hl=es&part=snippet', 'part=snippet'] } },
  'videoCategories.list': {
    query: 'regionCode=KR',
    trials: { hl: ['hl=es', ''], id: ['?id=10', ''], regionCode: ['', '?regionCode=US'] },
  },
  'videos.delete': remove('mine-000001', 'mine-000002'),
  'videos.getRating': remove('alwsoKhExNl', 'mine-000001'),
  'videos.insert': {
    query: 'part=snippet',
    sent: related(video, 'film', 'video/mp4'),
    trials: { part: written },
  },
  'videos.list': {
    query: 'chart=mostPopular',
    trials: {
      chart: ['', '?id=mine-000001'],
      hl: ['?id=mine-000001&hl=es&part=snippet', '?id=mine-000001&part=snippet'],
      id: ['?id=mine-000001', ''],
      maxHeight: ['?id=mine-000001&part=player&maxHeight=90', '?id=mine-000001&part=player'],
      maxWidth: ['?id=mine-000001&part=player&maxWidth=320', '?id=mine-000001&part=player'],
      myRating: ['?myRating=like', '?myRating=dislike'],
      regionCode: ['regionCode=DE&maxResults=50', 'regionCode=AT&maxResults=50'],
      videoCategoryId: ['videoCategoryId=20', 'videoCategoryId=0'],
    },
  },
  'videos.rate': {
    query: 'id=alwsoKhExNl&rating=like',
    trials: {
      id: ['', '?id=PjZKjb__V4i&rating=like'],
      rating: ['', '?id=alwsoKhExNl&rating=dislike'],
    },
  },
  'videos.reportAbuse': { sent: { json: { videoId: 'alwsoKhExNl', reasonId: 'N' } } },
  'videos.update': {
    query: 'part=snippet',
    sent: { json: { id: 'mine-000001', snippet: { ...video.snippet, defaultLanguage: 'en' } } },
    trials: { part: written },
  },
  'watermarks.set': { query: 'channelId={me}', sent: picture, trials: { channelId: ['', `!?channelId=${harbour}`] } },
  'watermarks.unset': { query: 'channelId={me}', trials: { channelId: ['', `!?channelId=${harbour}`] } },
};

const day = { year: 2025, month: 12, day: 1 };
const report: OperationTrials = {
  query: 'parent={account}',
  sent: {
    json: { reportSpec: { dateRange: { startDate: day, endDate: day }, dimensions: ['DATE'], metrics: ['CLICKS'] } },
  },
  trials: { fields: ['fields=row', ''], parent: ['', '!?parent=accounts/pub-0'] },
};
const below: OperationTrials = { query: 'parent={account}', trials: { parent: ['', '!?parent=accounts/pub-0'] } };

export const adTrials: Readonly<Record<string, OperationTrials>> = {
  'accounts.get': { query: 'name={account}', trials: { name: ['', '!?name=accounts/pub-0'] } },
  'accounts.list': { trials: { pageToken: ['!pageToken=odd', ''] } },
  'accounts.adUnits.list': below,
  'accounts.apps.list': below,
  'accounts.mediationReport.generate': report,
  'accounts.networkReport.generate': report,
};
