import { HttpError } from '@speccast/runtime/requests';
import type { Exchange } from '../../plan/exchange.js';
import type { Caller, SessionRequest } from '../../plan/plan.js';
import { type Addressed, identify, readInput } from '../../receive/read-input.js';
import type { Engine } from '../../world/engine.js';
import type { FaultCall } from './fault-rule.js';

/** Reads a call for conditions and replies, from a copy: the request itself is read later. Unreadable parts are left out. */
export async function readCall(engine: Engine, { request }: Exchange, at: Addressed): Promise<FaultCall> {
  const input = await readInput(engine, request.clone(), at).catch(ignoreRejection);
  return {
    request,
    params: input?.params ?? {},
    body: input?.body,
    get caller() {
      return findCaller(engine, () => identify(engine, request, at.query).token);
    },
  };
}

/** Returns the call that a session belongs to, for a request about the session. */
export function readSessionCall(engine: Engine, { request }: Exchange, { call }: SessionRequest): FaultCall {
  return {
    request,
    params: call?.params ?? {},
    body: call?.body,
    get caller() {
      return findCaller(engine, () => call?.token);
    },
  };
}

function findCaller(engine: Engine, readToken: () => string | undefined): Caller | undefined {
  try {
    const token = readToken();
    return token === undefined ? undefined : engine.callerFor(token);
  } catch (error) {
    return ignoreRejection(error);
  }
}

function ignoreRejection(error: unknown): undefined {
  if (!(error instanceof HttpError)) throw error;
}
