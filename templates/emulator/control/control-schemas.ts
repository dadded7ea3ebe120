import type { JsonObject } from '@speccast/runtime';

/** A string. */
export const text: JsonObject = { type: 'string' };
/** A whole number, at least 0. */
export const whole: JsonObject = { type: 'integer', minimum: 0 };
/** An object with any members. */
export const open: JsonObject = { type: 'object', additionalProperties: true };

/** A reference to a schema of the document. */
export function ref(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** An object with these properties, of which the names are required. */
export function objectOf(description: string, properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', description, properties, ...(required.length === 0 ? {} : { required: [...required] }) };
}

/** An array. */
export function listOf(items: JsonObject): JsonObject {
  return { type: 'array', items };
}

/** A schema with a description. */
export function described(schema: JsonObject, description: string): JsonObject {
  return { ...schema, description };
}

/** Which calls or deliveries a fault is about. */
export const hits: JsonObject = {
  description: 'Which of them: the first so many, or the one of a number. Absent: all.',
  oneOf: [
    objectOf('The first ones.', { times: { type: 'integer', minimum: 1 } }, ['times']),
    objectOf('One of them.', { nth: { type: 'integer', minimum: 1 } }, ['nth']),
  ],
};

/** Tables, rows, time and worlds. */
const stateSchemas: JsonObject = {
  Health: objectOf(
    'That the emulator responds, and for whom.',
    {
      status: { type: 'string', enum: ['ok'], description: 'Always the same.' },
      baseUrl: described(text, 'Base path of the service in this world.'),
      world: described(text, 'Name of the world; absent for the base.'),
      time: described(whole, 'Time of the world, in milliseconds since the epoch.'),
      service: described(text, 'Name of the service.'),
      version: described(text, 'Version of the service.'),
      profile: {
        type: 'string',
        enum: ['documented', 'vendor', 'lenient'],
        description: 'How strict the emulator is.',
      },
      takesTokens: { type: 'boolean', description: 'Whether the service declares a sign-in.' },
      sendsWebhooks: { type: 'boolean', description: 'Whether it declares webhooks or callbacks, or sent some.' },
    },
    ['status', 'baseUrl', 'time', 'service', 'version', 'profile', 'takesTokens', 'sendsWebhooks'],
  ),
  Ready: objectOf(
    'That the emulator takes requests.',
    { status: { type: 'string', enum: ['ok'], description: 'Always the same.' } },
    ['status'],
  ),
  Operation: objectOf(
    'An operation of the service.',
    {
      id: described(text, 'Its operationId.'),
      method: described(text, 'Its HTTP method.'),
      path: described(text, 'Its path template, below the base path.'),
      reasons: {
        type: 'object',
        description: 'Reasons of errors, by status.',
        additionalProperties: listOf(text),
      },
      names: described(listOf(text), 'Its path in the client.'),
      auth: described(listOf(listOf(text)), 'Names of the security schemes of each alternative.'),
      parameters: listOf(
        objectOf(
          'A parameter.',
          {
            name: described(text, 'Its name.'),
            in: described(text, 'Where it is sent.'),
            effect: described(text, 'What follows from its value, as a clause: `sorts`.'),
          },
          ['name', 'in', 'effect'],
        ),
      ),
      cost: described(whole, 'What a call costs, in units.'),
      bucket: described(text, 'The quota that pays.'),
      uploadPath: described(text, 'The path that takes bytes.'),
    },
    ['id', 'method', 'path', 'reasons', 'names', 'auth', 'parameters'],
  ),
  Caller: objectOf(
    'Who has called.',
    {
      id: described(text, 'Id, as `emulator.as(token).ownId` gives it.'),
      table: described(text, 'Table of the row with this key, which represents the caller.'),
      name: described(text, 'Its title or name.'),
    },
    ['id'],
  ),
  Table: objectOf(
    'A table of the state.',
    {
      name: described(text, 'Its name.'),
      rows: described(whole, 'How many rows it has.'),
    },
    ['name', 'rows'],
  ),
  TableRules: objectOf(
    'What is known about the rows of a table.',
    {
      name: described(text, 'Its name.'),
      key: described(text, 'Path of the key.'),
      references: listOf(
        objectOf(
          'A member that has the key of another row.',
          { path: described(text, 'Its path.'), table: described(text, 'The other table.') },
          ['path', 'table'],
        ),
      ),
      hasSchema: { type: 'boolean', description: 'Whether rows are validated.' },
    },
    ['name', 'key', 'references', 'hasSchema'],
  ),
  Row: described(open, 'A row as it is stored.'),
  KeyedRow: objectOf(
    'A row and the key under which it is stored.',
    {
      key: described(text, 'Its key.'),
      row: ref('Row'),
      version: described(text, 'Identifies its content, for `If-Match`.'),
      images: described(listOf(text), 'Paths of images that the emulator serves for it.'),
      media: objectOf(
        'Its file.',
        {
          path: described(text, 'Where it is served.'),
          bytes: described(whole, 'Its length.'),
          mediaType: described(text, 'Its media type.'),
          fileName: described(text, 'Its name.'),
        },
        ['path', 'bytes', 'mediaType'],
      ),
    },
    ['key', 'row', 'version'],
  ),
  Rows: objectOf(
    'Some rows of a table.',
    { total: described(whole, 'How many there are in all.'), items: listOf(ref('KeyedRow')) },
    ['total', 'items'],
  ),
  Time: objectOf(
    'The time of a world.',
    { time: described(whole, 'Milliseconds since the epoch.'), iso: described(text, 'The same as ISO 8601.') },
    ['time', 'iso'],
  ),
  TimeChange: objectOf('One change of the time.', {
    set: { description: 'The new time: ISO 8601, or milliseconds since the epoch.', oneOf: [text, { type: 'number' }] },
    advance: { type: 'number', description: 'Milliseconds by which the time is moved on.' },
    reset: { type: 'boolean', description: 'Whether all changes of the time are undone.' },
  }),
  World: objectOf(
    'A named world.',
    { name: described(text, 'Its name.'), path: described(text, 'Path prefix that selects it.') },
    ['name', 'path'],
  ),
  Scenario: objectOf('A state.', {
    time: { description: 'ISO 8601, or milliseconds since the epoch.', oneOf: [text, { type: 'number' }] },
    callers: described(open, 'Not kept: tokens are no part of a state.'),
    replace: { type: 'boolean', description: 'Makes no difference: the tables have these rows alone.' },
    tables: {
      type: 'object',
      description: 'Rows by table.',
      additionalProperties: listOf(ref('Row')),
    },
  }),
  ScenarioEntry: objectOf(
    'A saved scenario.',
    {
      name: described(text, 'Its name.'),
      time: described(text, 'Its time, as ISO 8601.'),
      rows: described(whole, 'How many rows it has.'),
    },
    ['name', 'time', 'rows'],
  ),
  Seed: objectOf('What is added to the state.', {
    tables: {
      type: 'object',
      description: 'Rows by table; ${name} is replaced by a new id, or by the id of a caller of that name.',
      additionalProperties: listOf(ref('Row')),
    },
    callers: {
      type: 'object',
      description: 'Tokens by the name under which rows speak of callers.',
      additionalProperties: text,
    },
    replace: { type: 'boolean', description: 'The tables have no other rows, for later callers, too. Default: false.' },
  }),
  Step: objectOf(
    'A moment to which the world can go back.',
    {
      id: described(text, 'Names it for `restore`.'),
      entry: described(whole, 'Number of the journal entry after which it was; absent where it was asked for.'),
      time: described(whole, 'Time of the world then, in milliseconds since the epoch.'),
    },
    ['id', 'time'],
  ),
};

/** Tokens that the emulator issued. */
const tokenSchemas: JsonObject = {
  Token: objectOf(
    'A token, without the token itself.',
    {
      id: described(text, 'Names it for removal; it is no credential.'),
      kind: { type: 'string', enum: ['access', 'refresh'], description: 'What it is for.' },
      token: described(text, 'Its last four characters.'),
      user: described(text, 'Whose data it gives access to.'),
      clientId: described(text, 'The client that it was issued to; absent: none.'),
      scopes: { ...listOf(text), description: 'Its scopes; absent: all.' },
      issuedAt: described(whole, 'Milliseconds since the epoch.'),
      expiresAt: described(whole, 'Milliseconds since the epoch; absent: never.'),
      state: { type: 'string', enum: ['active', 'expired', 'revoked'], description: 'Whether it works.' },
    },
    ['id', 'kind', 'token', 'user', 'issuedAt', 'state'],
  ),
  TokenRequest: objectOf(
    'What a token is issued for.',
    {
      user: described(text, 'Whose data it gives access to.'),
      scopes: { ...listOf(text), description: 'Its scopes; absent: all.' },
      expiresIn: { type: 'number', minimum: 0, description: 'Seconds. Default: 3600.' },
      clientId: described(text, 'The client that it is issued to; absent: none.'),
    },
    ['user'],
  ),
  NewTokens: objectOf(
    'New tokens.',
    {
      accessToken: described(text, 'Calls operations.'),
      refreshToken: described(text, 'Gives further access tokens at the token endpoint.'),
      expiresAt: described(whole, 'When the access token ends, in milliseconds since the epoch.'),
    },
    ['accessToken', 'refreshToken', 'expiresAt'],
  ),
};

/** Journal, faults and what was counted. */
const testSchemas: JsonObject = {
  JournalEntry: {
    ...objectOf(
      'A request and its response, without credentials.',
      {
        number: described(whole, 'Counts from 1.'),
        time: described(whole, 'Time of the response, in milliseconds since the epoch by the clock of the world.'),
        method: described(text, 'HTTP method.'),
        url: described(text, 'Address, credentials redacted.'),
        operation: described(text, 'operationId, where it led to one.'),
        status: described(whole, 'Status; 0 where the connection broke.'),
        reason: described(text, 'Reason of the error.'),
        path: described(text, 'Path and query of the address, in summaries.'),
        durationMs: { type: 'number', description: 'How long the emulator took, in milliseconds.' },
        caller: described(text, 'Id of the caller.'),
        cost: described(whole, 'Units that it would cost at the real service.'),
        file: described(text, 'Where the file is that it sent, of one entry, if it is kept.'),
      },
      ['number', 'time', 'method', 'status'],
    ),
    additionalProperties: true,
  },
  Changes: objectOf(
    'Rows that changed.',
    {
      total: described(whole, 'How many; the first 200 are told.'),
      items: listOf(
        objectOf(
          'A row.',
          {
            table: described(text, 'Its table.'),
            key: described(text, 'Its key.'),
            before: described(open, 'Absent if it was created.'),
            after: described(open, 'Absent if it was deleted.'),
          },
          ['table', 'key'],
        ),
      ),
    },
    ['total', 'items'],
  ),
  FaultRule: objectOf(
    'What goes wrong with the calls of an operation.',
    {
      operation: described(text, 'operationId; * is every operation.'),
      hits,
      effect: ref('FaultEffect'),
      when: objectOf('What a call has to be like.', {
        parameters: described(open, 'Values of parameters by name; of a list one item.'),
        caller: described(text, 'Id of the caller.'),
      }),
    },
    ['operation', 'effect'],
  ),
  FaultEffect: objectOf(
    'What happens to a call; which members it has depends on the kind.',
    {
      kind: {
        type: 'string',
        enum: ['fail', 'reply', 'disconnect', 'stall', 'delay', 'cut', 'slow'],
        description: 'What it is.',
      },
      reason: described(text, 'fail: a reason that the operation documents.'),
      status: described(whole, 'fail, reply: the status.'),
      message: described(text, 'fail: the message.'),
      headers: { type: 'object', description: 'fail, reply: headers of the response.', additionalProperties: text },
      body: { description: 'reply: the body.' },
      min: { type: 'number', description: 'delay: shortest wait, in milliseconds.' },
      max: { type: 'number', description: 'delay: longest wait, in milliseconds.' },
      bytes: described(whole, 'cut: how many bytes of the response are sent; slow: how many at once.'),
      every: described(whole, 'slow: milliseconds between them.'),
      done: { type: 'boolean', description: 'disconnect: whether the call is carried out before.' },
    },
    ['kind'],
  ),
  Fault: {
    description: 'A rule and its counters.',
    allOf: [
      ref('FaultRule'),
      objectOf(
        'What has become of it.',
        {
          id: described(whole, 'Names it for removal.'),
          seen: described(whole, 'Calls it could have hit.'),
          used: described(whole, 'Calls it has hit.'),
        },
        ['id', 'seen', 'used'],
      ),
    ],
  },
  Report: described(open, 'What was counted, as plain data.'),
  Problem: objectOf(
    'An error, in the format of the service.',
    {
      error: objectOf(
        'The error.',
        { code: described(whole, 'The status.'), message: described(text, 'In a sentence.'), errors: listOf(open) },
        ['code', 'message', 'errors'],
      ),
    },
    ['error'],
  ),
};

/** The schemas of the control plane. */
export const controlSchemas: JsonObject = { ...stateSchemas, ...tokenSchemas, ...testSchemas };
