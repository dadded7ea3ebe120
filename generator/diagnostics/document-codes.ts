/** Codes of what is met in the objects of OpenAPI around schemas. */
export const documentCodes = {
  'wrong-type': {
    severity: 'error',
    means: 'A value is of another JSON type than its place takes.',
    hint: 'Write a value of the type that is named; in YAML, quotes make a text of a number.',
  },
  'missing-field': {
    severity: 'error',
    means: 'An object lacks a field that it cannot do without.',
    hint: 'Add the field.',
  },
  'missing-required': {
    severity: 'warning',
    means: 'An object lacks a field that the standard asks for and that nothing here depends on.',
    hint: 'Add the field, for the sake of other tools.',
  },
  'invalid-value': {
    severity: 'error',
    means: 'A value is of the right type and none of those that its place takes.',
    hint: 'Write one of the values that the message names.',
  },
  'unknown-field': {
    severity: 'error or warning',
    means: 'A key is no field of its object: an error where it is nearly one, a warning where it has no effect.',
    hint: 'Correct the key, or let it begin with "x-" where it is an extension.',
  },
  'unsupported-field': {
    severity: 'error or warning',
    means: 'A field of the standard has no effect here.',
    hint: 'Say the same by other fields, or leave it to other tools.',
  },
  'duplicate-operation-id': {
    severity: 'warning',
    means: 'Two operations have one "operationId", so that the later one is named another way.',
    hint: 'Give each operation an "operationId" of its own.',
  },
  'duplicate-parameter': {
    severity: 'error',
    means: 'A list declares one parameter twice.',
    hint: 'Remove one of the two.',
  },
  'unusual-body': {
    severity: 'warning',
    means: 'A request that has no use for a body has one.',
    hint: 'Say the same by query parameters, or by a POST.',
  },
  'unknown-operation': {
    severity: 'error or warning',
    means: 'An operation is named that the document does not have.',
    hint: 'Write the "operationId" of an operation of this document.',
  },
  'unknown-tag': {
    severity: 'warning',
    means: 'A tag is nearly one that the document describes.',
    hint: 'Correct the tag, or describe it under "tags" of the document.',
  },
  'invalid-status': {
    severity: 'error',
    means: 'A response stands under a key that is no status.',
    hint: 'Write three digits such as "200", a class such as "4XX", or "default".',
  },
  'invalid-path': {
    severity: 'error',
    means: 'A path is no template that an address could be made from.',
    hint: 'Begin it with "/" and write each variable as {name}.',
  },
  'repeated-path-parameter': {
    severity: 'warning',
    means: 'A path names one variable twice.',
    hint: 'Give the two places names of their own where their values may differ.',
  },
  'colliding-paths': {
    severity: 'warning',
    means: 'Two paths are one to a server, so that one of the operations is never reached.',
    hint: 'Remove one of them, or let their fixed parts differ.',
  },
  'path-fragment': {
    severity: 'warning',
    means: 'What stands behind "#" in a path is never sent.',
    hint: 'Tell the operations apart by a parameter or by their bodies.',
  },
  'unsendable-method': {
    severity: 'warning',
    means: 'No `fetch` sends a request of this method.',
    hint: 'Remove the operation, or describe it under another method.',
  },
  'undeclared-path-parameter': {
    severity: 'error',
    means: 'A variable of a path is not among the parameters of its operation.',
    hint: 'Declare it with "in: path", at the operation or at its path.',
  },
  'unknown-path-parameter': {
    severity: 'error',
    means: 'A parameter is declared with "in: path" and its path has no such variable.',
    hint: 'Correct the name, or put {name} into the path.',
  },
  'unknown-security-scheme': {
    severity: 'error',
    means: 'A security requirement names a scheme that the components do not have.',
    hint: 'Correct the name, or declare the scheme under components.securitySchemes.',
  },
  'unknown-scope': {
    severity: 'warning',
    means: 'A scope is asked for that its security scheme does not declare.',
    hint: 'Correct the scope, or declare it in the flows of the scheme.',
  },
  'unsupported-security-scheme': {
    severity: 'warning',
    means: 'A client does not sign requests in this way by itself.',
    hint: 'Sign in a middleware of the client, or in the `fetch` that it is given.',
  },
  'undeclared-server-variable': {
    severity: 'warning',
    means: "A variable of a server's address is not declared.",
    hint: 'Declare it under "variables" with a default.',
  },
  'impossible-default': {
    severity: 'warning',
    means: 'The default of a server variable is none of the values that it may have.',
    hint: 'Correct the default, or add it to "enum".',
  },
  'unsupported-parameter': {
    severity: 'warning',
    means: 'A parameter travels in a way that a client cannot write, and is left out.',
    hint: 'Describe it by a schema and one of the usual styles.',
  },
  'ignored-parameter': {
    severity: 'warning',
    means: 'A header stands among the parameters that OpenAPI says by other means, and is left out.',
    hint: 'Say it by media types or by a security scheme.',
  },
  'unknown-media-type': {
    severity: 'warning',
    means: 'A key of a "content" is no media type, or nearly one.',
    hint: 'Correct the name.',
  },
  'unsupported-style': {
    severity: 'warning',
    means: 'A style is stated that has no meaning for its parameter, or is written like another one.',
    hint: 'State the style that the service reads: one of OpenAPI 3.1 that is for values of this type.',
  },
  'unsupported-schema': {
    severity: 'warning',
    means: 'A schema stands at a media type whose bodies are not read by schemas.',
    hint: 'Describe the body as a string, or offer it in JSON, too.',
  },
  'lossy-path': {
    severity: 'warning',
    means: 'A path of a Discovery document says more than a template of OpenAPI can.',
    hint: 'Nothing has to be done: the path takes more than the service does.',
  },
} as const;
