import type { Service } from '../../operation.js';
import { readReason } from '../features/error-details.js';
import { InvalidOptionError } from '../errors/errors.js';
import {
  featureOptions,
  type FeatureOption,
  type CallOptions,
  type ClientOptions,
  type CoreFeature,
} from '../options/options.js';
import { openCore, type Core } from './core.js';
import { createPlainRedactor } from '../features/redact.js';

/** The options of a core whose features are known when it runs. */
interface BareOptions extends ClientOptions {
  readonly features?: readonly CoreFeature[] | undefined;
}

/** Makes the core of free functions, which has the features that its options name and no others. Throws as `openCore` does. */
export function openBareCore(service: Service, { features = [], ...options }: BareOptions = {}): Core {
  /** Throws `InvalidOptionError` for an option whose feature is missing. */
  const checkFeatures = (given: ClientOptions & CallOptions) => {
    const auths = [given.auth ?? []].flat();
    if (!auths.every((one) => 'secret' in one) && !features.some((one) => one.toAuth))
      throw new InvalidOptionError('auth', 'needs `features: [withTokenSources]`');
    for (const [name, feature] of Object.entries(featureOptions)) {
      // The names of the table are those of options.
      const option = name as FeatureOption;
      if (given[option] && !features.some((one) => one.options?.includes(option)))
        throw new InvalidOptionError(name, `needs \`features: [${feature}]\``);
    }
  };
  const basics = { createRedactor: createPlainRedactor, readErrorBody: readReason };
  // `Object.assign` knows no list of sources.
  return openCore(service, options, Object.assign(basics, ...features, { checkFeatures }));
}
