/** Codes of what is met while files become one document: their text, references, overlays. */
export const readingCodes = {
  'empty-file': {
    severity: 'error',
    means: 'The file holds nothing.',
    hint: 'Look whether this is the file that was meant, and whether it was saved.',
  },
  'invalid-encoding': {
    severity: 'error or warning',
    means: 'The file holds bytes that are no text in UTF-8.',
    hint: 'Save the file in UTF-8.',
  },
  'invalid-json': {
    severity: 'error',
    means: 'The file begins like JSON and breaks its grammar here.',
    hint: 'Correct the text here; the mistake may stand just before this place.',
  },
  'invalid-yaml': {
    severity: 'error',
    means: 'The file is not YAML, or holds what JSON cannot carry.',
    hint: 'Correct the text here; look at the indentation, at quotes, and at what is opened and not closed.',
  },
  'several-documents': {
    severity: 'error',
    means: 'A file of YAML holds more than one document.',
    hint: 'Keep one document in each file.',
  },
  'duplicate-key': {
    severity: 'error',
    means: 'An object has one key twice, so that one of the values would be lost.',
    hint: 'Remove or rename one of the two.',
  },
  'too-deep': {
    severity: 'error',
    means: 'Values are nested deeper than any description needs.',
    hint: 'Move the inner parts under "components" and refer to them with "$ref".',
  },
  'too-large': {
    severity: 'error',
    means: 'A list or an object holds more than a package could carry.',
    hint: 'Describe the values by a "pattern" or a type in place of listing them.',
  },
  'unknown-anchor': {
    severity: 'error',
    means: 'An alias of YAML names an anchor that does not stand before it.',
    hint: 'Set the anchor with "&name" on the value that is meant, before the alias.',
  },
  'endless-alias': {
    severity: 'error',
    means: 'An alias of YAML stands inside the value that it stands for.',
    hint: 'Say the recursion with "$ref".',
  },
  'too-many-aliases': {
    severity: 'error',
    means: 'Aliases of YAML stand for more values than any description needs.',
    hint: 'Use "$ref" in place of the alias.',
  },
  'unsupported-tag': {
    severity: 'error',
    means: 'A tag of YAML asks for a type that JSON does not have.',
    hint: 'Remove the tag and write the value as JSON would.',
  },
  'wrong-format': {
    severity: 'error',
    means: 'The document is of another kind than the one that was asked for.',
    hint: 'Name the file that was meant.',
  },
  'unsupported-version': {
    severity: 'error',
    means: 'The document is written in a version that is not read.',
    hint: 'Convert the document to OpenAPI 3.0, 3.1 or 3.2, and an overlay to version 1.0 or 1.1.',
  },
  'unknown-reference': {
    severity: 'error',
    means: 'Nothing stands where a reference leads.',
    hint: 'Correct the name, or add what it names; further files are read from the folder of the spec only.',
  },
  'refused-reference': {
    severity: 'error',
    means: 'A reference leads where nothing is read: to the network, or out of the folder of the spec.',
    hint: 'Put the file into the folder of the spec and refer to it by its relative path, or allow the place by a flag.',
  },
  'endless-reference': {
    severity: 'error',
    means: 'References lead in a circle and never to a value.',
    hint: 'Put a value in the place of one of them.',
  },
  'misplaced-reference': {
    severity: 'error',
    means: 'A "$ref" stands where OpenAPI takes none.',
    hint: 'Write what it refers to in its place.',
  },
  'wrong-reference': {
    severity: 'error',
    means: 'A reference leads to an object of another kind than the one that belongs here.',
    hint: 'Refer to an object of the kind that belongs here.',
  },
  'ignored-field': {
    severity: 'warning',
    means: 'A field has no effect where it stands.',
    hint: 'Remove it; beside a "$ref", move it into the object that is referred to.',
  },
  'invalid-jsonpath': {
    severity: 'error',
    means: 'The target of an overlay is not a JSONPath.',
    hint: 'Write a query of RFC 9535, such as $.paths["/pets"].get.',
  },
  'overlay-extends': {
    severity: 'warning',
    means: 'An overlay was written for another document than the one it is applied to.',
    hint: 'Apply it to the document that it names, or correct its "extends".',
  },
  'overlay-mismatch': {
    severity: 'error',
    means: 'The action of an overlay does not fit the kind of value that it selects.',
    hint: 'Select what holds the value, or remove the value in an action before this one.',
  },
  'overlay-no-effect': {
    severity: 'warning',
    means: 'The action of an overlay changes nothing.',
    hint: 'Give it an "update", a "copy" or a "remove", or delete it.',
  },
  'overlay-no-match': {
    severity: 'error',
    means: 'The target of an overlay selects nothing in the document.',
    hint: 'Correct the target; the document may have changed since the overlay was written.',
  },
  'overlay-too-large': {
    severity: 'error',
    means: 'Overlays add more values than any description needs.',
    hint: 'Let the target select fewer places, or refer to one component from all of them.',
  },
} as const;
