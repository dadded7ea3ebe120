/** Type of a value; `unknown` if the schema has no type. */
export type XmlType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'unknown';

/** The kind of XML node that a value is written as; `none` puts its content into the element around it. */
export type XmlNodeType = 'element' | 'attribute' | 'text' | 'cdata' | 'none';

/** The rules by which a value is written as XML and read from it: those of its schema and the `xml` objects in it. */
export interface XmlSchema {
  /** Name of the element or attribute. Default: the name of the property; for items, that of their array. */
  readonly name?: string;
  /** Name of the root element if `name` is absent. */
  readonly root?: string;
  readonly prefix?: string;
  readonly namespace?: string;
  /** Default: `element`; for arrays `none`, so that their items have no element around them. */
  readonly node?: XmlNodeType;
  /** Default: `object` with `properties` or `additional`, `array` with `items`, else `string`. */
  readonly type?: XmlType | readonly XmlType[];
  /** The object has the property even if no node is there: as an empty array or an empty string. */
  readonly required?: boolean;
  /** The only value that the schema allows. */
  readonly const?: string | number | boolean;
  readonly properties?: Readonly<Record<string, XmlPart>>;
  /** Schema of further properties. */
  readonly additional?: XmlPart;
  readonly items?: XmlPart;
  /** The schema that a `$ref` refers to. Members of this schema replace those of the referenced one. */
  readonly ref?: XmlPart;
  /** Schemas that also apply (`allOf`). */
  readonly all?: readonly XmlPart[];
  /** Schemas of which one applies (`oneOf`, `anyOf`). */
  readonly one?: readonly XmlPart[];
  /** Selects one of several schemas by the value of a property. */
  readonly discriminator?: {
    readonly property: string;
    readonly mapping: Readonly<Record<string, XmlPart>>;
    /** The schema of every other value. */
    readonly other?: XmlPart;
  };
}

/** A schema, or a function that returns it, for schemas that refer to each other in a circle. */
export type XmlPart = XmlSchema | (() => XmlSchema);
