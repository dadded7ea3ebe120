import type { Content, Operation, Response, ResponseHeader } from '../../api/api.js';
import { pairUp } from '../../api/pair-up.js';
import type { OperationDiff } from '../api-diff.js';
import { diffDocs } from '../schemas/diff-annotations.js';
import { diffContents } from './diff-contents.js';
import { fingerprint } from '../schemas/fingerprint.js';
import { inNew, inOld, quote, step } from '../finding.js';
import type { Both, Finding, Location } from '../finding.js';
import { stepsTo } from '../texts/diff-operation-texts.js';
import { nameOf } from '../side.js';
import type { Side } from '../side.js';
import { successResponses } from '../../api/operations/responses.js';

/** Compares the responses of an operation. */
export function diffResponses(diff: OperationDiff): void {
  const pairs = pairResponses(diff.before.responses, diff.after.responses);
  for (const { before, after } of pairs) {
    const subject = `${diff.subject}.responses.${step(statusKey((after ?? before)?.status ?? ''))}`;
    if (before !== undefined && after !== undefined) diffResponse(diff, { before, after }, subject);
    else diffPresence(diff, { before, after }, subject);
  }
  diffResult(diff, pairs);
}

/** The result of a call is a union of what all successful responses hold. */
function diffResult(diff: OperationDiff, pairs: readonly ResponsePair[]): void {
  const [old, now] = [successResponses(diff.before.responses), successResponses(diff.after.responses)];
  const where = { subject: diff.subject, ...diff.location };
  const isEmpty = (responses: readonly Response[]): boolean => responses.some(({ contents }) => contents.length === 0);
  const known = new Set(
    old.flatMap(({ status, contents }) => contents.flatMap((one) => keysOf(diff.sides.before, [status], one))),
  );
  const come = now
    .flatMap((response) => {
      const statuses = pairs.flatMap(({ before, after }) => (after === response && before ? [before.status] : []));
      return response.contents.map((one) => ({ one, keys: keysOf(diff.sides.after, statuses, one) }));
    })
    .filter(({ keys }) => !keys.some((key) => known.has(key)));
  const [first] = come;
  // Where there was nothing, nobody read it.
  if (first !== undefined && known.size > 0) {
    const message = `the result may be what ${quote(first.one.mediaType)} holds, too`;
    diff.tell({ code: 'result-widened', message, subject: where.subject, ...inNew(first.one.schema) }, 'received');
  }
  if (isEmpty(now) && !isEmpty(old) && old.length > 0)
    diff.tell({ code: 'result-widened', message: 'the result may be nothing', ...where }, 'received');
}

/** A body is the same where it comes with the same status, or says the same. */
function keysOf(side: Side, statuses: readonly string[], { mediaType, schema, kind }: Content): readonly string[] {
  const says = fingerprint(schema, (id) => nameOf(side, id));
  return [...statuses.map((status) => JSON.stringify([status, mediaType.toLowerCase()])), JSON.stringify([kind, says])];
}

function diffPresence(diff: OperationDiff, { before, after }: Both<Response | undefined>, subject: string): void {
  const response = after ?? before;
  if (response === undefined) return;
  const isGood = isSuccess(response, after === undefined ? diff.before : diff.after);
  const verb = after === undefined ? 'removed' : 'added';
  const name = response.status === 'default' ? 'the default' : `status ${visible(response.status)}`;
  const message = after === undefined ? `${name} is not declared any more` : `${name} is declared`;
  const location = locationOf(diff, response, after === undefined ? 'old' : 'new');
  const hasBody = response.contents.some(({ kind }) => kind === 'json' || kind === 'text');
  const code = isGood
    ? (`response-${verb}` as const)
    : verb === 'removed' && hasBody
      ? 'error-body-removed'
      : (`error-${verb}` as const);
  diff.tell({ code, message, subject, ...location }, 'received');
}

function isSuccess({ status }: Response, { responses }: Operation): boolean {
  if (status === 'default') return !responses.some((one) => one.status.startsWith('2'));
  return status.startsWith('2') || status.startsWith('3');
}

function locationOf(diff: OperationDiff, { contents, status }: Response, side: Location['side']): Location {
  const [operation, { locate }] = side === 'new' ? [diff.after, diff.sides.after] : [diff.before, diff.sides.before];
  const at = locate([...stepsTo(operation), 'responses', status]) ?? contents[0]?.schema.at;
  return { at: at ?? operation.at, side };
}

