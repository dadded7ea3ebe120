import { isJsonObject, type Json } from '@speccast/runtime';
import { headerError, writeExactly } from '@speccast/runtime/requests';
import { readAction } from '../../plan/rule.js';
import type { Call } from '../../plan/plan.js';
import { presentAllParts, presentRow } from './present.js';
import { hashTag } from '../../values/ids.js';
import type { Row } from '../../store/table.js';

/** Suffix of the entity tag of a compressed body, which is a different representation: `"x~gzip"`. */
export const gzipTag = '~gzip';

/**
 * Finds the first tag of a header that equals one of the others, as it was sent; quotes are optional, and `*` is any tag. A
 * `strong` comparison takes no weak tags (`W/"x"`).
 */
export function findTag(
  header: string | null | undefined,
  tags: readonly string[],
  strength: 'weak' | 'strong' = 'weak',
): string | undefined {
  const known = tags.map(trimTag);
  const sent = (header ?? '').split(',').map((one) => one.trim());
  return sent.find((one) => {
    const isCompared = one !== '' && (strength === 'weak' || !one.startsWith('W/'));
    return one === '*' || (isCompared && known.includes(trimTag(one)));
  });
}

/** Returns the entity tag in a resource or list. */
export function ownTag(value: Json): string | undefined {
  const etag = isJsonObject(value) && typeof value['kind'] === 'string' ? value['etag'] : undefined;
  return typeof etag === 'string' && /^[\w-]{27}$/.test(etag) ? etag : undefined;
}

/** Removes the parts that are not compared: `W/"x~gzip"` → `x`. */
function trimTag(tag: string): string {
  const text = tag.replace(/^W\//, '').replace(/^"(.*)"$/, '$1');
  return text.endsWith(gzipTag) ? text.slice(0, -gzipTag.length) : text;
}

/**
 * Rejects (412) a change of a row, or the insert of a missing one, whose conditions do not hold: `If-Match` lists its tag, and
 * `If-None-Match` does not.
 */
export function checkTag(call: Call, table: string, row: Row | undefined): void {
  const { ifMatch, ifNoneMatch, emulator, plan } = call;
  if ((ifMatch ?? ifNoneMatch) === undefined) return;
  const fail = (location: string, message: string) => headerError(412, 'conditionNotMet', message, location);
  if (!row) {
    if (ifMatch === undefined) return;
    throw fail('If-Match', `The entry does not exist in ${table}, so it has no entity tag.`);
  }
  // The row may have been sent by this operation, or by the one that reads it at this path.
  const readers = emulator.operations.filter(
    (one) =>
      call.rules(table).inferred &&
      (one === plan || (one.operation.path === plan.operation.path && readAction(one.behaviour)['get'] === table)),
  );
  const bodies = readers.map((one) => presentRow({ ...call, plan: one }, table, row));
  const tags = [presentAllParts(call, table, row), ...bodies].map(
    (body) => ownTag(body) ?? hashTag(writeExactly(body)),
  );
  if (ifMatch !== undefined && findTag(ifMatch, tags, 'strong') === undefined)
    throw fail('If-Match', `The entry of ${table} has changed: it has another entity tag.`);
  if (findTag(ifNoneMatch, tags) !== undefined) throw fail('If-None-Match', `The entry exists in ${table} already.`);
}
