/** Codes of changes of schemas and of the values that they take. Kinds may depend on the direction in which values travel. */
export const schemaCodes = {
  'schema-added': { feature: 'A named schema is new.', why: 'The package exports a type and a validator more.' },
  'schema-removed': {
    breaking: 'A named schema is gone.',
    why: 'Its type and validator are exports of the package; whoever imports them does not compile any more.',
  },
  'schema-renamed': {
    breaking: 'A named schema has another name.',
    why: 'Nothing changes on the wire, but the old names of its type and validator are not exported any more.',
  },
  'input-type-removed': {
    breaking: 'Requests take the same type as responses bring: the separate type for requests is gone.',
    why: 'The type with `Input` behind its name was an export of the package.',
  },
  'input-type-added': {
    feature: 'Requests take a type of their own.',
    why: 'The package exports a type more; what it takes differently is a change of its own.',
  },
  'property-added': {
    'sent: feature, received: feature, unused: feature': 'An optional property is new.',
    why: 'It may be left out of what is sent, and may be ignored in what is received.',
  },
  'required-property-added': {
    'sent: breaking, received: feature, unused: breaking': 'A property is new and always there.',
    why: 'What callers send so far lacks it; in what is received it is merely one more.',
  },
  'property-removed': {
    breaking: 'A property is gone.',
    why: 'Code that reads it does not compile any more, nor does code that writes it.',
  },
  'property-renamed': {
    breaking: 'A property has another name.',
    why: 'Code that reads or writes the old one does not compile any more.',
  },
  'property-required': {
    'sent: breaking, received: feature, unused: breaking': 'A property is always there, and was optional.',
    why: 'Callers that leave it out are rejected; readers need not check any more whether it is there.',
  },
  'property-optional': {
    'sent: feature, received: breaking, unused: breaking': 'A property is optional, and was always there.',
    why: 'Callers may leave it out; readers that count on it meet `undefined`.',
  },
  'became-read-only': {
    'sent: breaking': 'Only the service writes a property any more.',
    why: 'The type of requests does not have it any more; responses are as before.',
  },
  'became-write-only': {
    'received: breaking, unused: breaking': 'Responses do not have a property any more, which is only sent.',
    why: 'The type of responses does not have it any more; requests are as before.',
  },
  'no-longer-read-only': {
    'sent: feature': 'Callers may send a property that only the service wrote.',
    why: 'Requests may have one more property.',
  },
  'no-longer-write-only': {
    'received: feature, unused: feature': 'Responses have a property that was only sent.',
    why: 'Responses have one more property.',
  },
  'type-widened': {
    'sent: feature, received: breaking, unused: breaking': 'Values may be of more types.',
    why: 'Callers may send more; readers meet values of a type that they do not expect.',
  },
  'type-narrowed': {
    breaking: 'Values may be of fewer types.',
    why: 'Callers that send the type which is gone are rejected, and code that handles it does not compile any more.',
  },
  'type-changed': {
    breaking: 'Values are of another type.',
    why: 'Neither code that writes them nor code that reads them fits any more.',
  },
  'whole-numbers-only': {
    'sent: breaking, received: feature, unused: fix': 'Numbers are whole ones, and might have had fractions.',
    why: 'A fraction that is sent is rejected; the type of both is `number`.',
  },
  'fractions-allowed': {
    'sent: feature, received: breaking, unused: fix': 'Numbers may have fractions, and were whole ones.',
    why: 'Readers that count on whole numbers meet fractions; the type of both is `number`.',
  },
  'codec-changed': {
    breaking: 'Callers have values in another type: a codec converts them, another one does, or none does any more.',
    why: 'The wire is as before, but code that reads or writes them does not fit any more.',
  },
  'name-changed': {
    breaking: 'Callers know a property by another name: `names` of the service, or `x-speccast-name`, changed.',
    why: 'The wire is as before, but code that reads or writes the property does not compile any more.',
  },
  'null-allowed': {
    'sent: feature, received: breaking, unused: breaking': 'Values may be null.',
    why: 'Callers may send it; readers meet a value that they do not expect.',
  },
  'null-disallowed': {
    'sent: breaking, received: feature, unused: feature': 'Values may not be null any more.',
    why: 'Callers that send it are rejected; readers need not ask for it any more.',
  },
  'format-widened': {
    'sent: feature, received: breaking, unused: fix': 'The format takes more values than the one before, or is gone.',
    why: 'An int64 does not fit where an int32 did, and text without a format may be anything.',
  },
  'format-narrowed': {
    'sent: breaking, received: feature, unused: fix': 'The format takes fewer values than the one before, or is new.',
    why: 'Values that were taken so far are rejected.',
  },
  'format-changed': {
    'sent: breaking, received: breaking, unused: fix': 'Values are written in another format.',
    why: 'What writes or reads the old one does not understand the new one.',
  },
  'encoding-changed': {
    'sent: breaking, received: breaking, unused: fix':
      'Text holds other content, or bytes are written as text in another way.',
    why: 'What writes or reads the old one does not understand the new one.',
  },
  'default-added': {
    'sent: feature, received: fix, unused: fix': 'The value is stated that the service takes where none is given.',
    why: 'Nothing says that it was another one before.',
  },
  'default-removed': {
    'sent: breaking, received: fix, unused: fix':
      'The value that the service takes where none is given is not stated any more.',
    why: 'A call that leaves it out cannot count on it any more.',
  },
  'default-changed': {
    'sent: breaking, received: fix, unused: fix': 'The service takes another value where none is given.',
    why: 'The same call has another effect, and neither compiler nor validator notices.',
  },
  'exported-type-changed': {
    breaking: 'A type of the package takes, or gives, something else in a way that no other code says.',
    why: 'Code that fits the old type may not fit the new one.',
  },
  'exported-type-extended': {
    feature: 'A type of the package takes, or says, more than before in a way that no other code says.',
    why: 'Code that fits the old type fits the new one.',
  },
  deprecated: {
    feature: 'Something is marked as deprecated.',
    why: 'It works as before; semantic versioning asks for a minor release.',
  },
  'no-longer-deprecated': { fix: 'Something is not marked as deprecated any more.', why: 'It works as before.' },
  'docs-changed': {
    fix: 'Only a text for people changed: title, summary, description, example, link, contact, licence or tag.',
    why: 'Comments in types and pages of the package change, and nothing else.',
  },
  'emulator-data-changed': {
    fix: 'The emulator starts with other data.',
    why: 'Tests that count on certain rows may meet others; types and requests are the same.',
  },
  'checks-changed': {
    fix: 'The checks that the package brings along for servers are other ones.',
    why: 'A server that passed them may fail; types and requests are the same.',
  },
  'extension-changed': {
    fix: 'An `x-` extension says something else.',
    why: 'The emulator may behave differently; types and requests are the same.',
  },
  'enum-value-added': {
    'sent: feature, received: feature, unused: feature': 'An enum has one more value.',
    why: 'Types leave enums of strings open, so that code must expect further values already.',
  },
  'closed-enum-value-added': {
    'sent: feature, received: breaking, unused: breaking':
      'A constant, or an enum of anything but strings, has one more value.',
    why: 'Types of responses are closed there: code that handles each value does not handle the new one.',
  },
  'enum-value-removed': {
    'sent: breaking, received: feature, unused: feature': 'An enum has one value less.',
    why: 'Callers that send it are rejected; in responses the type stays open, so that code which uses it compiles.',
  },
  'closed-enum-value-removed': {
    breaking: 'An enum has one value less and is closed.',
    why: 'Callers that send it are rejected, and code that uses it does not compile any more.',
  },
  'enum-value-renamed': {
    'sent: breaking, received: feature, unused: feature': 'A value of an enum is written in another way.',
    why: 'Callers that send the old one are rejected; in responses the type stays open, so that code which uses it compiles.',
  },
  'closed-enum-value-renamed': {
    breaking: 'A constant, or a value of a closed enum, is written in another way.',
    why: 'Callers that send the old one are rejected, and code that uses it does not compile any more.',
  },
  'enum-added': {
    'sent: breaking, received: feature, unused: feature': 'Values are those of an enum, and were any.',
    why: 'Callers that send others are rejected; in responses the type is open, and says more than before.',
  },
  'enum-removed': {
    'sent: feature, received: feature, unused: feature': 'Values may be any, and were those of an enum.',
    why: 'Types leave enums of strings open, so that code must expect further values already.',
  },
  'closed-enum-removed': {
    'sent: feature, received: breaking, unused: breaking':
      'Values may be any, and were a constant, or those of a closed enum.',
    why: 'Types of responses are closed there: code that handles each value does not handle others.',
  },
  'enum-constants-added': {
    feature: 'Enums of strings and numbers have constants for their values.',
    why: 'Their types take the same values as before.',
  },
  'enum-constants-removed': {
    breaking: 'An enum has one constant less, or none any more.',
    why: 'Code that uses it does not compile any more.',
  },
  'enum-constant-changed': {
    breaking: 'A constant of an enum has another value.',
    why: 'The same code sends and expects something else.',
  },
  'enum-style-changed': {
    breaking: 'Enums are written in another way: as unions, as objects of constants or as enums of TypeScript.',
    why: 'Code that uses the constants, or passes plain values, may not compile any more.',
  },
  'limit-tightened': {
    'sent: breaking, received: feature, unused: fix': 'A limit takes fewer values than before, or is new.',
    why: 'What callers send may be rejected; of what is received, more is known.',
  },
  'limit-loosened': {
    'sent: feature, received: breaking, unused: fix': 'A limit takes more values than before, or is gone.',
    why: 'Callers may send more; readers meet values beyond what they made room for.',
  },
  'limit-changed': {
    'sent: breaking, received: breaking, unused: fix': 'A limit takes other values than before.',
    why: 'Some values that were good are rejected, and some come that did not.',
  },
  'pattern-added': {
    'sent: breaking, received: feature, unused: fix': 'Text has to match a pattern.',
    why: 'What callers send may be rejected; of what is received, more is known.',
  },
  'pattern-removed': {
    'sent: feature, received: breaking, unused: fix': 'Text need not match a pattern any more.',
    why: 'Callers may send more; readers meet text that they may not understand.',
  },
  'pattern-changed': {
    'sent: breaking, received: breaking, unused: fix': 'Text has to match another pattern.',
    why: 'Which of two patterns takes more cannot be told in general.',
  },
  'additional-properties-disallowed': {
    'sent: breaking, received: feature, unused: fix': 'An object may not have properties besides those declared.',
    why: 'Callers that send others are rejected.',
  },
  'additional-properties-allowed': {
    'sent: feature, received: feature, unused: fix': 'An object may have properties besides those declared.',
    why: 'Callers may send more; whoever reads a response must expect properties that are new to it.',
  },
  'tuple-changed': { breaking: 'An array has other leading items.', why: 'Items have other positions than before.' },
  'alternative-added': {
    'sent: feature, received: breaking, unused: breaking': 'A union has one more member.',
    why: 'Callers may send more; readers meet a value that they do not handle.',
  },
  'alternative-removed': {
    breaking: 'A union has one member less.',
    why: 'Callers that send it are rejected, and code that handles it does not compile any more.',
  },
  'union-rewritten': {
    fix: 'A union is written with `oneOf` and was with `anyOf` or the reverse, or states a discriminator or none.',
    why: 'Types and values are the same; only a value that fits several members is validated differently.',
  },
  'discriminator-changed': {
    breaking: 'The members of a union are told apart by another property or other values.',
    why: 'The value of a member means none, or another.',
  },
  'discriminator-value-added': {
    'sent: feature, received: feature, unused: feature': 'One more value means a member of a union.',
    why: 'Callers may send it; readers get the same member under one more name.',
  },
  'condition-added': {
    'sent: breaking, received: feature, unused: fix':
      'A further condition holds for a value: `not`, `if`, `contains`, `dependentRequired` and the like.',
    why: 'What callers send may be rejected; of what is received, more is known.',
  },
  'condition-removed': {
    'sent: feature, received: breaking, unused: fix': 'A condition does not hold for a value any more.',
    why: 'Callers may send more; readers meet values that they do not expect.',
  },
  'condition-changed': {
    'sent: breaking, received: breaking, unused: fix': 'Another condition holds for a value.',
    why: 'Which of two conditions takes more cannot be told in general.',
  },
} as const;
