export { serve, type RunningServer, type ServedEmulator, type ServeOptions } from './serve.js';
export type { ContractSummary, FoundViolation, ViolationGroup } from './upstream/contract-report.js';
export type { Locate } from './upstream/locate.js';
export type { OnCall } from './upstream/upstream-context.js';
export { RecordingMistake } from './upstream/har/read-har.js';
export { withReplay, type Replayer } from './upstream/with-replay.js';
export { withUpstream, type Upstream, type UpstreamOptions } from './upstream/with-upstream.js';
