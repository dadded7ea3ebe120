/** The media type of a Content-Type header, without parameters, in lower case; empty if there is none. */
export function mediaTypeOf(header: string): string {
  return (header.split(';')[0] ?? '').trim().toLowerCase();
}

/** Whether a media type is JSON: `application/json`, or anything that ends in `+json`. */
export function isJsonType(type: string): boolean {
  return type === 'application/json' || type === 'text/json' || type.endsWith('+json');
}

/** Whether a media type matches a range such as `image/*`. */
export function matchesMediaType(type: string, range: string): boolean {
  const wanted = mediaTypeOf(range);
  if (wanted === '*/*' || wanted === type) return true;
  return wanted.endsWith('/*') && type.startsWith(wanted.slice(0, -1));
}
