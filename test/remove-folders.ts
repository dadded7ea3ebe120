import { afterAll } from 'vitest';
import { removeFolders } from './scratch-folder.js';

// A hook that another hook adds does not run: so this is added before all of them.
afterAll(removeFolders);
