/** Statuses and rules that no request can meet, and why. */
export const unreachable: Readonly<Record<string, string>> = {
  'captions.download 304': 'A file carries no ETag to ask with.',
  'comments#references/snippet.parentId': 'Only comments.insert names a parent, and looks for it itself.',
  'comments#references/snippet.videoId': 'Only commentThreads.insert names a video, and looks for it itself.',
};
