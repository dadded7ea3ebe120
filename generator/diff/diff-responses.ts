import type { Content, Operation, Response, ResponseHeader } from '../api/api.js';
import { pairUp } from '../api/pair-up.js';
import { successResponses } from '../api/operations/responses.js';
import type { OperationDiff } from './api-diff.js';
import { diffDocs } from './diff-annotations.js';
import { diffContents } from './diff-contents.js';
import { fingerprint } from './fingerprint.js';
import { inNew, inOld, quote, step } from './finding.js';
import type { Both, Finding, Place } from './finding.js';
import { pairResponses, statusKey } from './pair-responses.js';
import type { ResponsePair } from './pair-responses.js';
import { stepsTo } from './steps-to.js';
import { nameOf } from './schema-walk.js';
import type { Side } from './schema-walk.js';

/** Compares what an operation answers. */
export function diffResponses(diff: OperationDiff): void {
  const pairs = pairResponses(diff.before.responses, diff.after.responses);
  for (const { before, after } of pairs) {
    const subject = `${diff.subject}.responses.${step(statusKey((after ?? before)?.status ?? ''))}`;
    if (before !== undefined && after !== undefined) diffResponse(diff, { before, after }, subject);
    else diffPresence(diff, { before, after }, subject);
  }
  diffResult(diff, pairs);
}

/** The result of a call is a union of what all successful answers hold. */
function diffResult(diff: OperationDiff, pairs: readonly ResponsePair[]): void {
  const [old, now] = [successResponses(diff.before.responses), successResponses(diff.after.responses)];
  const where = { subject: diff.subject, ...diff.place };
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
  const place = placeOf(diff, response, after === undefined ? 'old' : 'new');
  const hasBody = response.contents.some(({ kind }) => kind === 'json' || kind === 'text');
  const code = isGood
    ? (`response-${verb}` as const)
    : verb === 'removed' && hasBody
      ? 'error-body-removed'
      : (`error-${verb}` as const);
  diff.tell({ code, message, subject, ...place }, 'received');
}

function isSuccess({ status }: Response, { responses }: Operation): boolean {
  if (status === 'default') return !responses.some((one) => one.status.startsWith('2'));
  return status.startsWith('2') || status.startsWith('3');
}

function placeOf(diff: OperationDiff, { contents, status }: Response, side: Place['side']): Place {
  const [operation, { locate }] = side === 'new' ? [diff.after, diff.sides.after] : [diff.before, diff.sides.before];
  const at = locate([...stepsTo(operation), 'responses', status]) ?? contents[0]?.schema.at;
  return { at: at ?? operation.at, side };
}

function diffResponse(diff: OperationDiff, { before, after }: Both<Response>, subject: string): void {
  const where = { subject, ...placeOf(diff, after, 'new') };
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
  where: { readonly subject: string } & Place,
): void {
  const [old, now] = [statusKey(before.status), statusKey(after.status)];
  if (old === now) return;
  const code = /^\d+$/.test(now) ? 'response-narrowed' : 'response-widened';
  report({ code, message: `the answer comes with ${sayStatus(now)}, and came with ${sayStatus(old)}`, ...where });
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
  { subject: outer, ...place }: { readonly subject: string } & Place,
): void {
  const name = (after ?? before)?.name ?? '';
  const subject = `${outer}.headers.${step(name)}`;
  if (before === undefined || after === undefined) {
    const at =
      after === undefined ? before?.typed && inOld(before.typed.schema) : after.typed && inNew(after.typed.schema);
    const code = after === undefined ? 'header-removed' : 'header-added';
    const message = after === undefined ? `the header ${quote(name)} is gone` : `the header ${quote(name)} is new`;
    const fallback = after === undefined ? inOld(diff.before) : place;
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
