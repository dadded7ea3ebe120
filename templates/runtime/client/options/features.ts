/** Options that need a feature, and the feature that reads each. */
export const featureOptions = {
  retry: 'withRetries',
  logger: 'withLogging',
  logLevel: 'withLogging',
  middleware: 'withMiddleware',
  validate: 'withValidation',
} as const;

/** The name of an option that needs a feature. */
export type FeatureOption = keyof typeof featureOptions;
