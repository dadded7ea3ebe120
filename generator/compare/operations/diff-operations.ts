import type { Operation } from '../../api/api.js';
import { openOperation } from './api-diff.js';
import type { ApiDiff, OperationDiff } from './api-diff.js';
import { diffBody } from './diff-body.js';
import { diffDocs, diffExtensions } from '../schemas/diff-annotations.js';
import { diffFacts, withoutCounts, diffMediaRules, withoutMediaRules } from './diff-facts.js';
import { diffOperationTexts } from './diff-texts.js';
import { diffParameters } from './diff-parameters.js';
import { diffResponses } from './diff-responses.js';
import { diffSecurity } from './diff-security.js';
import { quote, tellAlone } from '../sides/finding.js';
import type { Both, Tell } from '../sides/finding.js';
import { matchMembers, pairRenamed } from '../sides/pairs.js';
import { parsePath } from '../../api/tools/paths.js';

/** Compares all operations: those with the same id, then those with the same method and path. */
export function diffOperations(diff: ApiDiff): void {
  const { before, after } = diff.sides;
  const { pairs, ...alone } = matchMembers(before.api.operations, after.api.operations, (one) => [
    one.id,
    printOperationAddress(one),
  ]);
  for (const pair of pairs) diffOperation(openOperation(diff, pair));
  const { renamed, gone } = pairRenamed(alone, diff.graph.shapes.operations);
  for (const operation of gone) tellOne(diff, operation, 'old');
  for (const operation of alone.come) {
    const old = renamed.get(operation);
    if (old === undefined) tellOne(diff, operation, 'new');
    else diffOperation(openOperation(diff, { before: old, after: operation }));
  }
}

/** Prints method and path without names of variables: `GET /pets/{}`. */
function printOperationAddress({ method, path }: Operation): string {
  const parts = parsePath(path).map((part) => (part.kind === 'text' ? part.text : '{}'));
  return `${method} ${parts.join('')}`;
}

function tellOne(diff: ApiDiff, operation: Operation, side: 'old' | 'new'): void {
  const { id, method, path } = operation;
  const what = id === `${method} ${path}` ? quote(id) : `${quote(id)} (${quote(`${method} ${path}`).slice(1, -1)})`;
  const tell = openOperation(diff, { before: operation, after: operation }).tellAt({ side });
  tellAlone(tell, side, 'operation', `the operation ${what}`);
}

function diffOperation(diff: OperationDiff): void {
  const { before, after } = diff;
  const tell = diff.tellAt();
  const [old, now] = [before, after].map(({ method, path }) => quote(`${method} ${path}`));
  const move =
    printOperationAddress(before) === printOperationAddress(after) ? undefined : `it is ${now}, and was ${old}`;
  const isReported = diffNames(tell, diff, move);
  if (move !== undefined && !isReported) tell('operation-moved', move);
  diffDocs(tell, before.doc, after.doc);
  // Rules of extensions that have codes of their own are compared elsewhere.
  const [rules, others] = [before, after].map(({ extensions }) => withoutMediaRules(withoutCounts(extensions)));
  diffExtensions(tell, rules, others);
  diffParameters(diff);
  diffBody(diff);
  diffResponses(diff);
  diffSecurity(diff);
  diffFacts(diff);
  diffMediaRules(diff);
  diffOperationTexts(diff);
}

/** Compares the names of an operation. Returns whether it reported a new id, in a message that includes `move`. */
function diffNames(tell: Tell, { before, after }: Both<Operation>, move: string | undefined): boolean {
  const [old, now] = [printClientCall(before), printClientCall(after)];
  // An operation without an `operationId` has its method and path as id, in which variables may have other names.
  const isDerived = [before, after].every(({ id, method, path }) => id === `${method} ${path}`);
  const isOther = before.id !== after.id && !(isDerived && before.name === after.name);
  if (isOther) {
    const result = old === now ? `${now} is as it was` : `so ${old} is ${now}`;
    const place = move === undefined ? '' : `; ${move}`;
    tell('operation-renamed', `${quote(before.id)} is called ${quote(after.id)}, and ${result}${place}`);
  } else if (old !== now) tell('method-moved', `${old} is ${now}`);
  else if (before.name !== after.name) {
    const names = `the function ${quote(before.name)} is called ${quote(after.name)}`;
    tell('export-removed', `${names}, and types are named likewise`);
  } else if (before.typeName !== after.typeName) {
    const [type, other] = [quote(before.typeName), quote(after.typeName)];
    tell('export-removed', `types whose names began with ${type} begin with ${other}`);
  }
  return isOther;
}

function printClientCall({ group, property }: Operation): string {
  return quote(['client', ...group, property].join('.')).slice(1, -1);
}
