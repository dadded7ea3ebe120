import { isJsonObject, type Json } from '@speccast/runtime';

/** Whether the header names one of the tags; the quotes around a tag may be missing, and `*` stands for any. */
export function isTagged(header: string | null | undefined, tags: readonly string[]): boolean {
  if (header === null || header === undefined) return false;
  const wanted = tags.map(bare);
  return header.split(',').some((one) => one.trim() === '*' || wanted.includes(bare(one.trim())));
}

/** The entity tag that a resource or list says itself. */
export function ownTag(value: Json): string | undefined {
  const etag = isJsonObject(value) && typeof value['kind'] === 'string' ? value['etag'] : undefined;
  return typeof etag === 'string' && /^[\w-]{27}$/.test(etag) ? etag : undefined;
}

function bare(tag: string): string {
  return tag.replace(/^W\//, '').replace(/^"(.*)"$/, '$1');
}
