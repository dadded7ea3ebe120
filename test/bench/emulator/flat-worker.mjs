import { createEmulator } from '../../../generated/video-platform/dist/mocks/index.js';

/* Requests the same page a million times, and prints the memory after each 100,000 requests as lines of a table. */

const emulator = createEmulator();
const url = `${emulator.baseUrl}/videos?chart=mostPopular&maxResults=10&key=k`;
for (let count = 1; count <= 1_000_000; count += 1) {
  const response = await emulator.fetch(new Request(url));
  await response.text();
  if (count % 100_000 > 0) continue;
  const { heapUsed, rss } = process.memoryUsage();
  console.log(`| ${count.toLocaleString('en')} | ${megabytes(heapUsed)} | ${megabytes(rss)} |`);
}

function megabytes(bytes) {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}
