import { HttpError } from '@speccast/runtime/requests';
import type { Engine } from '../world/engine.js';
import { callers } from '../world/seed-world.js';

/** Header with the id of a known caller: the control plane sends the request with the token of that caller. */
export const callerHeader = 'x-mock-caller';

/** A request with the token of the caller whose id it names, which whoever sends it need not know. */
export function asCaller(engine: Engine, request: Request): Request {
  const id = request.headers.get(callerHeader) ?? '';
  const rows = [...(engine.filledWorld().tables.get(callers)?.values() ?? [])];
  const caller = rows.find((row) => row['ownId'] === id || row['userId'] === id);
  if (caller === undefined)
    throw new HttpError(400, 'unknownCaller', `There is no caller ${id}.`, {
      location: callerHeader,
      locationType: 'header',
    });
  const headers = new Headers(request.headers);
  headers.delete(callerHeader);
  headers.set('authorization', `${schemeOf(engine)} ${String(caller['id'])}`);
  const { method, url, body, signal } = request;
  return new Request(url, { method, headers, signal, ...(body === null ? {} : { body, duplex: 'half' }) });
}

function schemeOf({ plan }: Engine): string {
  const kinds = Object.values(plan.service.security).map(({ kind }) => kind);
  return kinds.includes('basic') && !kinds.includes('bearer') ? 'Basic' : 'Bearer';
}
