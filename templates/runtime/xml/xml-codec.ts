import { toJson } from '../client/body/json-text.js';
import type { XmlCodec } from '../operation.js';
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
    const plain: unknown = JSON.parse(toJson(value, fail));
    return writeXml(plain, xml, fail);
  },
};
