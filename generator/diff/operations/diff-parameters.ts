import type { Parameter, WebhookParameter } from '../../api/api.js';
import type { OperationDiff } from '../api-diff.js';
import { inNew, quote, step } from '../finding.js';
import type { Both, Finding, Location } from '../finding.js';
import { matchMembers } from '../schemas/match-members.js';
import { diffDocs, diffExtensions } from '../schemas/diff-annotations.js';
import type { Where } from '../schemas/diff-annotations.js';
import type { Doc, Schema } from '../../api/schemas/schema.js';
import { pathVariables } from '../../api/operations/paths.js';

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
    const where = { subject: subjectOf(diff, parameter), ...locationOf(parameter, 'new') };
    diff.tell({ ...parameterAdded(parameter), ...where }, 'sent');
  }
  for (const { parameter } of gone) {
    const where = { subject: subjectOf(diff, parameter), ...locationOf(parameter, 'old') };
    diff.tell({ ...parameterRemoved(parameter), ...where }, 'sent');
  }
}

/** By location and name, then by name, then by which variable of the path it is. */
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

/** A parameter of the components is where it is declared, the same for all that refer to it. */
function locationOf({ reference, schema, at }: Parameter, side: Location['side']): Location {
  return { at: reference === undefined ? at : schema.at, side };
}

function diffBoth(diff: OperationDiff, { before, after }: Both<Parameter>): void {
  const isShared = before.reference !== undefined && before.reference === after.reference;
  const subject = isShared ? subjectOf(diff, after) : `${diff.subject}.parameters.${step(after.name)}`;
  const location = isShared ? locationOf(after, 'new') : inNew(after);
  const where = { subject, ...location };
  const report = (finding: Finding): void => diff.tell(finding, 'sent');
  if (before.property !== after.property) {
    const message = `callers pass ${quote(after.property)}, and passed ${quote(before.property)}`;
    report({ code: 'parameter-renamed', message, ...where });
  }
  diffParameter(report, { before, after }, where);
  diff.use({ before, after, subject }, 'sent');
}

/** A parameter, by what tells it from others. */
type Named = Pick<WebhookParameter, 'name' | 'in'>;

/** The name of a parameter as it is compared: case means nothing in names of headers. */
export function parameterKey({ name, in: location }: Named): string {
  return location === 'header' ? name.toLowerCase() : name;
}

/** That a parameter is new. */
export function parameterAdded({ name, required }: Named & Pick<WebhookParameter, 'required'>): Told {
  return required
    ? { code: 'required-parameter-added', message: `the required parameter ${quote(name)} is new` }
    : { code: 'parameter-added', message: `the parameter ${quote(name)} is new` };
}

/** That there is a parameter no more. */
export function parameterRemoved({ name }: Named): Told {
  return { code: 'parameter-removed', message: `the parameter ${quote(name)} is gone` };
}

type Told = Pick<Finding, 'code' | 'message'>;

/** Compares what is said of a parameter beside its schema and its name, whichever way it travels. */
export function diffParameter(
  report: (finding: Finding) => void,
  { before, after }: Both<WebhookParameter>,
  where: Where,
): void {
  const name = quote(after.name);
  if (before.in !== after.in)
    report({ code: 'parameter-moved', message: `${name} is in: ${after.in}, and was in: ${before.in}`, ...where });
  if (before.required !== after.required) {
    const message = after.required ? `${name} is required` : `${name} is optional`;
    report({ code: after.required ? 'parameter-required' : 'parameter-optional', message, ...where });
  }
  diffSerialization(report, { before, after }, where);
  diffDocs(
    { report },
    { before: withoutDocOf(before.schema, before.doc), after: withoutDocOf(after.schema, after.doc) },
    where,
  );
  diffExtensions({ report }, { before: before.extensions, after: after.extensions }, where);
}

function diffSerialization(
  report: (finding: Finding) => void,
  { before, after }: Both<WebhookParameter>,
  where: Where,
): void {
  if (before.in !== after.in) return;
  for (const key of ['style', 'explode', 'allowReserved', 'contentType', 'template'] as const) {
    const [old, now] = [before[key], after[key]];
    if (old === now || (key === 'explode' && isSimple(before) && isSimple(after))) continue;
    const message = `${key} of ${quote(after.name)} is ${sayFact(now)}, and was ${sayFact(old)}`;
    report({ code: 'parameter-serialization', message, ...where });
  }
}

/** A single value is written the same, exploded or not. */
function isSimple({ schema, style }: WebhookParameter): boolean {
  const isScalar = schema.types?.every((type) => type !== 'array' && type !== 'object') === true;
  return isScalar && (style === 'form' || style === 'simple');
}

function sayFact(value: string | boolean | undefined): string {
  if (value === undefined) return 'not stated';
  return typeof value === 'string' ? quote(value) : String(value);
}

/** What a parameter or body says itself: texts that it has from its schema are compared there. */
export function withoutDocOf(schema: Schema, { description, deprecated }: Doc): Doc {
  const isOwn = description !== undefined && description !== schema.doc.description;
  const isDeprecated = deprecated === true && schema.doc.deprecated !== true;
  return { ...(isOwn && { description }), ...(isDeprecated && { deprecated }) };
}
