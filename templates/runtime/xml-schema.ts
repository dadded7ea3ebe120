/** Type of a value; `unknown` where the schema does not say. */
export type XmlType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'unknown';

/** The node of XML that a value is; `none` puts its content into the element around it. */
export type XmlNodeType = 'element' | 'attribute' | 'text' | 'cdata' | 'none';

/** The rules by which a value is written as XML and read from it: those of its schema and the `xml` objects in it. */
export interface XmlSchema {
  /** Name of the element or attribute. Default: the name of the property; for items, that of their array. */
  readonly name?: string;
  /** Name of the root element if `name` is absent. */
  readonly root?: string;
  readonly prefix?: string;
  readonly namespace?: string;
  /** Default: `element`; of an array `none`, so that its items have no element around them. */
  readonly node?: XmlNodeType;
  /** Default: `object` with `properties` or `additional`, `array` with `items`, else `string`. */
  readonly type?: XmlType | readonly XmlType[];
  /** The object has it even without a node: as an array without items, or an empty string. */
  readonly required?: boolean;
  /** The only value. */
  readonly const?: string | number | boolean;
  readonly properties?: Readonly<Record<string, XmlPart>>;
  /** Further properties. */
  readonly additional?: XmlPart;
  readonly items?: XmlPart;
  /** The referred schema, names included; rules beside the reference count more. */
  readonly ref?: XmlPart;
  /** Schemas that apply as well. */
  readonly all?: readonly XmlPart[];
  /** Schemas of which one applies. */
  readonly one?: readonly XmlPart[];
  /** Selects one of several schemas by the value of a property. */
  readonly discriminator?: {
    readonly property: string;
    readonly mapping: Readonly<Record<string, XmlPart>>;
    /** The schema of every other value. */
    readonly other?: XmlPart;
  };
}

/** A schema, or a function that returns it: schemas can refer to each other in circles. */
export type XmlPart = XmlSchema | (() => XmlSchema);
