export type { Check, ConformanceKit, Expectation, Sender, Step } from './check.js';
export { formatConformance } from './report.js';
export { listChecks } from './check.js';
export type { CheckResult, ConformanceReport, StepResult } from './report.js';
export { runKit, type ConformanceOptions } from './run-conformance.js';
