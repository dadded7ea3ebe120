import { isDeeper, isJsonObject, readMember, toJsonObject, type JsonObject } from '../json.js';
import {
  anything,
  chooseXml,
  deepest,
  isAnything,
  isXmlName,
  listTypes,
  readNode,
  resolveXml,
  toXmlName,
} from './xml-schema.js';
import type { XmlPart, XmlSchema, XmlType } from '../xml-schema.js';
import type { ToError } from '../operation.js';

/** Writes a JSON value as an XML document: `{ id: 1 }` → `<pet><id>1</id></pet>`. Throws an error of `fail` if it cannot. */
export function writeXml(value: unknown, part: XmlPart, fail: ToError): string {
  const schema = resolveXml(part);
  const { name = schema.root ?? 'root' } = schema;
  const types = listTypes(choose(schema, value));
  const reject = (reason: string) => fail(`cannot be written as XML: ${reason}`);
  if (Object(value) !== value && types.every((type) => type === 'object' || type === 'array'))
    throw reject(`it is ${value === null ? 'null' : `a ${typeof value}`}, not an ${types.join(' or an ')}`);
  if (isDeeper(value, deepest)) throw reject(`it is nested more than ${deepest} levels deep`);
  const root = writeElement({ reject, namespaces: new Map(), attributes: [] }, toXmlName({}, name), schema, value);
  // XML 1.0 cannot contain these characters, not even as references.
  const [character] = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(root) ?? [];
  const code = character?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  if (code !== undefined) throw reject(`it has the character U+${code}`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}`;
}

/** The element that is being written. */
interface Writer {
  readonly reject: ToError;
  /** Declared namespaces by prefix. */
  readonly namespaces: Map<string, string>;
  /** Attributes so far: `id="1"`. */
  readonly attributes: string[];
}

function writeElement(outer: Writer, name: string, schema: XmlSchema, value: unknown): string {
  const writer = { ...outer, namespaces: new Map(outer.namespaces), attributes: [] };
  declareNamespace(writer, schema);
  const tag = qualify(schema, name);
  if (value === null) {
    addAttribute(writer, 'xmlns:xsi', 'http://www.w3.org/2001/XMLSchema-instance');
    addAttribute(writer, 'xsi:nil', 'true');
  }
  const content = value === null ? '' : writeContent(writer, name, schema, value);
  const start = [tag, ...writer.attributes].join(' ');
  return content ? `<${start}>${content}</${tag}>` : `<${start}/>`;
}

function addAttribute(writer: Writer, name: string, value: string): void {
  writer.attributes.push(`${name}="${escapeXml(value, /[&<>"\t\n\r]/g)}"`);
}

function writeContent(writer: Writer, name: string, schema: XmlSchema, value: unknown): string {
  const chosen = choose(schema, value);
  if (isJsonObject(value)) return writeObject(writer, chosen, value);
  if (!Array.isArray(value)) return escapeXml(String(value), /[&<>\r]/g);
  const items = resolveXml(chosen.items ?? anything);
  return writeItems(writer, items.root ?? name, items, value);
}

function writeItems(writer: Writer, around: string, items: XmlSchema, values: readonly unknown[]): string {
  const name = toXmlName(items, around);
  return values.map((item) => writeElement(writer, name, items, item)).join('');
}

/** Writes the nodes of an object in the order of the schema, because many services require it. */
function writeObject(writer: Writer, { properties = {}, additional = anything }: XmlSchema, value: JsonObject): string {
  const known = Object.entries(properties).map(([key, part]) => {
    const inner = readMember(value, key);
    return inner === undefined ? '' : writeProperty(writer, key, resolveXml(part), inner);
  });
  const schema = resolveXml(additional);
  const others = Object.entries(value).filter(([key]) => !Object.hasOwn(properties, key));
  const further = others.map(([key, inner]) => {
    if (!isXmlName(key)) throw writer.reject(`${JSON.stringify(key)} is not a name of an element`);
    // Items without a schema are elements with the same name.
    return writeProperty(writer, key, isAnything(schema) && Array.isArray(inner) ? { items: anything } : schema, inner);
  });
  return [...known, ...further].join('');
}

function writeProperty(writer: Writer, key: string, schema: XmlSchema, value: unknown): string {
  const node = readNode(schema);
  const name = toXmlName(schema, key);
  if (node === 'element') return writeElement(writer, name, schema, value);
  if (value === null) return '';
  if (node === 'none') {
    if (!Array.isArray(value)) return writeContent(writer, key, schema, value);
    return writeItems(writer, key, resolveXml(schema.items ?? anything), value);
  }
  // Items of a list in an attribute or a text are separated by blanks.
  const json = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const text = Array.isArray(value) ? value.map(String).join(' ') : json;
  if (node === 'text') return escapeXml(text, /[&<>\r]/g);
  if (node === 'cdata') {
    // Inside a section, CR would be read as LF, and `]]>` would end it.
    const parts = text.split(/(\r)|(?<=\]\])(?=>)/);
    return parts.map((part) => (part === '\r' ? '&#13;' : part && `<![CDATA[${part}]]>`)).join('');
  }
  declareNamespace(writer, schema);
  addAttribute(writer, qualify(schema, name), text);
  return '';
}

function qualify({ prefix }: XmlSchema, name: string): string {
  return prefix === undefined ? name : `${prefix}:${name}`;
}

/** Declares the namespace of a node, unless an element around it does. */
function declareNamespace(writer: Writer, { namespace, prefix = '' }: XmlSchema): void {
  if (namespace === undefined || writer.namespaces.get(prefix) === namespace) return;
  writer.namespaces.set(prefix, namespace);
  addAttribute(writer, prefix ? `xmlns:${prefix}` : 'xmlns', namespace);
}

/** Merges a schema with the alternative that fits a value. */
function choose(schema: XmlSchema, value: unknown): XmlSchema {
  const object = toJsonObject(value);
  // `as`: JSON values have no other types.
  const type = Array.isArray(value) ? 'array' : (typeof value as XmlType);
  return chooseXml(schema, {
    types: Number.isInteger(value) ? ['integer', 'number'] : [type],
    readProperty: (property) => readMember(object, property),
    countUnknown: ({ properties = {} }) => Object.keys(object).filter((key) => !Object.hasOwn(properties, key)).length,
  });
}

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes characters that have a meaning in XML, or that parsers change: CR to LF, a tab in an attribute to a blank. */
function escapeXml(text: string, characters: RegExp): string {
  return text.replace(characters, (found) => references[found] ?? `&#${found.charCodeAt(0)};`);
}
