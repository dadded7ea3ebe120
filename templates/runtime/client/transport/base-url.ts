import { InvalidOptionError } from '../errors/errors.js';
import { readOwn } from '../params/values.js';

/** A base URL taken apart: the query of the base comes before that of the call. */
export interface BaseUrl {
  /** `https://films.test` */
  readonly origin: string;
  /** Without a slash at the end: `/v3`, or empty. */
  readonly path: string;
  /** Without `?`; empty where there is none. */
  readonly query: string;
}

/** Reads a base URL; in a browser it may be relative to the page. */
export function readBaseUrl(text: string = ''): BaseUrl {
  const base = globalThis.location?.href;
  const { protocol, username, password, origin, pathname, search } = new URL(
    URL.canParse(text, base) ? text : 'no:',
    base,
  );
  const wrong = !text
    ? 'is required: the spec names no address'
    : !/^https?:$/.test(protocol)
      ? 'must be an http or https URL'
      : username + password && 'must hold no user name or password: give `auth: basic(…)`';
  if (wrong) throw new InvalidOptionError('baseUrl', wrong);
  return { origin, path: pathname.replace(/\/+$/, ''), query: search.slice(1) };
}

/** An address with its variables filled in: those that are given, else their defaults. */
export function fillAddress(
  template: string,
  defaults: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string | undefined>>,
): string {
  return template.replace(/\{([^{}]*)\}/g, (found, name: string) =>
    String(readOwn(variables, name) ?? readOwn(defaults, name) ?? found),
  );
}
