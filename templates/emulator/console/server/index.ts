export * from './ask.js';
export * from './live.js';
export * from './route.js';
