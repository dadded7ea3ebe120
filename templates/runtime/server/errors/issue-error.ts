import type { Issue } from '../../validators/check/context.js';
import { HttpError } from './http-error.js';

/** Most issues that a message lists. */
const mostListed = 5;

/** The error (400) for what validators found; it is located where the first issue is. */
export function issueError(issues: readonly Issue[], locationType: 'parameter' | 'body'): HttpError {
  const [first] = issues;
  const location = first?.path.join('.') ?? '';
  const keyword = first?.keyword;
  const reason = keyword === 'required' ? 'required' : locationType === 'body' ? 'invalidValue' : 'invalidParameter';
  const message =
    issues.length < 2 ? (first?.message ?? 'is not valid') : issues.slice(0, mostListed).map(sentenceOf).join('; ');
  return new HttpError(400, reason, message, { locationType, ...(location === '' ? {} : { location }) });
}

function sentenceOf({ path, message }: Issue): string {
  return path.length === 0 ? message : `${path.join('.')} ${message}`;
}
