import { HttpError } from '@speccast/runtime/requests';
import { respondOptions } from './respond.js';

/** Responds to `OPTIONS`, and rejects (405) other methods than those allowed; undefined for a request that goes on. */
export function checkMethod(request: Request, subject: string, allowed: readonly string[]): Response | undefined {
  const { method } = request;
  if (method === 'OPTIONS') return respondOptions(request, allowed);
  if (allowed.includes(method)) return undefined;
  const allow = allowed.join(', ');
  throw new HttpError(405, 'httpMethodNotAllowed', `${subject} takes ${allow}, not ${method}.`, { headers: { allow } });
}
