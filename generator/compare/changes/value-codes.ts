/** Codes of changes of which values a schema takes. */
export const valueCodes = {
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
  'enum-stated': {
    'sent: breaking, received: feature, unused: feature': 'Values are those of an enum, and were any.',
    why: 'Callers that send others are rejected; in responses the type is open, and says more than before.',
  },
  'enum-dropped': {
    'sent: feature, received: feature, unused: feature': 'Values may be any, and were those of an enum.',
    why: 'Types leave enums of strings open, so that code must expect further values already.',
  },
  'closed-enum-dropped': {
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
  'additional-properties-refused': {
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
