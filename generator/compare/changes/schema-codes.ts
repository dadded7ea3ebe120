/** Codes of changes of schemas and of the values that they take. Kinds may depend on the direction in which values travel. */
export const schemaCodes = {
  'schema-added': { feature: 'A named schema was added.', why: 'The package exports one more type and validator.' },
  'schema-removed': {
    breaking: 'A named schema was removed.',
    why: 'Imports of its type and validator do not compile any more.',
  },
  'schema-renamed': {
    breaking: 'A named schema has another name.',
    why: 'Requests and responses are the same, but imports of the old type and validator do not compile any more.',
  },
  'input-type-removed': {
    breaking: 'Requests have the same type as responses: the separate type for requests is gone.',
    why: 'Imports of the type with `Input` at the end of its name do not compile any more.',
  },
  'input-type-added': {
    feature: 'Requests have a type of their own.',
    why: 'The package exports one more type; what it allows differently is a change of its own.',
  },
  'property-added': {
    'sent: feature, received: feature, unused: feature': 'An optional property was added.',
    why: 'Callers can leave it out, and readers can ignore it.',
  },
  'required-property-added': {
    'sent: breaking, received: feature, unused: breaking': 'A required property was added.',
    why: 'Existing calls do not send it; responses only have one more property.',
  },
  'property-removed': {
    breaking: 'A property was removed.',
    why: 'Code that reads or writes it does not compile any more.',
  },
  'property-renamed': {
    breaking: 'A property has another name.',
    why: 'Code that reads or writes the old one does not compile any more.',
  },
  'property-required': {
    'sent: breaking, received: feature, unused: breaking': 'A property is required, and was optional.',
    why: 'Calls without it are rejected; readers do not have to check whether it exists.',
  },
  'property-optional': {
    'sent: feature, received: breaking, unused: breaking': 'A property is optional, and was required.',
    why: 'Callers can leave it out; readers that rely on it get `undefined`.',
  },
  'became-read-only': {
    'sent: breaking': 'A property became read-only: only the service sets it.',
    why: 'The type of requests does not have it any more; responses are the same.',
  },
  'became-write-only': {
    'received: breaking, unused: breaking': 'A property became write-only: responses do not have it any more.',
    why: 'The type of responses does not have it any more; requests are the same.',
  },
  'no-longer-read-only': {
    'sent: feature': 'A property is not read-only any more: callers can send it.',
    why: 'Requests can have one more property.',
  },
  'no-longer-write-only': {
    'received: feature, unused: feature': 'A property is not write-only any more: responses have it.',
    why: 'Responses have one more property.',
  },
  'type-widened': {
    'sent: feature, received: breaking, unused: breaking': 'Values can have more types.',
    why: 'Callers can send more; readers may get a type that they do not expect.',
  },
  'type-narrowed': {
    breaking: 'Values can have fewer types.',
    why: 'Calls that send a removed type are rejected, and code that handles it does not compile any more.',
  },
  'type-changed': {
    breaking: 'Values have another type.',
    why: 'Code that reads or writes them does not fit any more.',
  },
  'whole-numbers-only': {
    'sent: breaking, received: feature, unused: fix': 'Numbers must be integers, and could have fractions.',
    why: 'A fraction that is sent is rejected; the type is still `number`.',
  },
  'fractions-allowed': {
    'sent: feature, received: breaking, unused: fix': 'Numbers can have fractions, and were integers.',
    why: 'Readers that rely on integers get fractions; the type is still `number`.',
  },
  'codec-changed': {
    breaking: 'Values have another type in code: a codec converts them, another one does, or none does any more.',
    why: 'Requests and responses are the same, but code that reads or writes the values does not fit any more.',
  },
  'name-changed': {
    breaking: 'A property has another name in code: `names` of the service or `x-speccast-name` changed.',
    why: 'Requests and responses are the same, but code that reads or writes the property does not compile any more.',
  },
  'null-allowed': {
    'sent: feature, received: breaking, unused: breaking': 'Values can be null.',
    why: 'Callers can send it; readers may get a value that they do not expect.',
  },
  'null-disallowed': {
    'sent: breaking, received: feature, unused: feature': 'Values cannot be null any more.',
    why: 'Calls that send it are rejected; readers do not have to check for it.',
  },
  'format-widened': {
    'sent: feature, received: breaking, unused: fix': 'The format allows more values than the old one, or was removed.',
    why: 'An int64 does not fit where an int32 did, and text without a format can be anything.',
  },
  'format-narrowed': {
    'sent: breaking, received: feature, unused: fix': 'The format allows fewer values than the old one, or was added.',
    why: 'Values that were accepted before are rejected.',
  },
  'format-changed': {
    'sent: breaking, received: breaking, unused: fix': 'Values are written in another format.',
    why: 'Code for the old format does not read or write the new one.',
  },
  'encoding-changed': {
    'sent: breaking, received: breaking, unused: fix':
      'Text has other content, or bytes are written as text in another way.',
    why: 'Code for the old encoding does not read or write the new one.',
  },
  'default-added': {
    'sent: feature, received: fix, unused: fix':
      'A default was added: the value that the service uses if none is sent.',
    why: 'The service may have used the same value before.',
  },
  'default-removed': {
    'sent: breaking, received: fix, unused: fix':
      'A default was removed: the value that the service uses if none is sent.',
    why: 'Calls that leave the value out cannot rely on the default any more.',
  },
  'default-changed': {
    'sent: breaking, received: fix, unused: fix': 'The service uses another value if none is sent.',
    why: 'The same call has another effect, and neither compiler nor validator notices.',
  },
  'exported-type-changed': {
    breaking: 'A type of the package changed in a way that no other code describes.',
    why: 'Code for the old type may not compile with the new one.',
  },
  'exported-type-extended': {
    feature: 'A type of the package allows or describes more, in a way that no other code describes.',
    why: 'Code for the old type compiles with the new one.',
  },
  deprecated: {
    feature: 'Something is marked as deprecated.',
    why: 'It works as before; semantic versioning requires a minor release.',
  },
  'no-longer-deprecated': { fix: 'Something is not marked as deprecated any more.', why: 'It works as before.' },
  'docs-changed': {
    fix: 'Only documentation changed: title, summary, description, example, link, contact, licence or tag.',
    why: 'Only comments in types and pages of the package change.',
  },
  'emulator-data-changed': {
    fix: 'The emulator starts with other data.',
    why: 'Tests that rely on certain rows may fail; types and requests are the same.',
  },
  'checks-changed': {
    fix: 'The package has other checks for servers.',
    why: 'A server that passed the old ones may fail; types and requests are the same.',
  },
  'extension-changed': {
    fix: 'An `x-` extension has another value.',
    why: 'The emulator may behave differently; types and requests are the same.',
  },
  'enum-value-added': {
    'sent: feature, received: feature, unused: feature': 'An enum has one more value.',
    why: 'Types of enums of strings are open, so code must handle unknown values already.',
  },
  'closed-enum-value-added': {
    'sent: feature, received: breaking, unused: breaking':
      'A constant, or an enum of other values than strings, has one more value.',
    why: 'Types of responses are closed there: code that handles each value does not handle the new one.',
  },
  'enum-value-removed': {
    'sent: breaking, received: feature, unused: feature': 'An enum has one value less.',
    why: 'Calls that send it are rejected; types of responses are open, so code that uses it still compiles.',
  },
  'closed-enum-value-removed': {
    breaking: 'A closed enum has one value less.',
    why: 'Calls that send it are rejected, and code that uses it does not compile any more.',
  },
  'enum-value-renamed': {
    'sent: breaking, received: feature, unused: feature': 'A value of an enum is written in another way.',
    why: 'Calls that send the old one are rejected; types of responses are open, so code that uses it still compiles.',
  },
  'closed-enum-value-renamed': {
    breaking: 'A constant, or a value of a closed enum, is written in another way.',
    why: 'Calls that send the old one are rejected, and code that uses it does not compile any more.',
  },
  'enum-added': {
    'sent: breaking, received: feature, unused: feature': 'Values are limited to an enum, and were not.',
    why: 'Calls that send other values are rejected; types of responses are open, and list the known values.',
  },
  'enum-removed': {
    'sent: feature, received: feature, unused: feature': 'Values are not limited to an enum any more.',
    why: 'Types of enums of strings are open, so code must handle unknown values already.',
  },
  'closed-enum-removed': {
    'sent: feature, received: breaking, unused: breaking':
      'Values are not limited to a constant or a closed enum any more.',
    why: 'Types of responses are closed there: code that handles each value does not handle others.',
  },
  'enum-constants-added': {
    feature: 'Enums of strings and numbers have constants for their values.',
    why: 'Their types allow the same values as before.',
  },
  'enum-constants-removed': {
    breaking: 'An enum has one constant less, or none any more.',
    why: 'Code that uses it does not compile any more.',
  },
  'enum-constant-changed': {
    breaking: 'A constant of an enum has another value.',
    why: 'The same code sends and expects another value.',
  },
  'enum-style-changed': {
    breaking: 'Enums are written in another way: as unions, as objects of constants or as enums of TypeScript.',
    why: 'Code that uses the constants, or passes plain values, may not compile any more.',
  },
  'limit-tightened': {
    'sent: breaking, received: feature, unused: fix': 'A limit allows fewer values than before, or was added.',
    why: 'Values that callers send may be rejected; readers get fewer values.',
  },
  'limit-loosened': {
    'sent: feature, received: breaking, unused: fix': 'A limit allows more values than before, or was removed.',
    why: 'Callers can send more; readers may get values that they have no room for.',
  },
  'limit-changed': {
    'sent: breaking, received: breaking, unused: fix': 'A limit allows other values than before.',
    why: 'Some old values are rejected, and readers may get new ones.',
  },
  'pattern-added': {
    'sent: breaking, received: feature, unused: fix': 'Text must match a pattern.',
    why: 'Values that callers send may be rejected; readers get fewer values.',
  },
  'pattern-removed': {
    'sent: feature, received: breaking, unused: fix': 'Text does not have to match a pattern any more.',
    why: 'Callers can send more; readers may get text that they do not understand.',
  },
  'pattern-changed': {
    'sent: breaking, received: breaking, unused: fix': 'Text must match another pattern.',
    why: 'In general, it cannot be computed which of two patterns allows more.',
  },
  'additional-properties-disallowed': {
    'sent: breaking, received: feature, unused: fix': 'An object cannot have properties that are not declared.',
    why: 'Calls that send others are rejected.',
  },
  'additional-properties-allowed': {
    'sent: feature, received: feature, unused: fix': 'An object can have properties that are not declared.',
    why: 'Callers can send more; readers must handle unknown properties already.',
  },
  'tuple-changed': { breaking: 'The first items of an array changed.', why: 'Items have other positions than before.' },
  'alternative-added': {
    'sent: feature, received: breaking, unused: breaking': 'A union has one more member.',
    why: 'Callers can send more; readers may get a value that they do not handle.',
  },
  'alternative-removed': {
    breaking: 'A union has one member less.',
    why: 'Calls that send it are rejected, and code that handles it does not compile any more.',
  },
  'union-rewritten': {
    fix: 'A union has `oneOf` instead of `anyOf` or the reverse, or gained or lost a discriminator.',
    why: 'Types and values are the same; only a value that matches several members is validated differently.',
  },
  'discriminator-changed': {
    breaking: 'The members of a union are selected by another property or by other values.',
    why: 'The old value of a member selects none, or another one.',
  },
  'discriminator-value-added': {
    'sent: feature, received: feature, unused: feature': 'One more value selects a member of a union.',
    why: 'Callers can send it; readers get the same member under one more name.',
  },
  'condition-added': {
    'sent: breaking, received: feature, unused: fix':
      'Values must meet one more condition: `not`, `if`, `contains`, `dependentRequired` and the like.',
    why: 'Values that callers send may be rejected; readers get fewer values.',
  },
  'condition-removed': {
    'sent: feature, received: breaking, unused: fix': 'Values do not have to meet a condition any more.',
    why: 'Callers can send more; readers may get values that they do not expect.',
  },
  'condition-changed': {
    'sent: breaking, received: breaking, unused: fix': 'Values must meet another condition.',
    why: 'In general, it cannot be computed which of two conditions allows more.',
  },
} as const;
