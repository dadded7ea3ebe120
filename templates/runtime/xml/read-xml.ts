import { type ParsedElement, parseElements } from './parse-xml.js';
import { chooseXml } from './choose-xml.js';
import {
  anything,
  deepest,
  isArray,
  isAnything,
  mergeXml,
  nameOf,
  nodeOf,
  resolveXml,
  typesOf,
  type XmlPart,
  type XmlSchema,
  type XmlType,
} from './xml-schema.js';

/** Reads the value of a document; throws an `Error` that says what is wrong. */
export function readXml(text: string, part: XmlPart): unknown {
  const element = parseElements(text, deepest);
  const schema = resolveXml(part);
  const { name } = schema;
  if (name !== undefined && localName(element.name) !== name)
    throw new Error(`the root element is <${element.name.slice(0, 100)}>, not <${name}>`);
  return readElement(element, schema);
}

/** A name without its prefix. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function readElement(element: ParsedElement, schema: XmlSchema): unknown {
  if (isNil(element)) return null;
  const nodes = nodesOf(element);
  const chosen = choose(nodes, schema);
  const types = typesOf(chosen);
  if (types.includes('array')) return readItems(element.children, chosen.items);
  const { children, text } = element;
  const isPlain = children.length === 0 && text.trim() !== '' && !hasAttributes(chosen, nodes);
  if (types.includes('object') && !(isPlain && !hasText(chosen))) return readObject(nodes, chosen);
  return children.length > 0 ? readObject(nodes, anything) : readScalar(text, types);
}

/** What an element holds, by names without prefixes. */
interface Nodes {
  readonly elements: ReadonlyMap<string, readonly ParsedElement[]>;
  readonly attributes: ReadonlyMap<string, string>;
  readonly text: string;
}

function nodesOf({ children, attributes, text }: ParsedElement): Nodes {
  const elements = new Map<string, ParsedElement[]>();
  for (const child of children) {
    const name = localName(child.name);
    const same = elements.get(name);
    if (same === undefined) elements.set(name, [child]);
    else same.push(child);
  }
  const entries = Object.entries(attributes).filter(([name]) => !/^(?:xmlns(?:$|:)|xsi:)/.test(name));
  return { elements, attributes: new Map(entries.map(([name, value]) => [localName(name), value])), text };
}

function isNil({ attributes }: ParsedElement): boolean {
  return Object.entries(attributes).some(([name, value]) => name.endsWith(':nil') && /^(?:true|1)$/.test(value));
}

/** The schema with those of its alternatives that the element fits. */
function choose(nodes: Nodes, schema: XmlSchema): XmlSchema {
  return chooseXml(schema, {
    types: nodes.elements.size > 0 ? ['object', 'array'] : typesOfText(nodes.text),
    valueOf: (property, part) => readProperty(nodes, property, part),
    unknown: ({ properties = {} }) => {
      const known = new Set(Object.entries(properties).flatMap(([key, part]) => namesOf(key, resolveXml(part))));
      return [...nodes.elements.keys(), ...nodes.attributes.keys()].filter((name) => !known.has(name)).length;
    },
  });
}

/** Types that an element without others in it can have, the most special one first. */
function typesOfText(text: string): readonly XmlType[] {
  const scalars = (['boolean', 'integer', 'number'] as const).filter((type) => readScalar(text, [type]) !== text);
  return text.trim() === '' ? ['string', 'object', 'array'] : [...scalars, 'string'];
}

/** Names of the nodes that a property reads. */
function namesOf(property: string, schema: XmlSchema): readonly string[] {
  if (nodeOf(schema) !== 'none') return [nameOf(schema, property)];
  if (isArray(schema)) return [nameOf(resolveXml(schema.items ?? anything), property)];
  return Object.entries(schema.properties ?? {}).flatMap(([key, part]) => namesOf(key, resolveXml(part)));
}

function hasText({ properties = {} }: XmlSchema): boolean {
  return Object.values(properties).some((part) => /^(?:text|cdata|none)$/.test(nodeOf(resolveXml(part))));
}

function hasAttributes({ properties = {} }: XmlSchema, { attributes }: Nodes): boolean {
  if (attributes.size === 0) return false;
  return Object.entries(properties).some(([key, part]) => {
    const schema = resolveXml(part);
    return nodeOf(schema) === 'attribute' && attributes.has(nameOf(schema, key));
  });
}

