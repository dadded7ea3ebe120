import { InvalidOptionError } from '../errors/errors.js';
import { readOwn } from '../params/values.js';
import type { BaseUrl } from '../options/options.js';

/**
 * Returns the base URL of calls: `given`, or else that of the spec (`stated`). In a browser, both may be relative to the page. If that
 * of the spec is only a path, it is added to an origin: `https://films.test` and `/v3` → `https://films.test/v3`. Throws
 * `InvalidOptionError` for other addresses.
 */
export function readBaseUrl(
  given: string | undefined,
  stated: string,
  page: string | undefined = globalThis.location?.href,
): BaseUrl {
  const text = given ?? stated;
  let url = new URL(URL.canParse(text, page) ? text : 'no:', page);
  if (given && url.pathname === '/' && !URL.canParse(stated)) url = new URL(stated, url);
  const { protocol, username, password, origin, pathname, search } = url;
  const wrong = !/^https?:$/.test(protocol)
    ? given
      ? 'must be an http or https URL'
      : `is required: the spec names no address but the path ${stated}: give \`https://host\``
    : username + password && 'must not contain a user name or password: use `auth: basic(…)`';
  if (wrong) throw new InvalidOptionError('baseUrl', wrong);
  return { origin, path: pathname.replace(/\/+$/, ''), query: search.slice(1) };
}

/** Fills in the variables of an address: `https://{region}.test` and `{ region: 'eu' }` → `https://eu.test`. */
export function fillAddress(
  template: string,
  defaults: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string | undefined>>,
): string {
  return template.replace(/\{([^{}]*)\}/g, (found, name: string) =>
    String(readOwn(variables, name) ?? readOwn(defaults, name) ?? found),
  );
}
