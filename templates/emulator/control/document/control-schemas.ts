import type { JsonObject } from '@speccast/runtime';
import { list, object, open, record, ref, text } from './draft-schema.js';

const first: JsonObject = { type: 'integer', minimum: 1 };

/** Selects calls or deliveries. */
const hits: JsonObject = {
  description: 'Which calls or deliveries the fault applies to: the first ones, or one of them. Absent: all.',
  oneOf: [object('The first ones.\ntimes', { times: first }), object('Only the n-th.\nnth', { nth: first })],
};

/** Describes a fault: its rule, and how often it applied. */
function counted(description: string, rule: string, hit: string): JsonObject {
  const counters = object(`Its id and counters.
    id integer: Its id, to remove it.
    seen integer: Number of ${hit} that match the rule.
    used integer: Number of ${hit} that it was applied to.`);
  return { description, allOf: [ref(rule), counters] };
}

/** Tables, rows, time and worlds. */
const stateSchemas: JsonObject = {
  Health: object(`The state of the emulator.
    status ok: Always \`ok\`.
    baseUrl: Base path of the service in this world.
    world?: Name of the world; absent for the base.
    time integer: Time of the world, in milliseconds since the epoch.
    service: Name of the service.
    version: Version of the service.
    profile documented|vendor|lenient: How strict the emulator is.
    takesTokens boolean: Whether the service declares a sign-in.
    sendsWebhooks boolean: Whether it declares webhooks or callbacks, or sent some.`),
  Ready: object('The emulator takes requests.\nstatus ok: Always `ok`.'),
  Operation: object(
    `An operation of the service.
    id: Its operationId.
    method: Its HTTP method.
    path: Its path template, below the base path.
    reasons
    names string[]: Its path in the client.
    auth string[][]: Names of the security schemes of each alternative.
    parameters
    cost? integer: Cost of a call, in units.
    bucket?: Bucket of the quota that pays for it.
    uploadPath?: Path for uploads of bytes.`,
    {
      reasons: record('Reasons of errors, by status.', list(text)),
      parameters: list(
        object(`A parameter.
          name: Its name.
          in: Where it is sent.
          effect: Its effect, as a clause: \`sorts\`.`),
      ),
    },
  ),
  Caller: object(`A caller.
    id: Its id: \`emulator.as(token).ownId\`.
    table?: Table with the caller's row, whose key is this id.
    name?: Its title or name.`),
  Table: object(`A table of the state.
    name: Its name.
    rows integer: Number of its rows.`),
  TableRules: object(
    `The rules for the rows of a table.
    name: Its name.
    key: Path of the key.
    references
    hasSchema boolean: Whether rows are validated.`,
    {
      references: list(object('A member that has the key of another row.\npath: Its path.\ntable: The other table.')),
    },
  ),
  Row: open('A row as it is stored.'),
  KeyedRow: object(
    `A row and the key under which it is stored.
    key: Its key.
    row Row
    version: Identifies its content, for \`If-Match\`.
    images? string[]: Paths of images that the emulator serves for it.
    media?`,
    {
      media: object(`Its file.
        path: Where it is served.
        bytes integer: Its length.
        mediaType: Its media type.
        fileName?: Its name.`),
    },
  ),
  Rows: object(`Some rows of a table.
    total integer: Number of all rows that match.
    items KeyedRow[]`),
  Time: object(`The time of a world.
    time integer: Milliseconds since the epoch.
    iso: The same as ISO 8601.`),
  TimeChange: object(
    `One change of the time.
    set?
    advance? number: Milliseconds by which the time is moved on.
    reset? boolean: Whether all changes of the time are undone.`,
    {
      set: {
        description: 'The new time: ISO 8601, or milliseconds since the epoch.',
        oneOf: [text, { type: 'number' }],
      },
    },
  ),
  World: object('A named world.\nname: Its name.\npath: Path prefix that selects it.'),
  Scenario: object(
    `A state: its time and its rows.
    time?
    callers? object: Ignored: a saved state has no tokens.
    replace? boolean: Ignored: the tables always have these rows only.
    tables?`,
    {
      time: { description: 'ISO 8601, or milliseconds since the epoch.', oneOf: [text, { type: 'number' }] },
      tables: record('Rows by table.', list(ref('Row'))),
    },
  ),
  ScenarioEntry: object(`A saved scenario.
    name: Its name.
    time: Its time, as ISO 8601.
    rows integer: Number of its rows.`),
  Seed: object(
    `Rows and callers to add to the state.
    tables?
    callers?
    replace? boolean: Removes all other rows of these tables, and adds none for later callers. Default: false.`,
    {
      tables: record(
        'Rows by table; ${name} is replaced by a new id, or by the id of a caller of that name.',
        list(ref('Row')),
      ),
      callers: record('Tokens by the names of callers, which `${name}` in rows refers to.', text),
    },
  ),
  Step: object(`A snapshot that the world can be restored to.
    id: Its id, for \`snapshots.restore\`.
    entry? integer: Number of the journal entry before it; absent for a snapshot that was requested.
    time integer: Time of the world then, in milliseconds since the epoch.`),
};

