import { exactJson, toJson } from '../client/body/json-text.js';
import { findContent } from '../client/body/media.js';
import type { OperationContent, XmlCodec } from '../operation.js';
import { readXml } from './read-xml.js';
import { writeXml } from './write-xml.js';

/** Reads and writes bodies in XML as the values that their schemas declare. */
export const xmlCodec: XmlCodec = {
  read: (text, { xml = {} }, fail) => {
    try {
      return readXml(text, xml);
    } catch (cause) {
      throw fail(`the body is not the XML that is declared: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  },
  write: (value, { xml = {} }, fail) => {
    // As JSON has it: what `toJSON` gives, and neither `undefined` nor circles.
    const plain: unknown = Object(value)[exactJson]?.spelled() ?? JSON.parse(toJson(value, fail));
    return writeXml(plain, xml, fail);
  },
  readError: (text, ...call) => {
    try {
      const { xml } = errorContent(text, ...call) ?? {};
      return xml && readXml(text, xml);
    } catch {
      // The text says what it is as well.
      return undefined;
    }
  },
};

/** How an error is XML, if it is; without a media type, text that begins like XML is. */
function errorContent(
  ...[text, { status, headers }, { xmlErrors = [] }]: Parameters<XmlCodec['readError']>
): OperationContent | undefined {
  const type = headers.get('content-type');
  const wanted = [String(status), `${String(status).charAt(0)}XX`, 'DEFAULT'];
  const declared = wanted.flatMap((name) => xmlErrors.find((one) => one.status.toUpperCase() === name)?.contents ?? []);
  const isXml = type === null ? /^\s*</.test(text) : /[/+]xml\b/i.test(type);
  return (type === null ? undefined : findContent(declared, type)) ?? (isXml ? declared[0] : undefined);
}
