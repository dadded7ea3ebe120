import { HttpError } from '@speccast/runtime/requests';
import type { CallInput, CallResponse, OperationPlan } from '../../plan/plan.js';
import { mediaOf } from '../../store/media.js';
import type { Tables } from '../../store/tables.js';
import type { Engine } from '../../world/engine.js';
import { execute } from '../../world/execute.js';
import {
  changeSession,
  type Outcome,
  putSession,
  readPieces,
  removePieces,
  type UploadSession,
} from './upload-session.js';

const unknownType = 'application/octet-stream';

/** Runs the call of a complete upload once, and stores its response or error for later requests. */
export function finishUpload(engine: Engine, plan: OperationPlan, session: UploadSession): CallResponse {
  const save = (tables: Tables, outcome: Outcome): void => {
    removePieces(tables, session);
    putSession(tables, { ...session, outcome });
  };
  try {
    return engine.run(toInput(engine, plan, session), (call) => {
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
    const { status, reason, message, details } = error;
    const refusal = { status, reason, message, details };
    changeSession(engine, session, (tables) => save(tables, { kind: 'refused', refusal }));
    throw error;
  }
}

function toInput(engine: Engine, plan: OperationPlan, session: UploadSession): CallInput {
  const { baseUrl, params, body, token, ifMatch, fileName, mediaType = unknownType, stored } = session;
  const media = mediaOf(readPieces(engine, session), { mediaType, ...(fileName !== undefined && { fileName }) });
  return {
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

/** Restores the response of a finished upload with its bytes. Throws a stored error. */
export function repeatResponse({ world }: Engine, session: UploadSession, outcome: Outcome): CallResponse {
  if (outcome.kind === 'refused') {
    const { status, reason, message, details } = outcome.refusal;
    throw new HttpError(status, reason, message, details);
  }
  if (outcome.kind !== 'bytes') return outcome;
  const media = world.blobs.get(responseKey(session));
  return { ...outcome, media: media ?? { bytes: new Uint8Array(0), mediaType: unknownType } };
}

function responseKey({ id }: UploadSession): string {
  return `~uploads/${id}`;
}
