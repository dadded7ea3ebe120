export { xmlCodec } from './xml-codec.js';
export type { XmlNodeType, XmlPart, XmlSchema, XmlType } from './xml-schema.js';
