import { HttpError } from '@speccast/runtime/requests';
import { execute } from '../../world/execute.js';
import type { Engine } from '../../world/engine.js';
import type { CallResponse, CallInput, OperationPlan } from '../../plan/plan.js';
import { createMedia } from '../../store/media.js';
import type { Tables } from '../../store/tables.js';
import {
  bytesOfSession,
  type Outcome,
  outcomeOf,
  putSession,
  recall,
  errorOutcome,
  removePieces,
  type UploadSession,
  withoutCaller,
} from './upload-session.js';

/** Runs the call of a complete upload once, and stores its response or error for later requests. */
export function finishUpload(engine: Engine, plan: OperationPlan, session: UploadSession): CallResponse {
  try {
    return engine.run(inputOf(engine, plan, session), (call) => {
      const response = withStatus(plan, execute(call, engine.options.checkResponses));
      const outcome = outcomeOf(response);
      if (response.kind === 'bytes') call.tables.putBlob(responseKey(session), response.media);
      saveOutcome(call.tables, session, outcome);
      return response.kind === 'rows' ? recall(outcome, undefined) : response;
    });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const outcome = errorOutcome(error);
    engine.run(withoutCaller(plan, session), ({ tables }) => saveOutcome(tables, session, outcome));
    throw error;
  }
}

/** The stored response of a finished upload. */
export function repeatResponse({ world }: Engine, session: UploadSession, outcome: Outcome): CallResponse {
  return recall(outcome, world.blobs.get(responseKey(session)));
}

function inputOf(engine: Engine, plan: OperationPlan, session: UploadSession): CallInput {
  const { baseUrl, params, body, token, ifMatch, fileName, mediaType = 'application/octet-stream' } = session;
  const media = createMedia(bytesOfSession(engine, session), {
    mediaType,
    ...(fileName !== undefined && { fileName }),
  });
  return {
    plan,
    baseUrl,
    params,
    ...(body === undefined ? {} : { body }),
    // Other uploads without bytes have no media either.
    ...(session.stored === 0 ? {} : { media }),
    ...(token === undefined ? {} : { token }),
    ...(ifMatch === undefined ? {} : { ifMatch }),
  };
}

function withStatus({ behaviour }: OperationPlan, response: CallResponse): CallResponse {
  const status = behaviour.media?.resumableStatus;
  return response.kind === 'rows' || status === undefined ? response : { status, ...response };
}

function saveOutcome(tables: Tables, session: UploadSession, outcome: Outcome): void {
  removePieces(tables, session);
  putSession(tables, { ...session, outcome });
}

function responseKey({ id }: UploadSession): string {
  return `~uploads/${id}`;
}
