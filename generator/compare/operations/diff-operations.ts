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
import { pairRenamed } from '../sides/pair-renamed.js';
import { matchMembers } from '../sides/match-members.js';
import { pathParts } from '../../api/tools/paths.js';

/** Compares all operations: those with the same id, then those with the same method and path. */
export function diffOperations(diff: ApiDiff): void {
  const { before, after } = diff.sides;
  const { pairs, gone, come } = matchMembers(before.api.operations, after.api.operations, (one) => [
    one.id,
    printOperationAddress(one),
  ]);
  for (const pair of pairs) diffOperation(openOperation(diff, pair));
  const { shapes } = diff.graph;
  const renamed = pairRenamed(
    { gone, come },
    { nameOf: ({ id }) => id, shapeOf: shapes.ofOperation, isTelling: shapes.isTellingOperation },
  );
  const former = new Set(renamed.values());
  for (const operation of gone) if (!former.has(operation)) tellOne(diff, operation, 'old');
  for (const operation of come) {
    const old = renamed.get(operation);
    if (old === undefined) tellOne(diff, operation, 'new');
    else diffOperation(openOperation(diff, { before: old, after: operation }));
  }
}

/** Method and path, whatever its variables are called. */
function printOperationAddress({ method, path }: Operation): string {
  const parts = pathParts(path).map((part) => (part.kind === 'text' ? part.text : '{}'));
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
  const isTold = diffNames(tell, diff, move);
  if (move !== undefined && !isTold) tell('operation-moved', move);
  diffDocs(tell, before.doc, after.doc);
  diffExtensions(tell, withoutRules(before), withoutRules(after));
  diffParameters(diff);
  diffBody(diff);
  diffResponses(diff);
  diffSecurity(diff);
  diffFacts(diff);
  diffMediaRules(diff);
  diffOperationTexts(diff);
}

/** Returns extensions without the rules that have codes of their own; the rest is compared as one. */
function withoutRules({ extensions }: Operation): Operation['extensions'] {
  return withoutMediaRules(withoutCounts(extensions));
}

/** Tells how an operation is called; whether that says where it is now, too. */
function diffNames(tell: Tell, { before, after }: Both<Operation>, move: string | undefined): boolean {
  const [old, now] = [printClientCall(before), printClientCall(after)];
  const isOther = before.id !== after.id && !isDerived(before, after);
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

/** Operations without an id go by method and path, which may name variables otherwise. */
function isDerived(before: Operation, after: Operation): boolean {
  const names = [before, after].map(({ id, method, path }) => id === `${method} ${path}`);
  return names.every(Boolean) && before.name === after.name;
}

function printClientCall({ group, property }: Operation): string {
  return quote(['client', ...group, property].join('.')).slice(1, -1);
}
