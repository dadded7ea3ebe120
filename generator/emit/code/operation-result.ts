import { chooseShape } from '../../api/shapes/combine-shapes.js';
import { groupBy } from '../../iterables.js';
import type { Content, Operation, Response, ResponseHeader } from '../../api/api.js';
import type { Shape } from '../../api/types/shape.js';
import { successResponses } from '../../api/messages/responses.js';

/** Returns true if all successful responses of an operation are bytes. */
export function isDownload(operation: Operation): boolean {
  const contents = successContents(operation);
  return contents.length > 0 && contents.every((content) => content.kind === 'binary');
}

/** Returns true if the response of an operation is read item by item: an array with `x-stream`, events or lines. */
export function isStream(operation: Operation): boolean {
  return successContents(operation).some((content) => content.stream === true) || isItemStream(operation);
}

/** Returns true if all successful responses of an operation are events or lines. */
export function isItemStream(operation: Operation): boolean {
  const contents = successContents(operation);
  return contents.length > 0 && contents.every(holdsItems);
}

/** Returns true if callers choose between a whole response and events or lines. */
export function isEither(operation: Operation): boolean {
  return successContents(operation).some(holdsItems) && !isItemStream(operation);
}

/** Returns the shape of an item, for an operation whose callers choose between a whole response and events or lines. */
export function itemShape(operation: Operation): Shape | undefined {
  const contents = isEither(operation) ? successContents(operation).filter(holdsItems) : [];
  const shapes = contents.flatMap(({ shape }) => (shape.kind === 'array' ? [shape.items] : []));
  return shapes.length === 0 ? undefined : chooseShape(shapes);
}

/** Returns true if a content is events or lines. */
export function holdsItems({ kind }: Content): boolean {
  return kind === 'events' || kind === 'lines';
}

/** Returns true if a call is a resumable upload with a plain response: no pages, bytes or stream. */
export function isUpload(operation: Operation): boolean {
  if (operation.body?.media?.resumable !== true || operation.paging !== undefined) return false;
  return !isDownload(operation) && !isStream(operation);
}

/** Returns the shape of the body of a successful response; `empty`: a success may have no body. */
export function readResult(operation: Operation): { readonly shape: Shape | undefined; readonly empty: boolean } {
  const all = successContents(operation);
  const contents = isEither(operation) ? all.filter((content) => !holdsItems(content)) : all;
  const shape = contents.length === 0 ? undefined : chooseShape(contents.map((content) => content.shape));
  return { shape, empty: successResponses(operation.responses).some((response) => response.contents.length === 0) };
}

/** Returns the successful responses if there are several, which callers distinguish by status; none for pages, parts, bytes and streams. */
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

/** A media type that a call can choose for its response, with the shape of its data: `text/csv` is a string. */
export interface AcceptedType {
  /** Media type or range in the spec: `image/*`. */
  readonly mediaType: string;
  readonly shape: Shape;
  /** The data is JSON or XML, which may be a page of a list. */
  readonly isData: boolean;
}

/**
 * Returns the media types that callers choose by the option `accept`: several declared ones, or a range such as `image/*`. None for
 * parts, reports and streams, for which the client chooses.
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

/** Returns the typed headers of successful responses; a header is required only if each success has it. */
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

/** Returns true if a list can have further pages. */
export function hasPages({ paging }: Operation): boolean {
  return (paging?.token ?? paging?.link ?? paging?.after ?? paging?.numbers) !== undefined;
}

/**
 * Kinds of options for TanStack Query: `query` for operations that read, `infinite` for lists with pages (`linked` if the next page is in
 * a header), `mutation` for all others.
 */
export type QueryKind = 'query' | 'infinite' | 'linked' | 'mutation';

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'QUERY']);

/** Returns the kinds of options that are emitted for an operation. */
export function queryKinds(operation: Operation): readonly QueryKind[] {
  const {
    method,
    paging,
    report,
    reads = SAFE.has(method) || paging !== undefined || report !== undefined,
  } = operation;
  if (reads === false) return ['mutation'];
  // A stream of items may never end, so it has no result that can be cached.
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

/** Returns the name of the function that creates the options of an operation: `booksListQueryOptions`. */
export function optionsName({ name }: Operation, kind: QueryKind): string {
  return `${name}${SUFFIXES[kind]}`;
}
