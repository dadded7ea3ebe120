import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import { componentKinds, kinds } from '../openapi/kinds.js';
import type { KindName } from '../openapi/rules.js';
import { type CheckContext, reportProblem } from './check-context.js';
import { checkExtension } from './check-fields.js';
import { isResolved } from '../references/references.js';
import type { Resolved } from '../spec-document.js';

/** Checks a `$ref` to an object of a kind; the target where it is one. */
export function checkReference(context: CheckContext, node: JsonObject, kind: KindName): Json | undefined {
  const wanted = kind === 'property' ? 'schema' : kind;
  if (wanted !== 'schema' && wanted !== 'pathItem') checkSiblings(context, node, kind);
  const outcome = context.references.follow(node);
  if (!isResolved(outcome)) {
    reportProblem(context, outcome);
    return undefined;
  }
  return isKind(outcome, wanted) ? outcome.value : rejectKind(context, node, outcome, wanted);
}

function checkSiblings(context: CheckContext, node: JsonObject, kind: KindName): void {
  for (const [key, value] of Object.entries(node)) {
    if (key.startsWith('x-')) checkExtension(context, { node, kind, key, value });
    else if (key !== '$ref' && key !== 'summary' && key !== 'description') {
      context.diagnostics.warning(
        'ignored-field',
        `"${key}" has no effect beside "$ref"`,
        context.positions.ofKey(node, key),
      );
    }
  }
}

/** The kind of a component, by its id. */
function componentKind(id: string): KindName | undefined {
  const section = /^#\/components\/([^/]+)\/[^/]+$/.exec(id)?.[1];
  return section === undefined ? undefined : componentKinds.get(section);
}

function isKind({ id, value }: Resolved, wanted: KindName): boolean {
  if (typeof value === 'boolean') return wanted === 'schema';
  return isJsonObject(value) && (componentKind(id) ?? wanted) === wanted;
}

function rejectKind(
  { diagnostics, positions }: CheckContext,
  node: JsonObject,
  { id, value }: Resolved,
  wanted: KindName,
): undefined {
  const actual = isJsonObject(value) ? componentKind(id) : undefined;
  const found = actual === undefined ? '' : `${kinds[actual].label}, `;
  const message = `${JSON.stringify(node['$ref'])} is ${found}not ${kinds[wanted].label}`;
  diagnostics.error('wrong-reference', message, positions.ofValue(node, '$ref'));
}
