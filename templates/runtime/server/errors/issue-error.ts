import type { Issue } from '../../validators/check/context.js';
import { HttpError } from './http-error.js';

/** Most issues that a message lists. */
const mostListed = 5;

/** Creates the error (400) for the issues of validators; it is located at the first one. */
export function issueError(issues: readonly Issue[], locationType: 'parameter' | 'body'): HttpError {
  const [first] = issues;
  const location = first?.path.join('.') ?? '';
  const invalid = locationType === 'body' ? 'invalidValue' : 'invalidParameter';
  const listed = issues.slice(0, mostListed).map(({ path, message }) => `${path.join('.')} ${message}`.trim());
  const message = issues.length < 2 ? (first?.message ?? 'is not valid') : listed.join('; ');
  const reason = first?.keyword === 'required' ? 'required' : invalid;
  return new HttpError(400, reason, message, { locationType, ...(location !== '' && { location }) });
}
