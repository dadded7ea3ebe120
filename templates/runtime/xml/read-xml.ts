import { type ParsedElement, parseElements } from './parse-xml.js';
import { chooseXml } from './choose-xml.js';
import {
  anything,
  deepest,
  isAnything,
  isArraySchema,
  listTypes,
  readNode,
  resolveXml,
  toXmlName,
} from './xml-schema.js';
import type { XmlPart, XmlSchema, XmlType } from '../xml-schema.js';

/** Reads the value of a document; throws an `Error` with the reason. */
export function readXml(text: string, part: XmlPart): unknown {
  const element = parseElements(text, deepest);
  const schema = resolveXml(part);
  const { name } = schema;
  if (name !== undefined && localName(element.name) !== name)
    throw new Error(`the root element is <${element.name.slice(0, 100)}>, not <${name}>`);
  return readElement(element, schema);
}

/** Returns a name without its prefix: `soap:Body` → `Body`. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The content of an element, by names without prefixes. */
interface Nodes {
  readonly elements: ReadonlyMap<string, readonly ParsedElement[]>;
  readonly attributes: ReadonlyMap<string, string>;
  readonly text: string;
}

function readElement({ attributes, children, text }: ParsedElement, schema: XmlSchema): unknown {
  const stated = Object.entries(attributes);
  if (stated.some(([name, value]) => name.endsWith(':nil') && /^(?:true|1)$/.test(value))) return null;
  const own = stated.filter(([name]) => !/^(?:xmlns(?:$|:)|xsi:)/.test(name));
  const elements = new Map<string, ParsedElement[]>();
  for (const child of children) {
    const name = localName(child.name);
    const same = elements.get(name);
    if (same === undefined) elements.set(name, [child]);
    else same.push(child);
  }
  const nodes = { elements, attributes: new Map(own.map(([name, value]) => [localName(name), value])), text };
  const chosen = choose(nodes, schema);
  const types = listTypes(chosen);
  if (types.includes('array')) return readItems(children, chosen.items);
  // Text alone is a scalar, unless the object has a property for the text or for an attribute that is there.
  const isInObject = Object.entries(chosen.properties ?? {}).some(([key, part]) => {
    const property = resolveXml(part);
    const node = readNode(property);
    return node === 'attribute' ? nodes.attributes.has(toXmlName(property, key)) : node !== 'element';
  });
  const isPlain = children.length === 0 && text.trim() !== '' && !isInObject;
  if (types.includes('object') && !isPlain) return readObject(nodes, chosen);
  return children.length > 0 ? readObject(nodes, anything) : readScalar(text, types);
}

/** Merges a schema with that of its alternatives that an element fits. */
function choose(nodes: Nodes, schema: XmlSchema): XmlSchema {
  const { elements, attributes, text } = nodes;
  const scalars = (['boolean', 'integer', 'number'] as const).filter((type) => readScalar(text, [type]) !== text);
  const textTypes: readonly XmlType[] = text.trim() === '' ? ['string', 'object', 'array'] : [...scalars, 'string'];
  return chooseXml(schema, {
    types: elements.size > 0 ? ['object', 'array'] : textTypes,
    readProperty: (property, part) => readProperty(nodes, property, part),
    countUnknown: ({ properties = {} }) => {
      const known = new Set(Object.entries(properties).flatMap(([key, part]) => listNodes(key, resolveXml(part))));
      return [...elements.keys(), ...attributes.keys()].filter((name) => !known.has(name)).length;
    },
  });
}

/** Lists the names of the nodes that a property reads. */
function listNodes(property: string, schema: XmlSchema): readonly string[] {
  if (readNode(schema) !== 'none') return [toXmlName(schema, property)];
  if (isArraySchema(schema)) return [toXmlName(resolveXml(schema.items ?? anything), property)];
  return Object.entries(schema.properties ?? {}).flatMap(([key, part]) => listNodes(key, resolveXml(part)));
}

