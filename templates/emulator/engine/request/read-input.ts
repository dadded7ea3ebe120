import type { Json, JsonObject, OperationContent, Query } from '@speccast/runtime';
import type { Engine } from '../engine.js';
import type { Notes, OperationPlan, Uploads } from '../plan/plan.js';
import { newNotes, rejectOrWarn } from '../profiles/notes.js';
import type { ReceivedMedia } from '../store/tables.js';
import { withSets } from './check-request.js';
import { withWrittenNumbers } from './coerce-body.js';
import { credentialParameters, type Credentials, readCredentials } from './credentials.js';
import { readBody } from './read-body.js';
import { readParameters } from './read-parameters.js';

/** The decoded input of a request to an operation. */
export interface Input {
  readonly params: JsonObject;
  readonly body?: Json;
  readonly media?: ReceivedMedia;
  /** The declared media type that the body came in. */
  readonly content?: OperationContent;
  /** The upload protocol, if the bytes follow in further requests. */
  readonly uploads?: Uploads<Engine>;
}

/** The operation that a request calls. */
export interface Addressed {
  readonly plan: OperationPlan;
  /** Variables of the path. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  /** Collects warnings. */
  readonly notes?: Notes;
}

/** Reads parameters and body of a request. Rejects (400, 413, 415) input that cannot be decoded. */
export async function readInput(engine: Engine, request: Request, at: Addressed): Promise<Input> {
  const { plan, path, query, notes = newNotes() } = at;
  const uploads = comesInPieces(plan, query) ? engine.uploads : undefined;
  const { maxBodyBytes } = engine.shared;
  const received = await (uploads === undefined
    ? readBody(request, plan, { maxBytes: maxBodyBytes, store: engine.options.mediaStore })
    : uploads.readStart(request, plan, maxBodyBytes));
  const params = readParameters(plan, {
    path,
    query,
    headers: request.headers,
    credentials: credentialParameters(engine.plan.service),
    reject: (error) => rejectOrWarn({ profile: engine.shared.profile, notes }, error),
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

/** Whether a request only announces bytes that follow in further requests. */
function comesInPieces({ behaviour }: OperationPlan, query: Query): boolean {
  const protocol = query.get('uploadType') ?? query.get('upload_protocol');
  return protocol === 'resumable' && behaviour.media?.resumable === true;
}

/** Reads the credentials of a request to a world. Rejects invalid ones (400, 401). */
export function identify(engine: Engine, request: Request, query: Query): Credentials {
  const rules = { ...engine.options.credentials, world: engine.name };
  return readCredentials(engine.plan.service, request.headers, query, rules);
}
