import type { SecurityNeed } from '../../api/types/service.js';
import type { OperationDiff } from './api-diff.js';
import { quote } from '../sides/finding.js';
import type { Tell } from '../sides/finding.js';
import { differences } from '../sides/pairs.js';
import { stepsTo } from '../sides/side.js';

type Alternative = readonly SecurityNeed[];

/** Compares the credentials that an operation needs. */
export function diffSecurity(diff: OperationDiff): void {
  const { locate } = diff.sides.after;
  // An operation without `security` uses that of the document.
  const at = locate([...stepsTo(diff.after), 'security']) ?? locate(['security']);
  const tell = diff.tellAt({ subject: `${diff.subject}.security`, ...(at && { at }) });
  const [old, now] = [diff.before.security, diff.after.security];
  const [wasOpen, isOpen] = [isFree(old), isFree(now)];
  if (wasOpen && !isOpen) return tell('auth-required', `a credential is needed: ${now.map(sayOne).join(', or ')}`);
  if (!wasOpen && isOpen) tell('auth-optional', 'no credential is needed any more');
  const gone = old.filter((one) => one.length > 0 && !now.some((other) => isEnough(one, other)));
  const come = now.filter(
    (one) => one.length > 0 && !old.some((other) => isEnough(other, one) && isEnough(one, other)),
  );
  const reported = new Set<Alternative>();
  for (const one of wasOpen || isOpen ? [] : gone) {
    const near = come.find((other) => printSchemes(other) === printSchemes(one) && !reported.has(other));
    if (near !== undefined) reported.add(near);
    else {
      const more = come.find((other) => isEnough(other, one));
      const takes = more === undefined ? '' : `: it takes ${sayOne(more)}`;
      tell('auth-alternative-removed', `${sayOne(one)} is not enough any more${takes}`);
    }
    for (const scope of differences(listScopes(one), listScopes(near ?? [])).come)
      tell('scope-added', `the scope ${quote(scope)} is needed`);
  }
  for (const one of come.filter((other) => !reported.has(other))) tellNew(tell, one, old);
}

function tellNew(tell: Tell, one: Alternative, old: readonly Alternative[]): void {
  const near = old.find((other) => printSchemes(other) === printSchemes(one) && isEnough(other, one));
  if (near !== undefined) {
    for (const scope of differences(listScopes(near), listScopes(one)).gone)
      tell('scope-removed', `the scope ${quote(scope)} is not needed any more`);
    // An alternative that needs more than an old one is no new choice for callers.
  } else if (!old.some((other) => other.length > 0 && isEnough(one, other)))
    tell('auth-alternative-added', `${sayOne(one)} is enough, too`);
}

function isFree(alternatives: readonly Alternative[]): boolean {
  return alternatives.length === 0 || alternatives.some((one) => one.length === 0);
}

/** Returns whether the credentials of one alternative include all that another one needs. */
function isEnough(has: Alternative, asks: Alternative): boolean {
  return asks.every(({ scheme, scopes }) => {
    const own = has.find((one) => one.scheme === scheme);
    return own !== undefined && scopes.every((scope) => own.scopes.includes(scope));
  });
}

function printSchemes(alternative: Alternative): string {
  return JSON.stringify(alternative.map(({ scheme }) => scheme).toSorted());
}

function listScopes(alternative: Alternative): readonly string[] {
  return alternative.flatMap(({ scopes }) => scopes);
}

function sayOne(alternative: Alternative): string {
  return alternative
    .map(({ scheme, scopes }) =>
      scopes.length === 0 ? quote(scheme) : `${quote(scheme)} with ${scopes.map(quote).join(', ')}`,
    )
    .join(' and ');
}