/** Elements that no property reads are further properties. Keys that objects have anyway are ordinary ones here. */
function readObject(nodes: Nodes, { properties = {}, additional = anything }: XmlSchema): object {
  const entries: [string, unknown][] = [];
  const read = new Set<string>();
  for (const [key, part] of Object.entries(properties)) {
    const schema = resolveXml(part);
    const value = readProperty(nodes, key, schema);
    if (value !== undefined) entries.push([key, value]);
    read.add(key);
    for (const name of namesOf(key, schema)) read.add(name);
  }
  const further = resolveXml(additional);
  for (const [name, elements] of nodes.elements) {
    if (read.has(name)) continue;
    const isList = isArray(further) ? nodeOf(further) === 'none' : isAnything(further) && elements.length > 1;
    const value = isList ? readItems(elements, further.items) : readLast(elements, further);
    entries.push([name, value]);
  }
  return Object.fromEntries(entries);
}

/** The value of a property; undefined where no node holds it. */
function readProperty(nodes: Nodes, key: string, part: XmlPart): unknown {
  const schema = resolveXml(part);
  switch (nodeOf(schema)) {
    case 'attribute': {
      const text = nodes.attributes.get(nameOf(schema, key));
      return text === undefined ? undefined : readList(text, schema);
    }
    case 'text':
    case 'cdata':
      return nodes.text.trim() === '' && nodes.elements.size > 0 ? undefined : readText(nodes.text, schema);
    case 'none':
      return readInside(nodes, key, schema);
    default: {
      const elements = nodes.elements.get(nameOf(schema, key));
      return elements && readLast(elements, schema);
    }
  }
}

function readText(text: string, schema: XmlSchema): unknown {
  return text === '' && schema.required !== true ? undefined : readList(text, schema);
}

/** What has no element of its own. */
function readInside(nodes: Nodes, key: string, schema: XmlSchema): unknown {
  if (isArray(schema)) {
    const found = nodes.elements.get(nameOf(resolveXml(schema.items ?? anything), key)) ?? [];
    return found.length === 0 && schema.required !== true ? undefined : readItems(found, schema.items);
  }
  const chosen = choose(nodes, schema);
  if (!typesOf(chosen).includes('object')) return readText(nodes.text, chosen);
  const known = new Set(namesOf(key, { ...chosen, node: 'none' }));
  const own = new Map([...nodes.elements].filter(([name]) => known.has(name)));
  const value = readObject({ ...nodes, elements: own }, chosen);
  return Object.keys(value).length === 0 && schema.required !== true ? undefined : value;
}

/** As in JSON, the last of several with one name counts. */
function readLast(elements: readonly ParsedElement[], schema: XmlSchema): unknown {
  const element = elements.at(-1);
  return element && readElement(element, schema);
}

function readItems(elements: readonly ParsedElement[], items: XmlPart = anything): readonly unknown[] {
  const schema = resolveXml(items);
  return elements.map((element) => readElement(element, schema));
}

/** A list in an attribute or a text has blanks between its items. */
function readList(text: string, schema: XmlSchema): unknown {
  if (!isArray(schema)) return readScalar(text, typesOf(schema.one === undefined ? schema : scalars(schema)));
  const types = typesOf(resolveXml(schema.items ?? anything));
  return text.split(/\s+/).flatMap((item) => (item === '' ? [] : [readScalar(item, types)]));
}

/** All types that alternatives can have. */
function scalars(schema: XmlSchema): XmlSchema {
  const types = (schema.one ?? []).flatMap((part) => typesOf(resolveXml(part)));
  return mergeXml({ type: types }, schema);
}

const integer = /^[+-]?\d+$/;
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** The first type that the text fits; text that fits none stays as it is, and the validators say so. */
function readScalar(text: string, types: readonly XmlType[]): unknown {
  const trimmed = text.trim();
  if (types.includes('boolean') && /^(?:true|false|0|1)$/.test(trimmed)) {
    const isNumber = /^[01]$/.test(trimmed);
    if (!isNumber || !types.some((type) => type === 'integer' || type === 'number' || type === 'string'))
      return trimmed === 'true' || trimmed === '1';
  }
  if (types.includes('integer') && integer.test(trimmed)) return Number(trimmed);
  if (types.includes('number') && decimal.test(trimmed)) return Number(trimmed);
  return text;
}
