/** Names of the functions of `stackProgram` in which a call fails. */
export const failingFunctions: readonly string[] = [
  'awaitCall',
  'askForResult',
  'walkPages',
  'callFreely',
  'waitTooLong',
  'validateFirst',
];

/** A program that runs these functions, and stores the stacks of their errors in `globalThis.stacks`. */
export const stackProgram: string = `
import { createVideoPlatform } from '@speccast/video-platform';
import { createCore, videosList } from '@speccast/video-platform/operations';
const part = ['snippet'];
const options = { apiKey: 'some-key', retry: false, fetch: async () => new Response('{}', { status: 500 }) };
const client = createVideoPlatform(options);
const pages = createVideoPlatform({
  ...options,
  fetch: async (request) => request.url.includes('pageToken=') ? new Response('', { status: 404 }) : Response.json({ items: [{}], nextPageToken: 'b' }),
});
const slow = createVideoPlatform({ ...options, timeoutMs: 5, fetch: () => new Promise(() => {}) });
async function awaitCall() {
  await client.videos.list({ part, id: ['a'] });
}
async function askForResult() {
  throw (await client.videos.list({ part, id: ['a'] }).result()).error;
}
async function walkPages() {
  for await (const item of pages.videos.list({ part, id: ['a'] })) void item;
}
async function callFreely() {
  await videosList(createCore(options), { part, id: ['a'] });
}
async function waitTooLong() {
  await slow.videos.list({ part, id: ['a'] });
}
async function validateFirst() {
  await client.videos.list({ part, id: ['a'], odd: 1 });
}
const stacks = [];
for (const run of [${failingFunctions.join()}]) {
  await new Promise((resolve) => setTimeout(resolve));
  await run().catch((error) => stacks.push(error.stack));
}
globalThis.stacks = stacks;
`;
