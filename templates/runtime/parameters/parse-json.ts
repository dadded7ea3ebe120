import type { Json } from '../json.js';

const deepest = 100;

/** Parses JSON; undefined if it is invalid or nested more than 100 levels deep. */
export function parseJson(text: string): Json | undefined {
  try {
    // `JSON.parse` returns JSON.
    const value = JSON.parse(text) as Json;
    return isDeeper(value, deepest) ? undefined : value;
  } catch {
    return undefined;
  }
}

function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
