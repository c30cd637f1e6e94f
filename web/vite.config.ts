import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

import { courtArt } from './scripts/court-art.js';
import { frameFirst } from './scripts/frame-first.js';
import { shortMessages } from './scripts/short-messages.js';
import { worksOffline } from './scripts/works-offline.js';

const demo = process.env.VITE_DEMO === '1';

const server = 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [
    svelte(),
    courtArt(),
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/paraglide',
      strategy: ['baseLocale'],
    }),
    shortMessages(),
    frameFirst(),
    demo ? [] : worksOffline(),
  ],
  worker: { format: 'es' },
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: {
    proxy: { '/api': server, '/ws': { target: server, ws: true } },
  },
});
