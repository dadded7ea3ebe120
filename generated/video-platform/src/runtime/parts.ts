/** A model with exactly the properties named, none of them optional: `WithParts<Video, 'id' | 'snippet'>`. */
// The `& {}` makes editors show the properties in place of the name.
export type WithParts<Model, Key extends PropertyKey> = {
  readonly [Name in keyof Model as Name extends Key ? Name : never]-?: Model[Name];
} & {};

/** An answer the items of which, under `Of`, have exactly the properties named. */
export type WithPartsIn<Answer, Of extends keyof Answer, Key extends PropertyKey> = {
  readonly [Name in keyof Answer]: Name extends Of ? ItemsWithParts<Answer[Name], Key> : Answer[Name];
} & {};

type ItemsWithParts<Items, Key extends PropertyKey> = Items extends readonly (infer Item)[]
  ? readonly WithParts<Item, Key>[]
  : Items;
