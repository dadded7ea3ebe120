import type { Content, Response, ResponseHeader } from '../../api/api.js';
import type { OperationDiff } from './api-diff.js';
import { diffDocs } from '../schemas/diff-annotations.js';
import { diffContents } from './diff-body.js';
import { fingerprint } from '../sides/fingerprint.js';
import { inNew, quote, step, tellAlone, tellTurn } from '../sides/finding.js';
import type { Both, Location, Where } from '../sides/finding.js';
import { pairUp, visitPairs } from '../sides/pairs.js';
import { findExportedName, stepsTo } from '../sides/side.js';
import type { Side } from '../sides/side.js';
import { successResponses } from '../../api/messages/responses.js';

/** Compares the responses of an operation. */
export function diffResponses(diff: OperationDiff): void {
  const pairs = pairResponses(diff.before.responses, diff.after.responses);
  for (const { before, after } of pairs) {
    const subject = `${diff.subject}.responses.${step(statusKey((after ?? before)?.status ?? ''))}`;
    if (before && after) diffResponse(diff, { before, after }, subject);
    else if (after) tellPresence(diff, after, { subject, ...locateResponse(diff, after, 'new') });
    else if (before) tellPresence(diff, before, { subject, ...locateResponse(diff, before, 'old') });
  }
  diffResult(diff, pairs);
}

/** Compares the result of a call, which is a union of the bodies of all successful responses. */
function diffResult(diff: OperationDiff, pairs: readonly ResponsePair[]): void {
  const [old, now] = [successResponses(diff.before.responses), successResponses(diff.after.responses)];
  const [wasEmpty, isEmpty] = [old, now].map((all) => all.some(({ contents }) => contents.length === 0));
  const known = new Set(
    old.flatMap(({ status, contents }) => contents.flatMap((one) => listContentKeys(diff.sides.before, [status], one))),
  );
  const [come] = now.flatMap((response) => {
    const statuses = pairs.flatMap(({ before, after }) => (after === response && before ? [before.status] : []));
    const isKnown = (one: Content): boolean =>
      listContentKeys(diff.sides.after, statuses, one).some((key) => known.has(key));
    return response.contents.filter((one) => !isKnown(one));
  });
  // A result that used to be empty cannot break its readers.
  if (come !== undefined && known.size > 0) {
    const message = `the result may also be a body of the type ${quote(come.mediaType)}`;
    diff.tellAt(inNew(come.schema), 'received')('result-widened', message);
  }
  if (isEmpty && !wasEmpty && old.length > 0)
    diff.tellAt({}, 'received')('result-widened', 'the result may be nothing');
}

/** Lists the keys of a body: two bodies are the same if they have a status and media type in common, or the same schema. */
function listContentKeys(
  side: Side,
  statuses: readonly string[],
  { mediaType, schema, kind }: Content,
): readonly string[] {
  const print = fingerprint(schema, (id) => findExportedName(side, id));
  return [
    ...statuses.map((status) => JSON.stringify([status, mediaType.toLowerCase()])),
    JSON.stringify([kind, print]),
  ];
}

function tellPresence(diff: OperationDiff, response: Response, where: Where): void {
  const isGone = where.side === 'old';
  const { status } = response;
  const { responses } = isGone ? diff.before : diff.after;
  const isSuccess = status === 'default' ? !responses.some((one) => one.status.startsWith('2')) : /^[23]/.test(status);
  const hasBody = response.contents.some(({ kind }) => /^(?:json|xml|text)$/.test(kind));
  const name = status === 'default' ? 'the default' : `status ${visible(status)}`;
  const tell = diff.tellAt(where, 'received');
  if (!isGone) return tell(isSuccess ? 'response-added' : 'error-added', `${name} is declared`);
  const code = isSuccess ? 'response-removed' : hasBody ? 'error-body-removed' : 'error-removed';
  tell(code, `${name} is not declared any more`);
}

