import { type ParsedElement, parseElements } from './parse-xml.js';
import {
  anything,
  chooseXml,
  deepest,
  isAnything,
  isArraySchema,
  listTypes,
  readNode,
  resolveXml,
  toXmlName,
} from './xml-schema.js';
import type { XmlPart, XmlSchema, XmlType } from '../xml-schema.js';

/** Reads the value of an XML document: `<pet><id>1</id></pet>` → `{ id: 1 }`; throws an `Error` with the reason. */
export function readXml(text: string, part: XmlPart): unknown {
  const element = parseElements(text, deepest);
  const schema = resolveXml(part);
  const { name } = schema;
  if (name !== undefined && localName(element.name) !== name)
    throw new Error(`the root element is <${element.name.slice(0, 100)}>, not <${name}>`);
  return readElement(element, schema);
}

/** Removes the prefix of a name: `soap:Body` → `Body`. */
function localName(name: string) {
  return name.slice(name.indexOf(':') + 1);
}

/** The content of an element, by names without prefixes. */
interface Nodes {
  readonly elements: ReadonlyMap<string, readonly ParsedElement[]>;
  readonly attributes: ReadonlyMap<string, string>;
  readonly text: string;
}

function readElement(element: ParsedElement | undefined, part: XmlPart = anything): unknown {
  if (!element) return undefined;
  const { attributes, children, text } = element;
  const stated = Object.entries(attributes);
  if (stated.some(([name, value]) => name.endsWith(':nil') && /^(?:true|1)$/.test(value))) return null;
  const own = stated.filter(([name]) => !/^(?:xmlns(?:$|:)|xsi:)/.test(name));
  const elements = new Map<string, ParsedElement[]>();
  for (const child of children) {
    const name = localName(child.name);
    const same = elements.get(name) ?? [];
    same.push(child);
    elements.set(name, same);
  }
  const nodes = { elements, attributes: new Map(own.map(([name, value]) => [localName(name), value])), text };
  const schema = choose(nodes, resolveXml(part));
  const types = listTypes(schema);
  if (types.includes('array')) return readItems(children, schema);
  // An element with only text is a scalar, unless the object has a property for its text or for one of its attributes.
  const isInObject = Object.entries(schema.properties ?? {}).some(([key, inner]) => {
    const property = resolveXml(inner);
    const node = readNode(property);
    return node === 'attribute' ? nodes.attributes.has(toXmlName(property, key)) : node !== 'element';
  });
  const isPlain = !children.length && text.trim() && !isInObject;
  if (types.includes('object') && !isPlain) return readObject(nodes, schema);
  return children.length ? readObject(nodes, anything) : readScalar(text, types);
}

/** Merges a schema with the alternative that fits an element. */
function choose(nodes: Nodes, schema: XmlSchema): XmlSchema {
  const { elements, attributes, text } = nodes;
  const scalars = (['boolean', 'integer', 'number'] as const).filter((type) => readScalar(text, [type]) !== text);
  const textTypes: readonly XmlType[] = text.trim() ? [...scalars, 'string'] : ['string', 'object', 'array'];
  return chooseXml(schema, {
    types: elements.size ? ['object', 'array'] : textTypes,
    readProperty: (property, part) => readProperty(nodes, property, part),
    countUnknown: ({ properties }) => {
      const known = new Set(listNodes(properties));
      return [...elements.keys(), ...attributes.keys()].filter((name) => !known.has(name)).length;
    },
  });
}

/** Lists the names of the nodes with the values of properties. */
function listNodes(properties: XmlSchema['properties'] = {}): readonly string[] {
  return Object.entries(properties).flatMap(([key, part]) => {
    const schema = resolveXml(part);
    const isInside = readNode(schema) === 'none';
    return isInside && !isArraySchema(schema) ? listNodes(schema.properties) : nameNode(schema, key);
  });
}

/** Returns the name of the node with the value of a property, or of each of its items if they have no element around them. */
function nameNode(schema: XmlSchema, property: string) {
  return toXmlName(readNode(schema) === 'none' ? resolveXml(schema.items ?? anything) : schema, property);
}

/** Reads an object. Elements that are not those of declared properties are further properties. */
function readObject(nodes: Nodes, { properties = {}, additional = anything }: XmlSchema): object {
  const declared = Object.entries(properties).map(([key, part]) => [key, readProperty(nodes, key, part)] as const);
  const read = new Set([...Object.keys(properties), ...listNodes(properties)]);
  const further = resolveXml(additional);
  const others = [...nodes.elements]
    .filter(([name]) => !read.has(name))
    .map(([name, elements]) => {
      const isList = isArraySchema(further) ? readNode(further) === 'none' : isAnything(further) && elements.length > 1;
      return [name, isList ? readItems(elements, further) : readElement(elements.at(-1), further)] as const;
    });
  return Object.fromEntries([...declared, ...others].filter(([, value]) => value !== undefined));
}

/** Reads the value of a property; `undefined` if there is no node for it. */
function readProperty(nodes: Nodes, key: string, part: XmlPart): unknown {
  const schema = resolveXml(part);
  const { elements, attributes, text } = nodes;
  const name = nameNode(schema, key);
  switch (readNode(schema)) {
    case 'attribute': {
      const value = attributes.get(name);
      return value === undefined ? undefined : readList(value, schema);
    }
    case 'text':
    case 'cdata':
      return text.trim() || !elements.size ? readText(text, schema) : undefined;
    case 'element':
      // The last of several elements with the same name, as in JSON.
      return readElement(elements.get(name)?.at(-1), schema);
    case 'none': {
      // The items of an array, or an object whose nodes are directly in the element around it.
      if (isArraySchema(schema)) {
        const items = elements.get(name) ?? [];
        return items.length || schema.required ? readItems(items, schema) : undefined;
      }
      const chosen = choose(nodes, schema);
      if (!listTypes(chosen).includes('object')) return readText(text, chosen);
      const known = new Set(listNodes(chosen.properties));
      const own = new Map([...elements].filter(([one]) => known.has(one)));
      const value = readObject({ ...nodes, elements: own }, chosen);
      return Object.keys(value).length || schema.required ? value : undefined;
    }
  }
}

function readText(text: string, schema: XmlSchema): unknown {
  return text || schema.required ? readList(text, schema) : undefined;
}

function readItems(elements: readonly ParsedElement[], { items }: XmlSchema) {
  return elements.map((element) => readElement(element, items));
}

/** Reads the value of an attribute or a text: `a b` → `['a', 'b']` for an array. */
function readList(text: string, schema: XmlSchema): unknown {
  if (isArraySchema(schema)) {
    const types = listTypes(resolveXml(schema.items ?? anything));
    return (text.match(/\S+/g) ?? []).map((item) => readScalar(item, types));
  }
  return readScalar(text, schema.one?.flatMap((part) => listTypes(resolveXml(part))) ?? listTypes(schema));
}

/** Converts text to the first type that it fits. Text that fits none stays a string, which validators report. */
function readScalar(text: string, types: readonly XmlType[]): unknown {
  const trimmed = text.trim();
  const isOnlyBoolean = !types.some((type) => /^(?:integer|number|string)$/.test(type));
  if (types.includes('boolean') && (isOnlyBoolean ? /^(?:true|false|0|1)$/ : /^(?:true|false)$/).test(trimmed))
    return trimmed === 'true' || trimmed === '1';
  if (types.includes('integer') && /^[+-]?\d+$/.test(trimmed)) return Number(trimmed);
  if (types.includes('number') && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed)) return Number(trimmed);
  return text;
}
