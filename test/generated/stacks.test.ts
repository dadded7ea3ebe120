import { build } from 'esbuild';
import { afterAll, describe, expect, test } from 'vitest';
import { launchChromium, withoutChromium } from '../emulator/chromium.js';
import { root } from '../rules/sources.js';
import { stackProgram, failingFunctions } from './stack-program.js';

const browser = await launchChromium();

describe.skipIf(browser === undefined)(`stacks in a browser${withoutChromium}`, () => {
  afterAll(() => browser?.close());

  test('of errors contain the function that made the call', async () => {
    const { outputFiles } = await build({
      stdin: { contents: stackProgram, resolveDir: root },
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2022',
    });
    const page = await browser!.newPage();
    await page.addScriptTag({ content: outputFiles[0]?.text ?? '', type: 'module' });
    await expect.poll(() => page.evaluate('globalThis.stacks?.length')).toBe(failingFunctions.length);
    // `as`: the program stores strings.
    const stacks = (await page.evaluate('stacks')) as readonly string[];
    for (const [index, name] of failingFunctions.entries()) expect(stacks[index]).toContain(` at ${name} `);
  });
});
