import { afterAll } from 'vitest';
import { removeFolders } from './scratch-folder.js';

// Vitest ignores an `afterAll` that is registered inside another hook, so it is registered here, before all tests.
afterAll(removeFolders);
