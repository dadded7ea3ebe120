/** What stands under a property of those items of a report that have it: `PieceOf<Item, 'row'>`. */
export type PieceOf<Item, Name extends PropertyKey> = Item extends unknown
  ? Name extends keyof Item
    ? NonNullable<Item[Name]>
    : never
  : never;

/**
 * The keys that a call lists, and those that they bring along: there for sure where the list is written down in the call,
 * and perhaps where it is put together somewhere else.
 */
export type Asked<List extends readonly PropertyKey[], More extends PropertyKey = never> = number extends List['length']
  ? AskedSometimes<List, More>
  : { readonly [Key in List[number] | More]: true };

/** The keys that a call lists, each of which the service leaves out where it has no value. */
export type AskedSometimes<List extends readonly PropertyKey[], More extends PropertyKey = never> = {
  readonly [Key in List[number] | More]?: true;
};

/** A row whose maps have the keys that a call asks for, and no others: `WithEntries<Row, { values: Asked<['DATE']> }>`. */
// The `& {}` makes editors show the properties in place of the name.
export type WithEntries<Row, Maps> = {
  readonly [Name in keyof Row as Name extends keyof Maps ? never : Name]: Row[Name];
} & {
  readonly [Name in keyof Row & keyof Maps]-?: EntriesOf<NonNullable<Row[Name]>, Maps[Name]>;
} & {};

type EntriesOf<Map, Keys> = {
  readonly [Key in keyof Keys]: Map extends { readonly [key: string]: infer Value } ? Value : never;
};
