import type { SecurityScheme, Service } from '../../operation.js';
import { InvalidOptionError } from '../errors/errors.js';
import type { Auth } from '../options/auth.js';
import { isDescribed, printWay, unsigned } from '../auth/sign.js';

/** Lists the names and schemes of credentials that operations of a service accept and clients can send. */
export function usedSchemes({ security, unused = [] }: Service): readonly (readonly [string, SecurityScheme])[] {
  return Object.entries(security).filter(([name, { kind }]) => !unsigned.test(kind) && !unused.includes(name));
}

/** Throws `InvalidOptionError` for a credential that no operation of the service accepts. */
export function checkAuths(service: Service, auths: readonly Auth[]): void {
  const taken = usedSchemes(service);
  const isKnown = isDescribed(service);
  for (const { kind, scheme } of auths)
    if (isKnown ? !taken.some(([name, one]) => one.kind === kind && (scheme ?? name) === name) : kind === 'apiKey') {
      const ways = taken.map(([name, one]) => printWay(name, one)).join(' or ');
      const found = ways || (isKnown ? 'none' : '`bearer()` or `basic()`');
      throw new InvalidOptionError('auth', `has ${scheme ?? kind}, which no operation accepts: they accept ${found}`);
    }
}
