import { createMcpServer, type McpServerOptions } from '@speccast/video-platform/mcp';
import { createEmulator } from '@speccast/video-platform/mocks';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../rows.js';
import { recordRequests } from '../recorder.js';
import { connect, type Called } from './connect.js';

/** A call of a tool, and what it gives: all of it or a part, and texts that its text holds. */
interface Call {
  readonly tool: string;
  readonly args?: Record<string, unknown>;
  readonly gives?: Partial<Called>;
  readonly json?: unknown;
  readonly says?: readonly string[];
}

/** A server before an emulator, or before a service that always responds the same. */
interface Row {
  readonly name: string;
  readonly options?: McpServerOptions;
  readonly response?: { readonly status?: number; readonly headers?: Record<string, string>; readonly json: unknown };
  /** Names of the tools that it lists. */
  readonly tools?: readonly string[];
  readonly calls: readonly Call[];
  /** How many requests are sent in all. */
  readonly sent?: number;
}

const groups = readYaml<Readonly<Record<string, readonly Row[]>>>(new URL('tool-calls.yaml', import.meta.url));

describe.each(Object.entries(groups))('%s', (_, rows) => {
  test.each(rows)('$name', async ({ options, response, tools, calls, sent = 0 }) => {
    const emulator = createEmulator();
    const { fetch, all } = recordRequests(
      response ? async () => Response.json(response.json, response) : emulator.fetch,
    );
    const env = { VIDEO_PLATFORM_TOKEN: 'a-token-of-tests' };
    const { call, ...server } = await connect(createMcpServer({ baseUrl: emulator.baseUrl, fetch, env, ...options }));
    if (tools) expect((await server.tools()).map(({ name }) => name)).toEqual(tools);
    for (const { tool, args, gives = {}, says = [], json } of calls) {
      const called = await call(tool, args);
      expect(called).toMatchObject(gives);
      for (const text of says) expect(called.text).toContain(text);
      if (json !== undefined) expect(JSON.parse(called.text)).toMatchObject(Object(json));
    }
    expect(all).toHaveLength(sent);
  });
});
