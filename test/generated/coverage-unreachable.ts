/** Statuses and rules that no request can cause, with the reason. */
export const unreachable: Readonly<Record<string, string>> = {
  'captions.download 304': 'The response of a download has no ETag.',
  'comments#references/snippet.parentId': 'Only comments.insert has a parent id, and checks it itself.',
  'comments#references/snippet.videoId': 'Only commentThreads.insert has a video id, and checks it itself.',
};
