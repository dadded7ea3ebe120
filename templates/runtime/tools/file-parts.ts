import { isJsonObject } from '../json.js';
import type { Tool } from './catalogue.js';

/** Replaces the files in a multipart body by the results of `open`, which is called with each file and the name of its part. */
export async function openFileParts(
  { body: described }: Tool,
  body: unknown,
  open: (file: unknown, part: string) => unknown,
): Promise<unknown> {
  if (!described?.files.size || !isJsonObject(body)) return body;
  const parts = Object.entries<unknown>(body).map(async ([name, value]) => {
    if (!described.files.has(name) || value === null) return [name, value];
    return [name, await (Array.isArray(value) ? Promise.all(value.map((one) => open(one, name))) : open(value, name))];
  });
  return Object.fromEntries(await Promise.all(parts));
}
