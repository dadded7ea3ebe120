import { defineConfig } from 'vitest/config';

const config: ReturnType<typeof defineConfig> = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/cases/*/**', '**/node_modules/**'],
    testTimeout: 20_000,
  },
});

export default config;
