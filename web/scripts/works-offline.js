import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('..', import.meta.url);

/** Return the Vite plugin that adds `sw.js`, which caches this build for offline use. */
export function worksOffline() {
  return {
    name: 'works-offline',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = ['/'];
        const total = createHash('sha256');
        const add = (name, content) => {
          if (name !== 'index.html') files.push(`/${name}`);
          total.update(name).update(content);
        };
        for (const name of Object.keys(bundle).sort())
          add(name, bundle[name].code ?? bundle[name].source);
        for (const name of readdirSync(new URL('public/', FOLDER)).sort())
          add(name, readFileSync(new URL(`public/${name}`, FOLDER)));
        const known = `const FILES = ${JSON.stringify(files)};\nconst VERSION = '${total.digest('hex').slice(0, 12)}';\n`;
        const worker = readFileSync(new URL('service-worker.js', FOLDER), 'utf8');
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: known + worker });
      },
    },
  };
}
