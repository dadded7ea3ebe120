export { serve, type RunningServer, type ServedEmulator, type ServeOptions } from './serve.js';
export type {
  ContractSummary,
  FoundViolation,
  Locate,
  OnCall,
  ViolationGroup,
} from '../features/proxy/contract-report.js';
export { RecordingMistake } from '../features/proxy/read-har.js';
export { withReplay, type Replayer } from '../features/proxy/with-replay.js';
export { withUpstream, type Upstream, type UpstreamOptions } from '../features/proxy/with-upstream.js';
