import type { JsonObject } from '@speccast/runtime';
import { list, object, open, record, ref, text } from './draft-schema.js';

const first: JsonObject = { type: 'integer', minimum: 1 };

/** Selects calls or deliveries. */
const hits: JsonObject = {
  description: 'Which of them: the first so many, or the one of a number. Absent: all.',
  oneOf: [object('The first ones.\ntimes', { times: first }), object('One of them.\nnth', { nth: first })],
};

/** Describes a fault: its rule, and how often it applied. */
function counted(description: string, rule: string, hit: string): JsonObject {
  const counters = object(`What has become of it.
    id integer: Names it for removal.
    seen integer: ${hit} it could have hit.
    used integer: ${hit} it has hit.`);
  return { description, allOf: [ref(rule), counters] };
}

/** Tables, rows, time and worlds. */
const stateSchemas: JsonObject = {
  Health: object(`That the emulator responds, and for whom.
    status ok: Always the same.
    baseUrl: Base path of the service in this world.
    world?: Name of the world; absent for the base.
    time integer: Time of the world, in milliseconds since the epoch.
    service: Name of the service.
    version: Version of the service.
    profile documented|vendor|lenient: How strict the emulator is.
    takesTokens boolean: Whether the service declares a sign-in.
    sendsWebhooks boolean: Whether it declares webhooks or callbacks, or sent some.`),
  Ready: object('That the emulator takes requests.\nstatus ok: Always the same.'),
  Operation: object(
    `An operation of the service.
    id: Its operationId.
    method: Its HTTP method.
    path: Its path template, below the base path.
    reasons
    names string[]: Its path in the client.
    auth string[][]: Names of the security schemes of each alternative.
    parameters
    cost? integer: What a call costs, in units.
    bucket?: The quota that pays.
    uploadPath?: The path that takes bytes.`,
    {
      reasons: record('Reasons of errors, by status.', list(text)),
      parameters: list(
        object(`A parameter.
          name: Its name.
          in: Where it is sent.
          effect: What follows from its value, as a clause: \`sorts\`.`),
      ),
    },
  ),
  Caller: object(`Who has called.
    id: Id, as \`emulator.as(token).ownId\` gives it.
    table?: Table of the row with this key, which represents the caller.
    name?: Its title or name.`),
  Table: object(`A table of the state.
    name: Its name.
    rows integer: How many rows it has.`),
  TableRules: object(
    `What is known about the rows of a table.
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
    total integer: How many there are in all.
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
    `A state.
    time?
    callers? object: Not kept: tokens are no part of a state.
    replace? boolean: Makes no difference: the tables have these rows alone.
    tables?`,
    {
      time: { description: 'ISO 8601, or milliseconds since the epoch.', oneOf: [text, { type: 'number' }] },
      tables: record('Rows by table.', list(ref('Row'))),
    },
  ),
  ScenarioEntry: object(`A saved scenario.
    name: Its name.
    time: Its time, as ISO 8601.
    rows integer: How many rows it has.`),
  Seed: object(
    `What is added to the state.
    tables?
    callers?
    replace? boolean: The tables have no other rows, for later callers, too. Default: false.`,
    {
      tables: record(
        'Rows by table; ${name} is replaced by a new id, or by the id of a caller of that name.',
        list(ref('Row')),
      ),
      callers: record('Tokens by the name under which rows speak of callers.', text),
    },
  ),
  Step: object(`A moment to which the world can go back.
    id: Names it for \`restore\`.
    entry? integer: Number of the journal entry after which it was; absent where it was asked for.
    time integer: Time of the world then, in milliseconds since the epoch.`),
};

/** Tokens that the emulator issued. */
const tokenSchemas: JsonObject = {
  Token: object(`A token, without the token itself.
    id: Names it for removal; it is no credential.
    kind access|refresh: What it is for.
    token: Its last four characters.
    user: Whose data it gives access to.
    clientId?: The client that it was issued to; absent: none.
    scopes? string[]: Its scopes; absent: all.
    issuedAt integer: Milliseconds since the epoch.
    expiresAt? integer: Milliseconds since the epoch; absent: never.
    state active|expired|revoked: Whether it works.`),
  TokenRequest: object(
    `What a token is issued for.
    user: Whose data it gives access to.
    scopes? string[]: Its scopes; absent: all.
    expiresIn?
    clientId?: The client that it is issued to; absent: none.`,
    { expiresIn: { type: 'number', minimum: 0, description: 'Seconds. Default: 3600.' } },
  ),
  NewTokens: object(`New tokens.
    accessToken: Calls operations.
    refreshToken: Gives further access tokens at the token endpoint.
    expiresAt integer: When the access token ends, in milliseconds since the epoch.`),
};

