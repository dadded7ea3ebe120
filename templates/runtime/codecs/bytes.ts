import type { Codec } from '../codec.js';

/** The format `byte`, base64 (RFC 4648), as bytes: `aGk=` → `Uint8Array [104, 105]`. Padding may be missing. */
export const byteAsBytes: Codec<string, Uint8Array> = /* @__PURE__ */ createCodec(
  'byte',
  /^[A-Za-z0-9+/]*={0,2}$/,
  (base64) => base64,
);

/** The format `base64url`, base64 with `-` and `_` and without padding, as bytes. */
export const base64urlAsBytes: Codec<string, Uint8Array> = /* @__PURE__ */ createCodec(
  'base64url',
  /^[\w-]*={0,2}$/,
  (base64) => base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
);

function createCodec(name: string, form: RegExp, write: (base64: string) => string): Codec<string, Uint8Array> {
  return {
    name,
    decode: (text: unknown) => {
      if (typeof text !== 'string' || !form.test(text)) throw new RangeError('it is not base64');
      const digits = text.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');
      if (digits.length % 4 === 1) throw new RangeError('it is not base64: its end is missing');
      return Uint8Array.from(atob(digits), (character) => character.charCodeAt(0));
    },
    encode: (bytes) => write(btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))),
    is: (value) => value instanceof Uint8Array,
  };
}
