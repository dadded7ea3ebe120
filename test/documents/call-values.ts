import { hasPublicFacts } from './public-facts.js';
import type { DocumentedOperation } from './operations.js';

/** Operations that write but take no JSON: all of their input is in parameters. */
const withoutBody = ['comments.setModerationStatus', 'comments.markAsSpam', 'videos.rate', 'watermarks.unset'];

/** A value for each path parameter in the tables. */
const pathValues: Readonly<Record<string, string>> = {
  id: 'track-1',
  name: 'accounts/pub-1',
  parent: 'accounts/pub-1',
};

/** Parameters that the published clients require because of public facts, by operation. */
const requiredParams: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
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

/** Returns the parameters that a published client requires for a call, beyond those in its row; `{}` for packages without public facts. */
export function listRequiredParams(row: DocumentedOperation): Readonly<Record<string, unknown>> {
  if (!hasPublicFacts) return {};
  if (row.method === 'DELETE') return { id: 'one' };
  return requiredParams[row.id] ?? (row.method === 'PUT' ? { body: { id: 'one' } } : {});
}

/** Returns the name of the function that calls an operation: `playlists.insert` → `playlistsInsert`. */
export function toFunctionName(id: string): string {
  return id.replace(/\.(\w)/g, (_dot, letter: string) => letter.toUpperCase());
}

/** Lists the names of the path parameters: `/v1/{name=accounts/*}` → `[name]`. */
export function listPathParameters(row: DocumentedOperation): readonly string[] {
  return [...row.path.matchAll(/\{(\w+)/g)].map((match) => match[1] ?? '');
}

/** Returns whether an operation takes a JSON body and no bytes. */
export function isJsonWrite(row: DocumentedOperation): boolean {
  return (row.method === 'POST' || row.method === 'PUT') && row.upload === 'no' && !withoutBody.includes(row.id);
}

/** Returns a value for each query parameter of a row; for packages without public facts also for one undeclared parameter, `open`. */
export function createQuery(row: DocumentedOperation): Readonly<Record<string, string>> {
  const names = hasPublicFacts ? row.query : [...row.query, 'open'];
  return Object.fromEntries(names.map((name) => [name, `${name}-value`]));
}

/** Returns a value for each input of an operation: path, query, body, bytes and the parameters that the client requires. */
export function createParams(row: DocumentedOperation): Readonly<Record<string, unknown>> {
  const path = listPathParameters(row).map((name) => [name, pathValues[name]]);
  const body = isJsonWrite(row) ? [['body', {}]] : [];
  const media = row.upload === 'no' ? [] : [['media', Uint8Array.of(1, 2, 3)]];
  return { ...Object.fromEntries([...path, ...body, ...media]), ...createQuery(row), ...listRequiredParams(row) };
}

/** Returns the path with its parameters filled in: `/captions/{id}` → `/captions/track-1`. */
export function createPath(row: DocumentedOperation): string {
  return row.path.replace(/\{(\w+)[^}]*\}/g, (_braces, name: string) => pathValues[name] ?? '');
}

/** Returns a response that the service could send for an operation. */
export function createResponse(row: DocumentedOperation): Response {
  if (row.response === 'nothing') return new Response(null, { status: 204 });
  if (row.response === 'bytes')
    return new Response(Uint8Array.of(1, 2, 3), { headers: { 'content-type': 'text/vtt' } });
  if (row.response === 'refusal')
    return Response.json({ error: { code: 405, message: 'unsupported' } }, { status: 405 });
  return Response.json(row.response === 'report' ? [] : {});
}
