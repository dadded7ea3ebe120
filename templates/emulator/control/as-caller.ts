import { headerError } from '@speccast/runtime/requests';
import { rowsIn } from '../store/world.js';
import type { Engine } from '../world/engine.js';
import { callers } from '../world/seed.js';

/** Header with the id of a known caller: the control plane sends the request with the token of that caller. */
export const callerHeader = 'x-mock-caller';

/** Returns a request with the token of the caller whose id it names, so that senders need not know the token. */
export function asCaller(engine: Engine, request: Request): Request {
  const id = request.headers.get(callerHeader) ?? '';
  const rows = rowsIn(engine.filledWorld(), callers).values();
  const caller = [...rows].find((row) => row['ownId'] === id || row['userId'] === id);
  if (!caller) throw headerError(400, 'unknownCaller', `There is no caller ${id}.`, callerHeader);
  const kinds = Object.values(engine.plan.service.security).map(({ kind }) => kind);
  const scheme = kinds.includes('basic') && !kinds.includes('bearer') ? 'Basic' : 'Bearer';
  const named = new Request(request.url, request);
  named.headers.delete(callerHeader);
  named.headers.set('authorization', `${scheme} ${String(caller['id'])}`);
  return named;
}
