/**
 * A model with exactly the properties named, none of them optional but those under `Sometimes`, which the service leaves
 * out where there is nothing to tell: `WithParts<Video, 'id' | 'snippet'>`.
 */
export type WithParts<Model, Key extends PropertyKey, Sometimes extends PropertyKey = never> = Listed<
  { [Name in keyof Model as Name extends Exclude<Key, Sometimes> ? Name : never]-?: Model[Name] } & Pick<
    Model,
    keyof Model & Key & Sometimes
  >
>;

// The `& {}` makes editors show the properties instead of the name.
type Listed<Model> = { readonly [Name in keyof Model]: Model[Name] } & {};

/** A response the items of which, under `Of`, have exactly the properties named. */
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

/** The value under a property of the items of a report that have it: `PieceOf<Item, 'row'>`. */
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
 * A value of an enum that the service sent and its spec does not list. It can be sent back; a literal is no such value, so
 * that a typing error does not compile. Tests write `'new' as Unrecognized`.
 */
export type Unrecognized = string & { readonly [unrecognized]: true };

/** A model as callers send it: properties can be set, and `Others` are left to the type that extends it. */
export type Sendable<Model, Others extends keyof Model = never> = {
  -readonly [Name in keyof Model as Exclude<Name, Others>]: Model[Name];
};

/**
 * Params of which exactly one of some is sent: `ExactlyOne<ListParams, 'id' | 'mine'>` takes `{ id: ['a'] }`, but neither `{}` nor
 * `{ id: ['a'], mine: true }`. A flag that is `false` counts as not sent.
 */
export type ExactlyOne<Params, Names extends keyof Params> = Params &
  { [Name in Names]: Sent<Params, Name> & Unsent<Params, Exclude<Names, Name>> }[Names];

/** Params of which at most one of some is sent: `AtMostOne<SearchParams, 'forMine' | 'forDeveloper'>`. */
export type AtMostOne<Params, Names extends keyof Params> =
  | ExactlyOne<Params, Names>
  | (Params & Unsent<Params, Names>);

type Sent<Params, Name extends keyof Params> = { [Key in Name]-?: Exclude<Params[Key], undefined> };

type Unsent<Params, Names extends keyof Params> = { [Key in Names]?: Extract<Params[Key], false> | undefined };

/** A value that is sent, with `undefined` for any optional property that is left out, at any depth: `{ size: undefined }` → `{}`. */
export type Omittable<Value> = {
  [Name in keyof Value]: OmittableInside<Value[Name]> | (object extends Pick<Value, Name> ? undefined : never);
};

type OmittableInside<Value> = unknown extends Value ? Value : Value extends string ? Value : Omittable<Value>;

/** A value as it arrives, without what was `undefined`: of `Omittable<Pet>`, a `Pet`. */
export type Arrived<Value> = [Value] extends [string]
  ? Value
  : [Value] extends [Omittable<infer Declared>]
    ? Declared
    : Value;
