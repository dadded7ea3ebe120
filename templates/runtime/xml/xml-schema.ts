/** Type of a value; `unknown` where the schema does not say. */
export type XmlType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'unknown';

/** Which node of XML a value is; `none` puts what is inside it into the element around it. */
export type XmlNodeType = 'element' | 'attribute' | 'text' | 'cdata' | 'none';

/** How a value is written as XML and read from it, as its schema and the `xml` objects in it say. */
export interface XmlSchema {
  /** Of the element or attribute. Default: the name of the property, or of items that of their array. */
  readonly name?: string;
  /** Name of the root element, where `name` is absent. */
  readonly root?: string;
  readonly prefix?: string;
  readonly namespace?: string;
  /** Default: `element`; of an array `none`, so that its items have no element around them. */
  readonly node?: XmlNodeType;
  /** Default: `object` or `array` where it says what is inside, else `string`. */
  readonly type?: XmlType | readonly XmlType[];
  /** The object has it even where no node says so: an array without items, or an empty string. */
  readonly required?: boolean;
  /** The only value. */
  readonly const?: string | number | boolean;
  readonly properties?: Readonly<Record<string, XmlPart>>;
  /** Further properties. */
  readonly additional?: XmlPart;
  readonly items?: XmlPart;
  /** The schema that is referred to, names included; what stands beside it counts more. */
  readonly ref?: XmlPart;
  /** Schemas that apply as well. */
  readonly all?: readonly XmlPart[];
  /** Schemas of which one applies. */
  readonly one?: readonly XmlPart[];
  /** Tells by the value of a property which of several schemas applies. */
  readonly discriminator?: {
    readonly property: string;
    readonly mapping: Readonly<Record<string, XmlPart>>;
    /** The schema of every other value. */
    readonly other?: XmlPart;
  };
}

/** A schema, or what gives it: schemas can refer to each other in circles. */
export type XmlPart = XmlSchema | (() => XmlSchema);

/** Makes the error that rejects a body; callers throw it. */
export type XmlFail = (message: string) => Error;

/** Deepest nesting of elements, and of values, that is read and written. */
export const deepest = 200;

/** A schema together with all that it refers to and combines; alternatives stay apart. */
export function resolveXml(part: XmlPart, depth = 0): XmlSchema {
  const stated = typeof part === 'function' ? part() : part;
  const { ref, all = [], ...own } = stated;
  if (ref === undefined && all.length === 0) return stated;
  // Only schemas that refer to themselves endlessly are as deep as that.
  if (depth > deepest) return own;
  const referred = ref === undefined ? own : mergeXml(own, resolveXml(ref, depth + 1));
  // Properties keep the order of the schemas.
  return all.reduceRight<XmlSchema>((merged, one) => {
    const {
      name: _name,
      root: _root,
      prefix: _prefix,
      namespace: _space,
      node: _node,
      ...rules
    } = resolveXml(one, depth + 1);
    return mergeXml(merged, rules);
  }, referred);
}

/** Both schemas; where they differ, the first one counts. */
export function mergeXml(first: XmlSchema, second: XmlSchema): XmlSchema {
  if (second.properties === undefined || first.properties === undefined) return { ...second, ...first };
  return { ...second, ...first, properties: { ...second.properties, ...first.properties } };
}

/** The types that a value can have. */
export function typesOf({ type, properties, additional, items }: XmlSchema): readonly XmlType[] {
  if (typeof type === 'string') return [type];
  if (type !== undefined) return type;
  if (properties !== undefined || additional !== undefined) return ['object'];
  return [items === undefined ? 'string' : 'array'];
}

/** Which node a property is. */
export function nodeOf(schema: XmlSchema): XmlNodeType {
  return schema.node ?? (isArray(schema) ? 'none' : 'element');
}

/** Whether a value is an array. */
export function isArray(schema: XmlSchema): boolean {
  return typesOf(schema).includes('array');
}

/** The name of a property's element or attribute; characters that no name of XML has are replaced. */
export function nameOf({ name }: XmlSchema, property: string): string {
  const found = name ?? property;
  return isXmlName(found) ? found : found.replace(/[^\p{L}\p{N}_.-]/gu, '_').replace(/^(?![\p{L}_])/u, '_');
}

/** A value of which nothing is said. */
export const anything: XmlSchema = { type: 'unknown' };

/** Whether nothing is said of a value. */
export function isAnything(schema: XmlSchema): boolean {
  return typesOf(schema).includes('unknown');
}

/** Whether a string can be the name of an element without a prefix. */
export function isXmlName(text: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(text);
}
