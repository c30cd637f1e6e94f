import { readFileSync, writeFileSync } from 'node:fs';
import { renderMermaidSVG } from 'beautiful-mermaid';

/*
 * Draw the documentation's Mermaid diagrams in the colors of the page:
 *
 *   node scripts/draw-diagrams.js FILE...
 *
 * The drawing of a file is FILE.svg in the same folder.
 */
for (const file of process.argv.slice(2)) {
  const drawing = renderMermaidSVG(readFileSync(file, 'utf8'), {
    bg: 'var(--diagram-bg)',
    fg: 'var(--diagram-fg)',
    transparent: true,
  });
  // a page uses the font that the reader has
  writeFileSync(`${file}.svg`, drawing.replace(/@import url\([^)]*\);/g, ''));
}
