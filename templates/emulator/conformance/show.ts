const longest = 300;

/** A value as a person reads it in a message, cut where it is long. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
}
