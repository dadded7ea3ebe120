import type { Operation, Parameter, WebhookParameter } from '../../api/api.js';
import type { OperationDiff } from './api-diff.js';
import { toCallersProperty } from '../../api/conversions/names-agree.js';
import { quote, step, tellTurn } from '../sides/finding.js';
import type { Both, Tell, Where } from '../sides/finding.js';
import { matchMembers, pairRenamed } from '../sides/pairs.js';
import { diffDocs, diffExtensions } from '../schemas/diff-annotations.js';
import type { Doc, Schema } from '../../api/types/schema.js';
import { listPathVariables } from '../../api/tools/paths.js';

/** Compares the parameters of an operation. */
export function diffParameters(diff: OperationDiff): void {
  const keys = new Map([...keysIn(diff.before), ...keysIn(diff.after)]);
  const { before, after } = diff;
  const { pairs, ...alone } = matchMembers(before.parameters, after.parameters, (one) => keys.get(one) ?? []);
  for (const pair of pairs) diffBoth(diff, pair);
  const { renamed, gone } = pairRenamed(alone, diff.graph.shapes.parameters);
  const tellOne = (one: Parameter, side: Where['side']): void =>
    tellPresence(diff.tellAt(locateParameter(diff, one, side), 'sent'), one, side);
  for (const one of alone.come) {
    const old = renamed.get(one);
    if (old) diffBoth(diff, { before: old, after: one });
    else tellOne(one, 'new');
  }
  for (const one of gone) tellOne(one, 'old');
}

/** Lists the keys by which each parameter is matched: location and name, name, and position among the variables of the path. */
function keysIn({ parameters, path }: Operation): readonly (readonly [Parameter, readonly (string | undefined)[]])[] {
  const variables = listPathVariables(path).map(({ name }) => name);
  return parameters.map((parameter) => {
    const index = parameter.in === 'path' ? variables.indexOf(parameter.name) : -1;
    const name = parameterKey(parameter);
    return [parameter, [`${parameter.in} ${name}`, name, index < 0 ? undefined : `variable ${index}`]];
  });
}

/** Locates a parameter. A parameter of `components` is located at its declaration, so that its change is reported once for all operations. */
function locateParameter(
  { subject }: OperationDiff,
  { name, reference, schema, at }: Parameter,
  side: Where['side'],
): Where {
  if (reference === undefined) return { subject: `${subject}.parameters.${step(name)}`, at, side };
  return { subject: `parameters.${step(reference.split('/').at(-1) ?? '')}`, at: schema.at, side };
}

function diffBoth(diff: OperationDiff, { before, after }: Both<Parameter>): void {
  const isRenamed = after.in !== 'path' && parameterKey(before) !== parameterKey(after);
  const isShared = before.reference === after.reference || (isRenamed && before.reference !== undefined);
  const { reference: _, ...own } = after;
  const where = locateParameter(diff, isShared ? after : own, 'new');
  const tell = diff.tellAt(where, 'sent');
  if (isRenamed) tell('parameter-renamed', `the parameter ${quote(before.name)} is called ${quote(after.name)}`);
  const [had, has] = [before, after].map((one) => quote(toCallersProperty(one)));
  if (!isRenamed && had !== has) tell('parameter-renamed', `callers pass ${has}, and passed ${had}`);
  diffParameter(tell, { before, after });
  diff.use({ before, after, subject: where.subject }, 'sent');
}

/** Returns the key by which a parameter is compared: its name, in small letters for a header. */
export function parameterKey({ name, in: location }: Pick<WebhookParameter, 'name' | 'in'>): string {
  return location === 'header' ? name.toLowerCase() : name;
}

/** Reports a parameter that is new or gone. */
export function tellPresence(
  tell: Tell,
  { name, required }: Pick<WebhookParameter, 'name' | 'required'>,
  side: Where['side'],
): void {
  if (side === 'old') tell('parameter-removed', `the parameter ${quote(name)} is gone`);
  else if (required) tell('required-parameter-added', `the required parameter ${quote(name)} is new`);
  else tell('parameter-added', `the parameter ${quote(name)} is new`);
}

/** Compares the facts of a parameter except its schema and its name, for operations and webhooks. */
export function diffParameter(tell: Tell, { before, after }: Both<WebhookParameter>): void {
  const name = quote(after.name);
  if (before.in !== after.in) tell('parameter-moved', `${name} is in: ${after.in}, and was in: ${before.in}`);
  tellTurn(
    tell,
    [before.required, after.required],
    ['parameter-required', `${name} is required`],
    ['parameter-optional', `${name} is optional`],
  );
  if (before.in === after.in) diffSerialization(tell, { before, after });
  diffDocs(tell, withoutSchemaDoc(before.schema, before.doc), withoutSchemaDoc(after.schema, after.doc));
  diffExtensions(tell, before.extensions, after.extensions);
}

function diffSerialization(tell: Tell, { before, after }: Both<WebhookParameter>): void {
  for (const key of ['style', 'explode', 'allowReserved', 'contentType', 'template'] as const) {
    const [old, now] = [before[key], after[key]];
    if (old === now || (key === 'explode' && isSimple(before) && isSimple(after))) continue;
    const name = quote(after.name);
    tell('parameter-serialization', `${key} of ${name} is ${sayValue(now)}, and was ${sayValue(old)}`);
  }
}

/** Returns whether a parameter is a single value, which is written the same with and without `explode`. */
function isSimple({ schema, style }: WebhookParameter): boolean {
  const isScalar = schema.types?.every((type) => type !== 'array' && type !== 'object') === true;
  return isScalar && (style === 'form' || style === 'simple');
}

function sayValue(value: string | boolean | undefined): string {
  return typeof value === 'string' ? quote(value) : String(value ?? 'not stated');
}

/** Returns the texts of a parameter or body that do not come from its schema: those are compared with the schema. */
export function withoutSchemaDoc(schema: Schema, { description, deprecated }: Doc): Doc {
  const isOwn = description !== undefined && description !== schema.doc.description;
  const isDeprecated = deprecated === true && schema.doc.deprecated !== true;
  return { ...(isOwn && { description }), ...(isDeprecated && { deprecated }) };
}
