/** Codes of changes outside of schemas: the service, its operations and what belongs to them. */
export const operationCodes = {
  'client-renamed': {
    breaking: 'The package is called otherwise, and so are the function that creates the client and the classes of it.',
    why: 'What makes the client is an export of the package.',
  },
  'server-added': { feature: 'A base address is new.', why: 'Callers may choose it.' },
  'server-removed': {
    breaking: 'A base address is gone.',
    why: 'Calls that go there are not known to get a response any more.',
  },
  'default-server-changed': {
    breaking: 'Another base address is the first one, which calls go to where nothing else is said.',
    why: 'The same call goes elsewhere, and neither compiler nor validator notices.',
  },
  'server-variable-changed': {
    breaking: 'A variable of a base address is gone or new, has another default, or a value less.',
    why: 'The same call goes elsewhere or nowhere.',
  },
  'server-value-added': { feature: 'A variable of a base address has one more value.', why: 'Callers may choose it.' },
  'security-scheme-added': { feature: 'A way to authenticate is new.', why: 'Callers may choose it.' },
  'security-scheme-removed': {
    breaking: 'A way to authenticate is gone.',
    why: 'Callers who authenticate so are rejected.',
  },
  'security-scheme-changed': {
    breaking: 'Credentials are of another kind, travel elsewhere, or are got in another way.',
    why: 'What callers do so far is not understood any more.',
  },
  'security-scheme-extended': {
    feature: 'Credentials may travel, or tokens may be got, in one more way.',
    why: 'The old ways are still there.',
  },
  'operation-added': { feature: 'An operation is new.', why: 'The client has one more method.' },
  'operation-removed': {
    breaking: 'An operation is gone.',
    why: 'Calls of it do not compile any more, and get no response.',
  },
  'operation-renamed': {
    breaking: 'An operation has another id, and may have another path.',
    why: 'Its method, function and types have other names; nothing else changes where its path stays.',
  },
  'operation-moved': {
    breaking: 'An operation has another method or path.',
    why: 'Clients that are out there go on sending to the old one.',
  },
  'method-moved': {
    breaking: 'A method is under another resource of the client, or has another name there.',
    why: '`client.<resource>.<method>` is how operations are called; the old one does not compile any more.',
  },
  'open-parameters-added': {
    feature: 'An operation takes query parameters that the spec does not name.',
    why: 'Callers may send more.',
  },
  'open-parameters-removed': {
    breaking: 'An operation takes only the query parameters that the spec names.',
    why: 'Calls that send others do not compile any more.',
  },
  'paging-added': {
    feature: 'A response is one page of a list.',
    why: 'Its method offers `.pages()` and iteration over items.',
  },
  'paging-removed': {
    breaking: 'A response is not one page of a list any more.',
    why: '`.pages()`, `.toArray()` and iteration over items are gone.',
  },
  'paging-changed': {
    breaking: 'The next page is asked for otherwise, items are elsewhere, or a list comes in pages that came at once.',
    why: 'Clients that are out there do not find the next page, or take the first one for the whole.',
  },
  'parts-added': { feature: 'A response has one more part.', why: 'Callers may ask for it.' },
  'parts-changed': {
    breaking: 'A response has a part less, or other parts come where none is asked for or always.',
    why: 'Types of responses say what a call that names its parts gets.',
  },
  'report-changed': {
    breaking: 'The response of a report has another layout.',
    why: 'Types of rows say what a call that lists its keys gets.',
  },
  'reason-added': {
    feature: 'An error can carry one more reason.',
    why: 'Code must expect reasons that it does not know already.',
  },
  'reason-removed': {
    breaking: 'An error cannot carry a reason any more.',
    why: 'Code that uses it, as in `ApiError.is(error, reason)`, does not compile any more.',
  },
  'quota-raised': {
    breaking: 'A call costs more of the quota, or of another one.',
    why: 'The same calls are rejected earlier.',
  },
  'quota-lowered': { feature: 'A call costs less of the quota.', why: 'More calls get a response.' },
  'quota-stated': {
    fix: 'What a call costs is stated, or is not any more.',
    why: 'Nothing says that it cost something else before.',
  },
  'retry-changed': {
    fix: 'Other calls are repeated after an error.',
    why: 'The client does so by itself; types and requests are the same.',
  },
  'auth-required': { breaking: 'A credential is needed where none was.', why: 'Calls without one are rejected.' },
  'auth-optional': { feature: 'No credential is needed any more.', why: 'One may be sent as before.' },
  'auth-alternative-added': { feature: 'One more way to authenticate is taken.', why: 'Callers may choose it.' },
  'auth-alternative-removed': {
    breaking: 'A way to authenticate is not taken any more.',
    why: 'Callers who authenticate so are rejected.',
  },
  'scope-added': { breaking: 'A token needs one more scope.', why: 'Tokens that were given before lack it.' },
  'scope-removed': { feature: 'A token needs one scope less.', why: 'Tokens that have it are still good.' },
  'parameter-added': {
    feature: 'An optional parameter is new.',
    why: 'It may be left out; one of a webhook may be ignored.',
  },
  'required-parameter-added': {
    'sent: breaking, received: feature': 'A required parameter is new.',
    why: 'Calls so far lack it; with a webhook, it merely comes along.',
  },
  'parameter-removed': {
    breaking: 'A parameter is gone.',
    why: 'Calls that pass it do not compile any more, and it has no effect; a webhook comes without it.',
  },
  'parameter-renamed': {
    breaking: 'A parameter has another name.',
    why: 'Callers pass it by its name; with a variable of a path, nothing changes on the wire.',
  },
  'parameter-moved': {
    breaking: 'A parameter travels in another location: path, query, header or cookie.',
    why: 'Clients that are out there send it where nobody looks any more.',
  },
  'parameter-required': {
    'sent: breaking, received: feature': 'A parameter is required, and was optional.',
    why: 'Calls without it are rejected and do not compile any more; a webhook always brings it.',
  },
  'parameter-optional': {
    'sent: feature, received: breaking': 'A parameter is optional, and was required.',
    why: 'It may be left out; whoever counts on it with a webhook may miss it.',
  },
  'parameter-serialization': {
    breaking:
      'The value of a parameter is written in another way: style, explode, allowReserved, template or media type.',
    why: 'Clients that are out there write it in the old one.',
  },
  'body-added': { feature: 'A request may have a body.', why: 'It may be left out.' },
  'required-body-added': { breaking: 'A request has a body, and had none.', why: 'Calls so far lack it.' },
  'body-removed': { breaking: 'A request has no body any more.', why: 'Calls that pass one do not compile any more.' },
  'body-required': {
    breaking: 'The body of a request is required, and was optional.',
    why: 'Calls without it are rejected and do not compile any more.',
  },
  'body-optional': { feature: 'The body of a request is optional, and was required.', why: 'It may be left out.' },
  'media-type-added': {
    'sent: feature, received: feature': 'A body may be of one more media type.',
    why: 'Callers may send it; responses come in the one that is asked for.',
  },
  'media-type-removed': {
    'sent: breaking, received: breaking': 'A body is not of a media type any more.',
    why: 'Callers that send it are rejected; those that ask for it get another one.',
  },
  'body-encoding-changed': {
    'sent: breaking, received: breaking':
      'Fields or parts of a body are written in another way, or it comes otherwise: whole, or item by item.',
    why: 'What writes or reads the old one does not understand the new one.',
  },
  'media-changed': {
    breaking: 'Bytes go elsewhere, must be there, or do not go in chunks any more.',
    why: 'Clients that are out there send them as before.',
  },
  'media-extended': { feature: 'Bytes may be left out, or may go in chunks.', why: 'They may be sent as before.' },
  'response-added': {
    feature: 'A successful status is new, or one that a webhook may be responded to with.',
    why: 'Where it changes the type of the result, that is a change of its own.',
  },
  'response-removed': {
    breaking: 'A successful status is gone, or one that a webhook may be responded to with.',
    why: 'Code that waits for it waits in vain; a webhook that gets this response is not understood.',
  },
  'response-widened': {
    feature: 'A successful status became a range that holds it, like 200 and 2XX.',
    why: 'The result has the same type, and the client takes every status of the range for success.',
  },
  'response-narrowed': {
    feature: 'A range of successful statuses became one of them, like 2XX and 200.',
    why: 'Responses that come are among those that could come before.',
  },
  'result-widened': {
    breaking: 'The result of a call may be something else besides, or nothing.',
    why: 'Its type is a union of more members, which code does not handle.',
  },
  'error-added': {
    feature: 'A status of an error is new.',
    why: 'Any call may fail; the status can be told apart from others.',
  },
  'error-removed': {
    fix: 'A status of an error without a body is gone.',
    why: 'Code that uses it compiles, and is not needed any more.',
  },
  'error-body-removed': {
    breaking: 'A status of an error with a body is gone.',
    why: 'The types of what errors say have a member for each status; code that reads it does not compile any more.',
  },
  'header-added': { feature: 'A response has one more header.', why: 'It may be ignored.' },
  'header-removed': {
    breaking: 'A response has one header less.',
    why: 'Code that reads it does not compile any more.',
  },
  'header-required': {
    feature: 'A header of a response is always there, and was optional.',
    why: 'Readers need not ask any more whether it is there.',
  },
  'header-optional': {
    breaking: 'A header of a response is optional, and was always there.',
    why: 'Readers that count on it meet `undefined`.',
  },
  'webhook-added': {
    feature: 'The service sends a request that it did not send: a webhook or callback.',
    why: 'The package exports its types; nobody gets it who does not ask for it.',
  },
  'webhook-removed': {
    breaking: 'The service does not send a webhook or callback any more.',
    why: 'Code that waits for it waits in vain, and its types are gone.',
  },
  'webhook-changed': {
    breaking:
      'A webhook or callback comes with another method or media type, goes elsewhere, or gains or loses a body.',
    why: 'Whoever responds to it expects the old one.',
  },
  'webhook-signature-changed': {
    breaking: 'Webhooks are signed in another way.',
    why: 'Whoever verifies signatures rejects all of them.',
  },
  'export-removed': {
    breaking:
      'A type, function or class of the package has another name, or is gone, for a reason that no other code says.',
    why: 'Whoever imports it does not compile any more.',
  },
  'codec-rewritten': {
    breaking: 'The module of a codec of your own changed.',
    why: 'What it makes of values may be something else; neither types nor the document tell.',
  },
  'argument-style-changed': {
    breaking: 'Methods of the client take what a call needs in another way, such as an id by position.',
    why: 'Whoever calls a method does not compile any more.',
  },
  'custom-export-added': {
    feature: 'Code of your own exports one name more, or adds something to a resource.',
    why: 'Whoever has the package may use it.',
  },
  'custom-export-removed': {
    breaking: 'Code of your own exports one name less, or does not add something to a resource any more.',
    why: 'Whoever uses it does not compile any more.',
  },
  'dependency-changed': {
    fix: 'The package needs other versions of a package, among them some that it needed before.',
    why: 'Whoever installs the package gets versions that do; those that are there may do as well.',
  },
  'dependency-replaced': {
    breaking: 'The package needs other versions of a package, and none that it needed before.',
    why: 'Its code does not compile with them, and clients and emulators are not made.',
  },
  'part-added': {
    feature: 'The package has one part more, or one surface.',
    why: 'What it had is still there.',
  },
  'part-removed': {
    breaking: 'The package has one part less, or one surface.',
    why: 'Its exports are gone, and with them what imports them.',
  },
} as const;
