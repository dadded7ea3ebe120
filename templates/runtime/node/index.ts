export { fileSource, type FileSourceOptions } from './file-source.js';
export { explainImport, withEmulator } from './explain-import.js';
export { signInWithBrowser } from './sign-in.js';
export { signInWithDevice } from './device-sign-in.js';
export type {
  CommonSignInOptions,
  DeviceCode,
  DeviceSignInOptions,
  OpenIdScope,
  SignedIn,
  SignInAddresses,
  SignInOptions,
} from './sign-in-types.js';
