import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256 } from '../../../../templates/emulator/values/sha256.js';

test.each([0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 1000, 100_000])(
  'sha256 hashes %i bytes as OpenSSL does',
  (length) => {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 31 + length) & 255);
    expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
  },
);
