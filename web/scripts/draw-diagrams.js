import { readFileSync, writeFileSync } from 'node:fs';
import { renderMermaidSVG } from 'beautiful-mermaid';

/*
 * Draws the diagrams of the documentation, which are written in Mermaid:
 *
 *   node scripts/draw-diagrams.js FILE...
 *
 * writes each file's drawing beside it, as FILE.svg. The colours are those of the page.
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
