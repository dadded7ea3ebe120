import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createCore, sendResumable, upload, writeAnyBody } from '@speccast/runtime';
import type { UploadState, Operation } from '@speccast/runtime';
import { fileSource } from '@speccast/runtime/node';

/*
 * A program that uploads a file, and resumes the upload from its saved state. Its arguments: the base URL, the path of the file, the
 * path of the state, and the size of chunks.
 */

const [baseUrl = '', file = '', saved = '', chunkSize = ''] = process.argv.slice(2);

const insert: Operation<{ readonly media: unknown }, { readonly size: number }> = {
  id: 'files.insert',
  method: 'POST',
  path: '/files',
  media: { mediaTypes: ['*/*'], upload: '/upload', resumable: sendResumable },
  writeBody: writeAnyBody,
  responses: [{ status: '200', contents: [{ mediaType: 'application/json' }] }],
  auth: [],
};

/** Writes the state to another file and renames it, so that a kill leaves the old or the new state. */
function saveState(state: UploadState): void {
  writeFileSync(`${saved}.new`, JSON.stringify(state));
  renameSync(`${saved}.new`, saved);
}

const core = createCore({ name: 'files', version: '1', security: {} }, { baseUrl });
const resumeFrom: UploadState | undefined = existsSync(saved) ? JSON.parse(readFileSync(saved, 'utf8')) : undefined;
await upload(
  core,
  insert,
  { media: fileSource(file) },
  { chunkSize: Number(chunkSize), onState: saveState, resumeFrom },
);
