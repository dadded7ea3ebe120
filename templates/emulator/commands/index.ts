// For the commands of generated packages, and for `speccast mock`.
export { runCommand } from '../server/run-command.js';
export { runConformanceCommand } from './run-conformance-command.js';
export { explainParameters } from '../plan/operations/parameter-effects.js';
