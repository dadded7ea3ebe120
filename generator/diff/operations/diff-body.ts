import type { MediaUpload, RequestBody } from '../../api/api.js';
import type { Doc } from '../../api/schemas/schema.js';
import type { OperationDiff } from '../api-diff.js';
import { diffContents } from './diff-contents.js';
import { diffDocs } from '../schemas/diff-annotations.js';
import { differences, isSameFact, list, tellTurn } from '../finding.js';
import type { Both, Location, Tell } from '../finding.js';
import { withoutDocOf } from './diff-parameters.js';
import { stepsTo } from '../side.js';

/** Compares what an operation takes as its body: JSON and the like, and bytes. */
export function diffBody(diff: OperationDiff): void {
  const [before, after] = [diff.before.body, diff.after.body];
  const subject = `${diff.subject}.body`;
  const tellOf = (side: Location['side']): Tell => diff.tellAt({ subject, ...locationOf(diff, side) }, 'sent');
  if (before !== undefined && after !== undefined) diffBoth(diff, { before, after }, subject);
  else if (before !== undefined) tellOf('old')('body-removed', 'there is no body any more');
  else if (after !== undefined) {
    const isRequired = after.required || after.media?.required === true;
    const message = `there is ${isRequired ? 'a required' : 'an optional'} body, and there was none`;
    tellOf('new')(isRequired ? 'required-body-added' : 'body-added', message);
  }
}

function locationOf({ before, after, sides }: OperationDiff, side: Location['side']): Location {
  const [operation, { locate }] = side === 'new' ? [after, sides.after] : [before, sides.before];
  const at = locate([...stepsTo(operation), 'requestBody']) ?? operation.body?.contents[0]?.schema.at;
  return { at: at ?? operation.at, side };
}

function diffBoth(diff: OperationDiff, { before, after }: Both<RequestBody>, subject: string): void {
  const location = locationOf(diff, 'new');
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
  if (old !== undefined && now !== undefined) diff.use({ before: old, after: now, subject }, 'sent');
}

/** Without what the body is said to be because its schema is. */
function ownDoc({ doc, contents, media }: RequestBody): Doc {
  const schema = contents[0]?.schema ?? media?.metadata?.schema;
  return schema === undefined ? doc : withoutDocOf(schema, doc);
}

function diffMedia(tell: Tell, before: MediaUpload | undefined, after: MediaUpload | undefined): void {
  if (before === undefined || after === undefined) {
    if (before !== undefined) tell('media-changed', 'no bytes are taken any more');
    if (after !== undefined) tell(after.required ? 'media-changed' : 'media-extended', 'bytes are taken, and were not');
    return;
  }
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
  if (old !== now) {
    const message = `at most ${sayBytes(now)} are taken, and ${sayBytes(old)} were`;
    tell(now < old ? 'limit-tightened' : 'limit-loosened', message);
  }
  const { come, gone } = differences(typesOf(before), typesOf(after));
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

/** What the document takes, and within that, what the service is known to take. */
function typesOf({ mediaTypes, accepted = [] }: MediaUpload): readonly string[] {
  return accepted.length > 0 ? accepted : mediaTypes;
}
