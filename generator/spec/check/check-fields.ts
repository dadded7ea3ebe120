import type { Json, JsonObject } from '../read/json.js';
import { type Kind, type KindName, kinds, type Rule } from '../openapi/kinds.js';
import type { CheckContext } from './check-context.js';
import { checkExtension } from './check-extension.js';
import { checkValue } from './check-value.js';
import { didYouMean, suggest } from '../suggest.js';

/** Judges the fields of one object: those that are missing, unknown, or of the wrong type. */
export function checkFields(context: CheckContext, node: JsonObject, name: KindName): void {
  const kind = kinds[name];
  for (const field of kind.required ?? []) {
    if (!(field in node) && !isMisspelt(context, node, name, field)) reportMissing(context, node, kind, field);
  }
  for (const key of Object.keys(node)) {
    const value = node[key] ?? null;
    if (key.startsWith('x-') && !kind.bare) checkExtension(context, { node, kind: name, key, value });
    else checkField(context, node, kind, [key, value]);
  }
}

/** Whether a field that is missing stands there with a slip of the pen, which is reported by itself. */
export function isMisspelt(context: CheckContext, node: JsonObject, name: KindName, field: string): boolean {
  const kind = kinds[name];
  const names = namesOf(context, kind);
  return Object.keys(node).some(
    (key) => !key.startsWith('x-') && ruleOf(context, kind, key) === undefined && suggest(key, names) === field,
  );
}

function namesOf({ version }: CheckContext, { fields, later }: Kind): readonly string[] {
  return Object.keys({ ...fields, ...(version === '3.2' ? later : {}) });
}

/** Reports a field that an object cannot do without. */
function reportMissing(context: CheckContext, node: JsonObject, { label }: Pick<Kind, 'label'>, field: string): void {
  context.diagnostics.error('missing-field', `${label} needs "${field}"`, context.places.of(node));
}

function ruleOf({ version }: CheckContext, kind: Kind, key: string): Rule | undefined {
  const { fields, names, older = {}, later = {} } = kind;
  if (version === '3.2' && Object.hasOwn(later, key)) return later[key];
  if (Object.hasOwn(fields, key)) return fields[key];
  return version === '3.0' && Object.hasOwn(older, key) ? older[key] : names;
}

function checkField(context: CheckContext, node: JsonObject, kind: Kind, [key, value]: readonly [string, Json]): void {
  const rule = ruleOf(context, kind, key);
  if (rule !== undefined) return checkValue(context, { owner: node, key, name: key }, value, rule);
  const at = context.places.ofKey(node, key);
  if (context.version === '3.2' && kind.newer?.includes(key)) {
    return context.diagnostics.warning(
      'unsupported-field',
      `"${key}" of OpenAPI 3.2 is not supported and has no effect`,
      at,
    );
  }
  const hint = didYouMean(key, namesOf(context, kind));
  const message = `"${key}" is not a field of ${kind.label}`;
  if (kind.open) context.diagnostics.warning('unknown-keyword', `${message}${hint}`, at);
  // What may be a slip of the pen changes what the document says; a field that nobody knows does not.
  else if (hint === '') context.diagnostics.warning('unknown-field', `${message}, and has no effect`, at);
  else context.diagnostics.error('unknown-field', `${message}${hint}`, at);
}
