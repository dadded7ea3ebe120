import type { Json, JsonObject, OperationContent } from '@speccast/runtime';
import { withSets } from './check-request.js';
import { credentialParameters } from './credentials.js';
import type { Engine } from '../engine.js';
import type { OperationPlan, ReceivedMedia } from '../plan/plan.js';
import type { Query } from './query.js';
import { newNotes, type Notes } from '../profiles/notes.js';
import { objectTo } from '../profiles/object-to.js';
import { readBody } from './read-body.js';
import { readParameters } from './read-parameters.js';
import type { Uploads } from '../uploads/uploads.js';
import { withWrittenNumbers } from './written-numbers.js';

/** What a request to an operation brings along, decoded. */
export interface Input {
  readonly params: JsonObject;
  readonly body?: Json;
  readonly media?: ReceivedMedia;
  /** The declared media type that the body came in. */
  readonly content?: OperationContent;
  /** Takes the bytes, which will come in further requests. */
  readonly uploads?: Uploads;
}

/** The operation that a request has led to. */
export interface Addressed {
  readonly plan: OperationPlan;
  /** Variables of the path. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  /** Where is noted what is let pass. */
  readonly notes?: Notes;
}

/** Reads parameters and body of a request. Refuses (400, 413, 415) what cannot be decoded. */
export async function readInput(engine: Engine, request: Request, at: Addressed): Promise<Input> {
  const { plan, path, query, notes = newNotes() } = at;
  const uploads = comesInPieces(plan, query) ? engine.plan.uploads : undefined;
  const received = await (uploads?.readStart ?? readBody)(request, plan, engine.shared.maxBodyBytes);
  const params = readParameters(plan, {
    path,
    query,
    headers: request.headers,
    credentials: credentialParameters(engine.plan.service),
    objectTo: (refusal) => objectTo({ profile: engine.shared.profile, notes }, refusal),
  });
  const body = withWrittenNumbers(plan.body, withSets(plan, params, received.body));
  return {
    params,
    ...(body === undefined ? {} : { body }),
    ...(received.media && { media: received.media }),
    ...(received.content && { content: received.content }),
    ...(uploads && { uploads }),
  };
}

/** Whether a request only announces the bytes, which will come in further requests. */
function comesInPieces({ behaviour }: OperationPlan, query: Query): boolean {
  const protocol = query.text('uploadType') ?? query.text('upload_protocol');
  return protocol === 'resumable' && behaviour.media?.resumable === true;
}