/** Tokens that the emulator issued. */
const tokenSchemas: JsonObject = {
  Token: object(`A token, without the token itself.
    id: Its id, to revoke it; not a credential.
    kind access|refresh: Its kind.
    token: Its last four characters.
    user: User whose data it gives access to.
    clientId?: The client that it was issued to; absent: none.
    scopes? string[]: Its scopes; absent: all.
    issuedAt integer: Milliseconds since the epoch.
    expiresAt? integer: Milliseconds since the epoch; absent: never.
    state active|expired|revoked: Its state.`),
  TokenRequest: object(
    `The user and scopes of new tokens.
    user: User whose data they give access to.
    scopes? string[]: Its scopes; absent: all.
    expiresIn?
    clientId?: The client that it is issued to; absent: none.`,
    { expiresIn: { type: 'number', minimum: 0, description: 'Seconds. Default: 3600.' } },
  ),
  NewTokens: object(`New tokens.
    accessToken: Sent with calls of operations.
    refreshToken: Exchanged for new access tokens at the token endpoint.
    expiresAt integer: Time at which the access token expires, in milliseconds since the epoch.`),
};

/** Journal, faults and what was counted. */
const testSchemas: JsonObject = {
  JournalEntry: {
    ...object(`A request and its response, without credentials.
      number integer: Counts from 1.
      time integer: Time of the response, in milliseconds since the epoch by the clock of the world.
      method: HTTP method.
      url?: Address, credentials redacted.
      operation?: operationId; absent if no operation matched.
      status integer: Status; 0 if the connection was closed without a response.
      reason?: Reason of the error.
      path?: Path and query of the address, in summaries.
      durationMs? number: How long the emulator took, in milliseconds.
      caller?: Id of the caller.
      cost? integer: Units that it would cost at the real service.
      file?: Path of the file that was sent, if it is kept; only in \`journal.get\`.`),
    additionalProperties: true,
  },
  Changes: object('Rows that changed.\ntotal integer: Number of all changes; `items` has the first 200.\nitems', {
    items: list(
      object(`A row.
        table: Its table.
        key: Its key.
        before? object: Absent if it was created.
        after? object: Absent if it was deleted.`),
    ),
  }),
  FaultRule: object(
    `A fault of the calls of an operation.
    operation: operationId; * is every operation.
    hits?
    effect FaultEffect
    when?`,
    {
      hits,
      when: object(`The calls that it applies to.
        parameters? object: Values of parameters by name; a list must contain the value.
        caller?: Id of the caller.`),
    },
  ),
  FaultEffect: object(
    `The effect on a call. Its other members depend on the kind.
    kind fail|reply|disconnect|stall|delay|cut|slow: Its kind.
    reason?: fail: a reason that the operation documents.
    status? integer: fail, reply: the status.
    message?: fail: the message.
    headers?
    body? any: reply: the body.
    min? number: delay: shortest wait, in milliseconds.
    max? number: delay: longest wait, in milliseconds.
    bytes? integer: cut: number of bytes of the response that are sent; slow: number of bytes that are sent at once.
    every? integer: slow: milliseconds before the next bytes.
    done? boolean: disconnect: whether the call is performed before the connection closes.`,
    { headers: record('fail, reply: headers of the response.', text) },
  ),
  Fault: counted('A rule and its counters.', 'FaultRule', 'calls'),
  Report: open('Plain data.'),
  Problem: object('An error, in the format of the service.\nerror', {
    error: object('The error.\ncode integer: The status.\nmessage: The message, as a sentence.\nerrors object[]'),
  }),
};

/** Webhooks, their deliveries and faults. */
const webhookSchemas: JsonObject = {
  Webhook: object(`A webhook or callback that the spec declares.
    name: Its name; of a callback: \`subscriptions.insert.onSale\`.
    kind webhook|callback: Its kind.
    method: HTTP method.
    operation?: The operation of a callback.
    on string[]: Events that it is sent on: a table and a change, or call.
    targets string[]: URLs of its receivers, secrets redacted.
    signature: The header with the signature.
    sample? any: A body that matches its schema.`),
  Delivery: object(`A webhook for one receiver.
    number integer: Counts from 1.
    id: The same in each attempt.
    webhook: Name of the webhook.
    method: HTTP method.
    url?: URL of the receiver, secrets redacted; absent if there is none.
    state pending|delivered|failed|rejected|unaddressed|dropped|cancelled: Its state.
    reason?: Why it was not delivered.
    created integer: Time of its cause, in milliseconds since the epoch by the clock of the world.
    next? integer: Time of the next attempt.
    cause: What caused it.
    body? any: Its body.
    attempts object[]
    faults? integer[]`),
  WebhookFaultRule: object(
    `A fault of the deliveries of a webhook.
    webhook: Its name; * is every webhook.
    hits?
    effect`,
    {
      hits,
      effect: object(`The effect on a delivery.
        kind drop|delay|duplicate|reorder|wrongSignature|stale: Its kind.
        milliseconds? number: delay: how much later it is sent, by the clock of the world.`),
    },
  ),
  WebhookFault: counted('A fault of webhooks and its counters.', 'WebhookFaultRule', 'deliveries'),
};

/** The schemas of the control plane. */
export const controlSchemas: JsonObject = { ...stateSchemas, ...tokenSchemas, ...testSchemas, ...webhookSchemas };
