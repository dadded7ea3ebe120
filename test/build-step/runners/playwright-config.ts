import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { chromiumPath } from '../../emulator/chromium.js';

const config: PlaywrightTestConfig = defineConfig({
  testMatch: 'page-tests.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  use: {
    launchOptions: { args: ['--no-sandbox'], ...(chromiumPath !== undefined && { executablePath: chromiumPath }) },
  },
});

export default config;
