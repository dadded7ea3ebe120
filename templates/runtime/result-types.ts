/**
 * A model with only the properties `Key`, which are always there, except for `Sometimes`, which the service may leave out:
 * `WithParts<Video, 'id' | 'snippet'>` is `{ readonly id: string; readonly snippet: Snippet }`.
 */
export type WithParts<Model, Key extends PropertyKey, Sometimes extends PropertyKey = never> = Listed<
  { [Name in keyof Model as Name extends Exclude<Key, Sometimes> ? Name : never]-?: Model[Name] } & Pick<
    Model,
    keyof Model & Key & Sometimes
  >
>;

// The `& {}` makes editors show the properties instead of the name.
type Listed<Model> = { readonly [Name in keyof Model]: Model[Name] } & {};

/** A response whose items, in its property `Of`, are `WithParts`: `WithPartsIn<VideoList, 'items', 'id' | 'snippet'>`. */
export type WithPartsIn<
  CallResponse,
  Of extends keyof CallResponse,
  Key extends PropertyKey,
  Sometimes extends PropertyKey = never,
> = {
  readonly [Name in keyof CallResponse]: Name extends Of
    ? ItemsWithParts<CallResponse[Name], Key, Sometimes>
    : CallResponse[Name];
} & {};

type ItemsWithParts<
  Items,
  Key extends PropertyKey,
  Sometimes extends PropertyKey,
> = Items extends readonly (infer Item)[] ? readonly WithParts<Item, Key, Sometimes>[] : Items;

/** The type of a property that only some items of a report have: `PieceOf<{ row: Row } | { footer: Row }, 'row'>` is `Row`. */
export type PieceOf<Item, Name extends PropertyKey> = Item extends unknown
  ? Name extends keyof Item
    ? NonNullable<Item[Name]>
    : never
  : never;

/**
 * The keys of a response that a call selects, and `More` that come with them: `Asked<['a', 'b']>` is `{ a: true; b: true }`. They are
 * optional if the list is an array of unknown length: `Asked<('a' | 'b')[]>` is `{ a?: true; b?: true }`.
 */
export type Asked<List extends readonly PropertyKey[], More extends PropertyKey = never> = number extends List['length']
  ? AskedSometimes<List, More>
  : { readonly [Key in List[number] | More]: true };

/** The keys of a response that a call selects, if the service leaves out keys without a value: `{ a?: true; b?: true }`. */
export type AskedSometimes<List extends readonly PropertyKey[], More extends PropertyKey = never> = {
  readonly [Key in List[number] | More]?: true;
};

/** A row whose maps have only the keys that a call selects: `WithEntries<Row, { values: Asked<['DATE']> }>`. */
// The `& {}` makes editors show the properties instead of the name.
export type WithEntries<Row, Maps> = {
  readonly [Name in keyof Row as Name extends keyof Maps ? never : Name]: Row[Name];
} & {
  readonly [Name in keyof Row & keyof Maps]-?: EntriesOf<NonNullable<Row[Name]>, Maps[Name]>;
} & {};

type EntriesOf<Map, Keys> = {
  readonly [Key in keyof Keys]: Map extends { readonly [key: string]: infer Value } ? Value : never;
};

declare const unrecognized: unique symbol;

/**
 * A value of an enum that the service sent and its spec does not list. It can be sent back. A string literal is not assignable to it,
 * so that a misspelled value does not compile; tests write `'new' as Unrecognized`.
 */
export type Unrecognized = string & { readonly [unrecognized]: true };

/** A model as callers send it: without `readonly`, and without `Others`, which the type that extends it declares anew. */
export type Sendable<Model, Others extends keyof Model = never> = {
  -readonly [Name in keyof Model as Exclude<Name, Others>]: Model[Name];
};

/**
 * Params that send exactly one of some properties: `ExactlyOne<ListParams, 'id' | 'mine'>` accepts `{ id: ['a'] }`, but neither `{}`
 * nor `{ id: ['a'], mine: true }`. `false` counts as not sent.
 */
export type ExactlyOne<Params, Names extends keyof Params> = Params &
  { [Name in Names]: Sent<Params, Name> & Unsent<Params, Exclude<Names, Name>> }[Names];

/** Params that send at most one of some properties: `AtMostOne<SearchParams, 'forMine' | 'forDeveloper'>` accepts `{}`. */
export type AtMostOne<Params, Names extends keyof Params> =
  | ExactlyOne<Params, Names>
  | (Params & Unsent<Params, Names>);

type Sent<Params, Name extends keyof Params> = { [Key in Name]-?: Exclude<Params[Key], undefined> };

type Unsent<Params, Names extends keyof Params> = { [Key in Names]?: Extract<Params[Key], false> | undefined };

/** A value whose optional properties, at any depth, may also be `undefined`, which is not sent: `{ size: undefined }` → `{}`. */
export type Omittable<Value> = {
  [Name in keyof Value]: OmittableInside<Value[Name]> | (object extends Pick<Value, Name> ? undefined : never);
};

type OmittableInside<Value> = unknown extends Value ? Value : Value extends string ? Value : Omittable<Value>;

/** The value that the service receives, without `undefined`: `Arrived<Omittable<Pet>>` is `Pet`. */
export type Arrived<Value> = [Value] extends [string]
  ? Value
  : [Value] extends [Omittable<infer Declared>]
    ? Declared
    : Value;
