import { mediaTypeOf } from '../values/media-type.js';

/** The smallest files of some formats, in base 64; one pixel each of the images. */
const files: Readonly<Record<string, string>> = {
  'image/png': 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'image/gif': 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'application/zip': 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==',
};

/** Bytes of a media type: a small file where the format is known, else a text. */
export function sampleBytes(mediaType: string): Uint8Array {
  const type = mediaTypeOf(mediaType);
  const file = Object.hasOwn(files, type) ? files[type] : undefined;
  if (file !== undefined) return Uint8Array.from(atob(file), (character) => character.charCodeAt(0));
  const text = type === 'application/pdf' ? '%PDF-1.4\n%%EOF\n' : type.endsWith('xml') ? '<root/>' : 'sample';
  return new TextEncoder().encode(text);
}
