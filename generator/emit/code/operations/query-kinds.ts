import type { Operation } from '../../../api/api.js';
import { hasPages, isItemStream } from './operation-result.js';

/** What options there are of an operation: of a query for what reads, of an infinite one for lists, of a mutation for the rest. */
export type QueryKind = 'query' | 'infinite' | 'linked' | 'mutation';

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'QUERY']);

/** The options that there are of an operation. */
export function queryKinds(operation: Operation): readonly QueryKind[] {
  const {
    method,
    paging,
    report,
    reads = SAFE.has(method) || paging !== undefined || report !== undefined,
  } = operation;
  if (reads === false) return ['mutation'];
  // What comes item by item need not end.
  if (isItemStream(operation)) return [];
  const written: readonly QueryKind[] = reads === 'perhaps' ? ['mutation'] : [];
  if (!hasPages(operation)) return ['query', ...written];
  return ['query', ...written, paging?.link === true || paging?.token?.header !== undefined ? 'linked' : 'infinite'];
}

const SUFFIXES: Readonly<Record<QueryKind, string>> = {
  query: 'QueryOptions',
  infinite: 'InfiniteQueryOptions',
  linked: 'InfiniteQueryOptions',
  mutation: 'MutationOptions',
};

/** The name of the function that makes options of an operation: `booksListQueryOptions`. */
export function optionsName({ name }: Operation, kind: QueryKind): string {
  return `${name}${SUFFIXES[kind]}`;
}
