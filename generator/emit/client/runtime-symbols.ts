import type { CodeSymbol } from '../source-file.js';

function runtime(file: string, name: string): CodeSymbol {
  return { name, module: `runtime/client/${file}` };
}

type RuntimeName =
  'core' | 'createCore' | 'callParts' | 'download' | 'stream' | 'clientOptions' | 'callOptions' | 'service';

/** What the code of a client needs from the runtime, and the service it hands to it. */
export const runtimeSymbols: Readonly<Record<RuntimeName, CodeSymbol>> = {
  core: runtime('core', 'Core'),
  createCore: runtime('core', 'createCore'),
  callParts: runtime('call-parts', 'callParts'),
  download: runtime('download', 'download'),
  stream: runtime('api-stream', 'stream'),
  clientOptions: runtime('options', 'ClientOptions'),
  callOptions: runtime('options', 'CallOptions'),
  service: { name: 'service', module: 'operations/service' },
};

/** Values that the package's entry passes on from the runtime. */
export const publicValues: readonly CodeSymbol[] = [
  runtime('auth', 'apiKey'),
  runtime('auth', 'basic'),
  runtime('auth', 'bearer'),
  runtime('api-error', 'ApiError'),
  runtime('errors', 'AbortedError'),
  runtime('errors', 'ClientError'),
  runtime('errors', 'ConnectionError'),
  runtime('errors', 'InvalidOptionError'),
  runtime('errors', 'InvalidParameterError'),
  runtime('errors', 'MissingCredentialError'),
  runtime('errors', 'TimeoutError'),
  runtime('errors', 'UnexpectedContentError'),
];

/** Types that the package's entry passes on from the runtime. */
export const publicTypes: readonly CodeSymbol[] = [
  runtime('api-error', 'ApiErrorDetail'),
  runtime('api-promise', 'ApiPromise'),
  runtime('api-promise', 'Result'),
  runtime('api-promise', 'WithResponse'),
  runtime('auth', 'Auth'),
  runtime('auth', 'BearerOptions'),
  runtime('auth', 'SchemeOption'),
  runtime('auth', 'Token'),
  runtime('auth', 'TokenNeed'),
  runtime('auth', 'TokenProvider'),
  runtime('core', 'Core'),
  runtime('download', 'Download'),
  runtime('media', 'Media'),
  runtime('media', 'MediaData'),
  runtime('media', 'NamedMedia'),
  runtime('options', 'CallOptions'),
  runtime('options', 'ClientOptions'),
  runtime('options', 'Clock'),
  runtime('options', 'Fetch'),
  runtime('options', 'LogLevel'),
  runtime('options', 'Logger'),
  runtime('options', 'Middleware'),
  runtime('options', 'MiddlewareContext'),
  runtime('options', 'RetryOptions'),
];

/** Types that the entry of a package passes on where operations have parts. */
export const partTypes: readonly CodeSymbol[] = [{ name: 'WithParts', module: 'runtime/parts' }];

/** Types that the entry of a package passes on where operations answer piece by piece. */
export const streamTypes: readonly CodeSymbol[] = [runtime('api-stream', 'ApiStream')];
