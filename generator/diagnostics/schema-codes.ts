/** Codes of what is met in schemas and the values that they describe. */
export const schemaCodes = {
  'unknown-keyword': {
    severity: 'warning',
    means: 'A key of a schema is no keyword, so that it judges nothing.',
    hint: 'Correct the key, or let it begin with "x-" where it is an extension.',
  },
  'unsupported-keyword': {
    severity: 'warning',
    means: 'A keyword of JSON Schema has no effect here.',
    hint: 'Say the same by other keywords.',
  },
  'empty-range': {
    severity: 'warning',
    means: 'No value can be valid.',
    hint: 'Swap or correct the limits, or list the values.',
  },
  'repeated-value': {
    severity: 'warning',
    means: 'An "enum" lists one value twice.',
    hint: 'Remove one of the two.',
  },
  'impossible-value': {
    severity: 'warning',
    means: 'A value of "enum" or "const" is not of the type of its schema, so that it is never valid.',
    hint: 'Correct the value or the type; in YAML, quotes make a text of a number.',
  },
  'invalid-example': {
    severity: 'warning',
    means: 'An example is not valid by its schema.',
    hint: 'Correct the example, or the schema where the service answers like that.',
  },
  'unknown-property': {
    severity: 'warning',
    means: 'A required name is no property, and is nearly one.',
    hint: 'Correct the name, or describe the property.',
  },
  'endless-schema': {
    severity: 'error or warning',
    means: 'A schema needs itself in order to judge one and the same value.',
    hint: 'Let the schema refer to itself only from inside a property or an item.',
  },
  'loose-discriminator': {
    severity: 'warning',
    means: 'A discriminator does not tell the alternatives apart, as they do not say which value each of them has.',
    hint: 'Give the property that discriminates one value in each alternative.',
  },
  'contradicting-types': {
    severity: 'warning',
    means: 'The parts of an "allOf" want types that no value has at once.',
    hint: 'Let all parts say the same type, or take the part out of the "allOf".',
  },
  'wrong-mapping': {
    severity: 'warning',
    means: 'A discriminator gives an alternative a value that the alternative itself does not allow.',
    hint: 'Let the mapping and the property in the alternative say the same value.',
  },
  'unknown-format': {
    severity: 'warning',
    means: 'No rule is known for a format, so that any value has it.',
    hint: 'Correct the name, or say the rule by a "pattern".',
  },
  'exponential-pattern': {
    severity: 'error or warning',
    means:
      'A regular expression takes exponential time on some text: whoever sends it stops the service that validates.',
    hint: 'Write it so that a text can match in one way only, or replace it by an overlay.',
  },
  'slow-pattern': {
    severity: 'warning',
    means: 'A regular expression takes long on long texts.',
    hint: 'Bound the length of the text by "maxLength", or write it so that a text can match in one way only.',
  },
  'unjudged-pattern': {
    severity: 'warning',
    means: 'How long a regular expression can take is not known.',
    hint: 'Bound the length of the text by "maxLength", or write it in a simpler way.',
  },
  'older-pattern': {
    severity: 'warning',
    means: 'A regular expression is not one in Unicode mode, which JSON Schema asks for.',
    hint: 'Escape only what needs it.',
  },
  'unsupported-pattern': {
    severity: 'warning',
    means: 'The pattern of a Discovery document is no regular expression of JavaScript, and is left out.',
    hint: 'Nothing has to be done: values are not judged by it.',
  },
  'invalid-default': {
    severity: 'warning',
    means: 'A default is not valid by its own schema.',
    hint: 'Write a default of the type and among the values of its schema.',
  },
} as const;