/** Reads an object. Elements that no property reads are further properties, `__proto__` among them. */
function readObject(nodes: Nodes, { properties = {}, additional = anything }: XmlSchema): object {
  const entries: [string, unknown][] = [];
  const read = new Set(Object.keys(properties));
  for (const [key, part] of Object.entries(properties)) {
    const schema = resolveXml(part);
    const value = readProperty(nodes, key, schema);
    if (value !== undefined) entries.push([key, value]);
    for (const name of listNodes(key, schema)) read.add(name);
  }
  const further = resolveXml(additional);
  for (const [name, elements] of nodes.elements) {
    if (read.has(name)) continue;
    const isList = isArraySchema(further) ? readNode(further) === 'none' : isAnything(further) && elements.length > 1;
    entries.push([name, isList ? readItems(elements, further.items) : readLast(elements, further)]);
  }
  return Object.fromEntries(entries);
}

/** Reads the value of a property; undefined if no node holds it. */
function readProperty(nodes: Nodes, key: string, part: XmlPart): unknown {
  const schema = resolveXml(part);
  const { elements, attributes, text } = nodes;
  switch (readNode(schema)) {
    case 'attribute': {
      const value = attributes.get(toXmlName(schema, key));
      return value === undefined ? undefined : readList(value, schema);
    }
    case 'text':
    case 'cdata':
      return text.trim() === '' && elements.size > 0 ? undefined : readText(text, schema);
    case 'none':
      return readInside(nodes, key, schema);
    default:
      return readLast(elements.get(toXmlName(schema, key)) ?? [], schema);
  }
}

function readText(text: string, schema: XmlSchema): unknown {
  return text === '' && schema.required !== true ? undefined : readList(text, schema);
}

/** Reads a property without an element of its own: the items of an array, or an object whose nodes are those around it. */
function readInside(nodes: Nodes, key: string, schema: XmlSchema): unknown {
  if (isArraySchema(schema)) {
    const found = nodes.elements.get(toXmlName(resolveXml(schema.items ?? anything), key)) ?? [];
    return found.length === 0 && schema.required !== true ? undefined : readItems(found, schema.items);
  }
  const chosen = choose(nodes, schema);
  if (!listTypes(chosen).includes('object')) return readText(nodes.text, chosen);
  const known = new Set(listNodes(key, { ...chosen, node: 'none' }));
  const own = new Map([...nodes.elements].filter(([name]) => known.has(name)));
  const value = readObject({ ...nodes, elements: own }, chosen);
  return Object.keys(value).length === 0 && schema.required !== true ? undefined : value;
}

/** Reads the last of several elements with one name, which counts as in JSON; undefined if there is none. */
function readLast(elements: readonly ParsedElement[], schema: XmlSchema): unknown {
  const element = elements.at(-1);
  return element && readElement(element, schema);
}

function readItems(elements: readonly ParsedElement[], items: XmlPart = anything): readonly unknown[] {
  const schema = resolveXml(items);
  return elements.map((element) => readElement(element, schema));
}

/** Reads the value of an attribute or a text. A list has blanks between its items. */
function readList(text: string, schema: XmlSchema): unknown {
  if (isArraySchema(schema)) {
    const types = listTypes(resolveXml(schema.items ?? anything));
    return text.split(/\s+/).flatMap((item) => (item === '' ? [] : [readScalar(item, types)]));
  }
  return readScalar(text, schema.one?.flatMap((part) => listTypes(resolveXml(part))) ?? listTypes(schema));
}

/** Reads text as the first type that it fits; text that fits none stays as it is, and the validators report it. */
function readScalar(text: string, types: readonly XmlType[]): unknown {
  const trimmed = text.trim();
  const isOnlyBoolean = !types.some((type) => /^(?:integer|number|string)$/.test(type));
  if (types.includes('boolean') && (isOnlyBoolean ? /^(?:true|false|0|1)$/ : /^(?:true|false)$/).test(trimmed))
    return trimmed === 'true' || trimmed === '1';
  if (types.includes('integer') && /^[+-]?\d+$/.test(trimmed)) return Number(trimmed);
  if (types.includes('number') && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed)) return Number(trimmed);
  return text;
}
