export type { Check, ConformanceKit, Expectation, Sender, Step } from './check.js';
export type { CostEstimate } from './estimate-cost.js';
export { formatConformance } from './report.js';
export { listChecks } from './check.js';
export type { CheckResult, ConformanceReport, FailureCause, StepResult } from './report.js';
export type { ConformanceOptions, CreatedRow, RowStore } from './run.js';
export { runKit } from './run-conformance.js';
