import type { Api, Json, Schema } from 'speccast/emitter';

/** Strings by the format that they have. */
const texts: Readonly<Record<string, string>> = {
  date: '2024-05-01',
  'date-time': '2024-05-01T12:00:00Z',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
};

/** A small value of a schema: an example or a default where there is one, and else only what is required. */
export function sampleOf(api: Api, schema: Schema, above: readonly Schema[] = []): Json {
  const { ref, examples = [], default: usual, const: only, enum: values = [], anyOf, oneOf, allOf = [] } = schema;
  const target = ref === undefined ? undefined : api.schemas[ref];
  if (above.includes(schema)) return null;
  const sample = (one: Schema): Json => sampleOf(api, one, [...above, schema]);
  const [given] = [...examples, ...(usual ? [usual.value] : []), ...(only ? [only.value] : []), ...values];
  if (given !== undefined) return given;
  if (target !== undefined) return sample(target);
  const [alternative] = anyOf ?? oneOf ?? [];
  if (alternative !== undefined) return sample(alternative);
  const parts = [...allOf.map(sample), sampleOfType(schema, sample)];
  return parts.every(isObject) ? Object.assign({}, ...parts) : (parts.find((one) => one !== null) ?? null);
}

function sampleOfType({ types = [], string, number, array, object }: Schema, sample: (one: Schema) => Json): Json {
  const [type = object ? 'object' : 'null'] = types;
  if (type === 'string') {
    const { format = '', minLength = 0 }: { format?: string; minLength?: number } = { ...string };
    return (texts[format] ?? 'text').padEnd(minLength, 'x');
  }
  if (type === 'integer' || type === 'number') {
    const { minimum = 1 }: { minimum?: number } = { ...number };
    return minimum;
  }
  if (type === 'array') {
    const { minItems = 0, items }: { minItems?: number; items?: Schema } = { ...array };
    return items === undefined ? [] : Array.from({ length: minItems }, () => sample(items));
  }
  if (type === 'boolean') return true;
  if (type !== 'object') return null;
  const required = (object?.properties ?? []).filter((one) => one.required);
  return Object.fromEntries(required.map(({ name, schema }) => [name, sample(schema)]));
}

function isObject(value: Json): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
