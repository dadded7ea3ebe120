import type { Operation } from '@speccast/runtime';
import { json, createOperation, scriptFetch, type AnyParams, type Script } from '../support.js';

/** A list that accepts ids. */
export const list: Operation<AnyParams, unknown> = createOperation({
  parameters: [
    { name: 'id', in: 'query', type: 'array', explode: false },
    { name: 'part', in: 'query', type: 'array', explode: false },
    { name: 'fields', in: 'query' },
    { name: 'maxResults', in: 'query', type: 'integer' },
    { name: 'pageToken', in: 'query' },
    { name: 'If-None-Match', in: 'header' },
  ],
  paging: { items: 'items', token: { parameter: 'pageToken', property: 'nextPageToken' } },
  joins: {},
  quota: { cost: 1 },
});

/** Lists the ids in the query of a request. */
export function readFilmIds(request: Request): readonly string[] {
  const text = new URL(request.url).searchParams.get('id');
  return text === null ? [] : text.split(',');
}

/** Responds to a look-up with the films that exist, in the order of its ids, each once. */
export function respondToLookUp(request: Request, exists: (id: string) => boolean = () => true): Response {
  const ids = [...new Set(readFilmIds(request))].filter(exists);
  const fields = new URL(request.url).searchParams.get('fields');
  const items = ids.map((id) => (fields === null ? { id, title: `Film ${id}`, tags: [id] } : { title: `Film ${id}` }));
  const pageInfo = { totalResults: items.length, resultsPerPage: items.length };
  return json({ kind: 'films', etag: `tag-${ids.join('-')}`, pageInfo, items });
}

/** Creates a service that has all films whose ids do not begin with `no`, and accepts at most `max` ids. */
export function createFilmService(max = 50): Script {
  return scriptFetch((request) =>
    readFilmIds(request).length > max
      ? json({ error: { code: 400, message: 'too many ids' } }, { status: 400 })
      : respondToLookUp(request, (id) => !id.startsWith('no')),
  );
}
