import { isJsonType, decodeUtf8 } from '@speccast/runtime/requests';
import type { UpstreamAddress } from './upstream-address.js';

/** Makes addresses of a real service those of the proxy, in what its responses say. */
export class ClientLinks {
  readonly #address: UpstreamAddress;
  /** Address that the client asked for. */
  readonly #here: URL;

  constructor(address: UpstreamAddress, here: URL) {
    this.#address = address;
    this.#here = here;
  }

  /** A header by its lower-case name; undefined where its address is elsewhere. `there` is what addresses are relative to. */
  header(name: string, value: string, there: URL): string | undefined {
    if (name === 'location' || name === 'content-location')
      return this.#address.toClient(value, there, this.#here.origin);
    if (name === 'link') return this.#link(value);
    return name === 'set-cookie' ? this.#cookie(value) : value;
  }

  /** The targets of a Link header. */
  #link(value: string): string {
    return value.replace(/<([^<>]*)>/g, (_whole, target: string) => {
      const isPath = target.startsWith('/') && !target.startsWith('//');
      return `<${isPath ? this.#address.clientPath(target) : this.#swapped(target)}>`;
    });
  }

  /** A cookie for the host and a path of the service is one for those of the proxy, also where that has no TLS. */
  #cookie(cookie: string): string {
    const { hostname } = this.#address;
    const [pair = '', ...attributes] = cookie.split(';');
    const isPlain = this.#here.protocol === 'http:' && !/^\s*__(?:Host|Secure)-/i.test(pair);
    // Without `Secure`, browsers do not take `SameSite=None`.
    const needsSecure = attributes.some((one) => /^\s*samesite\s*=\s*none\s*$/i.test(one));
    const own = attributes.flatMap((attribute) => {
      const [, name = '', value = ''] = /^\s*([^=\s]*)\s*=?\s*(.*?)\s*$/s.exec(attribute) ?? [];
      const domain = value.toLowerCase().replace(/^\./, '');
      if (/^domain$/i.test(name) && (domain === hostname || hostname.endsWith(`.${domain}`))) return [];
      if (/^path$/i.test(name)) return ` Path=${this.#address.clientPath(value)}`;
      return /^secure$/i.test(name) && isPlain && !needsSecure ? [] : attribute;
    });
    return [pair, ...own].join(';');
  }

  /**
   * A body in JSON or XML: its strings that begin with the address of the service. All other characters stay as they are; so do
   * names of members and namespaces. The same bytes where nothing changes.
   */
  body(bytes: Uint8Array, type: string): Uint8Array {
    const text = hasLinks(type) ? decodeUtf8(bytes, { ignoreBOM: true }) : undefined;
    const rewritten = text === undefined ? undefined : this.#text(text, type);
    return rewritten === undefined || rewritten === text ? bytes : Buffer.from(rewritten);
  }

  #text(text: string, type: string): string {
    const { origin } = this.#address;
    const host = origin.slice(origin.indexOf('//') + 2);
    if (!text.includes(host)) return text;
    if (isJsonType(type))
      return text.replace(jsonString, (whole, literal: string, colon: string | undefined) => {
        if (colon !== undefined || !literal.startsWith('http')) return whole;
        const plain = literal.replaceAll('\\/', '/');
        const swapped = this.#swapped(plain);
        if (swapped === plain) return whole;
        return `"${plain === literal ? swapped : swapped.replaceAll('/', '\\/')}"`;
      });
    return text.replace(xmlString, (whole, before: string | undefined, value: string) =>
      before === undefined ? whole : before + this.#swapped(value),
    );
  }

  #swapped(address: string): string {
    return this.#address.swapped(address, this.#here.origin);
  }
}

const jsonString = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?/g;

/** A declaration of a namespace, which names no address, or a value that begins as an address. */
const xmlString = /\bxmlns(?::[\w.-]+)?\s*=\s*(?:"[^"]*"|'[^']*')|([>"'\s])(https?:\/\/[^<>"'\s]*)/g;

/** Whether addresses in bodies of a media type are rewritten. */
export function hasLinks(type: string): boolean {
  return isJsonType(type) || /(?:\/|\+)xml$/.test(type);
}
