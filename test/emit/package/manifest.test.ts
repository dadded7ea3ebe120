import { expect, test } from 'vitest';
import { emitTexts, testEmittedRows } from '../emitted-rows.js';

testEmittedRows(import.meta.url);

test.each([
  [
    { license: 'MIT\n# Evil' },
    '`license` must be an SPDX expression such as "Apache-2.0", "UNLICENSED", or "SEE LICENSE IN LICENSE", not "MIT\\n# Evil"',
  ],
  [{ registry: 'npm' }, '`registry` must be the address of a registry, not "npm"'],
  [
    { access: 'public' as const },
    '`access: public` needs a licence, and this package is UNLICENSED: state `license`, or `access: restricted`',
  ],
])('the library rejects the settings %j', async (settings, message) => {
  await expect(emitTexts({}, { settings })).rejects.toThrow(message);
});
