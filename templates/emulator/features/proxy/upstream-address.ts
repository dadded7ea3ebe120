/** The address of a real service, and how paths of the emulator are paths there. */
export class UpstreamAddress {
  /** Without a trailing slash, user and query. */
  readonly href: string;
  readonly origin: string;
  readonly #path: string;
  readonly #basePath: string;

  /** Throws a `TypeError` with a sentence without a full stop if it is no address of HTTP. */
  constructor(url: string | URL, basePath: string) {
    const text = String(url);
    const parsed = URL.canParse(text) ? new URL(text) : undefined;
    if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
      throw new TypeError(
        `the upstream has to be an address that begins with http:// or https://, not ${JSON.stringify(withoutUser(text))}`,
      );
    if (parsed.username !== '' || parsed.password !== '')
      throw new TypeError('the address of the upstream may not hold credentials; clients send their own');
    if (parsed.search !== '' || parsed.hash !== '')
      throw new TypeError('the address of the upstream may have a path, but no query and no fragment');
    this.origin = parsed.origin;
    this.#path = parsed.pathname.replace(/\/+$/, '');
    this.#basePath = basePath;
    this.href = this.origin + this.#path;
  }

  /** The address of a request there: an address with a path takes the place of the base path of the spec. */
  target({ pathname, search }: URL): URL {
    const isBelow = isAtOrBelow(pathname, this.#basePath);
    const path = this.#path !== '' && isBelow ? this.#path + pathname.slice(this.#basePath.length) : pathname;
    // Not resolved against the origin: a path may begin with two slashes.
    return new URL(this.origin + path + search);
  }

  /** An address that a response names, for a client of `origin`; undefined if it is elsewhere. */
  toClient(address: string, asked: URL, origin: string): string | undefined {
    const isAbsolute = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address);
    if (!isAbsolute && !address.startsWith('/')) return address;
    if (!URL.canParse(address, asked)) return undefined;
    const url = new URL(address, asked);
    if (url.origin !== this.origin) return undefined;
    const rest = this.clientPath(url.pathname) + url.search + url.hash;
    return isAbsolute ? origin + rest : rest;
  }

  /** An address of the service in a body, for a client of `origin`: templates in it stay. */
  swapped(address: string, origin: string): string {
    const path = address.slice(this.origin.length);
    // An address of a service with a longer name.
    if (!address.startsWith(this.origin) || !ends.test(path)) return address;
    return origin + this.clientPath(path);
  }

  /** A path of the service, with what comes after it, as the client asks for it. */
  clientPath(path: string): string {
    const rest = path.slice(this.#path.length);
    return this.#path !== '' && path.startsWith(this.#path) && ends.test(rest) ? this.#basePath + rest : path;
  }

  /** The host that cookies may name. */
  get hostname(): string {
    return new URL(this.origin).hostname;
  }
}

/** What may come after a host, or after a path of which more parts may come. */
const ends = /^(?:[/?#{]|$)/;

function isAtOrBelow(pathname: string, base: string): boolean {
  return pathname === base || pathname.startsWith(`${base}/`);
}

function withoutUser(text: string): string {
  return text.replace(/\/\/[^/?#@]*@/, '//').slice(0, 200);
}
