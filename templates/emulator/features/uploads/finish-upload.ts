import { HttpError } from '@speccast/runtime/requests';
import type { CallResponse, OperationPlan, Valid } from '../../plan/plan.js';
import { createMedia } from '../../store/media.js';
import type { Tables } from '../../store/tables.js';
import type { Engine } from '../../world/engine.js';
import { execute } from '../../world/handle.js';
import {
  changeSession,
  type Outcome,
  putSession,
  readPieces,
  removePieces,
  responseKey,
  toOutcome,
  unknownType,
  type UploadSession,
} from './upload-session.js';

/** Runs the call of a complete upload once, and stores its response or error for later requests. */
export function finishUpload(engine: Engine, plan: OperationPlan, session: UploadSession): CallResponse {
  const save = (tables: Tables, outcome: Outcome): void => {
    removePieces(tables, session);
    putSession(tables, { ...session, outcome });
  };
  try {
    return engine.run(toValid(engine, plan, session), (call) => {
      const made = execute(call, engine.options.checkResponses);
      const status = plan.behaviour.media?.resumableStatus;
      const response: Exclude<CallResponse, { kind: 'rows' }> =
        made.kind === 'rows'
          ? { kind: 'json', body: [...made.rows], ...(made.headers && { headers: made.headers }) }
          : { ...(status !== undefined && { status }), ...made };
      const { media, ...outcome } = { media: undefined, ...response };
      if (media) call.tables.putBlob(responseKey(session), media);
      save(call.tables, outcome);
      return response;
    });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    changeSession(engine, session, (tables) => save(tables, toOutcome(error)));
    throw error;
  }
}

function toValid(engine: Engine, plan: OperationPlan, session: UploadSession): Valid {
  const { baseUrl, params, body, token, ifMatch, fileName, mediaType = unknownType, stored } = session;
  const media = createMedia(readPieces(engine, session), { mediaType, ...(fileName !== undefined && { fileName }) });
  return {
    ...engine.outside,
    plan,
    baseUrl,
    params,
    ...(body !== undefined && { body }),
    // Other uploads without bytes have no media either.
    ...(stored > 0 && { media }),
    ...(token !== undefined && { token }),
    ...(ifMatch !== undefined && { ifMatch }),
  };
}
