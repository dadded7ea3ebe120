import { expect, test } from 'vitest';
import { publicTypes, publicValues } from '../../../generator/emit/client/runtime-symbols.js';
import { createTemplates } from '../../../generator/emit/code/templates.js';
import { emitApiPage } from '../../../generator/emit/package/emit-api-page.js';
import { api, assets, context } from '../code/fixture.js';

test('the public surface names everything that the entry of a package exports', () => {
  const page = emitApiPage(context(api()), createTemplates(assets.templates));
  const names = [...publicValues, ...publicTypes].map(({ name }) => name);
  expect(names.filter((name) => !new RegExp(`\`${name}[(\`]`).test(page))).toEqual([]);
});
