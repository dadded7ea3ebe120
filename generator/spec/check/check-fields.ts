import { isUpgraded } from '../openapi/spec-version.js';
import { kinds, componentKinds } from '../openapi/kinds.js';
import type { Kind, KindName, Rule } from '../openapi/rules.js';
import { type Json, type JsonObject, isJsonObject, listEntries } from '../../json.js';
import { isResolved } from '../references/references.js';
import type { Resolved } from '../spec-document.js';
import { didYouMean, suggest } from '../suggest.js';
import { matchSchema } from '../vocabulary/match-schema.js';
import { repairReference, misplaced } from '../repair/repair-value.js';
import { leaveOut, leaveOutNode, replace, reportFault, printBriefly, warnAtKey } from '../repair/repairs.js';
import { type SpecContext, reportProblem } from '../references/spec-context.js';
import { checkValue } from './check-value.js';

/** Checks the fields of one object: those that are missing, unknown, or of the wrong type. */
export function checkFields(context: SpecContext, node: JsonObject, name: KindName): void {
  const { positions } = context;
  const { label, defaults = {}, required = [], bare } = kinds[name];
  for (const field of required) {
    if (field in node || isMisspelt(context, node, name, field)) continue;
    const fault = { code: 'missing-field', message: `${label} needs "${field}"`, at: positions.of(node) } as const;
    const value = defaults[field];
    const repair =
      value === undefined
        ? leaveOutNode(positions, node, label)
        : replace(node, field, structuredClone(value), `it is read as ${printBriefly(value)}`);
    reportFault(context, fault, repair);
  }
  for (const key of Object.keys(node)) {
    if (key.startsWith('x-') && !bare) checkExtension(context, node, name, key);
    else checkField(context, node, name, key);
  }
}

/** Returns whether a missing field is present with a misspelt name, which is reported separately. */
export function isMisspelt(context: SpecContext, node: JsonObject, name: KindName, field: string): boolean {
  const kind = kinds[name];
  const names = listFieldNames(context, kind);
  return listEntries(node).some(
    ([key]) => findVersionRule(context, kind, key) === undefined && suggest(key, names) === field,
  );
}

function listFieldNames({ version }: SpecContext, { fields, later }: Kind): readonly string[] {
  return Object.keys({ ...fields, ...(version === '3.2' ? later : {}) });
}

function findVersionRule({ version }: SpecContext, kind: Kind, key: string): Rule | undefined {
  const { fields, names, older = {}, later = {} } = kind;
  if (version === '3.2' && Object.hasOwn(later, key)) return later[key];
  if (Object.hasOwn(fields, key)) return fields[key];
  return isUpgraded(version) && Object.hasOwn(older, key) ? older[key] : names;
}

function checkField(context: SpecContext, node: JsonObject, name: KindName, key: string): void {
  const kind = kinds[name];
  const value = node[key] ?? null;
  const rule = findVersionRule(context, kind, key);
  if (rule !== undefined) return checkValue(context, { owner: node, key, name: key, kind: name }, value, rule);
  const at = context.positions.ofKey(node, key);
  if (key === '$ref' && typeof value === 'string')
    return reportFault(context, { code: 'misplaced-reference', message: misplaced, at }, leaveOut(node, key));
  const unsupported = `"${key}" of OpenAPI 3.2 is not supported and has no effect`;
  if (context.version === '3.2' && kind.newer?.includes(key))
    return context.diagnostics.warning('unsupported-field', unsupported, at);
  const hint = didYouMean(key, listFieldNames(context, kind));
  const message = `"${key}" is not a field of ${kind.label}`;
  const code = kind.open ? 'unknown-keyword' : 'unknown-field';
  // A misspelt field is a fault, because the document means something else; an unknown field is only a warning.
  if (hint === '') context.diagnostics.warning(code, `${message}, and has no effect`, at);
  else {
    const repair = { ...leaveOut(node, key, 'it has no effect'), isEqual: true };
    reportFault(context, { code, message: `${message}${hint}`, at }, repair);
  }
}

/** Checks an `x-` key by the vocabulary. Without a vocabulary, or with a tolerant one, such keys are not checked. */
function checkExtension(context: SpecContext, node: JsonObject, kind: KindName, key: string): void {
  const { vocabulary, diagnostics, positions } = context;
  if (vocabulary === undefined || vocabulary.tolerant) return;
  const { extensions, definitions } = vocabulary;
  const extension = extensions.get(key);
  const at = positions.ofKey(node, key);
  if (extension === undefined) {
    const message = `${JSON.stringify(key)} is not in the vocabulary${didYouMean(key, extensions.keys())}`;
    return diagnostics.error('unknown-extension', message, at);
  }
  const { on, schema } = extension;
  // A property is a schema, too.
  if (!['any', kind, kind === 'property' ? 'schema' : kind].some((one) => on.includes(one))) {
    const message = `"${key}" is not allowed on ${kinds[kind].label}; it belongs on: ${on.join(', ')}`;
    return diagnostics.error('invalid-extension', message, at);
  }
  const location = { owner: node, key, name: key };
  for (const found of matchSchema({ value: node[key] ?? null, location, definitions }, schema)) {
    const { owner, key: inner } = found.location;
    const position = found.atKey ? positions.ofKey(owner, inner) : positions.ofValue(owner, inner);
    diagnostics.error('invalid-extension', found.message(), position);
  }
}

/** Checks a `$ref` to an object of a kind; returns the target if it is one. */
export function checkReference(context: SpecContext, node: JsonObject, kind: KindName): Json | undefined {
  const expected = kind === 'property' ? 'schema' : kind;
  if (expected !== 'schema' && expected !== 'pathItem') checkSiblings(context, node, kind);
  const outcome = context.references.follow(node);
  if (!isResolved(outcome)) {
    reportProblem(context, outcome, repairReference(context.positions, outcome.node, expected));
    return undefined;
  }
  const { id, value } = outcome;
  const isSchema = expected === 'schema' && typeof value === 'boolean';
  if (isSchema || (isJsonObject(value) && (findComponentKind(id) ?? expected) === expected)) return value;
  return rejectKind(context, node, outcome, expected);
}

function checkSiblings(context: SpecContext, node: JsonObject, kind: KindName): void {
  for (const key of Object.keys(node)) {
    if (key.startsWith('x-')) checkExtension(context, node, kind, key);
    else if (key !== '$ref' && key !== 'summary' && key !== 'description')
      warnAtKey(context, 'ignored-field', `"${key}" has no effect beside "$ref"`, [node, key]);
  }
}

/** Returns the kind of a component by its id: `#/components/schemas/Pet` → `schema`. */
function findComponentKind(id: string): KindName | undefined {
  return componentKinds.get(/^#\/components\/([^/]+)\/[^/]+$/.exec(id)?.[1] ?? '');
}

function rejectKind(context: SpecContext, node: JsonObject, { id, value }: Resolved, expected: KindName): undefined {
  const { positions } = context;
  const kind = isJsonObject(value) ? findComponentKind(id) : undefined;
  const found = kind === undefined ? '' : `${kinds[kind].label}, `;
  const message = `${JSON.stringify(node['$ref'])} is ${found}not ${kinds[expected].label}`;
  const at = positions.ofValue(node, '$ref');
  const repair = repairReference(positions, node, expected, { kind, value });
  reportFault(context, { code: 'wrong-reference', message, at }, repair);
}
