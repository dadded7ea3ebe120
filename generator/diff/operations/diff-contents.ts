import { pairUp } from '../../api/pair-up.js';
import type { Content } from '../../api/api.js';
import type { OperationDiff } from '../api-diff.js';
import type { ChangeDirection } from '../change.js';
import { inNew, inOld, quote, isSameFact } from '../finding.js';
import type { Both } from '../finding.js';

/** Bodies of a request or of a response. */
interface ContentsBoth extends Both<readonly Content[]> {
  readonly subject: string;
  readonly direction: ChangeDirection;
}

/** Compares the media types of a body, and what each of them holds. */
export function diffContents(diff: OperationDiff, { before, after, subject, direction }: ContentsBoth): void {
  for (const [mediaType, { ours, theirs }] of pairUp(before, after, (one) => mediaTypeKey(one.mediaType))) {
    if (ours !== undefined && theirs !== undefined) {
      diffContent(diff, { before: ours, after: theirs }, { subject, direction });
      continue;
    }
    const name = quote((theirs ?? ours)?.mediaType ?? mediaType);
    const code = theirs === undefined ? 'media-type-removed' : 'media-type-added';
    const message = theirs === undefined ? `the media type ${name} is gone` : `the media type ${name} is new`;
    const location = theirs === undefined ? (ours === undefined ? diff.location : inOld(ours.schema)) : inNew(theirs.schema);
    diff.tell({ code, message, subject, ...location }, direction);
  }
}

function diffContent(
  diff: OperationDiff,
  { before, after }: Both<Content>,
  { subject, direction }: Pick<ContentsBoth, 'subject' | 'direction'>,
): void {
  const where = { subject, ...inNew(after.schema) };
  if (before.kind !== after.kind || before.items !== after.items || before.stream !== after.stream) {
    const message = `${quote(after.mediaType)} is ${sayForm(after)}, and was ${sayForm(before)}`;
    diff.tell({ code: 'body-encoding-changed', message, ...where }, direction);
  } else if (!isSameFact({ before: before.encoding, after: after.encoding })) {
    const message = `fields of ${quote(after.mediaType)} are written in another way`;
    diff.tell({ code: 'body-encoding-changed', message, ...where }, direction);
  }
  diff.use({ before, after, subject }, direction);
}

function sayForm({ kind, stream, items }: Content): string {
  if (stream === true) return 'sent item by item';
  return items === undefined ? `read as ${kind}` : `read item by item as ${items}`;
}

/** A media type as it is compared: case, spaces and the usual charset mean nothing. */
export function mediaTypeKey(mediaType: string): string {
  return mediaType
    .toLowerCase()
    .replaceAll(' ', '')
    .replace(/;charset="?utf-8"?(?=;|$)/, '');
}
