import type { Parameter, SecurityScheme } from '../api.js';

/** Whether a parameter carries a credential of a security scheme: the client's `auth` sends it, so callers do not. */
export function carriesCredential(schemes: readonly SecurityScheme[], { name, in: place }: Parameter): boolean {
  return schemes.some((scheme) => {
    if (scheme.kind === 'apiKey') return scheme.in === place && scheme.parameter === name;
    if (scheme.kind !== 'bearer') return false;
    return (place === 'query' && scheme.queryParameter === name) || isAuthorization(place, name);
  });
}

function isAuthorization(place: string, name: string): boolean {
  return place === 'header' && name.toLowerCase() === 'authorization';
}
