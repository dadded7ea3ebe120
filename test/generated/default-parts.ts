const listed = {
  'activities.list': 'contentDetails,snippet',
  'captions.list': 'snippet',
  'channelSections.list': 'contentDetails,snippet',
  'channels.list': 'brandingSettings,contentDetails,snippet,statistics,status',
  'commentThreads.list': 'replies,snippet',
  'comments.list': 'snippet',
  'guideCategories.list': 'snippet',
  'i18nLanguages.list': 'snippet',
  'i18nRegions.list': 'snippet',
  'members.list': 'snippet',
  'membershipsLevels.list': 'snippet',
  'playlistItems.list': 'contentDetails,snippet,status',
  'playlists.list': 'contentDetails,snippet,status',
  'search.list': 'snippet',
  'subscriptions.list': 'contentDetails,snippet,subscriberSnippet',
  'videoAbuseReportReasons.list': 'snippet',
  'videoCategories.list': 'snippet',
  'videos.list': 'contentDetails,snippet,statistics,status',
};

const inserted = {
  'captions.insert': listed['captions.list'],
  'channelSections.insert': listed['channelSections.list'],
  'commentThreads.insert': listed['commentThreads.list'],
  'comments.insert': listed['comments.list'],
  'playlistItems.insert': listed['playlistItems.list'],
  'playlists.insert': listed['playlists.list'],
  'subscriptions.insert': listed['subscriptions.list'],
  'videos.insert': listed['videos.list'],
};

/** The parts that calls of the story ask for though they name none; an update asks for what its body holds. */
export const defaultParts: Readonly<Record<string, string>> = {
  ...listed,
  ...inserted,
  'captions.update': 'id,snippet',
  'channelSections.update': 'id,snippet',
  'channels.update': 'brandingSettings,id,invideoPromotion',
  'comments.update': 'id,snippet',
  'playlistItems.update': 'id,snippet',
  'playlists.update': 'id,snippet,status',
  'videos.update': 'id,snippet',
};
