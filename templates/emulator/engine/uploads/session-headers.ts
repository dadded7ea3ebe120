import { sharing } from '../response/respond.js';

/** Headers of an answer about a session, which has no body. */
export function sessionHeaders(id: string): Readonly<Record<string, string>> {
  return {
    ...sharing,
    'access-control-expose-headers': `${sharing['access-control-expose-headers']}, X-GUploader-UploadID, X-HTTP-Status-Code-Override`,
    'content-length': '0',
    'x-guploader-uploadid': id,
  };
}
