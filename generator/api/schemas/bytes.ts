import type { Schema } from './schema.js';

/** Whether a string schema means raw bytes where bytes can travel: `format: binary`, or a media type without an encoding. */
export function isBytes({ types, string = {} }: Schema): boolean {
  if (types !== undefined && !types.includes('string')) return false;
  if (string.format === 'binary') return true;
  const { contentMediaType, contentEncoding } = string;
  return (
    contentMediaType !== undefined && contentEncoding === undefined && !/^text\/|[/+]json\b/i.test(contentMediaType)
  );
}
