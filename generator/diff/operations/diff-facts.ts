import type { CallQuota, Operation, Paging } from '../../api/api.js';
import { isJsonObject } from '../../spec/read/json.js';
import type { Json, JsonObject } from '../../spec/read/json.js';
import type { OperationDiff } from '../api-diff.js';
import { list, quote, isSameFact, say } from '../finding.js';

/** Compares what the extensions of an operation make of its method: pages, parts, reports, reasons, quota. */
export function diffFacts(diff: OperationDiff): void {
  const { before, after, subject, location, tell } = diff;
  const where = { subject, ...location };
  if (before.openParameters !== after.openParameters) {
    const message = after.openParameters
      ? 'further query parameters are taken'
      : 'no further query parameters are taken';
    tell({ code: after.openParameters ? 'open-parameters-added' : 'open-parameters-removed', message, ...where });
  }
  const servers = [before, after].map((one) => one.servers?.map(({ url }) => url));
  if (!isSameFact({ before: servers[0], after: servers[1] }))
    tell({
      code: 'operation-moved',
      message: `its calls go to ${sayServers(servers[1])}, and went to ${sayServers(servers[0])}`,
      ...where,
    });
  diffPaging(diff);
  diffParts(diff);
  if (!isSameFact({ before: before.report, after: after.report }))
    tell({ code: 'report-changed', message: 'the report has another layout', ...where });
  diffReasons(diff);
  diffCounts(diff);
  diffQuota(diff);
  if (before.idempotent !== after.idempotent) {
    const message = after.idempotent === true ? 'a failed call is repeated' : 'a failed call is not repeated any more';
    tell({ code: 'retry-changed', message, ...where });
  }
}

function sayServers(urls: readonly string[] | undefined): string {
  return urls === undefined || urls.length === 0 ? 'the base address of the service' : list(urls);
}

function diffPaging({ before, after, subject, location, tell }: OperationDiff): void {
  const [old, now] = [before.paging, after.paging].map(withoutSizes);
  if (isSameFact({ before: old, after: now })) return;
  const code = old === undefined ? 'paging-added' : now === undefined ? 'paging-removed' : 'paging-changed';
  const message = {
    'paging-added': 'the response is a page of a list',
    'paging-removed': 'the response is not a page of a list any more',
    'paging-changed': 'pages are asked for, or told, in another way',
  }[code];
  tell({ code, message, subject, ...location });
}

/** How many items a page has is said by its parameter. */
function withoutSizes(paging: Paging | undefined): Paging | undefined {
  if (paging?.numbers === undefined) return paging;
  const { default: _usual, max: _most, ...numbers } = paging.numbers;
  return { ...paging, numbers };
}

function diffParts({ before, after, subject, location, tell }: OperationDiff): void {
  const [old, now] = [before.parts, after.parts];
  if (isSameFact({ before: old, after: now })) return;
  const where = { subject, ...location };
  if (old === undefined || now === undefined) {
    const message = now === undefined ? 'the response has no parts any more' : 'the response consists of parts';
    tell({ code: now === undefined ? 'parts-changed' : 'parts-added', message, ...where });
    return;
  }
  const gone = old.values.filter((value) => !now.values.includes(value));
  const come = now.values.filter((value) => !old.values.includes(value));
  if (come.length > 0) tell({ code: 'parts-added', message: `the response has the new parts ${list(come)}`, ...where });
  if (gone.length > 0)
    tell({ code: 'parts-changed', message: `the response has no parts ${list(gone)} any more`, ...where });
  const others = { before: { ...old, values: [] }, after: { ...now, values: [] } };
  if (!isSameFact(others)) tell({ code: 'parts-changed', message: 'other parts come by themselves', ...where });
}

function diffReasons({ before, after, subject, location, tell }: OperationDiff): void {
  const [old, now] = [before.reasons ?? [], after.reasons ?? []];
  const gone = old.filter((one) => !now.includes(one));
  const come = now.filter((one) => !old.includes(one));
  const where = { subject: `${subject}.reasons`, ...location };
  if (come.length > 0) tell({ code: 'reason-added', message: `errors can carry ${list(come)}`, ...where });
  if (gone.length > 0)
    tell({ code: 'reason-removed', message: `errors do not carry ${list(gone)} any more`, ...where });
}

