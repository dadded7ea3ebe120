import { isJsonObject, type JsonObject } from '../json.js';
import { chooseXml } from './choose-xml.js';
import {
  anything,
  deepest,
  isAnything,
  isXmlName,
  nameOf,
  nodeOf,
  resolveXml,
  typesOf,
  type XmlFail,
  type XmlPart,
  type XmlSchema,
  type XmlType,
} from './xml-schema.js';

/** Writes a value that JSON can carry as a document. */
export function writeXml(value: unknown, part: XmlPart, fail: XmlFail): string {
  const schema = resolveXml(part);
  const { name = schema.root } = schema;
  const types = typesOf(choose(schema, value));
  if (!isStructure(value) && types.every((type) => type === 'object' || type === 'array'))
    throw fail(
      `cannot be written as XML: it is ${value === null ? 'null' : `a ${typeof value}`}, not an ${types.join(' or an ')}`,
    );
  const writer: Writer = { fail, namespaces: new Map(), depth: 0 };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeElement(writer, nameOf({}, name ?? 'root'), schema, value)}`;
}

function isStructure(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

interface Writer {
  readonly fail: XmlFail;
  /** Namespaces that are declared, by prefix. */
  readonly namespaces: ReadonlyMap<string, string>;
  readonly depth: number;
}

const xsi = 'http://www.w3.org/2001/XMLSchema-instance';

function writeElement(outer: Writer, name: string, stated: XmlSchema, value: unknown): string {
  if (outer.depth > deepest)
    throw outer.fail(`cannot be written as XML: it is nested more than ${deepest} levels deep`);
  const declared = declareNamespaces(outer, stated);
  const tag = qualified(stated, name);
  if (value === null) return `<${tag}${declared.text} xmlns:xsi="${xsi}" xsi:nil="true"/>`;
  const writer = { ...outer, namespaces: declared.namespaces, depth: outer.depth + 1 };
  const { attributes, content } = writeContent(writer, { name, schema: choose(stated, value) }, value);
  const start = `${tag}${declared.text}${attributes}`;
  return content === '' ? `<${start}/>` : `<${start}>${content}</${tag}>`;
}

interface Written {
  readonly attributes: string;
  readonly content: string;
}

function writeContent(
  writer: Writer,
  { name, schema }: { readonly name: string; readonly schema: XmlSchema },
  value: unknown,
): Written {
  if (Array.isArray(value)) return { attributes: '', content: writeItems(writer, name, schema.items, value) };
  if (isJsonObject(value)) return writeObject(writer, schema, value);
  return { attributes: '', content: escapeText(writer, String(value)) };
}

function writeItems(
  writer: Writer,
  around: string,
  items: XmlPart = anything,
  values: readonly unknown[] = [],
): string {
  const schema = resolveXml(items);
  const name = nameOf(schema, schema.root ?? around);
  return values.map((item) => writeElement(writer, name, schema, item)).join('');
}

/** Nodes come in the order of the schema, for many services take them in no other. */
function writeObject(outer: Writer, { properties = {}, additional = anything }: XmlSchema, value: JsonObject): Written {
  const pieces = { attributes: '', content: '', namespaces: new Map(outer.namespaces) };
  for (const [key, part] of Object.entries(properties)) {
    const inner = Object.hasOwn(value, key) ? value[key] : undefined;
    if (inner === undefined) continue;
    const schema = resolveXml(part);
    const { attributes, content } = writeProperty({ ...outer, namespaces: pieces.namespaces }, key, schema, inner);
    pieces.attributes += attributes;
    pieces.content += content;
    if (nodeOf(schema) === 'attribute' && schema.namespace !== undefined && schema.prefix !== undefined)
      pieces.namespaces.set(schema.prefix, schema.namespace);
  }
  const schema = resolveXml(additional);
  for (const [key, inner] of Object.entries(value)) {
    if (Object.hasOwn(properties, key)) continue;
    if (!isXmlName(key)) throw outer.fail(`cannot be written as XML: ${JSON.stringify(key)} is no name of an element`);
    // Items without a schema repeat the element.
    const shape = isAnything(schema) && Array.isArray(inner) ? { items: anything } : schema;
    pieces.content += writeProperty(outer, key, shape, inner).content;
  }
  return pieces;
}

function writeProperty(writer: Writer, key: string, schema: XmlSchema, value: unknown): Written {
  switch (nodeOf(schema)) {
    case 'attribute': {
      if (value === null) return nothing;
      const { text } = declareNamespaces(writer, schema);
      const written = escapeAttribute(writer, listText(value));
      return { attributes: `${text} ${qualified(schema, nameOf(schema, key))}="${written}"`, content: '' };
    }
    case 'text':
      return { attributes: '', content: value === null ? '' : escapeText(writer, listText(value)) };
    case 'cdata':
      return { attributes: '', content: value === null ? '' : cdata(writer, listText(value)) };
    case 'none':
      return writeInside(writer, key, schema, value);
    default:
      return { attributes: '', content: writeElement(writer, nameOf(schema, key), schema, value) };
  }
}

const nothing: Written = { attributes: '', content: '' };

/** What has no element of its own: items alone, or what is in an object. */
function writeInside(writer: Writer, key: string, schema: XmlSchema, value: unknown): Written {
  if (value === null) return nothing;
  if (writer.depth > deepest)
    throw writer.fail(`cannot be written as XML: it is nested more than ${deepest} levels deep`);
  const deeper = { ...writer, depth: writer.depth + 1 };
  if (!Array.isArray(value)) return writeContent(deeper, { name: key, schema: choose(schema, value) }, value);
  const items = resolveXml(schema.items ?? anything);
  const name = nameOf(items, key);
  return { attributes: '', content: value.map((item) => writeElement(deeper, name, items, item)).join('') };
}

/** A list in an attribute or a text has blanks between its items. */
function listText(value: unknown): string {
  return Array.isArray(value)
    ? value.map(String).join(' ')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
}

function qualified({ prefix }: XmlSchema, name: string): string {
  return prefix === undefined ? name : `${prefix}:${name}`;
}

/** Declares the namespace of a node, unless what is around it does. */
function declareNamespaces(
  writer: Writer,
  { namespace, prefix = '' }: XmlSchema,
): { readonly text: string; readonly namespaces: ReadonlyMap<string, string> } {
  const { namespaces } = writer;
  if (namespace === undefined || namespaces.get(prefix) === namespace) return { text: '', namespaces };
  const name = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
  return {
    text: ` ${name}="${escapeAttribute(writer, namespace)}"`,
    namespaces: new Map([...namespaces, [prefix, namespace]]),
  };
}

/** The schema with that of its alternatives that a value fits. */
function choose(schema: XmlSchema, value: unknown): XmlSchema {
  return chooseXml(schema, {
    types: typesOfValue(value),
    valueOf: (property) => (isJsonObject(value) && Object.hasOwn(value, property) ? value[property] : undefined),
    unknown: ({ properties = {} }) =>
      isJsonObject(value) ? Object.keys(value).filter((key) => !Object.hasOwn(properties, key)).length : 0,
  });
}

function typesOfValue(value: unknown): readonly XmlType[] {
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'object') return ['object'];
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number'];
  return [typeof value === 'boolean' ? 'boolean' : 'string'];
}

/** Characters that XML 1.0 cannot carry, written as references or not. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

function allowed({ fail }: Writer, text: string): string {
  const [character] = forbidden.exec(text) ?? [];
  if (character === undefined) return text;
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  throw fail(`cannot be written as XML: it has the character U+${code}`);
}

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A CR would be read as LF. */
function escapeText(writer: Writer, text: string): string {
  return allowed(writer, text).replace(/[&<>]|\r/g, (found) => references[found] ?? '&#13;');
}

/** Line ends and tabs would be read as blanks. */
function escapeAttribute(writer: Writer, text: string): string {
  return allowed(writer, text).replace(/[&<>"\t\n\r]/g, (found) => references[found] ?? `&#${found.charCodeAt(0)};`);
}

function cdata(writer: Writer, text: string): string {
  const parts = allowed(writer, text).split(/(\r)|(?<=\]\])(?=>)/);
  return parts.map((part) => (part === '\r' ? '&#13;' : part ? `<![CDATA[${part}]]>` : '')).join('');
}
