export { controlDocument } from './control-operations.js';
export type { ControlOptions } from './input/controlled-emulator.js';
export { withControl, type EmulatorWithControl } from './with-control.js';