/** Journal, faults and what was counted. */
const testSchemas: JsonObject = {
  JournalEntry: {
    ...object(`A request and its response, without credentials.
      number integer: Counts from 1.
      time integer: Time of the response, in milliseconds since the epoch by the clock of the world.
      method: HTTP method.
      url?: Address, credentials redacted.
      operation?: operationId, where it led to one.
      status integer: Status; 0 where the connection broke.
      reason?: Reason of the error.
      path?: Path and query of the address, in summaries.
      durationMs? number: How long the emulator took, in milliseconds.
      caller?: Id of the caller.
      cost? integer: Units that it would cost at the real service.
      file?: Where the file is that it sent, of one entry, if it is kept.`),
    additionalProperties: true,
  },
  Changes: object('Rows that changed.\ntotal integer: How many; the first 200 are told.\nitems', {
    items: list(
      object(`A row.
        table: Its table.
        key: Its key.
        before? object: Absent if it was created.
        after? object: Absent if it was deleted.`),
    ),
  }),
  FaultRule: object(
    `What goes wrong with the calls of an operation.
    operation: operationId; * is every operation.
    hits?
    effect FaultEffect
    when?`,
    {
      hits,
      when: object(`What a call has to be like.
        parameters? object: Values of parameters by name; of a list one item.
        caller?: Id of the caller.`),
    },
  ),
  FaultEffect: object(
    `What happens to a call; which members it has depends on the kind.
    kind fail|reply|disconnect|stall|delay|cut|slow: What it is.
    reason?: fail: a reason that the operation documents.
    status? integer: fail, reply: the status.
    message?: fail: the message.
    headers?
    body? any: reply: the body.
    min? number: delay: shortest wait, in milliseconds.
    max? number: delay: longest wait, in milliseconds.
    bytes? integer: cut: how many bytes of the response are sent; slow: how many at once.
    every? integer: slow: milliseconds between them.
    done? boolean: disconnect: whether the call is carried out before.`,
    { headers: record('fail, reply: headers of the response.', text) },
  ),
  Fault: counted('A rule and its counters.', 'FaultRule', 'Calls'),
  Report: open('What was counted, as plain data.'),
  Problem: object('An error, in the format of the service.\nerror', {
    error: object('The error.\ncode integer: The status.\nmessage: In a sentence.\nerrors object[]'),
  }),
};

/** Webhooks, their deliveries and faults. */
const webhookSchemas: JsonObject = {
  Webhook: object(`A webhook or callback that the spec declares.
    name: Its name; of a callback after that of its operation.
    kind webhook|callback: What it is.
    method: HTTP method.
    operation?: The operation that announces a callback.
    on string[]: What it is sent on by itself: a table and a change, or call.
    targets string[]: Where it goes now, secrets redacted.
    signature: The header with the signature.
    sample? any: A body that its schema takes.`),
  Delivery: object(`A webhook for one receiver.
    number integer: Counts from 1.
    id: The same in each attempt.
    webhook: Name of the webhook.
    method: HTTP method.
    url?: Where it goes, secrets redacted; absent where nobody subscribed.
    state pending|delivered|failed|rejected|unaddressed|dropped|cancelled: What became of it.
    reason?: Why it was not delivered.
    created integer: When it was caused, in milliseconds since the epoch by the clock of the world.
    next? integer: When the next attempt is due.
    cause: What caused it.
    body? any: Its body.
    attempts object[]
    faults? integer[]`),
  WebhookFaultRule: object(
    `What goes wrong with the deliveries of a webhook.
    webhook: Its name; * is every webhook.
    hits?
    effect`,
    {
      hits,
      effect: object(`What happens to a delivery.
        kind drop|delay|duplicate|reorder|wrongSignature|stale: What it is.
        milliseconds? number: delay: how much later it is sent, by the clock of the world.`),
    },
  ),
  WebhookFault: counted('A fault of webhooks and its counters.', 'WebhookFaultRule', 'Deliveries'),
};

/** The schemas of the control plane. */
export const controlSchemas: JsonObject = { ...stateSchemas, ...tokenSchemas, ...testSchemas, ...webhookSchemas };
