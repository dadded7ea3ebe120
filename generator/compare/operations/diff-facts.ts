import type { CallQuota, Operation } from '../../api/api.js';
import { isJsonObject, readInner, toObjects, type Json, type JsonObject } from '../../json.js';
import type { OperationDiff } from './api-diff.js';
import { classifyChange, classifyLimit, isSameFact, list, quote, say, sayFact, tellTurn } from '../sides/finding.js';
import { differences } from '../sides/pairs.js';

/** Compares facts of an operation that extensions state: pages, parts, reports, reasons, quota. */
export function diffFacts(diff: OperationDiff): void {
  const { before, after } = diff;
  const tell = diff.tellAt();
  tellTurn(
    tell,
    [before.openParameters, after.openParameters],
    ['open-parameters-added', 'further query parameters are taken'],
    ['open-parameters-removed', 'no further query parameters are taken'],
  );
  const [old, now] = [before, after].map((one) => one.servers?.map(({ url }) => url));
  if (!isSameFact(old, now))
    tell('operation-moved', `its calls go to ${sayServers(now)}, and went to ${sayServers(old)}`);
  diffPaging(diff);
  diffParts(diff);
  if (!isSameFact(before.report, after.report)) tell('report-changed', 'the report has another layout');
  const tellReason = diff.tellAt({ subject: `${diff.subject}.reasons` });
  const { come, gone } = differences(before.reasons, after.reasons);
  if (come.length > 0) tellReason('reason-added', `errors can carry ${list(come)}`);
  if (gone.length > 0) tellReason('reason-removed', `errors do not carry ${list(gone)} any more`);
  diffCounts(diff);
  diffQuota(diff);
  tellTurn(
    tell,
    [before, after].map(({ idempotent, reads }) => idempotent ?? (reads === true || undefined)),
    ['retry-changed', 'a failed call is repeated'],
    ['retry-changed', 'a failed call is not repeated any more'],
  );
}

function sayServers(urls: readonly string[] | undefined): string {
  return urls === undefined || urls.length === 0 ? 'the base address of the service' : list(urls);
}

function diffPaging({ before, after, tellAt }: OperationDiff): void {
  const [old, now] = [before.paging, after.paging].map((paging) => {
    // The parameter of the page size is compared by itself.
    return paging && { ...paging, size: undefined };
  });
  if (isSameFact(old, now)) return;
  const event = classifyChange(old, now);
  const message = {
    added: 'the response is a page of a list',
    removed: 'the response is not a page of a list any more',
    changed: 'pages are requested or described in another way',
  }[event];
  tellAt()(`paging-${event}`, message);
}

function diffParts({ before, after, tellAt }: OperationDiff): void {
  const [old, now] = [before.parts, after.parts];
  if (isSameFact(old, now)) return;
  const tell = tellAt();
  if (now === undefined) return tell('parts-changed', 'the response has no parts any more');
  if (old === undefined) return tell('parts-added', 'the response consists of parts');
  const { come, gone } = differences(old.values, now.values);
  if (come.length > 0) tell('parts-added', `the response has the new parts ${list(come)}`);
  if (gone.length > 0) tell('parts-changed', `the response has no parts ${list(gone)} any more`);
  if (!isSameFact({ ...old, values: [] }, { ...now, values: [] }))
    tell('parts-changed', 'a call that names no parts gets other parts');
}

/** Compares how many rows there may be (`x-limit`), for example 10 books per owner. */
function diffCounts({ before, after, subject, tellAt }: OperationDiff): void {
  const [old, now] = [readCounts(before), readCounts(after)];
  const tell = tellAt({ subject: `${subject}.x-limit` }, 'sent');
  for (const what of new Set([...old.keys(), ...now.keys()])) {
    const [was = Infinity, is = Infinity] = [old.get(what), now.get(what)];
    if (was === is) continue;
    const [from, to] = [was, is].map((most) => (most === Infinity ? 'any number' : String(most)));
    const message = `${to} of ${quote(what)} at most, and ${from} before`;
    tell(classifyLimit(was, is), message);
  }
}

/** Returns extensions without the counts of `x-limit`, which `diffCounts` compares. */
export function withoutCounts(extensions: JsonObject): JsonObject {
  const stated = extensions['x-limit'];
  if (stated === undefined) return extensions;
  const strip = (one: Json): Json => (isJsonObject(one) ? { ...one, atMost: null } : one);
  return { ...extensions, 'x-limit': Array.isArray(stated) ? stated.map(strip) : strip(stated) };
}

function readCounts({ extensions }: Operation): ReadonlyMap<string, number> {
  return new Map(
    toObjects(extensions['x-limit']).flatMap(({ atMost, of, per }) => {
      const what = [of, per].filter((one) => typeof one === 'string').join(' per ');
      return typeof atMost === 'number' ? [[what, atMost] as const] : [];
    }),
  );
}

function diffQuota({ before, after, subject, tellAt }: OperationDiff): void {
  const [old, now] = [before.quota, after.quota];
  if (isSameFact(old, now)) return;
  const tell = tellAt({ subject: `${subject}.quota` });
  if (now === undefined) return tell('quota-stated', 'the cost of a call is not stated any more');
  const costs = `a call costs ${sayQuota(now)}`;
  if (old === undefined) return tell('quota-stated', costs);
  const isRaised = now.cost > old.cost || now.bucket !== old.bucket;
  tell(isRaised ? 'quota-raised' : 'quota-lowered', `${costs}, and cost ${sayQuota(old)}`);
}

function sayQuota(quota: CallQuota): string {
  return quota.bucket === undefined ? `${quota.cost}` : `${quota.cost} of ${list([quota.bucket])}`;
}

/** The rules of `x-media` for pictures, with their names in messages. */
const rules = [
  ['minWidth', 'the least width'],
  ['minHeight', 'the least height'],
  ['ratio', 'the ratio of width and height'],
] as const;

/** Compares the rules for pictures that are sent (`x-media`). */
export function diffMediaRules({ before, after, subject, tellAt }: OperationDiff): void {
  const [old = {}, now = {}] = [before, after].map(({ extensions }) =>
    readInner(readInner(extensions, 'x-media'), 'image'),
  );
  const tell = tellAt({ subject: `${subject}.body.media` }, 'sent');
  for (const [key, what] of rules) {
    const [was, is] = [old[key], now[key]];
    if (was === is) continue;
    const [least, newLeast] = [was, is].map((value) => (typeof value === 'number' ? value : undefined));
    const areOther = was !== undefined && is !== undefined && (least === undefined || newLeast === undefined);
    const texts = [was, is].map((value) => (value === undefined ? undefined : say(value)));
    const absent = { none: 'there was no rule for it', lost: `there is no rule for ${what} any more` };
    const code = is === undefined ? 'limit-loosened' : classifyLimit(least, newLeast, true);
    tell(areOther ? 'limit-changed' : code, sayFact(what, texts, absent));
  }
}

/** Returns extensions without the rules of `x-media`, which `diffMediaRules` and `diffBody` compare. */
export function withoutMediaRules(extensions: JsonObject): JsonObject {
  const media = extensions['x-media'];
  if (!isJsonObject(media)) return extensions;
  const { maxBytes: _most, mediaTypes: _types, upload: _place, image, ...others } = media;
  if (!isJsonObject(image)) return { ...extensions, 'x-media': others };
  const { minWidth: _width, minHeight: _height, ratio: _ratio, ...rest } = image;
  return { ...extensions, 'x-media': { ...others, image: rest } };
}
