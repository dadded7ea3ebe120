import { exactJson, toJson } from '../client/body/json-text.js';
import { findContent } from '../client/body/media.js';
import { responseIn } from '../client/response/find-by-status.js';
import type { XmlCodec } from '../operation.js';
import { readXml } from './read-xml.js';
import { writeXml } from './write-xml.js';

/** Reads and writes bodies in XML, by the rules of their schemas. */
export const xmlCodec: XmlCodec = {
  read: (text, { xml = {} }, fail) => {
    try {
      return readXml(text, xml);
    } catch (cause) {
      throw fail(`the body does not match the declared XML: ${Object(cause).message}`);
    }
  },
  write: (value, { xml = {} }, fail) => {
    // Converted by JSON: with the results of `toJSON`, without `undefined`, and with errors for circular values.
    const plain: unknown = Object(value)[exactJson]?.spelled() ?? JSON.parse(toJson(value, fail));
    return writeXml(plain, xml, fail);
  },
  readError: (text, { status, headers }, { xmlErrors = [] }) => {
    const declared = responseIn(xmlErrors, status)?.contents ?? [];
    const type = headers.get('content-type');
    // Without a media type, text that starts like XML is XML.
    const isXml = type === null ? /^\s*</.test(text) : /[/+]xml\b/i.test(type);
    const content = findContent(declared, type ?? '') ?? (isXml ? declared[0] : undefined);
    try {
      return content?.xml && readXml(text, content.xml);
    } catch {
      // The error then has the text as its body.
      return undefined;
    }
  },
};
