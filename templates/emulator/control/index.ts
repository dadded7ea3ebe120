export { controlDocument } from './control-document.js';
export type { ControlOptions } from './controlled-emulator.js';
export { withControl, type EmulatorWithControl } from './with-control.js';
