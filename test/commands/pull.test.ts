import { vi } from 'vitest';
import { testCommands } from './command-rows.js';

vi.stubEnv('PETS_KEY', 'secret');

testCommands(import.meta.url);
