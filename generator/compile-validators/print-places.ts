import { literal, stringLiteral } from '../emit/code/syntax/literals.js';
import type { SchemaPlace } from '../emit/validators/list-places.js';
import { placeTable } from '../emit/validators/place-table.js';
import { namedPointer } from './list-input-places.js';

/** What a module is like whose issues say where the input states what they are about. */
export interface PlacesText {
  /** Names of the runtime that it needs. */
  readonly used: readonly string[];
  readonly declarations: readonly string[];
  /** Source text of the validator of a named schema, made of that of the plain one. */
  readonly wrap: (name: string, validator: string) => string;
}

/** Names that such a module declares. */
export const placesNames: readonly string[] = ['issuePlaces', 'placeOf'];

/** Prints the table of places, and how validators use it. */
export function printPlaces(places: readonly SchemaPlace[]): PlacesText {
  return {
    used: ['PlaceTable', 'createPlaceOf', 'withPlaces', 'PlacedValidator'],
    declarations: [
      '/** Where the input states what validators judge by: by schema and by the way to what is inside it. Lines are counted from the place before. */',
      `const issuePlaces: PlaceTable = ${literal(placeTable(places))};`,
      '',
      'const placeOf = /* @__PURE__ */ createPlaceOf(issuePlaces);',
    ],
    wrap: (name, validator) => `withPlaces(${validator}, ${stringLiteral(namedPointer(name))}, placeOf)`,
  };
}
