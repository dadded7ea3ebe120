import { readConfig, SERVICE_KEYS, TOP_KEYS } from '../../generator/config/read-config.js';

// The reading of speccast.yaml, for all tests: they import it from here alone.
export { readConfig, SERVICE_KEYS, TOP_KEYS };
