import { isJsonObject, type Json } from '@speccast/runtime';
import { HttpError, writeExactly } from '@speccast/runtime/requests';
import { readAction } from '../../plan/rule.js';
import type { Call } from '../../plan/plan.js';
import { fitResponse } from './fit-row.js';
import { presentAllParts } from './present.js';
import { keyOf } from './rows.js';
import { hashTag } from '../../values/ids.js';
import type { Row } from '../../store/table.js';

/** End of the tag of a body that was compressed, which is another representation: `"x~gzip"`. */
export const gzipTag = '~gzip';

/**
 * Finds the tag of a header that is one of those given, as it was sent; quotes are optional, and `*` is any tag. A `strong`
 * comparison takes no weak tags (`W/"x"`).
 */
export function findTag(
  header: string | null | undefined,
  tags: readonly string[],
  strength: 'weak' | 'strong' = 'weak',
): string | undefined {
  const wanted = tags.map(bare);
  const sent = (header ?? '').split(',').map((one) => one.trim());
  return sent.find((one) => {
    const isTaken = strength === 'weak' || !one.startsWith('W/');
    return one === '*' || (isTaken && one !== '' && wanted.includes(bare(one)));
  });
}

/** The entity tag in a resource or list. */
export function ownTag(value: Json): string | undefined {
  const etag = isJsonObject(value) && typeof value['kind'] === 'string' ? value['etag'] : undefined;
  return typeof etag === 'string' && /^[\w-]{27}$/.test(etag) ? etag : undefined;
}

function bare(tag: string): string {
  const text = tag.replace(/^W\//, '').replace(/^"(.*)"$/, '$1');
  return text.endsWith(gzipTag) ? text.slice(0, -gzipTag.length) : text;
}

/**
 * Rejects (412) a change of a row, or of none that is there, whose conditions do not hold: `If-Match` lists its tag, and
 * `If-None-Match` does not.
 */
export function checkTag(call: Call, table: string, row: Row | undefined): void {
  const { ifMatch, ifNoneMatch } = call;
  if ((ifMatch ?? ifNoneMatch) === undefined) return;
  const tags = row === undefined ? [] : tagsOf(call, table, row);
  if (ifMatch !== undefined && (row === undefined || findTag(ifMatch, tags, 'strong') === undefined))
    throw failed(
      'If-Match',
      row
        ? `The entry of ${table} has changed since: its tag is another.`
        : `There is no such entry in ${table}, so that it has no tag.`,
    );
  if (row === undefined || findTag(ifNoneMatch, tags) === undefined) return;
  throw failed('If-None-Match', `There is such an entry in ${table} already.`);
}

function failed(location: string, message: string): HttpError {
  return new HttpError(412, 'conditionNotMet', message, { location, locationType: 'header' });
}

/** The tags that a row was sent with: as it is, by this operation, and by the one that reads it at this path. */
function tagsOf(call: Call, table: string, row: Row): readonly string[] {
  const { plan, emulator } = call;
  const rules = call.rules(table);
  const readers = emulator.operations.filter(
    (one) =>
      rules.inferred === true &&
      (one === plan || (one.operation.path === plan.operation.path && readAction(one.behaviour)['get'] === table)),
  );
  const bodies = readers.map((one) => fitResponse(emulator, one, row, `${table} ${keyOf(rules, row)}`));
  return [presentAllParts(call, table, row), ...bodies].map((body) => ownTag(body) ?? hashTag(writeExactly(body)));
}
