/** The extensions of a schema that say how its values are stored. */
export const resourceKeys: readonly string[] = [
  'owner',
  'visibility',
  'references',
  'closed',
  'order',
  'defaults',
  'assigned',
  'mutable',
  'enums',
  'counts',
  'copies',
  'embeds',
  'thumbnails',
  'errors',
];
