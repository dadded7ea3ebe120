const alphabets = {
  base64url: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
  digits: '0123456789',
  integer: '0123456789',
  hex: '0123456789abcdef',
};

/** Returns a pseudo-random generator of integers from 0 to 2^32 - 1, seeded with a string. */
export function numbersFrom(text: string): () => number {
  let [a, b] = [0x9e3779b9, 0x85ebca6b];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0xc2b2ae35) ^ (a >>> 13);
  }
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let mixed = Math.imul(a ^ (a >>> 15), a | 1) ^ b;
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    b = (Math.imul(b, 0x5bd1e995) + mixed) | 0;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** Returns a pseudo-random id by a rule, seeded with a string: `{ prefix: 'UC', length: 8 }` → `UCx3_aQk`. */
export function idFrom(text: string, rule: IdRule = {}): string {
  const { prefix = '', length = 24, alphabet = 'base64url' } = rule;
  const next = numbersFrom(text);
  if (alphabet === 'uuid') return writeUuid(next);
  const characters = alphabets[alphabet];
  let id = prefix;
  while (id.length < length) id += characters.charAt(next() % characters.length);
  return id;
}

/** Writes a pseudo-random UUID of version 4. */
export function writeUuid(next: () => number): string {
  const hex = Array.from({ length: 4 }, () => next().toString(16).padStart(8, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Hashes a string for an entity tag: 27 letters, digits, `-` and `_`. Not for secrets. */
export function hashTag(text: string): string {
  return idFrom(text, { length: 27 });
}

/** Form of the ids of a table: a prefix and random characters, or consecutive integers. */
export interface IdRule {
  readonly prefix?: string;
  /** Length in characters, including the prefix. Default: 24. */
  readonly length?: number;
  /** Default: `base64url`; `integer` makes JSON numbers. */
  readonly alphabet?: 'base64url' | 'digits' | 'hex' | 'integer' | 'uuid';
  /** Ids are samples of the schema of the key, because this rule cannot express the schema. */
  readonly sampled?: boolean;
  /** Parameter with the name of the parent, which precedes the id and a slash. */
  readonly within?: string;
  /** Callers may choose the id of a new row: in the member of the same name, or of this one. */
  readonly chosen?: boolean | string;
}
