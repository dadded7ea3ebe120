export { mswHandlers, type MswOptions } from './msw-handlers.js';
export { openPageWorld, type PagedEmulator, type PageStorage, type PageWorldOptions } from './page-world.js';
