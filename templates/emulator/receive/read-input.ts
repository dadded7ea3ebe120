import type { Json, JsonObject, OperationContent } from '@speccast/runtime';
import type { Query } from '@speccast/runtime/parameters';
import { credentialParameters, readParameters } from '@speccast/runtime/requests';
import type { Engine } from '../world/engine.js';
import type { Notes, OperationPlan, Uploads } from '../plan/plan.js';
import { newNotes, rejectOrWarn } from '../plan/notes.js';
import { findToken, readTokenState, tokenTable } from './stored-tokens.js';
import type { ReceivedMedia } from '../store/media.js';
import { withSets } from './check-request.js';
import { withEmptyMembers, withWrittenNumbers } from '../plan/operations/coerce-body.js';
import {
  type Credentials,
  type IssuedToken,
  type KnownCredentials,
  readCredentials,
  tokensByName,
} from './credentials.js';
import { mediaLimits } from './media-limits.js';
import { readBody } from './read-body.js';

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
  const { profile, maxBodyBytes } = engine.shared;
  const protocol = query.get('uploadType') ?? query.get('upload_protocol');
  // A request that starts a resumable upload only announces the bytes that follow in further requests.
  const isStart = protocol === 'resumable' && plan.behaviour.media?.resumable === true;
  const uploads = isStart ? engine.uploads : undefined;
  const {
    body: received,
    media,
    content,
  } = await (uploads
    ? uploads.readStart(request, plan, maxBodyBytes)
    : readBody(request, plan, { maxBytes: maxBodyBytes, media: mediaLimits(engine, request) }));
  const params = readParameters(plan, {
    path,
    query,
    headers: request.headers,
    credentials: credentialParameters(engine.plan.service),
    reject: (error) => rejectOrWarn({ profile, notes }, error),
  });
  const trimmed = engine.plan.settings.trims === true ? trimLists(params) : params;
  const written = content?.kind === 'form' ? withEmptyMembers(plan.body, received) : received;
  const body = withWrittenNumbers(plan.body, withSets(plan, trimmed, written));
  return {
    params: trimmed,
    ...(body !== undefined && { body }),
    ...(media && { media }),
    ...(content && { content }),
    ...(uploads && { uploads }),
  };
}

/** Removes the blanks around the items of lists: `['id, snippet']` → `['id', 'snippet']`. */
function trimLists(params: JsonObject): JsonObject {
  const trim = (one: Json): Json => (typeof one === 'string' ? one.split(',').map((part) => part.trim()) : one);
  const entries = Object.entries(params).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.flatMap(trim) : value,
  ]);
  return Object.fromEntries(entries);
}

/** Reads the credentials of a request to a world. Rejects invalid ones (400, 401). */
export function identify(engine: Engine, request: Request, query: Query): Credentials {
  const rules = { ...listKnown(engine), world: engine.name, issued: (token: string) => findIssued(engine, token) };
  return readCredentials(engine.plan.service, request.headers, query, rules);
}

/** Lists the registered credentials. With `auth: 'strict'`, the tokens of a scenario are registered, too. */
function listKnown({ options }: Engine): KnownCredentials & { readonly isStrict: boolean } {
  const { credentials, auth, scenario } = options;
  const isStrict = auth === 'strict';
  const named = isStrict ? Object.values(scenario?.callers ?? {}) : [];
  if (named.length === 0) return { ...credentials, isStrict };
  return { ...credentials, tokens: { ...tokensByName(named), ...tokensByName(credentials?.tokens) }, isStrict };
}

/** Finds the user and scopes of a token that the emulator issued in a world. */
function findIssued(engine: Engine, token: string): IssuedToken | undefined {
  if (engine.world.tables.get(tokenTable) === undefined) return undefined;
  const found = engine.change((tables) => findToken(tables, token, engine.name));
  if (found === undefined) return undefined;
  const { user, client, scopes, kind } = found;
  const state = readTokenState(found, engine.clock.now());
  const fault = kind === 'refresh' ? 'This is a refresh token, which calls no operation.' : faults[state];
  return { user, isForClient: user === client, ...(scopes && { scopes }), ...(fault !== undefined && { fault }) };
}

const faults: Readonly<Record<string, string>> = {
  expired: 'The token has expired.',
  revoked: 'The token was revoked.',
};
