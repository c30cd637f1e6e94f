import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const MODULE = 'virtual:court-art';
const RESOLVED = `\0${MODULE}`;

/** The deck's primary colors, and the colors of our cards. */
const INKS = { red: '#b3262b', '#44F': '#233a6e', '#FC4': '#e2ab3f', '#000': '#1b1c20' };

/** The place of the figure in the deck's cards. We draw the index, pips and frame. */
const FIGURE = { x: -82.4, y: -130.4, width: 164.8, height: 260.8 };

/** Round the numbers of a path to a tenth. A unit is a tenth of a pixel. */
function rounded(path) {
  const tokens = path.match(/[a-zA-Z]|-?(?:\d+\.\d+|\.\d+|\d+)/g) ?? [];
  let text = '';
  for (const token of tokens) {
    if (/[a-zA-Z]/.test(token)) {
      text += token;
      continue;
    }
    const number = String(Math.round(Number(token) * 10) / 10).replace(/^(-?)0\./, '$1.');
    text += /[a-zA-Z]$/.test(text) || number.startsWith('-') ? number : ` ${number}`;
  }
  return text;
}

function figure(svg, prefix) {
  const defs = /<defs>.*<\/defs>/s.exec(svg)?.[0] ?? '';
  const uses = [...svg.slice(svg.indexOf('</defs>')).matchAll(/<use [^>]*width="164\.8"[^>]*>/g)];
  const { x, y, width, height } = FIGURE;
  let art =
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ` +
    `viewBox="${x} ${y} ${width} ${height}">${defs}` +
    `${uses.map(([use]) => `${use}</use>`).join('')}</svg>`;
  art = art.replaceAll(prefix, '').replace(/ d="([^"]+)"/g, (_, path) => ` d="${rounded(path)}"`);
  for (const [ink, ours] of Object.entries(INKS)) art = art.replaceAll(`"${ink}"`, `"${ours}"`);
  return art;
}

async function drawCourts() {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve('@letele/playing-cards/package.json'));
  const deck = await import(pathToFileURL(join(folder, 'dist/index.esm.js')).href);
  const courts = {};
  for (const suit of 'SHDC') {
    for (const rank of 'JQK') {
      const svg = renderToStaticMarkup(createElement(deck[suit + rank.toLowerCase()]));
      courts[suit + rank] = figure(svg, `${suit}-${rank}_svg__`);
    }
  }
  return courts;
}

/** Return the Vite plugin for `virtual:court-art`, which maps court cards to their pictures. */
export function courtArt() {
  let building = false;
  return {
    name: 'court-art',
    configResolved(config) {
      building = config.command === 'build';
    },
    resolveId(id) {
      return id === MODULE ? RESOLVED : null;
    },
    async load(id) {
      if (id !== RESOLVED) return null;
      const entries = Object.entries(await drawCourts()).map(([card, source]) => {
        if (!building)
          return `${card}: ${JSON.stringify(`data:image/svg+xml,${encodeURIComponent(source)}`)}`;
        const file = this.emitFile({ type: 'asset', name: `${card}.svg`, source });
        return `${card}: import.meta.ROLLUP_FILE_URL_${file}`;
      });
      return `export default { ${entries.join(', ')} };`;
    },
  };
}
