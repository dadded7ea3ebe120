import type { SecurityNeed } from '../../api/service/service.js';
import type { OperationDiff } from '../api-diff.js';
import { quote } from '../finding.js';
import type { Location } from '../finding.js';
import { stepsTo } from '../texts/diff-operation-texts.js';

type Alternative = readonly SecurityNeed[];

/** Compares the credentials that an operation needs. */
export function diffSecurity(diff: OperationDiff): void {
  const { before, after, tell } = diff;
  const where = { subject: `${diff.subject}.security`, ...locationOf(diff) };
  const [old, now] = [before.security, after.security];
  const [wasOpen, isOpen] = [isFree(old), isFree(now)];
  if (wasOpen && !isOpen) {
    tell({ code: 'auth-required', message: `a credential is needed: ${sayAll(now)}`, ...where });
    return;
  }
  if (!wasOpen && isOpen) tell({ code: 'auth-optional', message: 'no credential is needed any more', ...where });
  const gone = old.filter((one) => one.length > 0 && !now.some((other) => isEnough(one, other)));
  const come = now.filter(
    (one) => one.length > 0 && !old.some((other) => isEnough(other, one) && isEnough(one, other)),
  );
  const reported = new Set<Alternative>();
  for (const one of wasOpen || isOpen ? [] : gone) {
    const near = come.find((other) => schemesOf(other) === schemesOf(one) && !reported.has(other));
    if (near !== undefined) reported.add(near);
    const more = near === undefined ? [] : scopesOf(near).filter((scope) => !scopesOf(one).includes(scope));
    if (near === undefined) tell({ code: 'auth-alternative-removed', message: sayGone(one, come), ...where });
    for (const scope of more) tell({ code: 'scope-added', message: `the scope ${quote(scope)} is needed`, ...where });
  }
  for (const one of come.filter((other) => !reported.has(other))) diffNew({ tell }, { one, old }, where);
}

/** What all operations need is mostly said once. */
function locationOf({ sides, after, location }: OperationDiff): Location {
  const { locate } = sides.after;
  const at = locate([...stepsTo(after), 'security']) ?? locate(['security']);
  return at === undefined ? location : { at, side: 'new' };
}

function diffNew(
  { tell }: Pick<OperationDiff, 'tell'>,
  { one, old }: { readonly one: Alternative; readonly old: readonly Alternative[] },
  where: { readonly subject: string } & OperationDiff['location'],
): void {
  const near = old.find((other) => schemesOf(other) === schemesOf(one) && isEnough(other, one));
  if (near === undefined) {
    // One that asks for more than another is no news.
    if (old.some((other) => other.length > 0 && isEnough(one, other))) return;
    tell({ code: 'auth-alternative-added', message: `${sayOne(one)} is enough, too`, ...where });
    return;
  }
  for (const scope of scopesOf(near).filter((other) => !scopesOf(one).includes(other)))
    tell({ code: 'scope-removed', message: `the scope ${quote(scope)} is not needed any more`, ...where });
}

function sayGone(one: Alternative, come: readonly Alternative[]): string {
  const more = come.find((other) => isEnough(other, one));
  return `${sayOne(one)} is not enough any more${more === undefined ? '' : `: it takes ${sayOne(more)}`}`;
}

function isFree(alternatives: readonly Alternative[]): boolean {
  return alternatives.length === 0 || alternatives.some((one) => one.length === 0);
}

/** Whether who has one alternative has all that another asks for. */
function isEnough(has: Alternative, asks: Alternative): boolean {
  return asks.every(({ scheme, scopes }) => {
    const own = has.find((one) => one.scheme === scheme);
    return own !== undefined && scopes.every((scope) => own.scopes.includes(scope));
  });
}

function schemesOf(alternative: Alternative): string {
  return JSON.stringify(alternative.map(({ scheme }) => scheme).toSorted());
}

function scopesOf(alternative: Alternative): readonly string[] {
  return alternative.flatMap(({ scopes }) => scopes);
}

function sayAll(alternatives: readonly Alternative[]): string {
  return alternatives.map(sayOne).join(', or ');
}

function sayOne(alternative: Alternative): string {
  return alternative
    .map(({ scheme, scopes }) =>
      scopes.length === 0 ? quote(scheme) : `${quote(scheme)} with ${scopes.map(quote).join(', ')}`,
    )
    .join(' and ');
}
