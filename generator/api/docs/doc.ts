import type { Json, JsonObject } from '../../spec/read/json.js';
import { compact } from '../compact.js';
import type { Doc } from '../schemas/schema.js';

/** What a human reads about an object of the spec; a reference's own summary and description replace those of its target. */
export function lowerDoc(node: JsonObject, reference: JsonObject = node): Doc {
  return compact({
    summary: textOf(reference.summary) ?? textOf(node.summary),
    description: textOf(reference.description) ?? textOf(node.description),
    deprecated: node.deprecated === true ? true : undefined,
    source: sourceOf(reference['x-source']) ?? sourceOf(node['x-source']),
  });
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function sourceOf(value: Json | undefined): string | undefined {
  if (Array.isArray(value)) return textOf(value.filter((one) => typeof one === 'string').join(', '));
  return textOf(value);
}
