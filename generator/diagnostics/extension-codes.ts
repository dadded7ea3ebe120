/** Codes of what is met in `x-` extensions and in the vocabulary that describes them. */
export const extensionCodes = {
  'unknown-extension': {
    severity: 'error',
    means: 'An "x-" key is not in the vocabulary of the service.',
    hint: 'Correct the key, or add it to the vocabulary.',
  },
  'foreign-extension': {
    severity: 'warning',
    means:
      'An "x-" key has the name of one that is understood here and does not hold what that holds, so that it is left out.',
    hint: 'Nothing has to be done where it is meant for another tool; else look at what the message says.',
  },
  'invalid-extension': {
    severity: 'error',
    means: 'An "x-" key stands where it does not belong, or its value does not match the vocabulary.',
    hint: 'Look the key up in the vocabulary: it says where it stands and what it holds.',
  },
  'invalid-vocabulary': {
    severity: 'error',
    means: 'The vocabulary itself is wrong.',
    hint: 'Describe each key by a sentence, the objects it stands on, and a schema.',
  },
  'unknown-capability': {
    severity: 'error or warning',
    means: '"x-action" performs a capability that the configuration does not register.',
    hint: 'Correct the name, or register its file under "capabilities" of the service; without a configuration the emulator answers from the schemas.',
  },
  'unused-capability': {
    severity: 'warning',
    means: 'A capability is registered that no operation performs.',
    hint: 'Remove it, or write `x-action: { perform: … }` on the operation that it is for.',
  },
  'invalid-capability': {
    severity: 'error',
    means: 'The file of a capability is not there, does not export it, or imports what a package does not have.',
    hint: 'Export a constant with the name of the capability, and import only files beside it and the packages of speccast.',
  },
  'unknown-table': {
    severity: 'error',
    means: 'An extension names a table in which no schema is stored.',
    hint: 'Correct the name, or declare the table by "x-resource" on a schema.',
  },
  'wrong-paging': {
    severity: 'error',
    means: '"x-paging" names a parameter or property that the operation does not have.',
    hint: 'Name a parameter of the operation and a property of its answer.',
  },
  'wrong-part': {
    severity: 'error',
    means: '"x-part" does not fit the parameter, the answer or the body of its operation.',
    hint: 'Let the values of the parameter be the names of properties of what is answered.',
  },
  'wrong-stream': {
    severity: 'error',
    means: '"x-stream" or "x-report" does not fit what the operation answers.',
    hint: 'Name properties that the answer and the body have.',
  },
  'unknown-reason': {
    severity: 'warning',
    means: 'A reason is named that no status of the service has.',
    hint: 'Correct the reason, or list it under "x-reasons".',
  },
  'unknown-time-zone': {
    severity: 'error',
    means: 'A time zone is named that nobody knows.',
    hint: 'Write a name of the tz database, such as "Europe/Berlin".',
  },
  'duplicate-check': {
    severity: 'error',
    means: 'Two checks of "x-conformance" have one id.',
    hint: 'Give each check an id of its own.',
  },
  'unknown-step': {
    severity: 'error',
    means: 'A check of "x-conformance" uses a step that is not given.',
    hint: 'Correct the name, or add the step under "given".',
  },
  'unknown-parameter': {
    severity: 'error',
    means: 'A check of "x-conformance" sends a parameter that the operation does not have.',
    hint: 'Correct the name.',
  },
  'unknown-name': {
    severity: 'error',
    means: 'A check of "x-conformance" uses a value that none of its steps keeps.',
    hint: 'Correct the name, or keep the value in a step before.',
  },
} as const;
