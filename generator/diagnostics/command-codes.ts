/** Codes of what is met outside of specs: in configuration, inputs of commands, and output. */
export const commandCodes = {
  'invalid-config': {
    severity: 'error',
    means: 'The configuration has a mistake.',
    hint: 'Each service names "spec", "package" and "out"; the schema of the configuration has all other keys.',
  },
  'invalid-release': {
    severity: 'error',
    means: 'The `released.json` of a package is not what a release left there.',
    hint: 'Take it from the commit of the last release, or remove it to begin anew with the next `generate`.',
  },
  'missing-release': {
    severity: 'error',
    means: 'The `released.json` of a package is gone, so that what changed since its last release cannot be told.',
    hint: 'Take it from the commit of the last release, or say with `--bump` what the next release is.',
  },
  'renewed-release': {
    severity: 'warning',
    means: 'The `released.json` of a package was gone and is made anew, so that earlier changes are not told.',
    hint: 'Take it from the commit of the last release.',
  },
  'merge-conflict': {
    severity: 'error',
    means: 'A merge left its marks in `released.json` or `CHANGELOG.md` of a package.',
    hint: 'Keep one side, or in the changelog both, and remove the lines with the marks.',
  },
  'existing-project': {
    severity: 'error',
    means: '`speccast init` was called where a configuration is already.',
    hint: 'Add a service to the configuration, or name another folder.',
  },
  'kept-file': {
    severity: 'warning',
    means: 'Something that `speccast init` would have written is there already and was left alone.',
    hint: 'Nothing has to be done where what is there does the same.',
  },
  'invalid-package-json': {
    severity: 'error',
    means: 'The package.json of a project cannot be added to.',
    hint: 'Correct it; `npm pkg get` complains about the same.',
  },
  'unreadable-spec': {
    severity: 'error',
    means: 'The file of a spec or vocabulary is not there or may not be read.',
    hint: 'Correct the path; it starts from the current folder, or from that of the configuration that names it.',
  },
  'unreadable-overlay': {
    severity: 'error',
    means: 'The file of an overlay is not there or may not be read.',
    hint: 'Correct the path; it starts from the current folder, or from that of the configuration that names it.',
  },
  'unreadable-file': {
    severity: 'error',
    means: 'The file of schemas is not there or may not be read.',
    hint: 'Correct the path; it starts from the current folder.',
  },
  'unreadable-reference': {
    severity: 'error',
    means: 'A file of the network that a reference leads to, and that a flag allows, could not be read.',
    hint: 'Look whether the address answers, or keep a copy of the file in the folder of the spec.',
  },
  'refused-output': {
    severity: 'error',
    means: 'The output cannot be written, or would take the place of files that are not of speccast.',
    hint: 'Name another folder, or remove what stands there.',
  },
  'edited-output': {
    severity: 'warning',
    means: 'A generated file was edited by hand and is as generated again.',
    hint: 'Change the spec instead, or keep code of your own in other files.',
  },
  'text-became-code': {
    severity: 'error',
    means: 'The proof that no text of the spec runs as code failed: nothing was written.',
    hint: 'Report it as a vulnerability of speccast, with the lines of the spec.',
  },
  drift: {
    severity: 'error',
    means: 'The two descriptions of a service differ where drift.yaml does not say so.',
    hint: 'Correct the spec, or add the difference to drift.yaml with its reason.',
  },
  'unneeded-drift': {
    severity: 'error',
    means: 'drift.yaml knows a difference that is not there any more.',
    hint: 'Remove the entry.',
  },
  'invalid-drift': {
    severity: 'error',
    means: 'drift.yaml has a mistake.',
    hint: 'Each entry under "differences" says where, what, and why.',
  },
  'missing-schemas': {
    severity: 'error',
    means: 'The input of `speccast validators` has no schemas.',
    hint: 'Write {"schemas": {"Name": {…}}}.',
  },
  'invalid-remotes': {
    severity: 'error',
    means: 'The "remotes" of the input of `speccast validators` are no object.',
    hint: 'Write {"remotes": {"https://example.com/schema": {…}}}.',
  },
  'repeated-name': {
    severity: 'error',
    means: 'Two schemas have one URI or one anchor, so that a reference to it would be ambiguous.',
    hint: 'Rename one of them.',
  },
  'unknown-dialect': {
    severity: 'warning',
    means: 'A schema is written in a dialect that is not known, and is read as draft 2020-12.',
    hint: 'Write the schema in draft 2020-12 and say so in "$schema", or add the meta-schema to "remotes".',
  },
  'unknown-vocabulary': {
    severity: 'error',
    means: 'A meta-schema requires a vocabulary of JSON Schema that is not known.',
    hint: 'Set the vocabulary to false where it merely tells, or use another meta-schema.',
  },
  'wrong-usage': {
    severity: 'error',
    means: 'The command does not take these arguments.',
    hint: 'Look at `speccast help`.',
  },
  'internal-error': {
    severity: 'error',
    means: 'speccast itself failed.',
    hint: 'Report it, with the spec or the part of it that shows it.',
  },
} as const;
