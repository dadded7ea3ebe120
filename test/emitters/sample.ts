import type { Api, Json, Schema } from 'speccast/emitter';

/** Sample strings by their format. */
const texts: Readonly<Record<string, string>> = {
  date: '2024-05-01',
  'date-time': '2024-05-01T12:00:00Z',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
};

/** Builds a small value of a schema: an example or a default if there is one, else only the required members. */
export function buildSample(api: Api, schema: Schema, above: readonly Schema[] = []): Json {
  const { ref, examples = [], default: usual, const: only, enum: values = [], anyOf, oneOf, allOf = [] } = schema;
  const target = ref === undefined ? undefined : api.schemas[ref];
  if (above.includes(schema)) return null;
  const sample = (one: Schema): Json => buildSample(api, one, [...above, schema]);
  const [given] = [...examples, ...(usual ? [usual.value] : []), ...(only ? [only.value] : []), ...values];
  if (given !== undefined) return given;
  if (target !== undefined) return sample(target);
  const [alternative] = anyOf ?? oneOf ?? [];
  if (alternative !== undefined) return sample(alternative);
  const parts = [...allOf.map(sample), buildByType(schema, sample)];
  return parts.every(isObject) ? Object.assign({}, ...parts) : (parts.find((one) => one !== null) ?? null);
}

function buildByType({ types = [], string, number, array, object }: Schema, sample: (one: Schema) => Json): Json {
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