function locateResponse(diff: OperationDiff, { contents, status }: Response, side: Location['side']): Location {
  const [operation, { locate }] = side === 'new' ? [diff.after, diff.sides.after] : [diff.before, diff.sides.before];
  const at = locate([...stepsTo(operation), 'responses', status]) ?? contents[0]?.schema.at;
  return { at: at ?? operation.at, side };
}

function diffResponse(diff: OperationDiff, { before, after }: Both<Response>, subject: string): void {
  const where = { subject, ...locateResponse(diff, after, 'new') };
  const tell = diff.tellAt(where);
  const [old, now] = [statusKey(before.status), statusKey(after.status)];
  // `200` became `2XX` or the reverse.
  const code = /^\d+$/.test(now) ? 'response-narrowed' : 'response-widened';
  if (old !== now) tell(code, `the response comes with ${sayStatus(now)}, and came with ${sayStatus(old)}`);
  diffDocs(tell, before.doc, after.doc);
  diffContents(diff, { before: before.contents, after: after.contents, subject, direction: 'received' });
  diffHeaders(diff, { before, after }, where);
}

function visible(status: string): string {
  return quote(status).slice(1, -1);
}

function sayStatus(status: string): string {
  return status === 'default' ? 'any status' : visible(status);
}

function diffHeaders(diff: OperationDiff, { before, after }: Both<Response>, where: Where): void {
  // A header that has no type on one side is only read as text, so there is nothing to compare.
  const findType = ({ typedHeaders = [] }: Response, name: string): ResponseHeader | undefined =>
    typedHeaders.findLast((one) => one.name === name);
  visitPairs(before.headers, after.headers, (name) => name.toLowerCase(), {
    both: (names) => {
      const [old, now] = [findType(before, names.before), findType(after, names.after)];
      if (old === undefined || now === undefined) return;
      const subject = `${where.subject}.headers.${step(names.after)}`;
      const name = quote(names.after);
      tellTurn(
        diff.tellAt({ subject, ...inNew(now.schema) }, 'received'),
        [old.required, now.required],
        ['header-required', `the header ${name} is always there`],
        ['header-optional', `the header ${name} is optional`],
      );
      diff.use({ before: old, after: now, subject }, 'received');
    },
    alone: (name, side) => {
      const [response, place] = side === 'old' ? [before, diff.before.at] : [after, where.at];
      const at = findType(response, name)?.schema.at ?? place;
      const tell = diff.tellAt({ subject: `${where.subject}.headers.${step(name)}`, at, side }, 'received');
      tellAlone(tell, side, 'header', `the header ${quote(name)}`);
    },
  });
}

/** Responses with the same status, or with a status on one side and a range on the other: `200` and `2XX`. */
type ResponsePair = Both<Response | undefined>;

/**
 * Pairs responses with the same status. A successful response without a partner is paired with the range of the other side, if that
 * is without a partner, too: `200` with `2XX`, or with `default` if that means success.
 */
function pairResponses(before: readonly Response[], after: readonly Response[]): readonly ResponsePair[] {
  const pairs = [...pairUp(before, after, ({ status }) => statusKey(status)).values()];
  const gone = findRanges(before).find((one) => !pairs.some((pair) => pair.before === one && pair.after));
  const come = findRanges(after).find((one) => !pairs.some((pair) => pair.after === one && pair.before));
  const found = pairs.map(({ before: old, after: now }) => ({
    before: old ?? (now && isSuccessStatus(now) ? gone : undefined),
    after: now ?? (old && isSuccessStatus(old) ? come : undefined),
  }));
  const isMatched = (range: Response | undefined): boolean =>
    found.some(({ before: old, after: now }) => old && now && (old === range || now === range));
  return found.filter(({ before: old, after: now }) => (old && now) || !isMatched(old ?? now));
}

function findRanges(responses: readonly Response[]): readonly Response[] {
  return successResponses(responses).filter((one) => !isSuccessStatus(one));
}

function isSuccessStatus({ status }: Response): boolean {
  return /^2\d\d$/.test(status);
}

/** Returns the key by which a status is compared: `2xx` → `2XX`. */
export function statusKey(status: string): string {
  return status === 'default' ? status : status.toUpperCase();
}
