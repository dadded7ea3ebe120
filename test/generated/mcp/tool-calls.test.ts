import { createMcpServer, type McpServerOptions } from '@speccast/video-platform/mcp';
import { createEmulator } from '@speccast/video-platform/mocks';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../rows.js';
import { recordRequests } from '../recorder.js';
import { connect, type Called } from './connect.js';

/** A call of a tool with its expected result. */
interface ToolCall {
  readonly tool: string;
  readonly args?: Record<string, unknown>;
  readonly result?: Partial<Called>;
  /** Members of the text as JSON. */
  readonly json?: unknown;
  /** Parts of the text. */
  readonly contains?: readonly string[];
}

/** A server in front of an emulator, or of a service with a fixed response, and the calls of its tools. */
interface Row {
  readonly name: string;
  readonly options?: McpServerOptions;
  readonly response?: { readonly status?: number; readonly headers?: Record<string, string>; readonly json: unknown };
  /** Expected names of all tools. */
  readonly tools?: readonly string[];
  readonly calls: readonly ToolCall[];
  /** Expected number of requests of all calls. Default: 0. */
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
    for (const { tool, args, result = {}, contains = [], json } of calls) {
      const called = await call(tool, args);
      expect(called).toMatchObject(result);
      for (const text of contains) expect(called.text).toContain(text);
      if (json !== undefined) expect(JSON.parse(called.text)).toMatchObject(Object(json));
    }
    expect(all).toHaveLength(sent);
  });
});
