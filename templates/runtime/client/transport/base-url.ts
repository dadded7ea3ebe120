import { InvalidOptionError } from '../errors/errors.js';
import { readOwn } from '../params/values.js';
import type { BaseUrl } from '../options/options.js';

/**
 * Reads where calls are sent: to `given`, else to the address of the spec. In a browser either may be relative to the page. Where
 * that of the spec is, an origin alone keeps its path: `https://films.test` and `/v3` → `https://films.test/v3`.
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
