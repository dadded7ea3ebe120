/**
 * A model with exactly the properties named, none of them optional but those under `Sometimes`, which the service leaves
 * out where there is nothing to tell: `WithParts<Video, 'id' | 'snippet'>`.
 */
// The `& {}` makes editors show the properties in place of the name.
export type WithParts<Model, Key extends PropertyKey, Sometimes extends PropertyKey = never> = {
  readonly [Name in keyof Parted<Model, Key, Sometimes>]: Parted<Model, Key, Sometimes>[Name];
} & {};

type Parted<Model, Key extends PropertyKey, Sometimes extends PropertyKey> = Whole<Model, Exclude<Key, Sometimes>> &
  Pick<Model, keyof Model & Key & Sometimes>;

/** An answer the items of which, under `Of`, have exactly the properties named. */
export type WithPartsIn<
  Answer,
  Of extends keyof Answer,
  Key extends PropertyKey,
  Sometimes extends PropertyKey = never,
> = {
  readonly [Name in keyof Answer]: Name extends Of ? ItemsWithParts<Answer[Name], Key, Sometimes> : Answer[Name];
} & {};

type ItemsWithParts<
  Items,
  Key extends PropertyKey,
  Sometimes extends PropertyKey,
> = Items extends readonly (infer Item)[] ? readonly WithParts<Item, Key, Sometimes>[] : Items;

type Whole<Model, Key extends PropertyKey> = {
  readonly [Name in keyof Model as Name extends Key ? Name : never]-?: Model[Name];
};
