// What the commands of generated packages, and `speccast mock`, run.
export { runCommand } from '../server/run-command.js';
export { runConformanceCommand } from './run-conformance-command.js';
export { explainParameters } from '../plan/operations/parameter-effects.js';
