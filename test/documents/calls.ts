import { published } from './layer.js';
import type { DocumentedOperation } from './operations.js';

/** Operations that change something and take no JSON: what they need is in parameters. */
const withoutBody = ['comments.setModerationStatus', 'comments.markAsSpam', 'videos.rate', 'watermarks.unset'];

/** A value for each path parameter that the tables name. */
const pathValues: Readonly<Record<string, string>> = {
  id: 'track-1',
  name: 'accounts/pub-1',
  parent: 'accounts/pub-1',
};

/** Parameters without which, by public fact, the published clients send nothing. */
const demanded: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'captions.list': { videoId: 'video-1' },
  'captions.update': { body: { id: 'track-1' } },
  'comments.markAsSpam': { id: ['comment-1'] },
  'comments.setModerationStatus': { id: ['comment-1'], moderationStatus: 'published' },
  'thumbnails.set': { videoId: 'video-1' },
  'videos.getRating': { id: ['video-1'] },
  'videos.rate': { id: 'video-1', rating: 'like' },
  'watermarks.set': { channelId: 'channel-1' },
  'watermarks.unset': { channelId: 'channel-1' },
};

/** What the published packages want of a call, beside what its row says. */
export function demandedOf(row: DocumentedOperation): Readonly<Record<string, unknown>> {
  if (!published) return {};
  if (row.method === 'DELETE') return { id: 'one' };
  return demanded[row.id] ?? (row.method === 'PUT' ? { body: { id: 'one' } } : {});
}

/** `playlistsInsert` of `playlists.insert`. */
export function functionName(id: string): string {
  return id.replace(/\.(\w)/g, (_dot, letter: string) => letter.toUpperCase());
}

/** Names of the parameters in the path of an operation. */
export function pathParameters(row: DocumentedOperation): readonly string[] {
  return [...row.path.matchAll(/\{(\w+)/g)].map((match) => match[1] ?? '');
}

/** Tells whether the operation takes JSON under `body`, and bytes nowhere. */
export function takesJson(row: DocumentedOperation): boolean {
  return (row.method === 'POST' || row.method === 'PUT') && row.upload === 'no' && !withoutBody.includes(row.id);
}

/** The query that a row says can be sent, and where only the documents count one parameter that they leave open. */
export function queryOf(row: DocumentedOperation): Readonly<Record<string, string>> {
  const names = published ? row.query : [...row.query, 'open'];
  return Object.fromEntries(names.map((name) => [name, `${name}-value`]));
}

/** Everything that a row says can be sent, with what the package wants beside it. */
export function paramsOf(row: DocumentedOperation): Readonly<Record<string, unknown>> {
  const path = pathParameters(row).map((name) => [name, pathValues[name]]);
  const body = takesJson(row) ? [['body', {}]] : [];
  const media = row.upload === 'no' ? [] : [['media', Uint8Array.of(1, 2, 3)]];
  return { ...Object.fromEntries([...path, ...body, ...media]), ...queryOf(row), ...demandedOf(row) };
}

/** The path of an operation as it has to be sent, below the base address. */
export function sentPath(row: DocumentedOperation): string {
  return row.path.replace(/\{(\w+)[^}]*\}/g, (_braces, name: string) => pathValues[name] ?? '');
}

/** Something that a service might answer. */
export function answerOf(row: DocumentedOperation): Response {
  if (row.answer === 'nothing') return new Response(null, { status: 204 });
  if (row.answer === 'bytes') return new Response(Uint8Array.of(1, 2, 3), { headers: { 'content-type': 'text/vtt' } });
  if (row.answer === 'refusal') return Response.json({ error: { code: 405, message: 'unsupported' } }, { status: 405 });
  return Response.json(row.answer === 'report' ? [] : {});
}
