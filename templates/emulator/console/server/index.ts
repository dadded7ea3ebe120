export type * from '../../control/console-types.js';
export * from './ask.js';
export * from './live.js';
export * from './route.js';
