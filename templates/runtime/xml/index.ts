export { parseElements, type ParsedElement } from './parse-xml.js';
export { xmlCodec } from './xml-codec.js';
export type { XmlNodeType, XmlPart, XmlSchema, XmlType } from '../xml-schema.js';
