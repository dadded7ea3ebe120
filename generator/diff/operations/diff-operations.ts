import type { Operation } from '../../api/api.js';
import { changeOf, openOperation } from '../api-diff.js';
import type { ApiDiff, OperationDiff } from '../api-diff.js';
import { diffBody } from './diff-body.js';
import { diffDocs, diffExtensions } from '../schemas/diff-annotations.js';
import { diffFacts, withoutCounts, diffMediaRules, withoutMediaRules } from './diff-facts.js';
import { diffOperationTexts } from '../texts/diff-operation-texts.js';
import { diffParameters } from './diff-parameters.js';
import { diffResponses } from './diff-responses.js';
import { diffSecurity } from './diff-security.js';
import { inNew, inOld, quote, step } from '../finding.js';
import { matchMembers } from '../schemas/match-members.js';
import { pathParts } from '../../api/operations/paths.js';

/** Compares all operations: those with the same id, then those with the same method and path. */
export function diffOperations(diff: ApiDiff): void {
  const [old, now] = [keyed(diff.sides.before.api.operations), keyed(diff.sides.after.api.operations)];
  const { pairs, gone, come } = matchMembers(old, now);
  const partners = new Map(pairs.map(({ before, after }) => [after, before]));
  for (const after of now) {
    const before = partners.get(after);
    if (before === undefined) continue;
    diffOperation(openOperation(diff, { before: before.operation, after: after.operation }));
  }
  for (const { operation } of gone) reportOne(diff, operation, 'operation-removed');
  for (const { operation } of come) reportOne(diff, operation, 'operation-added');
}

interface KeyedOperation {
  readonly operation: Operation;
  readonly keys: readonly string[];
}

function keyed(operations: readonly Operation[]): readonly KeyedOperation[] {
  return operations.map((operation) => ({ operation, keys: [operation.id, addressOf(operation)] }));
}

/** Method and path, whatever its variables are called. */
function addressOf({ method, path }: Operation): string {
  const parts = pathParts(path).map((part) => (part.kind === 'text' ? part.text : '{}'));
  return `${method} ${parts.join('')}`;
}

function reportOne(diff: ApiDiff, operation: Operation, code: 'operation-added' | 'operation-removed'): void {
  const isAdded = code === 'operation-added';
  const { id, method, path } = operation;
  const what = id === `${method} ${path}` ? quote(id) : `${quote(id)} (${quote(`${method} ${path}`).slice(1, -1)})`;
  const message = `the operation ${what} is ${isAdded ? 'new' : 'gone'}`;
  const location = isAdded ? inNew(operation) : inOld(operation);
  diff.report({ ...changeOf({ code, message, subject: `operations.${step(id)}`, ...location }), operations: [id] });
}

function diffOperation(diff: OperationDiff): void {
  diffNames(diff);
  diffAddress(diff);
  const { before, after, subject, location } = diff;
  const reporter = { report: diff.tell };
  diffDocs(reporter, { before: before.doc, after: after.doc }, { subject, ...location });
  const extensions = { before: withoutRules(before), after: withoutRules(after) };
  diffExtensions(reporter, extensions, { subject, ...location });
  diffParameters(diff);
  diffBody(diff);
  diffResponses(diff);
  diffSecurity(diff);
  diffFacts(diff);
  diffMediaRules(diff);
  diffOperationTexts(diff);
}

/** What is left is compared as one. */
function withoutRules({ extensions }: Operation): Operation['extensions'] {
  return withoutMediaRules(withoutCounts(extensions));
}

function diffNames({ before, after, subject, location, tell }: OperationDiff): void {
  const [old, now] = [callOf(before), callOf(after)];
  if (before.id !== after.id && !isDerived(before, after)) {
    const result = old === now ? `${now} is as it was` : `so ${old} is ${now}`;
    const message = `${quote(before.id)} is called ${quote(after.id)}, and ${result}`;
    tell({ code: 'operation-renamed', message, subject, ...location });
  } else if (old !== now) {
    tell({ code: 'method-moved', message: `${old} is ${now}`, subject, ...location });
  } else if (before.name !== after.name || before.typeName !== after.typeName) {
    const message = sayNames(before, after);
    tell({ code: 'export-removed', message, subject, ...location });
  }
}

function sayNames(before: Operation, after: Operation): string {
  if (before.name !== after.name)
    return `the function ${quote(before.name)} is called ${quote(after.name)}, and types are named likewise`;
  return `types whose names began with ${quote(before.typeName)} begin with ${quote(after.typeName)}`;
}

/** Operations without an id go by method and path, which may name variables otherwise. */
function isDerived(before: Operation, after: Operation): boolean {
  const names = [before, after].map(({ id, method, path }) => id === `${method} ${path}`);
  return names.every(Boolean) && before.name === after.name;
}

function callOf({ group, property }: Operation): string {
  return visible(['client', ...group, property].join('.'));
}

function visible(call: string): string {
  return quote(call).slice(1, -1);
}

function diffAddress({ before, after, subject, location, tell }: OperationDiff): void {
  if (addressOf(before) === addressOf(after)) return;
  const [old, now] = [before, after].map(({ method, path }) => quote(`${method} ${path}`));
  tell({ code: 'operation-moved', message: `it is ${now}, and was ${old}`, subject, ...location });
}