function diffResponse(diff: OperationDiff, { before, after }: Both<Response>, subject: string): void {
  const where = { subject, ...locationOf(diff, after, 'new') };
  const report = (finding: Parameters<OperationDiff['tell']>[0]): void => diff.tell(finding);
  diffStatus(report, { before, after }, where);
  diffDocs({ report }, { before: before.doc, after: after.doc }, where);
  diffContents(diff, { before: before.contents, after: after.contents, subject, direction: 'received' });
  const headers = pairUp(headersOf(before), headersOf(after), ({ name }) => name.toLowerCase());
  for (const [, { ours, theirs }] of headers) diffHeader(diff, { before: ours, after: theirs }, where);
}

function visible(status: string): string {
  return quote(status).slice(1, -1);
}

/** The client takes any status of a range for success. */
function diffStatus(
  report: (finding: Finding) => void,
  { before, after }: Both<Response>,
  where: { readonly subject: string } & Location,
): void {
  const [old, now] = [statusKey(before.status), statusKey(after.status)];
  if (old === now) return;
  const code = /^\d+$/.test(now) ? 'response-narrowed' : 'response-widened';
  report({ code, message: `the response comes with ${sayStatus(now)}, and came with ${sayStatus(old)}`, ...where });
}

function sayStatus(status: string): string {
  return status === 'default' ? 'any status' : visible(status);
}

interface Header {
  readonly name: string;
  /** Absent where callers read it as text. */
  readonly typed?: ResponseHeader;
}

function headersOf({ headers, typedHeaders = [] }: Response): readonly Header[] {
  const typed = new Map(typedHeaders.map((one) => [one.name, one]));
  return headers.map((name) => {
    const found = typed.get(name);
    return { name, ...(found !== undefined && { typed: found }) };
  });
}

function diffHeader(
  diff: OperationDiff,
  { before, after }: Both<Header | undefined>,
  { subject: outer, ...location }: { readonly subject: string } & Location,
): void {
  const name = (after ?? before)?.name ?? '';
  const subject = `${outer}.headers.${step(name)}`;
  if (before === undefined || after === undefined) {
    const at =
      after === undefined ? before?.typed && inOld(before.typed.schema) : after.typed && inNew(after.typed.schema);
    const code = after === undefined ? 'header-removed' : 'header-added';
    const message = after === undefined ? `the header ${quote(name)} is gone` : `the header ${quote(name)} is new`;
    const fallback = after === undefined ? inOld(diff.before) : location;
    diff.tell({ code, message, subject, ...(at ?? fallback) }, 'received');
    return;
  }
  if (before.typed === undefined || after.typed === undefined) return;
  const where = { subject, ...inNew(after.typed.schema) };
  if (before.typed.required !== after.typed.required) {
    const isRequired = after.typed.required;
    const message = `the header ${quote(name)} is ${isRequired ? 'always there' : 'optional'}`;
    diff.tell({ code: isRequired ? 'header-required' : 'header-optional', message, ...where }, 'received');
  }
  diff.use({ before: before.typed, after: after.typed, subject }, 'received');
}

/** Responses of one status, or of a status and the range that it became or was one of; a side that has none is undefined. */
type ResponsePair = Both<Response | undefined>;

/**
 * Pairs responses together that come with the same status. What is left of successful ones is put together with the range that
 * replaced them on the other side, or that they replace: 200 with 2XX, or with the default where that means success.
 */
function pairResponses(before: readonly Response[], after: readonly Response[]): readonly ResponsePair[] {
  const pairs = [...pairUp(before, after, ({ status }) => statusKey(status)).values()];
  const gone = rangesOf(before).find((one) => !pairs.some(({ ours, theirs }) => ours === one && theirs));
  const come = rangesOf(after).find((one) => !pairs.some(({ ours, theirs }) => theirs === one && ours));
  const found = pairs.map(({ ours, theirs }) => ({
    before: ours ?? (theirs && isSuccessStatus(theirs) ? gone : undefined),
    after: theirs ?? (ours && isSuccessStatus(ours) ? come : undefined),
  }));
  const isMatched = (range: Response | undefined): boolean =>
    found.some(({ before: old, after: now }) => old && now && (old === range || now === range));
  return found.filter(({ before: old, after: now }) => (old && now) || !isMatched(old ?? now));
}

function rangesOf(responses: readonly Response[]): readonly Response[] {
  return successResponses(responses).filter((one) => !isSuccessStatus(one));
}

function isSuccessStatus({ status }: Response): boolean {
  return /^2\d\d$/.test(status);
}

/** A status as it is compared: ranges may be written in small letters. */
export function statusKey(status: string): string {
  return status === 'default' ? status : status.toUpperCase();
}
