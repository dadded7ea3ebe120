import { isJsonObject, type Json } from '@speccast/runtime';
import type { Call } from '../plan/plan.js';
import { presentAllParts } from '../rows/present.js';
import { tagOf } from '../sampling/ids.js';
import type { Row } from '../store/row-index.js';
import { HttpError } from './http-error.js';

/** Whether the header names one of the tags; the quotes around a tag may be missing, and `*` stands for any. */
export function isTagged(header: string | null | undefined, tags: readonly string[]): boolean {
  if (header === null || header === undefined) return false;
  const wanted = tags.map(bare);
  return header.split(',').some((one) => one.trim() === '*' || wanted.includes(bare(one.trim())));
}

/** The entity tag that a resource or list says itself. */
export function ownTag(value: Json): string | undefined {
  const etag = isJsonObject(value) && typeof value['kind'] === 'string' ? value['etag'] : undefined;
  return typeof etag === 'string' && /^[\w-]{27}$/.test(etag) ? etag : undefined;
}

function bare(tag: string): string {
  return tag.replace(/^W\//, '').replace(/^"(.*)"$/, '$1');
}

/** Refuses (412) a change of a row that is no longer as the caller knows it, by the tag in `If-Match`. */
export function checkTag(call: Call, table: string, row: Row): void {
  if (call.ifMatch === undefined) return;
  const resource = presentAllParts(call, table, row);
  if (isTagged(call.ifMatch, [ownTag(resource) ?? tagOf(JSON.stringify(resource))])) return;
  throw new HttpError(412, 'conditionNotMet', `The entry of ${table} has changed since: its tag is another.`, {
    location: 'If-Match',
    locationType: 'header',
  });
}
