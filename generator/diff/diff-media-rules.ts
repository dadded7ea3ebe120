import { isJsonObject } from '../spec/read/json.js';
import type { Json, JsonObject } from '../spec/read/json.js';
import type { OperationDiff } from './api-diff.js';
import { say } from './finding.js';

/** What `x-media` says of pictures: at least this, or just this. */
const rules = [
  ['minWidth', 'the least width'],
  ['minHeight', 'the least height'],
  ['ratio', 'the ratio of width and height'],
] as const;

/** Compares what pictures must be that are sent (`x-media`). */
export function diffMediaRules({ before, after, subject, place, tell }: OperationDiff): void {
  const [old, now] = [imageOf(before.extensions), imageOf(after.extensions)];
  const where = { subject: `${subject}.body.media`, ...place };
  for (const [key, what] of rules) {
    const [was, is] = [old[key], now[key]];
    if (was === is) continue;
    const message =
      is === undefined
        ? `there is no rule for ${what} any more; it was ${say(was)}`
        : `${what} is ${say(is)}, and ${was === undefined ? 'there was no rule for it' : `was ${say(was)}`}`;
    tell({ code: ruleChange(was, is), message, ...where }, 'sent');
  }
}

function ruleChange(
  was: Json | undefined,
  is: Json | undefined,
): 'limit-tightened' | 'limit-loosened' | 'limit-changed' {
  if (was === undefined) return 'limit-tightened';
  if (is === undefined) return 'limit-loosened';
  if (typeof was !== 'number' || typeof is !== 'number') return 'limit-changed';
  return is > was ? 'limit-tightened' : 'limit-loosened';
}

function imageOf(extensions: JsonObject): JsonObject {
  const media = extensions['x-media'];
  const image = isJsonObject(media) ? media['image'] : undefined;
  return isJsonObject(image) ? image : {};
}

/** Extensions without the rules for bytes that are compared on their own. */
export function withoutMediaRules(extensions: JsonObject): JsonObject {
  const media = extensions['x-media'];
  if (!isJsonObject(media)) return extensions;
  const { maxBytes: _most, mediaTypes: _types, upload: _place, image, ...others } = media;
  if (!isJsonObject(image)) return { ...extensions, 'x-media': others };
  const { minWidth: _width, minHeight: _height, ratio: _ratio, ...said } = image;
  return { ...extensions, 'x-media': { ...others, image: said } };
}
