// The entry `@speccast/runtime/webhooks`: functions that sign, verify and read webhooks.
export { signWebhook, type SignWebhookOptions } from './sign-webhook.js';
export {
  createSchemedUnwrap,
  createUnwrap,
  type UnknownWebhook,
  type UnwrapWebhook,
  type UnwrapWebhookOptions,
  type WebhookEnvelope,
  type WebhookOf,
  type WebhookRule,
  type WebhookService,
  type WebhookValidators,
} from './unwrap-webhook.js';
export {
  cryptoParameters,
  type VerifiedWebhook,
  verifySharedWebhook,
  type VerifyWebhook,
  verifyWebhook,
  type VerifyWebhookOptions,
} from './verify-webhook.js';
export { bodyOf, headerOf, type WebhookHeaders, type WebhookInput } from './read-webhook.js';
export type { WebhookSecret } from './webhook-keys.js';
export { WebhookError, type WebhookReason } from './webhook-error.js';
export { standardWebhooks, type WebhookAlgorithm, type WebhookScheme } from './webhook-scheme.js';
