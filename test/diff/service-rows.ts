import type { ChangeRow } from './change-row.js';

/** Single changes of service, and what they are. */
export const serviceRows: readonly ChangeRow[] = [
  {
    name: 'a base address that is new',
    edits: [
      ['servers: [{', "servers: [{ url: 'https://library.example/v1' }, { url: /v2 }, {"],
      ["{ url: 'https://library.example/v1' }, { url: 'https://{", "{ url: 'https://{"],
    ],
    want: ['feature server-added - servers./v2: the base address "/v2" is new [] new 3:50'],
    back: ['breaking server-removed -'],
  },
  {
    name: 'a base address that is gone',
    edits: [["{ url: 'https://library.example/v1' }, ", '']],
    want: [
      'breaking server-removed - servers.https://library.example/v1: the base address "https://library.example/v1" is gone [] old 3:11',
    ],
    back: ['feature server-added -', 'breaking default-server-changed -'],
  },
  {
    name: 'another base address first',
    edits: [
      ["servers: [{ url: 'https://library.example/v1' }, {", 'servers: [{'],
      ['enum: [eu, us] } } }]', "enum: [eu, us] } } }, { url: 'https://library.example/v1' }]"],
    ],
    want: [
      'breaking default-server-changed - servers: calls go to "https://{place}.example" where nothing else is said, and went to "https://library.example/v1" [] new 3:11',
    ],
    back: ['breaking default-server-changed -'],
  },
  {
    name: 'another default of a variable of a base address',
    edits: [['default: eu', 'default: us']],
    want: [
      'breaking server-variable-changed - servers.https://{place}.example.place: "place" is "us" by default, and was "eu" [] new 3:50',
    ],
    back: ['breaking server-variable-changed -'],
  },
  {
    name: 'a value more of a variable of a base address',
    edits: [['enum: [eu, us]', 'enum: [eu, us, asia]']],
    want: ['feature server-value-added - servers.https://{place}.example.place: "place" may be "asia" [] new 3:50'],
    back: ['breaking server-variable-changed -'],
  },
  {
    name: 'a way to authenticate that is new',
    edits: [['    key: {', '    cookie: { type: apiKey, in: cookie, name: session }\n    key: {']],
    want: [
      'feature security-scheme-added - securitySchemes.cookie: the way to authenticate "cookie" is new [] new 70:5',
    ],
    back: ['breaking security-scheme-removed -'],
  },
  {
    name: 'a way to authenticate that is gone',
    edits: [['    key: { type: apiKey, in: header, name: X-Key }\n', '']],
    want: ['breaking security-scheme-removed - securitySchemes.key: the way to authenticate "key" is gone [] old 70:5'],
    back: ['feature security-scheme-added -'],
  },
  {
    name: 'a credential in another place',
    edits: [['in: header, name: X-Key', 'in: query, name: key']],
    want: [
      'breaking security-scheme-changed - securitySchemes.key: the way to authenticate "key" is a key in the query "key", and was a key in the header "X-Key" [] new 70:5',
    ],
    back: ['breaking security-scheme-changed -'],
  },
  {
    name: 'one more place for a token',
    edits: [['token: { type: oauth2,', 'token: { type: oauth2, x-query-parameter: access_token,']],
    want: [
      'feature security-scheme-extended - securitySchemes.token: the way to authenticate "token" may also travel in the query [] new 69:5',
    ],
    back: ['breaking security-scheme-changed -'],
  },
  {
    name: 'another flow that gives tokens',
    edits: [
      [
        "implicit: { authorizationUrl: 'https://library.example/auth'",
        "clientCredentials: { tokenUrl: 'https://library.example/token'",
      ],
    ],
    want: [
      'feature security-scheme-extended - securitySchemes.token: the way to authenticate "token" tells where tokens are renewed [] new 69:5',
      'breaking security-scheme-changed - securitySchemes.token: the way to authenticate "token" has no flow "implicit" any more [] new 69:5',
      'feature security-scheme-extended - securitySchemes.token: the way to authenticate "token" has the new flow "clientCredentials" [] new 69:5',
    ],
    back: ['breaking security-scheme-changed -', 'feature security-scheme-extended -'],
  },
  {
    name: 'a scope that may be asked for',
    edits: [['read: Reads., write: Writes.', 'read: Reads., write: Writes., admin: All.']],
    want: ['fix docs-changed - securitySchemes.token: the list of scopes changed [] new 69:5'],
    back: ['fix docs-changed -'],
  },
  {
    name: 'a credential besides',
    edits: [['security: [{ token: [read] }]', 'security: [{ token: [read], key: [] }]']],
    want: [
      'breaking auth-alternative-removed - security: "token" with "read" is not enough any more: it takes "token" with "read" and "key" [books.list books.insert books.update events.list listReaders addReader] new 4:1',
    ],
    back: ['feature auth-alternative-added -'],
  },
  {
    name: 'a webhook that is answered with nothing',
    edits: [[/description: Thanks\., content.*/, 'description: Thanks. } }']],
    want: ['breaking webhook-changed - webhooks.returned: there is no body of the response any more [] new 65:7'],
    back: ['breaking webhook-changed -'],
  },
  {
    name: 'a text about the service',
    edits: [['Books and readers.', 'Books.']],
    want: ['fix docs-changed - info: the text changed [] new 2:1'],
    back: ['fix docs-changed -'],
  },
  {
    name: 'an extension of the service',
    edits: [['info: {', 'x-decisions: { loans: Free. }\ninfo: {']],
    want: ['fix extension-changed - extensions: "x-decisions" is new [] new 1:1'],
    back: ['fix extension-changed -'],
  },
  {
    name: 'a scope that is needed everywhere',
    edits: [['security: [{ token: [read] }]', 'security: [{ token: [read, write] }]']],
    want: [
      'breaking scope-added - security: the scope "write" is needed [books.list books.insert books.update events.list listReaders addReader] new 4:1',
    ],
    back: ['feature scope-removed -'],
  },
  {
    name: 'a scope that is needed no more',
    edits: [['security: [{ token: [read] }]', 'security: [{ token: [] }]']],
    want: [
      'feature scope-removed - security: the scope "read" is not needed any more [books.list books.insert books.update events.list listReaders addReader] new 4:1',
    ],
    back: ['breaking scope-added -'],
  },
  {
    name: 'one more way to be let in',
    edits: [['security: [{ token: [read] }]', 'security: [{ token: [read] }, { key: [] }]']],
    want: [
      'feature auth-alternative-added - security: "key" is enough, too [books.list books.insert books.update events.list listReaders addReader] new 4:1',
    ],
    back: ['breaking auth-alternative-removed -'],
  },
  {
    name: 'no credential any more',
    edits: [['security: [{ token: [read] }]', 'security: [{ token: [read] }, {}]']],
    want: [
      'feature auth-optional - security: no credential is needed any more [books.list books.insert books.update events.list listReaders addReader] new 4:1',
    ],
    back: ['breaking auth-required -'],
  },
  {
    name: 'a credential where none was needed',
    edits: [['security: []', 'security: [{ key: [] }]']],
    want: [
      'breaking auth-required - operations.books.get.security: a credential is needed: "key" [books.get] new 32:7',
    ],
    back: ['feature auth-optional -'],
  },
  {
    name: 'another way to be let in',
    edits: [['security: [{ token: [read] }]', 'security: [{ key: [] }]']],
    want: [
      'breaking auth-alternative-removed - security: "token" with "read" is not enough any more [books.list books.insert books.update events.list listReaders addReader] new 4:1',
      'feature auth-alternative-added - security: "key" is enough, too [books.list books.insert books.update events.list listReaders addReader] new 4:1',
    ],
    back: ['breaking auth-alternative-removed -', 'feature auth-alternative-added -'],
  },
  {
    name: 'a webhook that is new',
    edits: [['webhooks:\n', `webhooks:\n  lost: { post: { responses: { '200': { description: Thanks. } } } }\n`]],
    want: ['feature webhook-added - webhooks.lost: the webhook "lost" is new [] new 63:17'],
    back: ['breaking webhook-removed -'],
  },
  {
    name: 'a webhook that is gone',
    edits: [[/webhooks:[^]*?components:/, 'components:']],
    want: ['breaking webhook-removed - webhooks.returned: the webhook "returned" is gone [] old 65:7'],
    back: ['feature webhook-added -'],
  },
  {
    name: 'another signature of webhooks',
    edits: [['webhooks:\n', `x-webhook-signature: { header: X-Signature, algorithm: hmac-sha256 }\nwebhooks:\n`]],
    want: [
      'breaking webhook-signature-changed - webhooks.signature: it is signed {"header":"X-Signature","algorithm":"hmac-sha256"}, and was signed as by default [] new 62:1',
    ],
    back: ['breaking webhook-signature-changed -'],
  },
  {
    name: 'another method of a webhook',
    edits: [['  returned:\n    post:', '  returned:\n    put:']],
    want: ['breaking webhook-changed - webhooks.returned: it comes with "PUT", and came with "POST" [] new 65:7'],
    back: ['breaking webhook-changed -'],
  },
  {
    name: 'a property that a webhook sends no more',
    edits: [[', late: { type: boolean }', '']],
    want: ['breaking property-removed received schemas.Return.late: the property "late" is gone [returned] old 105:91'],
    back: ['feature property-added received'],
  },
  {
    name: 'a property that a webhook always sends',
    edits: [['required: [book]', 'required: [book, late]']],
    want: [
      'feature property-required received schemas.Return.late: the property "late" is required [returned] new 105:97',
    ],
    back: ['breaking property-optional received'],
  },
  {
    name: 'a limit of the response to a webhook',
    edits: [['fee: { type: number }', 'fee: { type: number, maximum: 9 }']],
    want: ['breaking limit-tightened sent schemas.Answer.fee: maximum is 9, and there was none [returned] new 107:48'],
    back: ['feature limit-loosened sent'],
  },
  {
    name: 'a reason of errors',
    edits: [['info: {', `x-reasons: { '404': [lost] }\ninfo: {`]],
    want: ['feature reason-added - reasons: errors can carry "lost" [] new 2:1'],
    back: ['breaking export-removed -', 'breaking reason-removed -'],
  },
  {
    name: 'whom to ask, and under which terms',
    edits: [
      [
        'description: Books and readers. }',
        "description: Books and readers., contact: { name: Ada }, license: { name: MIT }, termsOfService: 'https://library.example/terms' }",
      ],
    ],
    want: [
      'fix docs-changed - info.contact: the contact is new [] new 2:74',
      'fix docs-changed - info.termsOfService: the address of the terms of service is new [] new 2:122',
      'fix docs-changed - info.license: the licence is new [] new 2:98',
    ],
    back: ['fix docs-changed -'],
  },
  {
    name: 'what is said of tags',
    edits: [['servers: [', 'tags: [{ name: books, description: All about books. }]\nservers: [']],
    want: ['fix docs-changed - tags.books: the tag "books" is described [] new 3:8'],
    back: ['fix docs-changed -'],
  },
  {
    name: 'what is said elsewhere',
    edits: [['servers: [', "externalDocs: { url: 'https://library.example/docs' }\nservers: ["]],
    want: ['fix docs-changed - externalDocs: what is said elsewhere (externalDocs) is new [] new 3:1'],
    back: ['fix docs-changed -'],
  },
  {
    name: 'a text about a variable of a base address',
    edits: [['place: { default: eu,', 'place: { description: Where the service runs., default: eu,']],
    want: ['fix docs-changed - servers.https://{place}.example.place: the text changed [] new 3:50'],
    back: ['fix docs-changed -'],
  },
  {
    name: 'other rows that the emulator starts with',
    edits: [['info: {', 'x-seed: { tables: {} }\ninfo: {']],
    want: ['fix emulator-data-changed - x-seed: the rows that the emulator starts with are new [] new 2:1'],
    back: ['fix emulator-data-changed -'],
  },
  {
    name: 'other checks of servers',
    edits: [
      [
        'info: {',
        'x-conformance: { sections: { general: [{ id: G1, title: Books are listed, source: public, steps: [{ call: books.list }] }] } }\ninfo: {',
      ],
    ],
    want: ['fix checks-changed - x-conformance: the checks of `conformance` are new [] new 2:1'],
    back: ['fix checks-changed -'],
  },
  {
    name: 'a header that comes with a webhook',
    edits: [
      [
        "    post:\n      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Return'",
        "    post:\n      parameters: [{ name: X-Signature, in: header, required: true, schema: { type: string } }]\n      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Return'",
      ],
    ],
    want: [
      'feature required-parameter-added received webhooks.returned.parameters.X-Signature: the required parameter "X-Signature" is new [] new 65:20',
    ],
    back: ['breaking parameter-removed received'],
  },
  {
    name: 'another status that a webhook may be answered with',
    edits: [["'200': { description: Thanks.,", "'202': { description: Later. }, '200': { description: Thanks.,"]],
    want: [
      'feature response-added - webhooks.returned.responses.202: status 202 is accepted as a response [] new 66:27',
    ],
    back: ['breaking response-removed sent'],
  },
  {
    name: 'another media type of a webhook',
    edits: [
      [
        "requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Return' } } } }",
        "requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Return' } }, text/plain: { schema: { type: string } } } }",
      ],
    ],
    want: ['breaking webhook-changed - webhooks.returned: its body may be of the type "text/plain" [] new 65:7'],
    back: ['breaking media-type-removed received'],
  },
];
