import type { SecretNames } from '../../plan/secret-names.js';

/** Makes what replaces a credential. */
export type Replace = (value: string) => string;

type IsSecret = (name: string) => boolean;

/** Which names carry credentials in a body; in a request for a token, a code is one, too. */
export function membersIn(text: string, { isMember, isQuery }: SecretNames): IsSecret {
  return text.includes('grant_type') ? isQuery : isMember;
}

/** Replaces the credentials of a query, or of a form behind a question mark: a value ends at `&` or `#`. */
export function replaceInQuery(text: string, isSecret: IsSecret, replace: Replace): string {
  return text.replace(/([?&#])([^=&#]*)=([^&#]*)/g, (whole, mark: string, name: string, value: string) =>
    isSecret(decoded(name)) ? `${mark}${name}=${replace(decoded(value))}` : whole,
  );
}

/** Replaces credentials in the addresses inside a text. Users and passwords before a host are left out. */
export function replaceInAddresses(text: string, isSecret: IsSecret, replace: Replace): string {
  const plain = text.includes('@') ? text.replace(user, (_whole, scheme: string) => scheme) : text;
  if (!plain.includes('=')) return plain;
  return plain.replace(addressed, (whole, mark: string, name: string, value: string) =>
    isSecret(name) ? `${mark}${name}=${replace(decoded(value))}` : whole,
  );
}

/** Replaces what is behind names of credentials, in JSON, XML and parts of forms. All other characters stay as they are. */
export function replaceNamed(text: string, isSecret: IsSecret, replace: Replace): string {
  const isMarkup = text.includes('<');
  const inJson = text.replace(jsonMember, (whole, name: string, gap: string, value: string) => {
    if (!isSecret(name)) return whole;
    return `"${name}"${gap}"${replace(value.startsWith('"') ? unescaped(value) : value)}"`;
  });
  const inXml = !isMarkup
    ? inJson
    : inJson
        .replace(xmlElement, (whole, name: string, attributes: string, value: string) =>
          isSecret(localName(name)) ? `<${name}${attributes}>${replace(textOfElement(value))}</` : whole,
        )
        .replace(xmlAttribute, (whole, name: string, mark: string, value: string) =>
          isSecret(localName(name)) ? `${name}=${mark}${replace(value)}${mark}` : whole,
        );
  return inXml.replace(
    formPart,
    (whole: string, ...[head = '', quoted = '', bare = '', rest = '', value = '']: string[]) =>
      isSecret(quoted + bare) ? `${head}${rest}${replace(value)}\r\n--` : whole,
  );
}

const user = /([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@"'<>\\]*@/gi;

const addressed = /([?&])([\w.-]+)=([^&#\s"'<>\\]+)/g;

const jsonMember = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:\s*)("[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*)/g;

const xmlElement = /<([\w.:-]+)((?:\s[^<>]*)?)>([^<>]+|<!\[CDATA\[[^\]]*\]\]>)<\//g;

const xmlAttribute = /([\w.:-]+)=(["'])([^"'<>]+)\2/g;

const formPart =
  /(content-disposition:[^\r\n]*;\s*name=(?:"([^"]*)"|([^\s;"]+)))([^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n)([^]*?)\r\n--/gi;

function unescaped(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal.slice(1, -1);
  }
}

/** Without the prefix of its namespace. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function textOfElement(value: string): string {
  return value.startsWith('<') ? value.slice('<![CDATA['.length, -']]>'.length) : value;
}

/** A value of a query without percent-encoding; as it is where that is wrong. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
