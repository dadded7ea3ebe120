import type { RuleDraft } from '../../plan/rule.js';

/** The rules of files that are sent in several requests. */
export const uploadRules: readonly RuleDraft[] = [
  rule(
    'announced',
    [400, 'invalidHeader'],
    'X-Upload-Content-Length is a number of bytes.',
    'Send the length of the file, or leave the header out.',
  ),
  rule('session', [404, 'notFound'], 'The session of an upload is there.', 'Begin a new upload.'),
  rule('expired', [410, 'uploadExpired'], 'The session of an upload is at most a week old.', 'Begin a new upload.'),
  rule(
    'completed',
    [409, 'uploadCompleted'],
    'An upload that is given up is not complete.',
    'Delete what was uploaded instead.',
  ),
  rule(
    'method',
    [405, 'httpMethodNotAllowed'],
    'A session takes PUT and DELETE.',
    'Send pieces with PUT, or give the upload up with DELETE.',
  ),
  rule(
    'range',
    [400, 'invalidContentRange'],
    'Content-Range says which bytes of the file the body is.',
    'Send Content-Range such as bytes 0-99/200, with as many bytes as it says.',
  ),
  rule(
    'chunk',
    [400, 'invalidChunkSize'],
    'All pieces but the last are multiples of 262144 bytes.',
    'Send pieces whose length is a multiple of 262144 bytes.',
  ),
];

function rule(name: string, [status, reason]: readonly [number, string], text: string, fix: string): RuleDraft {
  return { name: `upload/${name}`, kind: 'upload', status, reasons: [reason], text, fix };
}
