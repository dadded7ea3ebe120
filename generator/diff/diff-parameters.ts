import type { Parameter } from '../api/api.js';
import { pathVariables } from '../api/operations/paths.js';
import type { OperationDiff } from './api-diff.js';
import { diffParameter, parameterAdded, parameterKey, parameterRemoved } from './diff-parameter.js';
import { inNew, quote, step } from './finding.js';
import type { Both, Finding, Place } from './finding.js';
import { matchMembers } from './match-members.js';

interface KeyedParameter {
  readonly parameter: Parameter;
  readonly keys: readonly (string | undefined)[];
}

/** Compares the parameters of an operation. */
export function diffParameters(diff: OperationDiff): void {
  const [before, after] = [keyed(diff.before), keyed(diff.after)];
  const { pairs, gone, come } = matchMembers(before, after);
  for (const pair of pairs) diffBoth(diff, { before: pair.before.parameter, after: pair.after.parameter });
  for (const { parameter } of come) {
    const where = { subject: subjectOf(diff, parameter), ...placeOf(parameter, 'new') };
    diff.tell({ ...parameterAdded(parameter), ...where }, 'sent');
  }
  for (const { parameter } of gone) {
    const where = { subject: subjectOf(diff, parameter), ...placeOf(parameter, 'old') };
    diff.tell({ ...parameterRemoved(parameter), ...where }, 'sent');
  }
}

/** By place and name, then by name, then by which variable of the path it is. */
function keyed({ parameters, path }: OperationDiff['before']): readonly KeyedParameter[] {
  const variables = pathVariables(path).map(({ name }) => name);
  return parameters.map((parameter) => {
    const index = parameter.in === 'path' ? variables.indexOf(parameter.name) : -1;
    const name = parameterKey(parameter);
    return { parameter, keys: [`${parameter.in} ${name}`, name, index < 0 ? undefined : `variable ${index}`] };
  });
}

function subjectOf({ subject }: Pick<OperationDiff, 'subject'>, { name, reference }: Parameter): string {
  const shared = reference?.split('/').at(-1);
  return shared === undefined ? `${subject}.parameters.${step(name)}` : `parameters.${step(shared)}`;
}

/** A parameter of the components stands where it is declared, the same for all that refer to it. */
function placeOf({ reference, schema, at }: Parameter, side: Place['side']): Place {
  return { at: reference === undefined ? at : schema.at, side };
}

function diffBoth(diff: OperationDiff, { before, after }: Both<Parameter>): void {
  const isShared = before.reference !== undefined && before.reference === after.reference;
  const subject = isShared ? subjectOf(diff, after) : `${diff.subject}.parameters.${step(after.name)}`;
  const place = isShared ? placeOf(after, 'new') : inNew(after);
  const where = { subject, ...place };
  const report = (finding: Finding): void => diff.tell(finding, 'sent');
  if (before.property !== after.property) {
    const message = `callers pass ${quote(after.property)}, and passed ${quote(before.property)}`;
    report({ code: 'parameter-renamed', message, ...where });
  }
  diffParameter(report, { before, after }, where);
  diff.use({ before, after, subject }, 'sent');
}
