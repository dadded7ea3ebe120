import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createCore, sendResumable, upload, writeAnyBody } from '@speccast/runtime';
import type { UploadState, Operation } from '@speccast/runtime';
import { fileSource } from '@speccast/runtime/node';

/*
 * A process that uploads a file and may be killed at any moment: arguments are the base URL, the file, where the state
 * is saved, and the size of chunks.
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

/** Written beside and renamed, so that a kill leaves the old or the new state. */
function save(state: UploadState): void {
  writeFileSync(`${saved}.new`, JSON.stringify(state));
  renameSync(`${saved}.new`, saved);
}

const core = createCore({ name: 'files', version: '1', security: {} }, { baseUrl });
const resumeFrom: UploadState | undefined = existsSync(saved) ? JSON.parse(readFileSync(saved, 'utf8')) : undefined;
await upload(core, insert, { media: fileSource(file) }, { chunkSize: Number(chunkSize), onState: save, resumeFrom });
