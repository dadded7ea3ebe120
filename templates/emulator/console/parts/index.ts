export * from './controls.js';
export * from './display.js';
export * from './format.js';
export * from './grid.js';
export * from './icon.js';
export * from './schema-form.js';
export * from './toasts.js';
export * from './use-loaded.js';