/** How many there may be at most (`x-limit`), by what is counted. */
function diffCounts({ before, after, subject, location, tell }: OperationDiff): void {
  const [old, now] = [limitsOf(before), limitsOf(after)];
  const where = { subject: `${subject}.x-limit`, ...location };
  for (const what of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(what), now.get(what)];
    if (was === is) continue;
    const [from, to] = [was, is].map((most) => (most === undefined ? 'any number' : String(most)));
    const message = `${to} of ${quote(what)} at most, and ${from} before`;
    tell(
      { code: (is ?? Infinity) < (was ?? Infinity) ? 'limit-tightened' : 'limit-loosened', message, ...where },
      'sent',
    );
  }
}

/** Extensions without the counts that are compared on their own. */
export function withoutCounts(extensions: JsonObject): JsonObject {
  const stated = extensions['x-limit'];
  if (stated === undefined) return extensions;
  const strip = (one: Json): Json => (isJsonObject(one) ? { ...one, atMost: null } : one);
  return { ...extensions, 'x-limit': Array.isArray(stated) ? stated.map(strip) : strip(stated) };
}

function limitsOf({ extensions }: Operation): ReadonlyMap<string, number> {
  const stated = extensions['x-limit'];
  const limits = (Array.isArray(stated) ? stated : [stated]).filter((one) => isJsonObject(one));
  return new Map(
    limits.flatMap(({ atMost, of, per }) => {
      const what = [of, per].filter((one) => typeof one === 'string').join(' per ');
      return typeof atMost === 'number' ? [[what, atMost] as const] : [];
    }),
  );
}

function diffQuota({ before, after, subject, location, tell }: OperationDiff): void {
  const [old, now] = [before.quota, after.quota];
  if (isSameFact({ before: old, after: now })) return;
  const where = { subject: `${subject}.quota`, ...location };
  if (old === undefined || now === undefined) {
    const message = now === undefined ? 'it is not stated any more what a call costs' : `a call costs ${sayQuota(now)}`;
    tell({ code: 'quota-stated', message, ...where });
    return;
  }
  const isRaised = now.cost > old.cost || now.bucket !== old.bucket;
  const message = `a call costs ${sayQuota(now)}, and cost ${sayQuota(old)}`;
  tell({ code: isRaised ? 'quota-raised' : 'quota-lowered', message, ...where });
}

function sayQuota(quota: CallQuota): string {
  return quota.bucket === undefined ? `${quota.cost}` : `${quota.cost} of ${list([quota.bucket])}`;
}

/** What `x-media` says of pictures: at least this, or just this. */
const rules = [
  ['minWidth', 'the least width'],
  ['minHeight', 'the least height'],
  ['ratio', 'the ratio of width and height'],
] as const;

/** Compares what pictures must be that are sent (`x-media`). */
export function diffMediaRules({ before, after, subject, location, tell }: OperationDiff): void {
  const [old, now] = [imageOf(before.extensions), imageOf(after.extensions)];
  const where = { subject: `${subject}.body.media`, ...location };
  for (const [key, what] of rules) {
    const [was, is] = [old[key], now[key]];
    if (was === is) continue;
    const message =
      is === undefined
        ? `there is no rule for ${what} any more; it was ${say(was)}`
        : `${what} is ${say(is)}, and ${was === undefined ? 'there was no rule for it' : `was ${say(was)}`}`;
    tell({ code: ruleChange(was, is), message, ...where }, 'sent');
  }
}

function ruleChange(
  was: Json | undefined,
  is: Json | undefined,
): 'limit-tightened' | 'limit-loosened' | 'limit-changed' {
  if (was === undefined) return 'limit-tightened';
  if (is === undefined) return 'limit-loosened';
  if (typeof was !== 'number' || typeof is !== 'number') return 'limit-changed';
  return is > was ? 'limit-tightened' : 'limit-loosened';
}

function imageOf(extensions: JsonObject): JsonObject {
  const media = extensions['x-media'];
  const image = isJsonObject(media) ? media['image'] : undefined;
  return isJsonObject(image) ? image : {};
}

/** Extensions without the rules for bytes that are compared on their own. */
export function withoutMediaRules(extensions: JsonObject): JsonObject {
  const media = extensions['x-media'];
  if (!isJsonObject(media)) return extensions;
  const { maxBytes: _most, mediaTypes: _types, upload: _place, image, ...others } = media;
  if (!isJsonObject(image)) return { ...extensions, 'x-media': others };
  const { minWidth: _width, minHeight: _height, ratio: _ratio, ...said } = image;
  return { ...extensions, 'x-media': { ...others, image: said } };
}
