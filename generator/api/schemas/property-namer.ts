import type { Diagnostics } from '../../diagnostics.js';
import type { ObjectRules, Property } from '../types/schema.js';
import {
  findCase,
  hasWrongName,
  memberInCase,
  type NameCase,
  type NameOptions,
  ownName,
  reportWrongName,
} from '../tools/name-options.js';

/** Names properties as callers know them, where that is not as they are on the wire. */
export class PropertyNamer {
  readonly #diagnostics: Diagnostics;
  readonly #style: NameCase | undefined;
  /** A property has a name of its own. */
  isUsed: boolean = false;
  /** The option `names: { properties }` changes the name of a property. */
  isCaseUsed: boolean = false;

  constructor(diagnostics: Diagnostics, options: NameOptions = {}) {
    this.#diagnostics = diagnostics;
    this.#style = findCase(options, 'properties');
  }

  /** The keywords of an object, with the names that its properties have for callers. */
  name(object: ObjectRules | undefined): ObjectRules | undefined {
    if (object === undefined) return undefined;
    const { properties, requiredOnly } = object;
    const named = properties?.map((property) => this.#property(property));
    const unnamed = requiredOnly?.filter((name) => memberInCase(name, this.#style) !== name) ?? [];
    const isSame = named?.every((property, index) => property === properties?.[index]) ?? true;
    if (isSame && unnamed.length === 0) return object;
    return { ...object, ...(named && { properties: named }), ...(unnamed.length > 0 && { unnamed }) };
  }

  #property(property: Property): Property {
    const { name, schema } = property;
    if (hasWrongName(schema.extensions)) reportWrongName(schema, this.#diagnostics);
    const own = ownName(schema.extensions, 'property');
    const callersName = own ?? memberInCase(name, this.#style);
    if (own === undefined && callersName !== name) this.isCaseUsed = true;
    if (callersName === name) return property;
    this.isUsed = true;
    return { ...property, callersName };
  }
}
