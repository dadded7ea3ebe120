import type { Content } from '../../api/api.js';
import type { OperationDiff } from '../api-diff.js';
import type { ChangeDirection } from '../change.js';
import { inNew, isSameFact, quote, visitPairs } from '../finding.js';
import type { Both, Tell } from '../finding.js';

/** Bodies of a request or of a response. */
interface ContentsBoth extends Both<readonly Content[]> {
  readonly subject: string;
  readonly direction: ChangeDirection;
}

/** Compares the media types of a body, and what each of them holds. */
export function diffContents(diff: OperationDiff, { before, after, subject, direction }: ContentsBoth): void {
  visitPairs(before, after, ({ mediaType }) => mediaTypeKey(mediaType), {
    both: (pair) => {
      diffContent(diff.tellAt({ subject, ...inNew(pair.after.schema) }, direction), pair);
      diff.use({ ...pair, subject }, direction);
    },
    alone: ({ mediaType, schema: { at } }, side) => {
      const tell = diff.tellAt({ subject, at, side }, direction);
      const [code, state] =
        side === 'old' ? (['media-type-removed', 'gone'] as const) : (['media-type-added', 'new'] as const);
      tell(code, `the media type ${quote(mediaType)} is ${state}`);
    },
  });
}

function diffContent(tell: Tell, { before, after }: Both<Content>): void {
  const name = quote(after.mediaType);
  if (before.kind !== after.kind || before.items !== after.items || before.stream !== after.stream)
    tell('body-encoding-changed', `${name} is ${sayForm(after)}, and was ${sayForm(before)}`);
  else if (!isSameFact(before.encoding, after.encoding))
    tell('body-encoding-changed', `fields of ${name} are written in another way`);
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
