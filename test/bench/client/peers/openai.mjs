import OpenAI, { toFile, toStreamingFile } from 'openai';
import { NotOffered, refuseOptions } from '../../../runtime/client/lab/adapter.ts';
import { readResponse, toLogger } from './support.mjs';

/** @type {import('../../../runtime/client/lab/adapter.ts').Adapter} */
export const openai = {
  name: 'openai',
  lacks: ['page tokens'],
  open(options) {
    refuseOptions(options, 'key', 'queryToken', 'tokenUrl', 'totalTimeoutMs', 'idleTimeoutMs', 'onAttempt');
    const { baseUrl, token = 'lab-token', provideToken, fetch, retries, timeoutMs, onLog } = options;
    const client = new OpenAI({
      baseURL: baseUrl,
      apiKey: provideToken === undefined ? token : () => provideToken({}),
      fetch,
      maxRetries: retries,
      timeout: timeoutMs,
      ...toLogger(onLog),
    });
    return {
      list: async (call) => (await client.models.list(call)).data,
      items: (call) => client.conversations.items.list('lab', {}, call),
      get: async (id, call) => client.models.retrieve(id, call),
      insert: (call) => client.chat.completions.create({ model: 'lab', messages: [] }, call),
      remove: (id, call) => client.models.delete(id, call),
      upload: async (data, call) => {
        if (call?.onProgress !== undefined) throw new NotOffered();
        const isStream = data instanceof ReadableStream;
        const file = isStream ? toStreamingFile(data, 'film') : await toFile(data, 'film');
        return client.files.create({ file, purpose: 'assistants' }, call);
      },
      download: async (call) => (await client.files.content('film', call)).body,
      response: async (call) => readResponse(await client.models.list(call).asResponse()),
    };
  },
};
