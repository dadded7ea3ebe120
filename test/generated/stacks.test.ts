import { build } from 'esbuild';
import { afterAll, describe, expect, test } from 'vitest';
import { launchChromium, withoutChromium } from '../emulator/chromium.js';
import { root } from '../rules/sources.js';
import { stackProgram, stackNames } from './stack-program.js';

const browser = await launchChromium();

describe.skipIf(browser === undefined)(`stacks in a browser${withoutChromium}`, () => {
  afterAll(() => browser?.close());

  test('of errors point to the code that made the call', async () => {
    const { outputFiles } = await build({
      stdin: { contents: stackProgram, resolveDir: root },
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2022',
    });
    const page = await browser!.newPage();
    await page.addScriptTag({ content: outputFiles[0]?.text ?? '', type: 'module' });
    await expect.poll(() => page.evaluate('globalThis.stacks?.length')).toBe(stackNames.length);
    // `as`: the program leaves them there.
    const stacks = (await page.evaluate('stacks')) as readonly string[];
    for (const [index, name] of stackNames.entries()) expect(stacks[index]).toContain(` at ${name} `);
  });
});
