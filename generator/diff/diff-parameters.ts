import type { Parameter } from '../api/api.js';
import { pathVariables } from '../api/path-template.js';
import type { OperationDiff } from './api-diff.js';
import { diffDocs, diffExtensions } from './diff-annotations.js';
import { inNew, quote, step } from './finding.js';
import type { Both, Place } from './finding.js';
import { matchMembers } from './match-members.js';
import { withoutDocOf } from './own-doc.js';

interface KeyedParameter {
  readonly parameter: Parameter;
  readonly keys: readonly (string | undefined)[];
}

/** Compares the parameters of an operation. */
export function diffParameters(diff: OperationDiff): void {
  const [before, after] = [keyed(diff.before), keyed(diff.after)];
  const { pairs, gone, come } = matchMembers(before, after);
  for (const pair of pairs) diffParameter(diff, { before: pair.before.parameter, after: pair.after.parameter });
  for (const { parameter } of come) {
    const { required, name } = parameter;
    const message = `the ${required ? 'required parameter' : 'parameter'} ${quote(name)} is new`;
    const code = required ? 'required-parameter-added' : 'parameter-added';
    diff.tell({ code, message, subject: subjectOf(diff, parameter), ...placeOf(parameter, 'new') }, 'sent');
  }
  for (const { parameter } of gone) {
    const message = `the parameter ${quote(parameter.name)} is gone`;
    const place = placeOf(parameter, 'old');
    diff.tell({ code: 'parameter-removed', message, subject: subjectOf(diff, parameter), ...place }, 'sent');
  }
}

/** By place and name, then by name, then by which variable of the path it is. */
function keyed({ parameters, path }: OperationDiff['before']): readonly KeyedParameter[] {
  const variables = pathVariables(path).map(({ name }) => name);
  return parameters.map((parameter) => {
    const index = parameter.in === 'path' ? variables.indexOf(parameter.name) : -1;
    const name = parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name;
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

function diffParameter(diff: OperationDiff, { before, after }: Both<Parameter>): void {
  const isShared = before.reference !== undefined && before.reference === after.reference;
  const subject = isShared ? subjectOf(diff, after) : `${diff.subject}.parameters.${step(after.name)}`;
  const place = isShared ? placeOf(after, 'new') : inNew(after);
  const where = { subject, ...place };
  const name = quote(after.name);
  const report = (finding: Parameters<OperationDiff['tell']>[0]): void => diff.tell(finding, 'sent');
  if (before.property !== after.property) {
    const message = `callers pass ${quote(after.property)}, and passed ${quote(before.property)}`;
    report({ code: 'parameter-renamed', message, ...where });
  }
  if (before.in !== after.in)
    report({ code: 'parameter-moved', message: `${name} is in: ${after.in}, and was in: ${before.in}`, ...where });
  if (before.required !== after.required) {
    const message = after.required ? `${name} is required` : `${name} is optional`;
    report({ code: after.required ? 'parameter-required' : 'parameter-optional', message, ...where });
  }
  diffSerialization(diff, { before, after }, where);
  diffDocs(
    { report },
    { before: withoutDocOf(before.schema, before.doc), after: withoutDocOf(after.schema, after.doc) },
    where,
  );
  diffExtensions({ report }, { before: before.extensions, after: after.extensions }, where);
  diff.use({ before, after, subject }, 'sent');
}

function diffSerialization(
  { tell }: OperationDiff,
  { before, after }: Both<Parameter>,
  where: { readonly subject: string } & Place,
): void {
  if (before.in !== after.in) return;
  for (const key of ['style', 'explode', 'allowReserved', 'contentType', 'template'] as const) {
    const [old, now] = [before[key], after[key]];
    if (old === now || (key === 'explode' && isSimple(before) && isSimple(after))) continue;
    const message = `${key} of ${quote(after.name)} is ${sayFact(now)}, and was ${sayFact(old)}`;
    tell({ code: 'parameter-serialization', message, ...where }, 'sent');
  }
}

/** A single value is written the same, exploded or not. */
function isSimple({ schema, style }: Parameter): boolean {
  const isScalar = schema.types?.every((type) => type !== 'array' && type !== 'object') === true;
  return isScalar && (style === 'form' || style === 'simple');
}

function sayFact(value: string | boolean | undefined): string {
  if (value === undefined) return 'not stated';
  return typeof value === 'string' ? quote(value) : String(value);
}
