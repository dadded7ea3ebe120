export { mswHandlers, type MswOptions } from './msw-handlers.js';
