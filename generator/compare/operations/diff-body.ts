import type { Content, MediaUpload, RequestBody } from '../../api/api.js';
import type { Doc } from '../../api/types/schema.js';
import type { OperationDiff } from './api-diff.js';
import type { ChangeDirection } from '../changes/change.js';
import { classifyLimit, inNew, isSameFact, list, quote, tellAlone, tellTurn } from '../sides/finding.js';
import type { Both, Location, Tell } from '../sides/finding.js';
import { differences, visitPairs } from '../sides/pairs.js';
import { diffDocs } from '../schemas/diff-annotations.js';
import { stepsTo } from '../sides/side.js';
import { withoutSchemaDoc } from './diff-parameters.js';

/** Compares the body of an operation: JSON and the like, and bytes. */
export function diffBody(diff: OperationDiff): void {
  const [before, after] = [diff.before.body, diff.after.body];
  const subject = `${diff.subject}.body`;
  const tellOnSide = (side: Location['side']): Tell => diff.tellAt({ subject, ...locateBody(diff, side) }, 'sent');
  if (before !== undefined && after !== undefined) diffBoth(diff, { before, after }, subject);
  else if (before !== undefined) tellOnSide('old')('body-removed', 'there is no body any more');
  else if (after !== undefined) {
    const isRequired = after.required || after.media?.required === true;
    const message = `there is ${isRequired ? 'a required' : 'an optional'} body, and there was none`;
    tellOnSide('new')(isRequired ? 'required-body-added' : 'body-added', message);
  }
}

function locateBody({ before, after, sides }: OperationDiff, side: Location['side']): Location {
  const [operation, { locate }] = side === 'new' ? [after, sides.after] : [before, sides.before];
  const at = locate([...stepsTo(operation), 'requestBody']) ?? operation.body?.contents[0]?.schema.at;
  return { at: at ?? operation.at, side };
}

function diffBoth(diff: OperationDiff, { before, after }: Both<RequestBody>, subject: string): void {
  const location = locateBody(diff, 'new');
  tellTurn(
    diff.tellAt({ subject, ...location }, 'sent'),
    [before.required, after.required],
    ['body-required', 'the body is required'],
    ['body-optional', 'the body is optional'],
  );
  diffDocs(diff.tellAt({ subject, ...location }), ownDoc(before), ownDoc(after));
  diffContents(diff, { before: before.contents, after: after.contents, subject, direction: 'sent' });
  const tell = diff.tellAt({ subject: `${subject}.media`, ...location }, 'sent');
  diffMedia(tell, before.media, after.media);
  const [old, now] = [before.media?.metadata, after.media?.metadata];
  if (old && now) diff.use({ before: old, after: now, subject }, 'sent');
}

/** Returns the texts of a body that do not come from its schema. */
function ownDoc({ doc, contents, media }: RequestBody): Doc {
  const schema = contents[0]?.schema ?? media?.metadata?.schema;
  return schema ? withoutSchemaDoc(schema, doc) : doc;
}

function diffMedia(tell: Tell, before: MediaUpload | undefined, after: MediaUpload | undefined): void {
  if (before && !after) tell('media-changed', 'no bytes are taken any more');
  if (after && !before) tell(after.required ? 'media-changed' : 'media-extended', 'bytes are taken, and were not');
  if (!before || !after) return;
  tellTurn(
    tell,
    [before.required, after.required],
    ['media-changed', 'bytes must be there'],
    ['media-extended', 'bytes may be left out'],
  );
  if (!isSameFact(before.upload, after.upload)) tell('media-changed', 'bytes go to another address');
  tellTurn(
    tell,
    [before.resumable, after.resumable],
    ['media-extended', 'bytes may go in chunks'],
    ['media-changed', 'bytes may not go in chunks any more'],
  );
  const [old, now] = [before.maxBytes ?? Infinity, after.maxBytes ?? Infinity];
  if (old !== now) tell(classifyLimit(old, now), `at most ${sayBytes(now)} are taken, and ${sayBytes(old)} were`);
  const { come, gone } = differences(listMediaTypes(before), listMediaTypes(after));
  if (come.length > 0) tell('media-type-added', `bytes of ${list(come)} are taken`);
  if (gone.length > 0) tell('media-type-removed', `bytes of ${list(gone)} are not taken any more`);
  tellTurn(
    tell,
    [before.metadata !== undefined, after.metadata !== undefined],
    ['media-extended', 'JSON beside bytes is taken'],
    ['media-changed', 'no JSON beside bytes is taken any more'],
  );
}

function sayBytes(most: number): string {
  return most === Infinity ? 'any number of bytes' : `${most} bytes`;
}

/** Lists the media types that an upload takes: those that the service accepts, or else those of the document. */
function listMediaTypes({ mediaTypes, accepted = [] }: MediaUpload): readonly string[] {
  return accepted.length > 0 ? accepted : mediaTypes;
}

/** Bodies of a request or of a response. */
interface ContentsBoth extends Both<readonly Content[]> {
  readonly subject: string;
  readonly direction: ChangeDirection;
}

/** Compares the media types of a body, and the schema of each. */
export function diffContents(diff: OperationDiff, { before, after, subject, direction }: ContentsBoth): void {
  visitPairs(before, after, ({ mediaType }) => mediaTypeKey(mediaType), {
    both: (pair) => {
      const { before: old, after: now } = pair;
      const tell = diff.tellAt({ subject, ...inNew(now.schema) }, direction);
      const name = quote(now.mediaType);
      if (old.kind !== now.kind || old.items !== now.items || old.stream !== now.stream)
        tell('body-encoding-changed', `${name} is ${sayForm(now)}, and was ${sayForm(old)}`);
      else if (!isSameFact(old.encoding, now.encoding))
        tell('body-encoding-changed', `fields of ${name} are written in another way`);
      diff.use({ ...pair, subject }, direction);
    },
    alone: ({ mediaType, schema: { at } }, side) => {
      const tell = diff.tellAt({ subject, at, side }, direction);
      tellAlone(tell, side, 'media-type', `the media type ${quote(mediaType)}`);
    },
  });
}

function sayForm({ kind, stream, items }: Content): string {
  if (stream === true) return 'sent item by item';
  return items === undefined ? `read as ${kind}` : `read item by item as ${items}`;
}

/** Returns the key by which a media type is compared, without regard to case, spaces and the charset UTF-8: `Text/Plain; charset=utf-8` → `text/plain`. */
export function mediaTypeKey(mediaType: string): string {
  return mediaType
    .toLowerCase()
    .replaceAll(' ', '')
    .replace(/;charset="?utf-8"?(?=;|$)/, '');
}
