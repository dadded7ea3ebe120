import type { MediaUpload, RequestBody } from '../../api/api.js';
import type { Doc } from '../../api/schemas/schema.js';
import type { OperationDiff } from '../api-diff.js';
import { diffContents } from './diff-contents.js';
import { diffDocs } from '../schemas/diff-annotations.js';
import { list, isSameFact } from '../finding.js';
import type { Both, Location } from '../finding.js';
import { withoutDocOf } from './diff-parameters.js';
import { stepsTo } from '../texts/diff-operation-texts.js';

/** Compares what an operation takes as its body: JSON and the like, and bytes. */
export function diffBody(diff: OperationDiff): void {
  const [before, after] = [diff.before.body, diff.after.body];
  const subject = `${diff.subject}.body`;
  if (before === undefined || after === undefined) {
    if (before !== undefined) {
      const location = locationOf(diff, 'old');
      diff.tell({ code: 'body-removed', message: 'there is no body any more', subject, ...location }, 'sent');
    }
    if (after !== undefined) {
      const isRequired = after.required || after.media?.required === true;
      const message = `there is ${isRequired ? 'a required' : 'an optional'} body, and there was none`;
      const location = locationOf(diff, 'new');
      diff.tell({ code: isRequired ? 'required-body-added' : 'body-added', message, subject, ...location }, 'sent');
    }
    return;
  }
  diffParts(diff, { before, after }, subject);
}

function locationOf({ before, after, sides }: OperationDiff, side: Location['side']): Location {
  const [operation, { locate }] = side === 'new' ? [after, sides.after] : [before, sides.before];
  const at = locate([...stepsTo(operation), 'requestBody']) ?? operation.body?.contents[0]?.schema.at;
  return { at: at ?? operation.at, side };
}

function diffParts(diff: OperationDiff, { before, after }: Both<RequestBody>, subject: string): void {
  const where = { subject, ...locationOf(diff, 'new') };
  if (before.required !== after.required) {
    const message = after.required ? 'the body is required' : 'the body is optional';
    diff.tell({ code: after.required ? 'body-required' : 'body-optional', message, ...where }, 'sent');
  }
  const report = (finding: Parameters<OperationDiff['tell']>[0]): void => diff.tell(finding);
  const docs = { before: ownDoc(before), after: ownDoc(after) };
  diffDocs({ report }, docs, where);
  diffContents(diff, { before: before.contents, after: after.contents, subject, direction: 'sent' });
  diffMedia(diff, { before: before.media, after: after.media }, subject);
}

/** Without what the body is said to be because its schema is. */
function ownDoc({ doc, contents, media }: RequestBody): Doc {
  const schema = contents[0]?.schema ?? media?.metadata?.schema;
  return schema === undefined ? doc : withoutDocOf(schema, doc);
}

function diffMedia(diff: OperationDiff, { before, after }: Both<MediaUpload | undefined>, subject: string): void {
  const where = { subject: `${subject}.media`, ...locationOf(diff, 'new') };
  if (before === undefined || after === undefined) {
    if (before === after) return;
    const isExtended = after !== undefined && !after.required;
    const message = after === undefined ? 'no bytes are taken any more' : 'bytes are taken, and were not';
    diff.tell({ code: isExtended ? 'media-extended' : 'media-changed', message, ...where }, 'sent');
    return;
  }
  diffRequired(diff, { before, after }, where);
  diffMediaTypes(diff, { before, after }, where);
  const [old, now] = [before.metadata, after.metadata];
  if (old !== undefined && now !== undefined) diff.use({ before: old, after: now, subject }, 'sent');
  else if (old !== now) {
    const message = now === undefined ? 'no JSON beside bytes is taken any more' : 'JSON beside bytes is taken';
    diff.tell({ code: now === undefined ? 'media-changed' : 'media-extended', message, ...where }, 'sent');
  }
}

type Where = { readonly subject: string } & Location;

function diffRequired({ tell }: OperationDiff, { before, after }: Both<MediaUpload>, where: Where): void {
  if (before.required !== after.required) {
    const message = after.required ? 'bytes must be there' : 'bytes may be left out';
    tell({ code: after.required ? 'media-changed' : 'media-extended', message, ...where }, 'sent');
  }
  if (!isSameFact({ before: before.upload, after: after.upload }))
    tell({ code: 'media-changed', message: 'bytes go to another address', ...where }, 'sent');
  if (before.resumable !== after.resumable) {
    const message = after.resumable === true ? 'bytes may go in chunks' : 'bytes may not go in chunks any more';
    tell({ code: after.resumable === true ? 'media-extended' : 'media-changed', message, ...where }, 'sent');
  }
  const [old, now] = [before.maxBytes ?? Infinity, after.maxBytes ?? Infinity];
  if (old === now) return;
  const message = `at most ${sayBytes(now)} are taken, and ${sayBytes(old)} were`;
  tell({ code: now < old ? 'limit-tightened' : 'limit-loosened', message, ...where }, 'sent');
}

function sayBytes(most: number): string {
  return most === Infinity ? 'any number of bytes' : `${most} bytes`;
}

function diffMediaTypes({ tell }: OperationDiff, { before, after }: Both<MediaUpload>, where: Where): void {
  const types = { before: typesOf(before), after: typesOf(after) };
  const come = types.after.filter((one) => !types.before.includes(one));
  const gone = types.before.filter((one) => !types.after.includes(one));
  if (come.length > 0)
    tell({ code: 'media-type-added', message: `bytes of ${list(come)} are taken`, ...where }, 'sent');
  if (gone.length > 0) {
    const message = `bytes of ${list(gone)} are not taken any more`;
    tell({ code: 'media-type-removed', message, ...where }, 'sent');
  }
}

/** What the document takes, and within that, what the service is known to take. */
function typesOf({ mediaTypes, accepted = [] }: MediaUpload): readonly string[] {
  return accepted.length > 0 ? accepted : mediaTypes;
}
