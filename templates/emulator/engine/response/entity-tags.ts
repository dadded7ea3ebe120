import { isJsonObject, type Json } from '@speccast/runtime';
import { HttpError, writeExactly } from '@speccast/runtime/requests';
import type { Call } from '../plan/plan.js';
import { presentAllParts } from '../rows/present.js';
import { tagOf } from '../sampling/ids.js';
import type { Row } from '../store/row-index.js';

/** Whether the header lists one of the tags. Quotes are optional, and `*` matches any tag. */
export function isTagged(header: string | null | undefined, tags: readonly string[]): boolean {
  if (header === null || header === undefined) return false;
  const wanted = tags.map(bare);
  return header.split(',').some((one) => one.trim() === '*' || wanted.includes(bare(one.trim())));
}

/** The entity tag in a resource or list. */
export function ownTag(value: Json): string | undefined {
  const etag = isJsonObject(value) && typeof value['kind'] === 'string' ? value['etag'] : undefined;
  return typeof etag === 'string' && /^[\w-]{27}$/.test(etag) ? etag : undefined;
}

function bare(tag: string): string {
  return tag.replace(/^W\//, '').replace(/^"(.*)"$/, '$1');
}

/** Rejects (412) a change if `If-Match` does not list the entity tag of the row. */
export function checkTag(call: Call, table: string, row: Row): void {
  if (call.ifMatch === undefined) return;
  const resource = presentAllParts(call, table, row);
  if (isTagged(call.ifMatch, [ownTag(resource) ?? tagOf(writeExactly(resource))])) return;
  throw new HttpError(412, 'conditionNotMet', `The entry of ${table} has changed since: its tag is another.`, {
    location: 'If-Match',
    locationType: 'header',
  });
}
