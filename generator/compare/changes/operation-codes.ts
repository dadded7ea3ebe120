/** Codes of changes outside of schemas: the service, its operations and what belongs to them. */
export const operationCodes = {
  'client-renamed': {
    breaking: 'The package has another name, and so do its client class and the function that creates it.',
    why: 'Imports of the old names do not compile any more.',
  },
  'server-added': { feature: 'A server URL was added.', why: 'Callers can choose it.' },
  'server-removed': { breaking: 'A server URL was removed.', why: 'Calls to it may not get a response any more.' },
  'default-server-changed': {
    breaking: 'Another server URL is the first one, which the client uses by default.',
    why: 'The same calls go to another address, and neither compiler nor validator notices.',
  },
  'server-variable-changed': {
    breaking: 'A variable of a server URL was added or removed, has another default, or has one value less.',
    why: 'The same calls go to another address, or nowhere.',
  },
  'server-value-added': { feature: 'A variable of a server URL has one more value.', why: 'Callers can choose it.' },
  'security-scheme-added': { feature: 'A way to authenticate was added.', why: 'Callers can choose it.' },
  'security-scheme-removed': {
    breaking: 'A way to authenticate was removed.',
    why: 'Calls that authenticate in this way are rejected.',
  },
  'security-scheme-changed': {
    breaking: 'Credentials are of another kind, are sent in another place, or are obtained in another way.',
    why: 'Calls with the old credentials are rejected.',
  },
  'security-scheme-extended': {
    feature: 'Credentials can be sent, or tokens can be obtained, in one more way.',
    why: 'The old ways still work.',
  },
  'operation-added': { feature: 'An operation was added.', why: 'The client has one more method.' },
  'operation-removed': {
    breaking: 'An operation was removed.',
    why: 'Calls of it do not compile any more, and get no response.',
  },
  'operation-renamed': {
    breaking: 'An operation has another id, and may have another path.',
    why: 'Its method, function and types have other names; if its path is the same, nothing else changes.',
  },
  'operation-moved': {
    breaking: 'An operation has another HTTP method or path.',
    why: 'Clients in use still send requests to the old one.',
  },
  'method-moved': {
    breaking: 'A method of the client belongs to another resource, or has another name.',
    why: 'Calls as `client.<resource>.<method>` with the old names do not compile any more.',
  },
  'open-parameters-added': {
    feature: 'An operation accepts query parameters that the spec does not name.',
    why: 'Callers can send more.',
  },
  'open-parameters-removed': {
    breaking: 'An operation accepts only the query parameters that the spec names.',
    why: 'Calls that send others do not compile any more.',
  },
  'paging-added': {
    feature: 'A response is one page of a list.',
    why: 'The method offers `.pages()` and iteration over items.',
  },
  'paging-removed': {
    breaking: 'A response is not one page of a list any more.',
    why: '`.pages()`, `.toArray()` and iteration over items are gone.',
  },
  'paging-changed': {
    breaking:
      'The next page is requested in another way, items are in another place, or a list that was complete comes in pages.',
    why: 'Clients in use do not find the next page, or read the first page as the whole list.',
  },
  'parts-added': { feature: 'A response has one more part.', why: 'Callers can request it.' },
  'parts-changed': {
    breaking: 'A response has one part less, or other parts by default or always.',
    why: 'The type of a response depends on the parts that a call names.',
  },
  'report-changed': { breaking: 'The response of a report has another layout.', why: 'The types of its rows change.' },
  'reason-added': { feature: 'An error can have one more reason.', why: 'Code must handle unknown reasons already.' },
  'reason-removed': {
    breaking: 'An error cannot have a reason any more.',
    why: 'Code that uses it, such as `ApiError.is(error, reason)`, does not compile any more.',
  },
  'quota-raised': {
    breaking: 'A call costs more of the quota, or counts for another quota.',
    why: 'The same calls are rejected earlier.',
  },
  'quota-lowered': { feature: 'A call costs less of the quota.', why: 'More calls are possible.' },
  'quota-stated': {
    fix: 'The spec states the cost of a call, or does not state it any more.',
    why: 'The cost itself may be the same.',
  },
  'retry-changed': {
    fix: 'The client repeats other calls after an error.',
    why: 'It does so by itself; types and requests are the same.',
  },
  'auth-required': { breaking: 'A call needs a credential, and needed none.', why: 'Calls without one are rejected.' },
  'auth-optional': { feature: 'A call does not need a credential any more.', why: 'Callers can still send one.' },
  'auth-alternative-added': { feature: 'A call accepts one more way to authenticate.', why: 'Callers can choose it.' },
  'auth-alternative-removed': {
    breaking: 'A call does not accept a way to authenticate any more.',
    why: 'Calls that authenticate in this way are rejected.',
  },
  'scope-added': { breaking: 'A token needs one more scope.', why: 'Existing tokens do not have it.' },
  'scope-removed': { feature: 'A token needs one scope less.', why: 'Existing tokens are still valid.' },
  'parameter-added': {
    feature: 'An optional parameter was added.',
    why: 'Callers can leave it out; receivers of a webhook can ignore it.',
  },
  'required-parameter-added': {
    'sent: breaking, received: feature': 'A required parameter was added.',
    why: 'Existing calls do not send it; a webhook only sends one more value.',
  },
  'parameter-removed': {
    breaking: 'A parameter was removed.',
    why: 'Calls that pass it do not compile any more, and it has no effect; a webhook does not send it.',
  },
  'parameter-renamed': {
    breaking: 'A parameter has another name.',
    why: 'Calls with the old name do not compile any more; the address is the same if it is a variable of the path.',
  },
  'parameter-moved': {
    breaking: 'A parameter is sent in another location: path, query, header or cookie.',
    why: 'Clients in use still send it in the old location.',
  },
  'parameter-required': {
    'sent: breaking, received: feature': 'A parameter is required, and was optional.',
    why: 'Calls without it are rejected and do not compile any more; a webhook always sends it.',
  },
  'parameter-optional': {
    'sent: feature, received: breaking': 'A parameter is optional, and was required.',
    why: 'Callers can leave it out; receivers of a webhook may not get it.',
  },
  'parameter-serialization': {
    breaking:
      'The value of a parameter is written in another way: style, explode, allowReserved, template or media type.',
    why: 'Clients in use still write it in the old way.',
  },
  'body-added': { feature: 'A request can have a body.', why: 'Callers can leave it out.' },
  'required-body-added': { breaking: 'A request needs a body, and had none.', why: 'Existing calls do not send one.' },
  'body-removed': { breaking: 'A request has no body any more.', why: 'Calls that pass one do not compile any more.' },
  'body-required': {
    breaking: 'The body of a request is required, and was optional.',
    why: 'Calls without it are rejected and do not compile any more.',
  },
  'body-optional': {
    feature: 'The body of a request is optional, and was required.',
    why: 'Callers can leave it out.',
  },
  'media-type-added': {
    'sent: feature, received: feature': 'A body can have one more media type.',
    why: 'Callers can send it; responses have the media type that a call requests.',
  },
  'media-type-removed': {
    'sent: breaking, received: breaking': 'A body cannot have a media type any more.',
    why: 'Calls that send it are rejected; calls that request it get another one.',
  },
  'body-encoding-changed': {
    'sent: breaking, received: breaking':
      'Fields or parts of a body are written in another way, or a whole body is sent item by item or the reverse.',
    why: 'Code for the old encoding does not read or write the new one.',
  },
  'media-changed': {
    breaking: 'Bytes are sent to another address, are required, or cannot be sent in chunks any more.',
    why: 'Clients in use still send them in the old way.',
  },
  'media-extended': { feature: 'Bytes are optional, or can be sent in chunks.', why: 'The old way still works.' },
  'response-added': {
    feature: 'A successful status was added, or a status that a webhook accepts.',
    why: 'If it changes the type of the result, that is a change of its own.',
  },
  'response-removed': {
    breaking: 'A successful status was removed, or a status that a webhook accepts.',
    why: 'Code that expects it never gets it; the sender of a webhook does not understand it any more.',
  },
  'response-widened': {
    feature: 'A successful status became a range that includes it, such as 2XX instead of 200.',
    why: 'The result has the same type, and the client accepts every status of the range.',
  },
  'response-narrowed': {
    feature: 'A range of successful statuses became one of them, such as 200 instead of 2XX.',
    why: 'The old range includes this status.',
  },
  'result-widened': {
    breaking: 'The result of a call can have one more type, or can be empty.',
    why: 'Code does not handle the new member of the union.',
  },
  'error-added': {
    feature: 'The status of an error was added.',
    why: 'Any call can fail; code can distinguish this status from others.',
  },
  'error-removed': {
    fix: 'The status of an error without a body was removed.',
    why: 'Code that uses it still compiles, but is not needed.',
  },
  'error-body-removed': {
    breaking: 'The status of an error with a body was removed.',
    why: 'The types of errors have a member for each status; code that uses this member does not compile any more.',
  },
  'header-added': { feature: 'A response has one more header.', why: 'Readers can ignore it.' },
  'header-removed': {
    breaking: 'A response has one header less.',
    why: 'Code that reads it does not compile any more.',
  },
  'header-required': {
    feature: 'A header of a response is always sent, and was optional.',
    why: 'Readers do not have to check whether it exists.',
  },
  'header-optional': {
    breaking: 'A header of a response is optional, and was always sent.',
    why: 'Readers that rely on it get `undefined`.',
  },
  'webhook-added': {
    feature: 'The service sends a new request: a webhook or callback.',
    why: 'The package exports its types; only subscribers receive it.',
  },
  'webhook-removed': {
    breaking: 'The service does not send a webhook or callback any more.',
    why: 'Code that expects it never gets it, and its types are gone.',
  },
  'webhook-changed': {
    breaking:
      'A webhook or callback has another method or media type, goes to another address, or gained or lost its body.',
    why: 'Receivers expect the old form.',
  },
  'webhook-signature-changed': {
    breaking: 'Webhooks are signed in another way.',
    why: 'Receivers that verify signatures reject all of them.',
  },
  'export-removed': {
    breaking:
      'A type, function or class of the package was renamed or removed, for a reason that no other code describes.',
    why: 'Imports of it do not compile any more.',
  },
  'codec-rewritten': {
    breaking: 'The module of a codec of your own changed.',
    why: 'It may convert values in another way; neither types nor the document show it.',
  },
  'argument-style-changed': {
    breaking: 'Methods of the client accept arguments in another way, such as an id by position.',
    why: 'Calls of methods do not compile any more.',
  },
  'custom-export-added': {
    feature: 'Code of your own exports one more name, or adds something to a resource.',
    why: 'Users of the package can use it.',
  },
  'custom-export-removed': {
    breaking: 'Code of your own exports one name less, or does not add something to a resource any more.',
    why: 'Code that uses it does not compile any more.',
  },
  'dependency-changed': {
    fix: 'The package needs other versions of a package, including some that it needed before.',
    why: 'New installations get versions that fit; existing ones may fit, too.',
  },
  'dependency-replaced': {
    breaking: 'The package needs other versions of a package, and none that it needed before.',
    why: 'Its code does not compile with the old versions, and clients and emulators cannot be created.',
  },
  'part-added': { feature: 'The package has one more part or surface.', why: 'Everything else is still there.' },
  'part-removed': {
    breaking: 'The package has one part or surface less.',
    why: 'Imports from it do not compile any more.',
  },
} as const;
