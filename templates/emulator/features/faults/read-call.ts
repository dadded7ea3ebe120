import { HttpError } from '@speccast/runtime/requests';
import type { Engine } from '../../world/engine.js';
import type { Exchange } from '../../plan/exchange.js';
import type { Caller, SessionRequest } from '../../plan/plan.js';
import { type Addressed, identify, type Input, readInput } from '../../receive/read-input.js';
import type { FaultCall } from './fault-rule.js';

/** Reads a call for conditions and replies, from a copy: the request itself is still to be read. What cannot be read is left out. */
export async function readCall(engine: Engine, { request }: Exchange, at: Addressed): Promise<FaultCall> {
  const { params, body } = await inputOf(engine, request.clone(), at);
  return {
    request,
    params,
    body,
    get caller() {
      return callerOf(engine, () => identify(engine, request, at.query).token);
    },
  };
}

/** The call that a session belongs to, for a request about the session. */
export function readSessionCall(engine: Engine, { request }: Exchange, { call }: SessionRequest): FaultCall {
  return {
    request,
    params: call?.params ?? {},
    body: call?.body,
    get caller() {
      return callerOf(engine, () => call?.token);
    },
  };
}

async function inputOf(engine: Engine, request: Request, at: Addressed): Promise<Input> {
  try {
    return await readInput(engine, request, at);
  } catch (error) {
    if (error instanceof HttpError) return { params: {} };
    throw error;
  }
}

function callerOf(engine: Engine, tokenOf: () => string | undefined): Caller | undefined {
  try {
    const token = tokenOf();
    return token === undefined ? undefined : engine.callerFor(token);
  } catch (error) {
    if (error instanceof HttpError) return undefined;
    throw error;
  }
}
