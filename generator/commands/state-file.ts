/** Text of a snapshot, which may hold maps and bytes beside what JSON knows. */
export function printState(snapshot: unknown): string {
  return `${JSON.stringify(snapshot, encode)}\n`;
}

/** The snapshot that a text was made of. */
export function readState(text: string): unknown {
  return JSON.parse(text, decode);
}

function encode(_key: string, value: unknown): unknown {
  if (value instanceof Map) return { '~map': [...value] };
  if (value instanceof Set) return { '~set': [...value] };
  return value instanceof Uint8Array ? { '~bytes': Buffer.from(value).toString('base64') } : value;
}

function decode(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('~map' in value && Array.isArray(value['~map'])) return new Map(value['~map']);
  if ('~set' in value && Array.isArray(value['~set'])) return new Set(value['~set']);
  return '~bytes' in value && typeof value['~bytes'] === 'string'
    ? new Uint8Array(Buffer.from(value['~bytes'], 'base64'))
    : value;
}
