import { isTagged, ownTag } from './entity-tags.js';
import { tagOf } from '../sampling/ids.js';
import { Refusal, type Call, type Row } from '../plan/plan.js';
import { whole } from '../rows/present.js';

/** Refuses (412) a change of a row that is no longer as the caller knows it, by the tag in `If-Match`. */
export function checkTag(call: Call, table: string, row: Row): void {
  if (call.ifMatch === undefined) return;
  const resource = whole(call, table, row);
  if (isTagged(call.ifMatch, [ownTag(resource) ?? tagOf(JSON.stringify(resource))])) return;
  throw new Refusal(412, 'conditionNotMet', `The entry of ${table} has changed since: its tag is another.`, {
    location: 'If-Match',
    locationType: 'header',
  });
}
