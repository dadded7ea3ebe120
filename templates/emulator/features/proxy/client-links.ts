import { isJsonType, decodeUtf8 } from '@speccast/runtime/requests';
import type { RewriteLinks } from '../recording/replay.js';
import type { UpstreamAddress } from './upstream-address.js';

/** Replaces addresses of a real service by those of the proxy. `here`, `there`: address of the request, and that at the service. */
export function createLinks(address: UpstreamAddress, here: URL, there: URL): RewriteLinks {
  const { origin, protocol } = here;
  const replace = (text: string): string => address.replaceOrigin(text, origin);
  return {
    header: (name, value) => {
      if (name === 'location' || name === 'content-location') return address.toClient(value, there, origin);
      if (name === 'set-cookie') return rewriteCookie(value, address, protocol);
      if (name !== 'link') return value;
      return value.replace(/<([^<>]*)>/g, (_whole, target: string) => {
        const isPath = target.startsWith('/') && !target.startsWith('//');
        return `<${isPath ? address.clientPath(target) : replace(target)}>`;
      });
    },
    body: (bytes, type) => {
      const text = hasLinks(type) ? decodeUtf8(bytes, { ignoreBOM: true }) : undefined;
      if (text === undefined || !text.includes(address.origin.replace(/^.*\/\//, ''))) return bytes;
      const rewritten = isJsonType(type) ? rewriteJson(text, replace) : rewriteXml(text, replace);
      return rewritten === text ? bytes : Buffer.from(rewritten);
    },
  };
}

/** Makes a cookie for the host and a path of the service one for those of the proxy, also if the proxy has no TLS. */
function rewriteCookie(cookie: string, { hostname, clientPath }: UpstreamAddress, protocol: string): string {
  const [pair = '', ...attributes] = cookie.split(';');
  // Browsers take `SameSite=None` only with `Secure`, and names such as `__Host-id`, too.
  const isPlain =
    protocol === 'http:' &&
    !/^\s*__(?:Host|Secure)-/i.test(pair) &&
    !attributes.some((one) => /^\s*samesite\s*=\s*none\s*$/i.test(one));
  const own = attributes.flatMap((attribute) => {
    const [, name = '', value = ''] = /^\s*([^=\s]*)\s*=?\s*(.*?)\s*$/s.exec(attribute) ?? [];
    const domain = value.toLowerCase().replace(/^\./, '');
    if (/^domain$/i.test(name) && (domain === hostname || hostname.endsWith(`.${domain}`))) return [];
    if (/^path$/i.test(name)) return ` Path=${clientPath(value)}`;
    return /^secure$/i.test(name) && isPlain ? [] : attribute;
  });
  return [pair, ...own].join(';');
}

const jsonString = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?/g;

/** Replaces strings that begin with an address. All other characters stay, and so do names of members. */
function rewriteJson(text: string, replace: (address: string) => string): string {
  return text.replace(jsonString, (whole, literal: string, colon: string | undefined) => {
    if (colon !== undefined || !literal.startsWith('http')) return whole;
    const plain = literal.replaceAll('\\/', '/');
    const address = replace(plain);
    if (address === plain) return whole;
    return `"${plain === literal ? address : address.replaceAll('/', '\\/')}"`;
  });
}

/** A declaration of a namespace, which is no link, or a value that begins with an address. */
const xmlString = /\bxmlns(?::[\w.-]+)?\s*=\s*(?:"[^"]*"|'[^']*')|([>"'\s])(https?:\/\/[^<>"'\s]*)/g;

function rewriteXml(text: string, replace: (address: string) => string): string {
  return text.replace(xmlString, (whole, before: string | undefined, address: string) =>
    before === undefined ? whole : before + replace(address),
  );
}

/** Tells whether addresses in bodies of a media type are replaced. */
export function hasLinks(type: string): boolean {
  return isJsonType(type) || /(?:\/|\+)xml$/.test(type);
}
