import { chooseShape } from '../../api/shapes/combine-shapes.js';
import { groupBy } from '../../iterables.js';
import type { Content, Operation, Response, ResponseHeader } from '../../api/api.js';
import type { Shape } from '../../api/types/shape.js';
import { successResponses } from '../../api/messages/responses.js';

/** Tells whether an operation responds with bytes and nothing else. */
export function isDownload(operation: Operation): boolean {
  const contents = successContents(operation);
  return contents.length > 0 && contents.every((content) => content.kind === 'binary');
}

/** Tells whether an operation responds with an array that is sent piece by piece, or with one item after the other. */
export function isStream(operation: Operation): boolean {
  return successContents(operation).some((content) => content.stream === true) || isItemStream(operation);
}

/** Tells whether an operation responds with events or lines and nothing else. */
export function isItemStream(operation: Operation): boolean {
  const contents = successContents(operation);
  return contents.length > 0 && contents.every(holdsItems);
}

/** Tells whether an operation responds as a whole, or with events or lines, as the caller wants it. */
export function isEither(operation: Operation): boolean {
  return successContents(operation).some(holdsItems) && !isItemStream(operation);
}

/** Returns the shape of an item of a response in events or lines, where the response can come as a whole, too. */
export function itemShape(operation: Operation): Shape | undefined {
  const contents = isEither(operation) ? successContents(operation).filter(holdsItems) : [];
  const shapes = contents.flatMap(({ shape }) => (shape.kind === 'array' ? [shape.items] : []));
  return shapes.length === 0 ? undefined : chooseShape(shapes);
}

/** Tells whether a media type holds one item after the other. */
export function holdsItems({ kind }: Content): boolean {
  return kind === 'events' || kind === 'lines';
}

/** Tells whether a call is an upload that can be resumed, and its response nothing else that is special. */
export function isUpload(operation: Operation): boolean {
  if (operation.body?.media?.resumable !== true || operation.paging !== undefined) return false;
  return !isDownload(operation) && !isStream(operation);
}

/** Returns the shape of the body of a successful response; `empty` says that there may be none. */
export function readResult(operation: Operation): { readonly shape: Shape | undefined; readonly empty: boolean } {
  const all = successContents(operation);
  const contents = isEither(operation) ? all.filter((content) => !holdsItems(content)) : all;
  const shape = contents.length === 0 ? undefined : chooseShape(contents.map((content) => content.shape));
  return { shape, empty: successResponses(operation.responses).some((response) => response.contents.length === 0) };
}

/** The successes of an operation that callers tell apart by their status: all, where there are several and nothing else is special. */
export function statusResponses(operation: Operation): readonly Response[] {
  const { paging, parts, report, responses } = operation;
  const isSpecial = [isDownload, isEither, isStream, isUpload].some((is) => is(operation));
  const successes = successResponses(responses);
  const isPlain = paging === undefined && parts === undefined && report === undefined && !isSpecial;
  return isPlain && successes.length > 1 ? successes : [];
}

function successContents(operation: Operation): readonly Content[] {
  return successResponses(operation.responses).flatMap((response) => response.contents);
}

/** A media type among which a call can choose, with the shape of its data: `text/csv` gives a string. */
export interface AcceptedType {
  /** As the spec names it: `image/*`. */
  readonly mediaType: string;
  readonly shape: Shape;
  /** True if it may be a list of the operation's pages, or part of one. */
  readonly isData: boolean;
}

/**
 * The media types among which callers choose by the option `accept`: several that are declared for success, or a range. None where
 * the call decides by itself: for parts, reports, and items one by one.
 */
export function acceptedTypes(operation: Operation): readonly AcceptedType[] {
  if (operation.parts !== undefined || operation.report !== undefined || isStream(operation) || isEither(operation))
    return [];
  const types = groupBy(successContents(operation), ({ mediaType }) => mediaType);
  const isChoice = types.size > 1 || [...types.keys()].some((type) => /^[^*]+\*/.test(type));
  if (!isChoice) return [];
  return [...types].map(([mediaType, contents]) => ({
    mediaType,
    shape: chooseShape(contents.map(({ shape }) => shape)),
    isData: contents.every(({ kind }) => kind === 'json' || kind === 'xml'),
  }));
}

/** The headers of a response that callers read with their types; required are those that come with each of the successes. */
export function responseHeaders({ responses }: Pick<Operation, 'responses'>): readonly ResponseHeader[] {
  const successes = successResponses(responses).map(({ typedHeaders = [] }) => typedHeaders);
  const found = groupBy(successes.flat(), ({ name }) => name.toLowerCase());
  return [...found.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const required = same.length === successes.length && same.every((one) => one.required);
    return [{ ...first, required, shape: chooseShape(same.map(({ shape }) => shape)) }];
  });
}

/** Tells whether a list can have further pages. */
export function hasPages({ paging }: Operation): boolean {
  return (paging?.token ?? paging?.link ?? paging?.after ?? paging?.numbers) !== undefined;
}

/** Kinds of options of TanStack Query: of a query for operations that read, of an infinite one for lists, of a mutation for the rest. */
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
