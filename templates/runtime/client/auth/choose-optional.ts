import { expandParameters } from '../../expand-parameters.js';
import { readOwn } from '../params/values.js';
import type { Credential } from '../options/auth.js';
import { isToken } from './sign.js';
import type { Call } from '../options/options.js';

/**
 * Chooses the credentials of a call that needs none: all that its operation accepts, except those that the caller passes as
 * parameters. A token comes last, so that it replaces a password in the same header.
 */
export function chooseOptional(
  { operation, params, redactor }: Call,
  found: readonly (readonly Credential[])[],
): readonly Credential[] {
  const passed = expandParameters(operation).flatMap(({ in: location, name, property = name, isCredential }) => {
    const value: unknown = isCredential && readOwn(params, property);
    if (!value) return [];
    // In `Bearer t1`, `t1` alone is also a secret.
    for (const secret of [`${value}`, `${value}`.replace(/^\S+ /, '')]) redactor.add(secret);
    return `${location} ${name}`.toLowerCase();
  });
  const all = found.flat().sort((one, other) => +isToken(one) - +isToken(other));
  return [...new Map(all.map((one) => [one.scheme, one])).values()].filter(({ auth, scheme }) => {
    const [header, pair, part = 'header'] = auth.location(scheme, '');
    const place = header === 'cookie' ? `cookie ${pair.slice(0, -1)}` : `${part} ${header}`;
    return !passed.includes(place.toLowerCase());
  });
}
