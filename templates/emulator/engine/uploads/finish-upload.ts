import { carryOut } from '../carry-out.js';
import type { Engine } from '../engine.js';
import type { Answer, CallInput, OperationPlan } from '../plan/plan.js';
import { Refusal } from '../response/http-error.js';
import type { Tables } from '../store/tables.js';
import {
  bytesOfSession,
  type Outcome,
  outcomeOf,
  putSession,
  recall,
  refusedOutcome,
  removePieces,
  type UploadSession,
  withoutCaller,
} from './upload-session.js';

/** Makes the call for which all bytes are there, and keeps its answer or refusal: it is made once, whatever is asked later. */
export function finishUpload(engine: Engine, plan: OperationPlan, session: UploadSession): Answer {
  try {
    return engine.run(inputOf(engine, plan, session), (call) => {
      const answer = withStatus(plan, carryOut(call, engine.options.checkResponses));
      const outcome = outcomeOf(answer);
      if (answer.kind === 'bytes') call.tables.putBlob(answerKey(session), answer.media);
      settle(call.tables, session, outcome);
      return answer.kind === 'rows' ? recall(outcome, undefined) : answer;
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const outcome = refusedOutcome(error);
    engine.run(withoutCaller(plan, session), ({ tables }) => settle(tables, session, outcome));
    throw error;
  }
}

/** What came of a finished upload, once more. */
export function answerAgain({ world }: Engine, session: UploadSession, outcome: Outcome): Answer {
  return recall(outcome, world.blobs.get(answerKey(session)));
}

function inputOf(engine: Engine, plan: OperationPlan, session: UploadSession): CallInput {
  const { baseUrl, params, body, token, ifMatch, fileName, mediaType = 'application/octet-stream' } = session;
  const media = { bytes: bytesOfSession(engine, session), mediaType, ...(fileName !== undefined && { fileName }) };
  return {
    plan,
    baseUrl,
    params,
    ...(body === undefined ? {} : { body }),
    // Bytes sent at once that are none are no media either.
    ...(session.stored === 0 ? {} : { media }),
    ...(token === undefined ? {} : { token }),
    ...(ifMatch === undefined ? {} : { ifMatch }),
  };
}

function withStatus({ behaviour }: OperationPlan, answer: Answer): Answer {
  const status = behaviour.media?.resumableStatus;
  return answer.kind === 'rows' || status === undefined ? answer : { status, ...answer };
}

function settle(tables: Tables, session: UploadSession, outcome: Outcome): void {
  removePieces(tables, session);
  putSession(tables, { ...session, outcome });
}

function answerKey({ id }: UploadSession): string {
  return `~uploads/${id}`;
}
