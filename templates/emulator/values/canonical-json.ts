/** Writes a value as JSON with sorted names and without spaces: `{ b: 1, a: [2] }` → `{"a":[2],"b":1}`. */
export function writeCanonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeCanonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return String(JSON.stringify(value));
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${writeCanonical(Reflect.get(value, name))}`);
  return `{${members.join(',')}}`;
}
