import type { Json, JsonObject, OperationContent } from '@speccast/runtime';
import type { Query } from '@speccast/runtime/parameters';
import { credentialParameters, readParameters } from '@speccast/runtime/requests';
import type { Engine } from '../world/engine.js';
import type { Notes, OperationPlan, Uploads } from '../plan/plan.js';
import { newNotes, rejectOrWarn } from '../plan/notes.js';
import { findToken, stateOf, tokenTable } from './stored-tokens.js';
import type { ReceivedMedia } from '../store/tables.js';
import { withSets } from './check-request.js';
import { withEmptyMembers, withWrittenNumbers } from '../plan/operations/coerce-body.js';
import {
  type Credentials,
  type IssuedToken,
  type KnownCredentials,
  type KnownToken,
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
  const uploads = comesInPieces(plan, query) ? engine.uploads : undefined;
  const { maxBodyBytes } = engine.shared;
  const received = await (uploads === undefined
    ? readBody(request, plan, { maxBytes: maxBodyBytes, media: mediaLimits(engine, request) })
    : uploads.readStart(request, plan, maxBodyBytes));
  const decoded = readParameters(plan, {
    path,
    query,
    headers: request.headers,
    credentials: credentialParameters(engine.plan.service),
    reject: (error) => rejectOrWarn({ profile: engine.shared.profile, notes }, error),
  });
  const params = engine.plan.settings.trims === true ? withoutBlanks(decoded) : decoded;
  const written = received.content?.kind === 'form' ? withEmptyMembers(plan.body, received.body) : received.body;
  const body = withWrittenNumbers(plan.body, withSets(plan, params, written));
  return {
    params,
    ...(body === undefined ? {} : { body }),
    ...(received.media && { media: received.media }),
    ...(received.content && { content: received.content }),
    ...(uploads && { uploads }),
  };
}

/** The parameters with lists as commas separate them, without blanks around the items: `id, snippet` → `['id', 'snippet']`. */
function withoutBlanks(params: JsonObject): JsonObject {
  const trim = (one: Json): Json => (typeof one === 'string' ? one.split(',').map((part) => part.trim()) : one);
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, Array.isArray(value) ? value.flatMap(trim) : value]),
  );
}

/** Whether a request only announces bytes that follow in further requests. */
function comesInPieces({ behaviour }: OperationPlan, query: Query): boolean {
  const protocol = query.get('uploadType') ?? query.get('upload_protocol');
  return protocol === 'resumable' && behaviour.media?.resumable === true;
}

/** Reads the credentials of a request to a world. Rejects invalid ones (400, 401). */
export function identify(engine: Engine, request: Request, query: Query): Credentials {
  const rules = { ...knownTo(engine), world: engine.name, issued: (token: string) => issuedIn(engine, token) };
  return readCredentials(engine.plan.service, request.headers, query, rules);
}

/** The registered credentials. With `auth: 'strict'`, tokens that a scenario names are registered, too. */
function knownTo({ options }: Engine): KnownCredentials & { readonly isStrict: boolean } {
  const { credentials, auth, scenario } = options;
  const isStrict = auth === 'strict';
  const named = isStrict ? Object.values(scenario?.callers ?? {}) : [];
  if (named.length === 0) return { ...credentials, isStrict };
  const users = named.map((token): [string, KnownToken] => [token, {}]);
  return { ...credentials, tokens: { ...Object.fromEntries(users), ...tokensByName(credentials?.tokens) }, isStrict };
}

/** The user and scopes of a token that the emulator issued in a world; undefined for any other. */
function issuedIn(engine: Engine, token: string): IssuedToken | undefined {
  if (engine.world.tables.get(tokenTable) === undefined) return undefined;
  const found = engine.change((tables) => findToken(tables, token, engine.name));
  if (found === undefined) return undefined;
  const { user, client, scopes, kind } = found;
  const state = stateOf(found, engine.clock.now());
  const fault = kind === 'refresh' ? 'This is a refresh token, which calls no operation.' : faults[state];
  return { user, isForClient: user === client, ...(scopes && { scopes }), ...(fault !== undefined && { fault }) };
}

const faults: Readonly<Record<string, string>> = {
  expired: 'The token has expired.',
  revoked: 'The token was revoked.',
};
